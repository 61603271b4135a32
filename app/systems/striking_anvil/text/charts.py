"""The charts of the game as rows of words: combat results, ground, rivers, bombing, fortifications."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rules.striking_anvil.scenario import Charts

Rows = Sequence[Sequence[str]]


def combat_rows(charts: Charts) -> Rows:
    """Return the combat results with their heads."""
    columns = [*charts.columns, 0]
    heads = [str(a) if b == a + 1 else f"{a}–{b - 1}" if b else f"{a}+" for a, b in pairwise(columns)]
    rows = [[_minus(die), *(f"{a}/{d}" for a, d in charts.rows[die])] for die in sorted(charts.rows)]
    return [["die", *heads], *rows]


def ground_rows(charts: Charts) -> Rows:
    """Return what terrain costs and does to the die."""
    rows = [[name.capitalize(), str(one.foot), "no" if one.motorized is None else str(one.motorized), str(one.by_road),
             _minus(one.die)] for name, one in charts.terrain.items()]  # fmt: skip
    return [["", "on foot", "motorized", "by road", "die"], *rows]


def river_rows(charts: Charts) -> Rows:
    """Return what rivers cost and do to mobile combat, without and with a bridge."""
    rows = [
        [f"{name.capitalize()} river", *map(str, one.cost), *map(_minus, one.die)]
        for name, one in charts.rivers.items()
    ]
    return [["", "no bridge", "bridge", "die, no bridge", "die, bridge"], *rows]


def bombing_rows(charts: Charts) -> Rows:
    """Return the bombing table; a cell with "stays" leaves the marker in support."""
    rows = [[name.capitalize(), *(f"{levels}{' stays' if stays else ''}" for levels, stays in faces)]
            for name, faces in charts.bombing.items()]  # fmt: skip
    return [["Die", *map(str, range(1, 7))], *rows]


def fortress_rows(charts: Charts) -> Rows:
    """Return what each fortification level does to the die of an Allied attack, by area."""
    most = max(map(len, charts.fortifications.values()))
    rows = [[area, *map(_minus, dice), *[""] * (most - len(dice))] for area, dice in charts.fortifications.items()]
    return [["Level", *map(str, range(most))], *rows]


def _minus(value: int) -> str:
    return str(value).replace("-", "−")
