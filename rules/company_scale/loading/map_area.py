"""Cut out the part of a map that is in play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.company_scale.battle_map import BattleMap


def cut(ground: BattleMap, columns: tuple[int, int], rows: tuple[int, int]) -> BattleMap:
    """Return the map with only the columns and rows named (both ends included) in play."""

    def inside(hex_id: int) -> bool:
        return columns[0] <= hex_id // 100 <= columns[1] and rows[0] <= hex_id % 100 <= rows[1]

    return replace(
        ground,
        columns=columns,
        rows=rows,
        hexes={h: content for h, content in ground.hexes.items() if inside(h)},
        sides={s: content for s, content in ground.sides.items() if inside(s[0]) and inside(s[1])},
        labels=tuple(label for label in ground.labels if inside(label.hex)),
        entries=tuple(way for way in ground.entries if inside(way.hex)),
        art=_cut_art(ground, columns, rows),
    )


def _cut_art(ground: BattleMap, columns: tuple[int, int], rows: tuple[int, int]) -> dict[str, Any]:
    art: dict[str, Any] = dict(ground.art)
    first = ground.columns[0]
    elevation: Mapping[int, tuple[int, ...]] = art.get("elevation", {})
    art["elevation"] = {
        row: metres[columns[0] - first : columns[1] - first + 1]
        for row, metres in elevation.items()
        if rows[0] <= row <= rows[1]
    }
    art["water"] = tuple(
        h for h in art.get("water", ()) if columns[0] <= h // 100 <= columns[1] and rows[0] <= h % 100 <= rows[1]
    )
    return art
