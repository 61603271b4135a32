"""What each ordered unit can do: a way to a hex, a battle from there, and what both are worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.command_cards.bot.position_evaluation import PositionEvaluation
from rules.command_cards.bot.weights import Standing
from rules.command_cards.dice import dice_of
from rules.command_cards.hexes import distance
from rules.command_cards.moving import reach
from rules.command_cards.state import Table, cls_of, type_of
from rules.command_cards.targets import targets_of
from rules.command_cards.terrain import is_barred, may_enter, terrain_at

KEPT: Final = 2
"""Places kept for each target of a unit: another unit may want the first."""


class Fight(NamedTuple):
    """A battle: dice against a target, and what its loss and its retreat are worth beyond its figures."""

    target: str
    dice: int
    spared: bool
    shut: bool
    lost: float
    goes: float


class Candidate(NamedTuple):
    """What a unit may do: the way it goes, the hex where it ends, its battle, and what the hex gains it."""

    unit: str
    path: tuple[str, ...]
    place: str
    fight: Fight | None
    gain: float


def fight_of(
    evaluation: PositionEvaluation, game: Table, unit: str, target: str, origin: str = "", *, extra: bool = True
) -> Fight:
    """Return a battle of a unit from its hex or from another."""
    attacker, victim = game.state.units[unit], game.state.units[target]
    here = origin or attacker.hex
    dice = dice_of(game, unit, target, origin, extra=extra)
    spared, shut, given_up = evaluation.target(target)
    goes = evaluation.weights.push + given_up
    lost = given_up + evaluation.medal(evaluation.seat)
    taken = 0.0
    if (
        distance(here, victim.hex) == 1
        and type_of(game, attacker).takes_ground
        and may_enter(game, cls_of(game, attacker), victim.hex)
    ):
        more = evaluation.place(unit, victim.hex) - evaluation.place(unit, here)
        taken = evaluation.weights.grab * max(0.0, more)
        if type_of(game, attacker).overrun and not is_barred(
            type_of(game, attacker), terrain_at(game, victim.hex).no_battle
        ):
            taken += evaluation.weights.overrun
    return Fight(target, dice, spared, shut, lost + taken, goes + taken)


def fight_worth(evaluation: PositionEvaluation, fight: Fight, at: Standing) -> float:
    """Return what a battle is worth against a target that stands so."""
    cls, found = cls_of(evaluation.game, evaluation.game.state.units[fight.target]), 0.0
    for figures, chance in enumerate(at):
        if figures and chance:
            worth, lost, goes = evaluation.stakes.harm(fight.dice, cls, figures, fight.spared, fight.shut)
            found += chance * (worth + lost * fight.lost + goes * fight.goes)
    return found


def candidates_of(evaluation: PositionEvaluation, game: Table, unit: str) -> list[Candidate]:
    """Return what an ordered unit can do best: the best places without a battle, and for each target."""
    by_target: dict[str, list[tuple[float, Candidate]]] = {}
    for candidate in _all(evaluation, game, unit):
        worth = candidate.gain + (_first(evaluation, candidate.fight) if candidate.fight else 0.0)
        by_target.setdefault(candidate.fight.target if candidate.fight else "", []).append((worth, candidate))
    kept = []
    for found in by_target.values():
        found.sort(key=lambda rated: -rated[0])
        kept += [candidate for _, candidate in found[:KEPT]]
    return kept


def _first(evaluation: PositionEvaluation, fight: Fight) -> float:
    figures = evaluation.game.state.units[fight.target].figures
    cls = cls_of(evaluation.game, evaluation.game.state.units[fight.target])
    worth, lost, goes = evaluation.stakes.harm(fight.dice, cls, figures, fight.spared, fight.shut)
    return worth + lost * fight.lost + goes * fight.goes


def _all(evaluation: PositionEvaluation, game: Table, unit: str) -> Iterator[Candidate]:
    here, order = game.state.units[unit].hex, game.state.orders[unit]
    at_home = evaluation.place(unit, here)
    if not order.moved:
        for target in targets_of(game, unit):
            yield Candidate(unit, (), here, fight_of(evaluation, game, unit, target), 0.0)
    for place, way in reach(game, unit).items():
        gain = evaluation.place(unit, place) - at_home
        yield Candidate(unit, way.path, place, None, gain)
        if way.battle:
            for target in targets_of(game, unit, place):
                yield Candidate(unit, way.path, place, fight_of(evaluation, game, unit, target, place), gain)
