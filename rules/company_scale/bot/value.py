"""What a position is worth: the lead to expect at the end, in victory points and named parts (27).

The chance that a side will hold a victory hex is a logistic function of how the hex stands now; further gains and
losses are a linear function of both sides' strength and state. The coefficients are fitted to games of the script
against itself (`python -m rules fit`) and stand in value.yaml.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import exp, log
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import yaml

from rules.company_scale.bot.fire import effect_chance
from rules.company_scale.bot.ground import March, fading
from rules.company_scale.bot.weights import POINT
from rules.company_scale.counters import Box
from rules.company_scale.pieces import counter, enemy, units_on_map
from rules.company_scale.r08_3_modifiers import Shot
from rules.company_scale.r27_victory import controller, date_of, hex_points, points
from rules.company_scale.scenario import SIDES
from rules.company_scale.state import MAP, PINNED, ROUTED, SUPPRESSED, Battle, HexStatus
from rules.engine.command import Command
from rules.engine.evaluator import Offer as Considered
from rules.engine.evaluator import WorthPart
from rules.engine.options import Decision
from rules.hexes.grid import distance, hex_name

FILE: Final = Path(__file__).with_name("value.yaml")
FADING: Final = 0.75
"""What is left of a unit's strength a hex farther away."""
PINNED_POWER: Final = 0.65
SUPPRESSED_POWER: Final = 0.3
LEVEL_POWER: Final = 0.1
"""What is left of it when pinned and when suppressed, and what a level of disorganization takes off."""
LASTING: Final = 0.7
"""What of a chance that a plan gains is left at the end, by plans that were played on to the end."""
FAR: Final = 8
"""Hexes beyond which a distance counts no more."""


class Fighter(NamedTuple):
    """A unit that fires directly: its hex, and its fire value in its present state."""

    hex: int
    power: float


class Stake(NamedTuple):
    """A victory hex that is worth points to a side."""

    hex: int
    side: str
    points: int


def value(game: Battle, seat: str) -> tuple[WorthPart, ...]:
    """Return a seat's expected lead at the end in named parts; of a finished game its true lead."""
    if game.state.phase == "end":
        final = points(game)
        return (WorthPart("victory points", float(final[seat] - final[enemy(seat)])),)
    return tuple(_parts(game, seat))


def _parts(game: Battle, seat: str) -> Iterator[WorthPart]:
    scored = game.state.points
    yield WorthPart("victory points scored", float(scored.get(seat, 0) - scored.get(enemy(seat), 0)))
    fighters = {side: fighters_of(game, side) for side in SIDES}
    coefficients = _coefficients()
    held = 0.0
    for stake in stakes(game):
        features = hex_features(game, stake, fighters)
        held += LASTING * logistic(features, coefficients["hexes"]) * stake.points * (1 if stake.side == seat else -1)
    yield WorthPart("victory hexes", held)
    differences = lead_features(game, seat, fighters)
    for name, told in model()["parts"].items():
        yield WorthPart(name, sum(coefficients["lead"][feature] * differences[feature] for feature in told))


def stakes(game: Battle) -> Iterator[Stake]:
    """Yield what each victory hex is worth to a side at the end."""
    scenario = game.scenario
    last = date_of(scenario, scenario.turns)
    for goal in scenario.victory.hexes:
        for side, worth in hex_points(goal, last).items():
            if worth:
                yield Stake(goal.hex, side, worth)


def fighters_of(game: Battle, side: str) -> list[Fighter]:
    """Return a side's units on the map that fire directly, deployed or not."""
    return [found for unit in units_on_map(game, side) if (found := fighter(game, unit)) is not None]


def fighter(game: Battle, unit: str) -> Fighter | None:
    """Return a unit on the map as a fighter, None if it fires at nothing directly."""
    printed, here = counter(game, unit), game.state.units[unit].hex
    fire = printed.face(True).fire
    if fire is None or fire.box is Box.BLACK or printed.hq or printed.marker:
        return None
    return Fighter(here, fire.value * _fitness(game.state.status(here)))


def _fitness(status: HexStatus) -> float:
    stress = {PINNED: PINNED_POWER, SUPPRESSED: SUPPRESSED_POWER}.get(status.stress, 1.0)
    return stress * (1 - LEVEL_POWER * status.dg)


def turns_left(game: Battle) -> float:
    """Return the turns to come, with the share of this one that is still in the Cup."""
    state = game.state
    cup = len(state.cup)
    return game.scenario.turns - state.turn + cup / max(1, cup + len(state.played))


