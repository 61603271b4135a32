"""Exact odds of the indirect fire being composed: results, barrage, hex on fire (8.7.1, 8.7.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rules.company_scale.r08_4_resolution import result_of
from rules.company_scale.r08_7_1_resolution import row_of
from rules.company_scale.r08_7_4_modifiers import (
    barrage_of,
    indirect_value,
    is_harmless,
    parts_view,
    size_of,
    strength,
)
from rules.company_scale.r08_7_indirect_fire import indirect_data
from rules.company_scale.r08_odds import Asked, Checks, chances, difference, likeliest_first
from rules.company_scale.state import Battle, State
from rules.hexes.ids import hex_name


def indirect_odds(game: Battle) -> dict[str, Any]:
    """Return value, modifiers, table and the exact chance of each outcome of the indirect fire being composed.

    `results` says what happens to the units; `barrage` gives the marker, its chance, and what will then lie there.
    """
    fire = barrage_of(game.state.frames[-1])
    value, parts = indirect_value(game, fire)
    harmless = is_harmless(game, fire)
    row = row_of(game)
    checks = Checks()
    outcomes = joint(game, checks)
    return {
        "fire_value": value, "base": parts[0].value, "type": "indirect", "aim": "hex", "hex": hex_name(fire.hex),
        "strength": strength(game, fire), "harmless": harmless, "modifiers": parts_view(parts), "row": list(row),
        "table": [{"die": die, "result": "" if harmless else result_of(row, value, die)} for die in range(10)],
        "results": [{"text": text, "chance": _pair(chance)} for text, chance in _units(outcomes).items()],
        "barrage": {"size": size_of(game, fire), "before": game.state.barrages.get(fire.hex, ""),
                    "chance": _pair(_of(outcomes, 1))},
        "on_fire": _pair(_of(outcomes, 2)), "checks": checks.told,
    }  # fmt: skip


def joint(game: Battle, asked: Asked = lambda game, request: None) -> Mapping[tuple[str, bool, bool], Fraction]:
    """Return the chance of each outcome: what happens to the units, whether the barrage lands, if the hex burns."""
    frame = game.state.frames[-1]
    fire = barrage_of(frame)
    before, size = game.state, size_of(game, fire)

    def describe(after: State) -> tuple[str, bool, bool]:
        there = after.barrages.get(fire.hex) == size and before.barrages.get(fire.hex) != size
        lit = fire.hex in after.on_fire and fire.hex not in before.on_fire
        return difference(before, after, fire.hex), there, lit

    return chances(game, "indirect_resolution", indirect_data(game, fire, frame["seat"]), describe, asked)


def _units(outcomes: Mapping[tuple[str, bool, bool], Fraction]) -> dict[str, Fraction]:
    sums: dict[str, Fraction] = defaultdict(Fraction)
    for (text, _, _), chance in outcomes.items():
        sums[text] += chance
    return likeliest_first(sums)


def _of(outcomes: Mapping[tuple[str, bool, bool], Fraction], part: int) -> Fraction:
    return sum((chance for outcome, chance in outcomes.items() if outcome[part]), Fraction(0))


def _pair(chance: Fraction) -> list[int]:
    return [chance.numerator, chance.denominator]
