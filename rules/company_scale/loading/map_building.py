"""Build the map of a scenario from a document that has been checked, and cut out the part of it that is in play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from rules.company_scale.battle_map import BattleMap, DrawnCourse, Edge, Hexside, Label, MapArt, MapHex, Road
from rules.company_scale.loading.map_checks import LETTERS, ROWS, WATER, letters, row_of, side_ids
from rules.files.problems import Data
from rules.hexes.grid import hex_id

# --- Cut out the part of a map that is in play ---------------------------------------------------------------------


def cut(ground: BattleMap, columns: tuple[int, int], rows: tuple[int, int]) -> BattleMap:
    """Return the map with only the columns and rows named (both ends included) in play."""

    (west, east), (north, south) = columns, rows

    def inside(hex_id: int) -> bool:
        return west <= hex_id // 100 <= east and north <= hex_id % 100 <= south

    wanted = [column * 100 + row for column in range(west, east + 1) for row in range(north, south + 1)]
    hexes, around = {h: ground.hexes[h] for h in wanted if h in ground.hexes}, frozenset(wanted)
    return replace(
        ground,
        columns=columns,
        rows=rows,
        hexes=hexes,
        sides={s: content for s, content in ground.sides.items() if s[0] in around and s[1] in around},
        labels=tuple(label for label in ground.labels if inside(label.hex)),
        entries=tuple(way for way in ground.entries if inside(way.hex)),
        art=_cut_art(ground, columns, rows),
    )


def _cut_art(ground: BattleMap, columns: tuple[int, int], rows: tuple[int, int]) -> MapArt:
    first = ground.columns[0]
    elevation = {
        row: metres[columns[0] - first : columns[1] - first + 1]
        for row, metres in ground.art.elevation.items()
        if rows[0] <= row <= rows[1]
    }
    water = tuple(
        h for h in ground.art.water or () if columns[0] <= h // 100 <= columns[1] and rows[0] <= h % 100 <= rows[1]
    )
    return replace(ground.art, elevation=elevation, water=water)


# --- Build a BattleMap from a map document that has been checked (3.1, 6.2) ----------------------------------------

_PLACES: Final = ("city", "town", "village", "hamlet", "hill")  # a hex takes its name from the first of these kinds


def build_map(
    data: Mapping[str, Data], source: str = "", before: tuple[Mapping[str, Data], BattleMap] | None = None
) -> BattleMap:
    """Return the map of a checked document; `source` is the key of its file.

    Hexsides and courses are taken from the map built `before` as far as its document shares their data.
    """
    ground = letters(data)

    def from_before(*parts: str) -> BattleMap | None:
        shared = before is not None and all(before[0].get(part) is data.get(part) for part in parts)
        return before[1] if shared and before is not None else None

    same_roads, same_art = from_before("roads"), from_before("roads", "art", "elevation", "hex_size_m")
    labels = tuple(
        Label(name["text"], name["kind"], hex_id(name["hex"]), name.get("height", 0)) for name in data.get("names", ())
    )
    first, last = data["columns"]
    top, bottom = data["rows"]
    return BattleMap(
        id=data["id"],
        title=data["title"],
        columns=(first, last),
        rows=(top, bottom),
        hexes=_hexes(data, labels),
        sides=_sides(data) if same_roads is None or before is None else _sides_after(data, before[0], same_roads),
        labels=labels,
        entries=tuple(Label(way.get("text", ""), "entry", hex_id(way["hex"])) for way in data.get("entries", ())),
        art=replace(same_art.art, water=_water(ground)) if same_art is not None else _art(data, ground),
        rail_points={side_ids(point["hexside"]): point["east"] for point in data.get("rail_points", ())},
        source=source,
    )


def _hexes(data: Mapping[str, Data], labels: tuple[Label, ...]) -> dict[int, MapHex]:
    names: dict[int, str] = {}
    for kind in reversed(_PLACES):
        names.update({label.hex: label.text for label in labels if label.kind == kind})
    city = next((label.text for label in labels if label.kind == "city"), "")
    named: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for h, name in sorted(names.items()):
        named[h % 100].append((h, name))
    (first, last), levels, found = data["columns"], data.get("levels", {}), dict[int, MapHex]()
    for row, text in data["terrain"].items():
        here = tuple(named.get(int(row), ()))
        found.update(_row(first, row, text[: last - first + 1], str(levels.get(row, "")), here, city))
    return {h: found[h] for h in sorted(found)}


@lru_cache(ROWS)
def _row(
    first: int, row: str, text: str, levels: str, names: tuple[tuple[int, str], ...], city: str
) -> Mapping[int, MapHex]:
    """Return the hexes of a row; the same row gives the same hexes, so that what differs between maps is seen soon."""
    level, name = row_of(first, row, levels), dict(names)
    return {
        h: MapHex(LETTERS[letter], int(level.get(h, "1")), name.get(h, city if letter == "C" else ""))
        for h, letter in row_of(first, row, text).items()
        if letter in LETTERS
    }


def _sides(data: Mapping[str, Data]) -> dict[tuple[int, int], Hexside]:
    edges: dict[tuple[int, int], list[str]] = defaultdict(list)
    roads: dict[tuple[int, int], list[str]] = defaultdict(list)
    for kind, sides in data.get("hexsides", {}).items():
        for text in sides:
            edges[side_ids(text)].append(kind)
    for road in data.get("roads", ()):
        way = [hex_id(name) for name in road["hexes"]]
        for a, b in pairwise(way):
            roads[min(a, b), max(a, b)].append(road["kind"])
    return {
        side: _hexside(tuple(edges.get(side, ())), tuple(roads.get(side, ())))
        for side in sorted(edges.keys() | roads.keys())
    }


@lru_cache(ROWS)
def _hexside(edges: tuple[str, ...], roads: tuple[str, ...]) -> Hexside:
    """Return what a hexside carries; there are few kinds."""
    return Hexside(frozenset(map(Edge, edges)), frozenset(map(Road, roads)))


def _sides_after(
    data: Mapping[str, Data], old: Mapping[str, Data], before: BattleMap
) -> Mapping[tuple[int, int], Hexside]:
    """Return the hexsides of a document with the roads of another one, whose map is known."""
    was, now = old.get("hexsides", {}), data.get("hexsides", {})
    if was is now:
        return before.sides
    changed = {text for kind in {**was, **now} for text in _differing(was.get(kind, ()), now.get(kind, ()))}
    touched = {side_ids(text) for text in changed}
    here = {Edge(kind): touched.intersection(map(side_ids, texts)) for kind, texts in now.items()}
    sides = dict(before.sides)
    for side in touched:
        edges = frozenset(edge for edge, those in here.items() if side in those)
        roads = sides[side].roads if side in sides else frozenset()
        sides[side] = Hexside(edges, roads)
        if not edges and not roads:
            del sides[side]
    return sides if sides.keys() == before.sides.keys() else dict(sorted(sides.items()))


def _differing(one: Sequence[str], other: Sequence[str]) -> set[str]:
    return set() if one is other else set(one) ^ set(other)


def _art(data: Mapping[str, Data], ground: Mapping[int, str]) -> MapArt:
    """Return the drawing data; roads without a course of their own run through the centres of their hexes."""
    drawn: Mapping[str, Any] = data.get("art", {})
    roads = drawn.get("roads") or [
        {"kind": road["kind"], "name": road.get("name", ""), "course": [_centre(name) for name in road["hexes"]]}
        for road in data.get("roads", ())
    ]
    return MapArt(
        rivers=tuple(_course(river) for river in drawn.get("rivers", ())),
        roads=tuple(_course(road) for road in roads),
        elevation={int(row): tuple(metres) for row, metres in data.get("elevation", {}).items()},
        water=_water(ground),
        hex_size_m=data.get("hex_size_m", 500),
    )


def _water(ground: Mapping[int, str]) -> tuple[int, ...]:
    return tuple(sorted(h for h, letter in ground.items() if letter == WATER))


def _centre(name: str) -> tuple[float, float]:
    h = hex_id(name)
    return float(h // 100), h % 100 + 0.5 * (h // 100 % 2)


def _course(entry: Mapping[str, Any]) -> DrawnCourse:
    course = tuple((float(x), float(y)) for x, y in entry["course"])
    return DrawnCourse(**{**entry, "course": course})
