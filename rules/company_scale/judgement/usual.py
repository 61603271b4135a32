"""Why a behaviour does what it does, where it tells nothing about the single case: by decision and order."""

from __future__ import annotations

from typing import Final

from rules.company_scale.judgement.reasons import NO_REASON, Why

BEST_DEFENCE: Final = "Of its own, whoever defends best; of the enemy's, whoever defends worst."
BEST_FIRE: Final = "So the fire is worth most, by its chances."
USUAL: Final = {
    ("preparation", "add_chit"): "It costs nothing.",
    ("preparation", "buy_chit"): "Its units have something to do, and the points for it are there.",
    ("preparation", "done"): "No other chit is worth its points now.",
    ("purchase", "buy_now"): "Its units have something to do now, and the points for it are there.",
    ("purchase", "pass"): "No chit is worth what it costs to play it at once.",
    ("activation", "move"): "What the unit was activated for.",
    ("activation", "change_formation"): "It goes into column, then it moves.",
    ("movement", "step"): "The next hex on the way it has chosen.",
    ("movement", "stop"): "It has arrived, or going on is worth nothing.",
    ("ridge_claim", "claim"): "It claims a ridge whenever it may.",
    **{("fire", verb): BEST_FIRE for verb in ("use_weapon", "aim", "fire_type", "support", "concentrate", "confirm")},
    ("indirect_fire", "support"): "Another gun adds more than it would do alone.",
    ("indirect_fire", "concentrate"): "Concentrated fire adds more than it costs.",
    ("indirect_fire", "confirm"): "Nothing that could still be added is worth it.",
    ("assault_markers", "place_assault"): "The assault with the best prospects, by the two totals.",
    ("assault_markers", "done"): "No other assault is worth a point now.",
    ("assaults", "call_off"): "It promises too little, leaves a victory hex empty, or leads to a worse place.",
    ("assaults", "confirm"): "What is not called off goes ahead with every unit.",
    ("assault_order", "choose"): "The order makes no difference to it.",
    ("assault_indirect", "indirect_fire"): "Its guns fire before an assault whenever they may.",
    ("assault_modifiers", "confirm"): "It takes what the rules propose.",
    ("retreat", "retreat"): "By the two totals it would be hopeless to stand.",
    ("retreat", "stand"): "By the two totals it is not hopeless to stand.",
    ("defence_unit", "choose"): BEST_DEFENCE,
    ("target_unit", "choose"): BEST_DEFENCE,
    ("defence_weapon", "choose"): BEST_DEFENCE,
    ("rout_unit", "choose"): "The unit whose rout would cost most, by its chances.",
    ("lose_unit", "choose"): "The unit that is worth least.",
    ("distribute_dg", "take_dg"): "The hex that is least disorganized so far.",
    ("advance", "advance"): "The strongest units advance, as many as may stack there.",
    ("advance", "confirm"): "Nobody else is to advance.",
    ("reroll", "reroll"): "A good fire of its own has missed, or an unlikely one of the enemy's has hit.",
    ("reroll", "keep"): "The re-roll is kept for a better use.",
    ("air_strikes", "air_strike"): "The fullest hex of the enemy.",
    ("event", "choose"): "It helps or hurts the strongest division; a gift goes to the enemy's weakest.",
    ("air_placement", "choose"): "It helps or hurts the strongest division.",
    ("air_barrage", "place_barrage"): "The barrage is left where it fell.",
    ("interdiction", "interdict"): "It attacks whatever moves on the road, a hard target first.",
    ("leaders", "bring_hero"): "He comes to a unit with the enemy next to it, if there is one.",
    ("leaders", "relocate"): "A leader who is alone goes to the fullest hex.",
    ("leaders", "done"): "The leaders stay where they are.",
    ("attach", "attach"): "Weapons go first to where the enemy is near, one to a hex.",
    ("attach", "done"): "There is no weapon left to attach.",
    ("detach", "done"): "The weapons stay where they are.",
    ("hero", "use_hero"): "The hero helps.",
    ("hero_event", "place_hero"): "He comes to a unit with the enemy next to it, if there is one.",
    ("hero_lights", "light"): "A hex of the enemy that is seen is lit up.",
    ("hero_lights", "done"): "No other hex of the enemy is seen.",
    ("kampfgruppe", "place_marker"): "Most companies with an enemy near are here.",
    ("evacuation_moves", "move"): "Along the roads toward the exit.",
    ("evacuation_moves", "done"): "No marker can go on.",
    ("ambush", "ambush"): "It may take a victory hex, or fire at the unit as it goes on; it costs nothing to try.",
    ("ambush", "decline"): "Too much fire reaches the hexes around, or its ambushes lie better where they are.",
    ("attachment", "choose"): "Its headquarters is nearest, or it has most to spend.",
    ("lose_weapon", "choose"): "The weapon that adds least to a fire.",
    ("lose_leader", "choose"): "The leader who helps least.",
    ("rider_aim", "aim"): "The riders who have just got off are hit with the hex.",
    ("take_up", "take_up"): "The marker nearest to the exit.",
}  # fmt: skip
"""By kind of decision and verb of the order."""


def usual_why(kind: str, verb: str) -> Why:
    """Return the usual reason for an order, or none."""
    text = USUAL.get((kind, verb), "")
    return Why(text) if text else NO_REASON
