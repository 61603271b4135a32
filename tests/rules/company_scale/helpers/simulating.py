"""Simulated fights for tests: the rules' own steps under random dice, held against exact chances."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from math import sqrt
from typing import TypeVar

from rules.company_scale.state import Battle, State
from rules.engine.command import Command
from rules.engine.frames import Request
from rules.engine.options import Decision

Outcome = TypeVar("Outcome", bound=Hashable)


def simulated(
    start: Battle,
    depth: int,
    choose: Callable[[Battle, Decision], Command],
    read: Callable[[State], Outcome],
    rounds: int,
    seed: int = 19440822,
) -> Counter[Outcome]:
    """Play on from `start` with random dice until `depth` frames are left, `rounds` times; count what `read` sees.

    Dice are drawn anew in each round; a row of dice that has come up before is looked up, not played again.
    """
    dice = random.Random(seed)
    waiting: dict[tuple[object, ...], Battle] = {(): _on(start, depth, choose)}
    ended: dict[tuple[object, ...], Outcome] = {}
    seen: Counter[Outcome] = Counter()
    for _ in range(rounds):
        thrown: tuple[object, ...] = ()
        while thrown not in ended:
            here = waiting.get(thrown)
            if here is None:
                here = waiting[thrown[:-1]].branch()
                here.happen(thrown[-1])  # type: ignore[arg-type]
                _on(here, depth, choose)
                waiting[thrown] = here
            if not isinstance(here.pending, Request):
                ended[thrown] = read(here.state)
                break
            thrown = (*thrown, dice.choice(here.pending.items))
        seen[ended[thrown]] += 1
    return seen


def _on(game: Battle, depth: int, choose: Callable[[Battle, Decision], Command]) -> Battle:
    while isinstance(pending := game.run(depth), Decision):
        game.take(choose(game, pending))
    return game


def over_all_dice(play: Callable[[tuple[int, ...]], Outcome | None]) -> dict[Outcome, Fraction]:
    """Return the chance of each outcome over every script of dice; `play` returns None where a script runs out."""
    found: dict[Outcome, Fraction] = {}
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        script = scripts.pop()
        outcome = play(script)
        if outcome is None:
            scripts += [(*script, die) for die in range(10)]
        else:
            found[outcome] = found.get(outcome, Fraction(0)) + Fraction(1, 10 ** len(script))
    assert sum(found.values()) == 1
    return found


def agree(seen: Counter[Outcome], exact: Mapping[Outcome, Fraction]) -> None:
    """Check counts against exact chances: nothing impossible, and nothing off by more than 4 standard deviations."""
    rounds = seen.total()
    assert sum(exact.values()) == 1
    assert set(seen) <= set(exact)
    for outcome, fraction in exact.items():
        chance = float(fraction)
        assert abs(seen[outcome] / rounds - chance) <= 4 * sqrt(chance * (1 - chance) / rounds), outcome
