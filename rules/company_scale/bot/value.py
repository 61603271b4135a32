"""What a position is worth: the lead to expect at the end, in victory points and named parts (27).

The chance that a side will hold a victory hex is a logistic function of how the hex stands now; further gains and
losses are a linear function of both sides' strength and state. The coefficients are fitted to games of the script
against itself (`python -m rules fit`) and stand in value.yaml.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from math import exp, log
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import yaml

from rules.company_scale.bot.ground import March, fading
from rules.company_scale.counters import Box
from rules.company_scale.pieces import counter, enemy, units_on_map
from rules.company_scale.r08_3_modifiers import Shot
from rules.company_scale.r27_victory import controller, date_of, hex_points, points
from rules.company_scale.scenario import SIDES
from rules.company_scale.state import MAP, PINNED, ROUTED, SUPPRESSED, Battle, HexStatus
from rules.engine.command import Command
from rules.engine.evaluator import WorthPart
from rules.engine.options import Decision
from rules.hexes.grid import distance

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
