"""Why the script does something: sentences, parts in victory points, and what was considered instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.company_scale.bot.fire import effect_chance
from rules.company_scale.bot.ground import March
from rules.company_scale.bot.value import Offer
from rules.company_scale.bot.weights import POINT
from rules.company_scale.r08_3_modifiers import Shot
from rules.company_scale.state import Battle
from rules.engine.evaluator import Offer as Considered
from rules.engine.evaluator import WorthPart
from rules.hexes.grid import distance, hex_name

# --- Why a behaviour does what it does, where it tells nothing about the single case: by decision and order --------

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
    ("hero_lights", "light"): "It illuminates an enemy hex in view.",
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
}
"""By kind of decision and verb of the order."""


def usual_why(kind: str, verb: str) -> Why:
    """Return the usual reason for an order, or none."""
    text = USUAL.get((kind, verb), "")
    return Why(text) if text else NO_REASON


# --- Why the script does something ---------------------------------------------------------------------------------

SHOWN: Final = 3  # of what was considered and not taken
LEAST_TOLD: Final = 0.005  # of what is left of a worth, in victory points


class Why(NamedTuple):
    """A reason: the sentence, the parts in victory points, and the best of what was not done."""

    text: str = ""
    parts: tuple[WorthPart, ...] = ()
    others: tuple[Considered, ...] = ()


NO_REASON: Final = Why()
GAINS: Final = {  # what an action brings, by verb
    "rally": "disorganization removed",
    "return_unit": "a unit back on the map",
    "build": "cover of the fortification",
    "change_formation": "options on its other side",
    "load": "a gun moved to where it can fire",
    "unload": "passenger arrived",
    "indirect_fire": "average result of the fire",
    "fire": "average result of the fire",
    "move": "better position, less the risk on the way",
}
TEXTS: Final = {  # what an action is for, by verb
    "rally": "Rallies the hex.",
    "return_unit": "Brings the unit back onto the map.",
    "build": "Digs in near the enemy.",
    "change_formation": "Can do more here on its other side.",
    "load": "Moves a gun to where it can fire.",
    "unload": "The passenger has arrived.",
    "indirect_fire": "Best target available now.",
}


PURPOSES: Final = {  # what a move without a victory hex is for, by its largest part
    "enemy fire": "out of enemy fire",
    "enemies in range": "with enemies in range",
    "command": "within command",
    "crowding": "a less crowded hex",
}
MOST: Final = 4  # parts of a move that are told apart


def _gains(offer: Offer, worth: float) -> tuple[WorthPart, ...]:
    """Return what an action brings, part by part where it is a move; together they are its worth."""
    march = offer.intent
    if not isinstance(march, March) or not march.parts:
        return (WorthPart(GAINS.get(offer.command.verb, "what it gains"), worth / POINT),)
    largest = sorted(march.parts, key=lambda part: -abs(part[1]))[:MOST]
    told = [WorthPart(name, points / POINT) for name, points in march.parts if (name, points) in largest]
    rest = worth / POINT - sum(part.points for part in told)
    return (*told, WorthPart("other differences", rest)) if abs(rest) >= LEAST_TOLD else tuple(told)


def why(game: Battle, offer: Offer, price: float, others: Sequence[Offer]) -> Why:
    """Return the reason for an offer: what it brings less `price`, and the `others`, the best first."""
    parts = _gains(offer, offer.worth + price)
    parts += (WorthPart("cost of the direct command", -price / POINT),) if price else ()
    rest = tuple(Considered(other.command, other.worth / POINT, _text(game, other)) for other in others[:SHOWN])
    text = _text(game, offer)
    if others and others[0].worth > offer.worth:
        text += f" {_later(others[0])}"
    return Why(text, parts, rest)


def _later(other: Offer) -> str:
    """Return what something is worth that waits although it is worth more, and why it waits."""
    worth = f"Something else is worth more ({other.worth / POINT:.2f})"
    return f"{worth}, but its turn comes later: first what needs no move, then moves, unit by unit, then digging in."


def nothing_left(least: float) -> Why:
    """Return the reason for ending an activation."""
    if least <= 0:
        return Why("It has nothing useful left to do.")
    return Why(f"Nothing it can still do is worth {least / POINT:.2f} points.")


def kept(best: float, least: float) -> Why:
    """Return the reason for holding fire: what the best fire brings, and what it must bring."""
    if best <= 0:
        return Why("No fire would have any effect now.")
    return Why(f"The best fire gains {best / POINT:.1f} points; holding fire is worth {least / POINT:.1f}.")


def fired(game: Battle, shot: Shot, worth: float, least: float) -> Why:
    """Return the reason for a fire that could have been kept, or of one in an assault, which nobody keeps."""
    keeping = f"worth more now than the {least / POINT:.1f} points of holding fire"
    text = f"{chance(game, shot)}; {keeping if least > 0 else 'there is nothing to hold it for'}."
    return Why(text, (WorthPart("average result of the fire", worth / POINT),))


def chance(game: Battle, shot: Shot) -> str:
    """Return the chance that a fire does anything, after rout checks (8.4, 8.5.1)."""
    return f"Fire at {hex_name(shot.hex)}: {effect_chance(game, shot):.0%} chance of a result"


def _text(game: Battle, offer: Offer) -> str:
    if isinstance(offer.intent, Shot):
        return f"{chance(game, offer.intent)}."
    if isinstance(offer.intent, March) and offer.intent.steps:
        return _way(game, offer.intent)
    return TEXTS.get(offer.command.verb, "")


def _way(game: Battle, march: March) -> str:
    """Return where a move leads: into a victory hex, nearer to the one it is for, or to a better place."""
    to = march.steps[-1][0]
    named = {goal.hex: goal.name for goal in game.scenario.victory.hexes}
    if to in named:
        return f"Moves into {named[to]} ({hex_name(to)})."
    if march.goal not in named:
        most = max(march.parts, key=lambda part: part[1], default=("", 0.0))
        return f"Moves to {hex_name(to)}, {PURPOSES.get(most[0], 'a better position')}."
    left = distance(march.goal, to)
    return f"Moves to {hex_name(to)}, {left} hex{'es' if left != 1 else ''} from {named[march.goal]}."
