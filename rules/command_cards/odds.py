"""Exact odds: the battle's own code, run over every fall of the dice (CMD-dice-01)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Final

from rules.command_cards.dice import FACES, FLAG, dice_of, hits_on
from rules.command_cards.scenario import other
from rules.command_cards.state import Table, Unit
from rules.engine.frames import Request
from rules.engine.options import Decision

WEIGHTS: Final = dict(Counter(FACES))


@dataclass(slots=True)
class Odds:
    """How many of `total` equally likely falls lead to what; `hits` by their number, `losses` by figures lost."""

    dice: int
    total: int
    hits: list[int]
    losses: list[int]
    retreats: int = 0
    eliminated: int = 0


def odds(game: Table, unit: str, target: str, origin: str = "", *, extra: bool = True) -> Odds:
    """Return the odds of a battle that is within range, from the unit's hex or from another.

    Where the owner of the target has a choice, he keeps as many figures as he can.
    """
    work = game.branch()
    attacker = work.state.units[unit]
    if origin:
        work.state.units[unit] = attacker = replace(attacker, hex=origin)
    victim = work.state.units[target]
    dice = dice_of(game, unit, target, origin, extra=extra)
    found = Odds(dice, len(FACES) ** dice, [0] * (dice + 1), [0] * (victim.figures + 1))
    if not dice:
        return found
    work.index = len(work.state.frames) - 1
    depth = len(work.state.frames)
    work.push(
        "battle", "roll", unit=unit, target=target, overrun=True, reaction=True, extra=extra, here=attacker.hex,
        there=victim.hex, mode="", dice=dice,
    )  # fmt: skip
    for fallen, rolled, weight in _falls(work, depth, dice):
        _add(found, _settled(fallen, depth, target), victim, target, hits_on(rolled, victim.cls), weight)
    return found


def strike_odds(game: Table, target: str, dice: int) -> Odds:
    """Return the odds of a strike at a unit, by the strike's own code: no terrain, stars hit (CMD-card-03)."""
    work = game.branch()
    victim = work.state.units[target]
    found = Odds(dice, len(FACES) ** dice, [0] * (dice + 1), [0] * (victim.figures + 1))
    work.index = len(work.state.frames) - 1
    depth = len(work.state.frames)
    work.push("strike", seat=other(victim.seat), targets=(target,), dice=dice)
    for fallen, rolled, weight in _falls(work, depth, dice):
        _add(found, _settled(fallen, depth, target), victim, target, hits_on(rolled, victim.cls, stars=True), weight)
    return found


def _add(found: Odds, after: Table, victim: Unit, target: str, hits: int, weight: int) -> None:
    """Count one fall of the dice with what it leads to."""
    left = after.state.units.get(target)
    figures = left.figures if left is not None else 0
    found.hits[hits] += weight
    found.losses[victim.figures - figures] += weight
    found.eliminated += weight if left is None else 0
    found.retreats += weight if left is not None and left.hex != victim.hex else 0


def _falls(work: Table, depth: int, dice: int) -> Iterator[tuple[Table, tuple[str, ...], int]]:
    """Yield the game after every combination of dice, and how many falls lead there."""
    layer: dict[tuple[str, ...], tuple[Table, int]] = {(): (work, 1)}
    for _ in range(dice):
        further: dict[tuple[str, ...], tuple[Table, int]] = {}
        for rolled, (game, weight) in layer.items():
            assert isinstance(game.run(depth), Request)
            for face, sides in WEIGHTS.items():
                key = tuple(sorted((*rolled, face)))
                if key in further:  # the dice are alike: which fell first means nothing
                    further[key] = further[key][0], further[key][1] + weight * sides
                    continue
                fallen = game.branch()
                fallen.run(depth)
                fallen.happen(face)
                further[key] = fallen, weight * sides
        layer = further
    for rolled, (game, weight) in layer.items():
        yield game, rolled, weight


def _settled(game: Table, depth: int, target: str) -> Table:
    """Return the game after all that follows, the owner of the target deciding for the most figures."""
    pending = game.run(depth)
    if not isinstance(pending, Decision):
        return game
    best: Table | None = None
    for command in pending.options:
        choice = game.branch()
        choice.run(depth)
        choice.apply(command)
        settled = _settled(choice, depth, target)
        if best is None or _figures(settled, target) > _figures(best, target):
            best = settled
    assert best is not None
    return best


def _figures(game: Table, target: str) -> int:
    unit = game.state.units.get(target)
    return unit.figures if unit is not None else 0


@cache
def spread(dice: int, cls: str, stars: bool = False) -> tuple[tuple[int, int, int], ...]:
    """Return for so many dice against a class each (hits, flags) with the number of falls out of six to the dice."""
    found: Counter[tuple[int, int]] = Counter()
    for faces in combinations_with_replacement(WEIGHTS, dice):
        count = Counter(faces)
        ways = factorial(dice)
        for face, times in count.items():
            ways = ways // factorial(times) * WEIGHTS[face] ** times
        found[hits_on(faces, cls, stars=stars), count[FLAG]] += ways
    return tuple((hits, flags, ways) for (hits, flags), ways in sorted(found.items()))
