"""Why a behaviour does what it does, where it tells nothing about the single case: by decision and order."""

from __future__ import annotations

from typing import Final

from rules.company_scale.judgement.reasons import NO_REASON, Why

BEST_DEFENCE: Final = "Its own best defender, or the enemy's worst."
BEST_FIRE: Final = "The best fire by the odds."
USUAL: Final = {
    ("preparation", "add_chit"): "It's free.",
    ("preparation", "buy_chit"): "Its units have something to do, and it can pay for them.",
    ("preparation", "done"): "No other chit is worth its points now.",
    ("purchase", "buy_now"): "Its units have something to do now, and it can pay for them.",
    ("purchase", "pass"): "No chit is worth playing at once.",
    ("activation", "move"): "This is what the unit was activated for.",
    ("activation", "change_formation"): "It goes into column, then moves.",
    ("movement", "step"): "The next hex on its path.",
    ("movement", "stop"): "It has arrived, or going farther gains nothing.",
    ("ridge_claim", "claim"): "It claims ridges whenever it can.",
    **{("fire", verb): BEST_FIRE for verb in ("use_weapon", "aim", "fire_type", "support", "concentrate", "confirm")},
    ("indirect_fire", "support"): "The gun does more here than firing on its own.",
    ("indirect_fire", "concentrate"): "Concentrated fire gains more than it costs.",
    ("indirect_fire", "confirm"): "Nothing else is worth adding.",
    ("assault_markers", "place_assault"): "The best assault by the two totals.",
    ("assault_markers", "done"): "No other assault is worth a point now.",
    ("assaults", "call_off"): "It promises too little, leaves a victory hex empty, or ends in a worse place.",
    ("assaults", "confirm"): "Assaults not cancelled go ahead with every unit.",
    ("assault_order", "choose"): "The order makes no difference.",
    ("assault_indirect", "indirect_fire"): "Its guns fire before an assault whenever they can.",
    ("assault_modifiers", "confirm"): "It accepts the default.",
    ("retreat", "retreat"): "By the totals, standing would be hopeless.",
    ("retreat", "stand"): "By the totals, standing isn't hopeless.",
    ("defence_unit", "choose"): BEST_DEFENCE,
    ("target_unit", "choose"): BEST_DEFENCE,
    ("defence_weapon", "choose"): BEST_DEFENCE,
    ("rout_unit", "choose"): "The unit whose rout would cost most, by the odds.",
    ("lose_unit", "choose"): "The least valuable unit.",
    ("distribute_dg", "take_dg"): "The least disorganized hex so far.",
    ("advance", "advance"): "The strongest units advance, as many as can stack there.",
    ("advance", "confirm"): "Nobody else should advance.",
    ("reroll", "reroll"): "A good shot of its own missed, or a long shot of the enemy's hit.",
    ("reroll", "keep"): "It saves the reroll for something better.",
    ("air_strikes", "air_strike"): "The enemy's fullest hex.",
    ("event", "choose"): "It helps or hurts the strongest division; gifts go to the enemy's weakest.",
    ("air_placement", "choose"): "It helps or hurts the strongest division.",
    ("air_barrage", "place_barrage"): "The barrage stays where it fell.",
    ("interdiction", "interdict"): "It attacks whatever moves on the road, a hard target first.",
    ("leaders", "bring_hero"): "He joins a unit next to the enemy, if there is one.",
    ("leaders", "relocate"): "A leader left alone joins the fullest hex.",
    ("leaders", "done"): "The leaders stay put.",
    ("attach", "attach"): "Weapons go first where the enemy is near, one per hex.",
    ("attach", "done"): "There are no weapons left to attach.",
    ("detach", "done"): "The weapons stay put.",
    ("hero", "use_hero"): "The hero helps.",
    ("hero_event", "place_hero"): "He joins a unit next to the enemy, if there is one.",
    ("hero_lights", "light"): "It lights up an enemy hex in view.",
    ("hero_lights", "done"): "No other enemy hex is in view.",
    ("kampfgruppe", "place_marker"): "Most companies with an enemy nearby are here.",
    ("evacuation_moves", "move"): "Along the roads toward the exit.",
    ("evacuation_moves", "done"): "No marker can move on.",
    ("ambush", "ambush"): "It may take a victory hex or fire at the unit as it moves on, and trying costs nothing.",
    ("ambush", "decline"): "Too much fire covers the hexes around, or its ambushes are better where they are.",
    ("attachment", "choose"): "Its headquarters is nearest, or it has the most to spend.",
    ("lose_weapon", "choose"): "The weapon that adds least to a fire.",
    ("lose_leader", "choose"): "The leader who helps least.",
    ("rider_aim", "aim"): "It hits the dismounted riders along with the hex.",
    ("take_up", "take_up"): "The marker nearest the exit.",
}  # fmt: skip
"""By kind of decision and verb of the order."""


def usual_why(kind: str, verb: str) -> Why:
    """Return the usual reason for an order, or none."""
    text = USUAL.get((kind, verb), "")
    return Why(text) if text else NO_REASON