def hex_features(game: Battle, stake: Stake, fighters: Mapping[str, list[Fighter]]) -> Mapping[str, float]:
    """Return by name what tells who will hold a victory hex."""
    own, foe, goal = fighters[stake.side], fighters[enemy(stake.side)], stake.hex
    field = fading(goal, FADING)
    ratio = log((sum(f.power * field[f.hex] for f in own) + 1) / (sum(f.power * field[f.hex] for f in foe) + 1))
    near = {
        "own": min((distance(f.hex, goal) for f in own), default=FAR),
        "foe": min((distance(f.hex, goal) for f in foe), default=FAR),
    }
    holder = controller(game, goal)
    late, status = 1 / (1 + turns_left(game)), game.state.status(goal)
    found = {"one": 1.0, "late": late, "ratio": ratio, "ratio_late": ratio * late}
    for who, other, is_held in (("own", "foe", holder == stake.side), ("foe", "own", holder not in (stake.side, ""))):
        away, held = min(near[who], FAR), float(is_held)
        found |= {
            who: held,
            f"{who}_late": held * late,
            f"{who}_ratio": held * ratio,
            f"{who}_units": held * min(2, len(game.state.stack(goal))),
            f"{who}_dug_in": held * bool(status.fortification),
            f"{who}_dg": held * status.dg,
            f"{who}_stress": held * _stress(status),
            f"{who}_away": away,
            f"{who}_away_late": away * late,
            f"{who}_safe": held * min(near[other], FAR),
            f"{who}_safe_late": held * min(near[other], FAR) * late,
        }
    found["own_alone"] = found["own"] * (near["own"] > 0)
    return found


def _stress(status: HexStatus) -> int:
    return {PINNED: 1, SUPPRESSED: 2}.get(status.stress, 0)


def lead_features(game: Battle, seat: str, fighters: Mapping[str, list[Fighter]]) -> Mapping[str, float]:
    """Return by name the differences between a seat and its enemy that tell further gains and losses.

    What ends in `_to_come` counts by the share of the game to come.
    """
    left = turns_left(game) / game.scenario.turns
    own, foe = (_side_features(game, side) for side in (seat, enemy(seat)))
    now = {name: own[name] - foe[name] for name in own}
    powers = {side: sum(f.power for f in found) + 1 for side, found in fighters.items()}
    return {
        **now,
        **{f"{name}_to_come": difference * left for name, difference in now.items()},
        "ratio_to_come": log(powers[seat] / powers[enemy(seat)]) * left,
    }


def _side_features(game: Battle, side: str) -> dict[str, float]:
    state = game.state
    found = dict.fromkeys(("units", "routed", "dg", "stress"), 0.0)
    for unit in game.scenario.roster.sides.get(side, ()):
        record, printed = state.units[unit], counter(game, unit)
        if record.place == ROUTED:
            found["routed"] += 1
        elif record.place == MAP and not printed.marker and not printed.hq:
            status = state.status(record.hex)
            found["units"] += 1
            found["dg"] += status.dg
            found["stress"] += _stress(status)
    return found


def logistic(features: Mapping[str, float], coefficients: Mapping[str, float]) -> float:
    """Return the chance that a logistic function gives some features."""
    total = sum(coefficients[name] * feature for name, feature in features.items())
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


@cache
def _coefficients() -> Mapping[str, Mapping[str, float]]:
    raw = model()
    return {group: {name: told["is"] for name, told in raw[group].items()} for group in ("hexes", "lead")}


@cache
def model() -> Mapping[str, Any]:
    """Return what value.yaml holds."""
    raw: Mapping[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return raw


# --- Why the script does something, and what its behaviours hand to each other -------------------------------------

# --- What the behaviours hand to each other: an answer, a command worth considering, its price ---------------------

Answer: TypeAlias = Callable[[Battle, Decision], "Command | None"]  # to decisions of one kind; None leaves it to chance
Answers: TypeAlias = "Mapping[str, Answer]"  # by kind of decision


class Offer(NamedTuple):
    """A command worth considering; `intent` is kept where it is the first of several."""

    worth: float
    command: Command
    intent: March | Shot | None = None


def best_first(offers: Iterable[Offer]) -> list[Offer]:
    """Return offers by what they are worth; equals by their commands, so that the order is always the same."""
    return sorted(offers, key=lambda offer: (-offer.worth, str(offer.command)))


def key_of(game: Battle, unit: str) -> tuple[str, int, bool]:
    """Return what tells a new consideration of a unit from the last under the same chit."""
    activity = game.state.activity.get(unit)
    return (unit, activity.used, activity.flipped) if activity else (unit, -1, False)


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
