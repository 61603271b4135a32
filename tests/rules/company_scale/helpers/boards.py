"""Small maps for tests, drawn as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from textwrap import dedent

from rules.company_scale.battle_map import BattleMap, Edge, Hexside, MapHex, Road
from rules.company_scale.loading.map_checks import LETTERS
from rules.hexes.grid import are_adjacent, hex_id, hexside

OFF_MAP = "~# "


def board(
    rows: str,
    *,
    first: str = "10.30",
    levels: str | Mapping[str, int] | int = 1,
    names: Mapping[str, str] | None = None,
    stream: Iterable[str] = (),
    river: Iterable[str] = (),
    slope: Iterable[str] = (),
    steep_slope: Iterable[str] = (),
    ridge: Iterable[str] = (),
    gray: Iterable[str] = (),
    roads: Mapping[str, Iterable[str]] | None = None,
    rail_points: Mapping[str, int] | None = None,
) -> BattleMap:
    """Build a map from one letter per hex, `first` being its north-west hex.

    Letters: `.` clear, w woods, v vineyard, m marsh, V village, T town, C city; `~`, `#` and blank are off the map.
    `levels` is one level for all, one digit per hex, or the hexes that are not on level 1: {"11.31": 2}.
    Hexsides are "18.40/18.41"; a road is its hexes in order: {"paved": ["18.40 18.41 19.41"]}.
    `rail_points` says how far east of the middle a railroad crosses a hexside: {"17.15/17.16": 59}.
    """
    letters = _cells(rows, first)
    heights = _levels(letters, levels, first)
    hexes = {
        h: MapHex(LETTERS[letter], heights[h], (names or {}).get(f"{h // 100:02d}.{h % 100:02d}", ""))
        for h, letter in letters.items()
        if letter not in OFF_MAP
    }
    edges = {
        Edge.STREAM: stream,
        Edge.RIVER: river,
        Edge.SLOPE: slope,
        Edge.STEEP_SLOPE: steep_slope,
        Edge.RIDGE: ridge,
        Edge.GRAY: gray,
    }
    columns, lines = [h // 100 for h in letters], [h % 100 for h in letters]
    return BattleMap(
        id="board",
        title="Board",
        columns=(min(columns), max(columns)),
        rows=(min(lines), max(lines)),
        hexes=hexes,
        sides=_sides(edges, roads or {}),
        rail_points={_side(name): east for name, east in (rail_points or {}).items()},
    )


def _side(name: str) -> tuple[int, int]:
    a, b = map(hex_id, name.split("/"))
    return hexside(a, b)


def _cells(rows: str, first: str) -> dict[int, str]:
    lines = [line for line in dedent(rows).splitlines() if line.strip()]
    width = max(len(line) for line in lines)
    start = hex_id(first)
    return {
        start + 100 * across + down: letter
        for down, line in enumerate(lines)
        for across, letter in enumerate(line.ljust(width))
    }


def _levels(letters: Mapping[int, str], levels: str | Mapping[str, int] | int, first: str) -> dict[int, int]:
    if isinstance(levels, str):
        digits = _cells(levels, first)
        assert digits.keys() == letters.keys(), "terrain and levels have different shapes"
        return {h: int(digit) if digit.isdigit() else 1 for h, digit in digits.items()}
    if isinstance(levels, int):
        return dict.fromkeys(letters, levels)
    return dict.fromkeys(letters, 1) | {hex_id(name): level for name, level in levels.items()}


def _sides(edges: Mapping[Edge, Iterable[str]], roads: Mapping[str, Iterable[str]]) -> dict[tuple[int, int], Hexside]:
    found: dict[tuple[int, int], Hexside] = {}
    for edge, sides in edges.items():
        for side in sides:
            a, b = map(hex_id, side.split("/"))
            assert are_adjacent(a, b), f"{side} is no hexside"
            old = found.get(hexside(a, b), Hexside())
            found[hexside(a, b)] = Hexside(old.edges | {edge}, old.roads)
    for kind, paths in roads.items():
        for path in paths:
            for a, b in pairwise(map(hex_id, path.split())):
                assert are_adjacent(a, b), f"{path} is no road"
                old = found.get(hexside(a, b), Hexside())
                found[hexside(a, b)] = Hexside(old.edges, old.roads | {Road(kind)})
    return found
