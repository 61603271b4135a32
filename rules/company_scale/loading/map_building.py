"""Build a BattleMap from a map document that has been checked (3.1, 6.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

from rules.company_scale.battle_map import BattleMap, Edge, Hexside, Label, MapHex, Road
from rules.company_scale.loading.map_checks import LETTERS, WATER, letters, side_ids
from rules.files.values import Data
from rules.hexes.ids import hex_id

_PLACES: Final = ("city", "town", "village", "hamlet", "hill")  # a hex takes its name from the first of these kinds


def build_map(data: Mapping[str, Data], source: str = "") -> BattleMap:
    """Return the map of a checked document; `source` is the key of its file."""
    ground = letters(data)
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
        hexes=_hexes(data, ground, labels),
        sides=_sides(data),
        labels=labels,
        entries=tuple(Label(way.get("text", ""), "entry", hex_id(way["hex"])) for way in data.get("entries", ())),
        art=_art(data, ground),
        rail_points={side_ids(point["hexside"]): point["east"] for point in data.get("rail_points", ())},
        source=source,
    )


def _hexes(data: Mapping[str, Data], ground: Mapping[int, str], labels: tuple[Label, ...]) -> dict[int, MapHex]:
    names: dict[int, str] = {}
    for kind in reversed(_PLACES):
        names.update({label.hex: label.text for label in labels if label.kind == kind})
    city = next((label.text for label in labels if label.kind == "city"), "")
    first = data["columns"][0]
    levels = {
        (first + i) * 100 + int(row): int(digit)
        for row, digits in data.get("levels", {}).items()
        for i, digit in enumerate(str(digits))
    }
    return {
        h: MapHex(LETTERS[letter], levels.get(h, 1), names.get(h, city if letter == "C" else ""))
        for h, letter in sorted(ground.items())
        if letter in LETTERS
    }


def _sides(data: Mapping[str, Data]) -> dict[tuple[int, int], Hexside]:
    edges: dict[tuple[int, int], set[Edge]] = defaultdict(set)
    roads: dict[tuple[int, int], set[Road]] = defaultdict(set)
    for kind, sides in data.get("hexsides", {}).items():
        for text in sides:
            edges[side_ids(text)].add(Edge(kind))
    for road in data.get("roads", ()):
        way = [hex_id(name) for name in road["hexes"]]
        for a, b in pairwise(way):
            roads[min(a, b), max(a, b)].add(Road(road["kind"]))
    return {
        side: Hexside(frozenset(edges.get(side, ())), frozenset(roads.get(side, ())))
        for side in sorted(edges.keys() | roads.keys())
    }


def _art(data: Mapping[str, Data], ground: Mapping[int, str]) -> dict[str, object]:
    """Return the drawing data; roads without a course of their own run through the centres of their hexes."""
    drawn: Mapping[str, Any] = data.get("art", {})
    roads = drawn.get("roads") or [
        {"kind": road["kind"], "name": road.get("name", ""), "course": [_centre(name) for name in road["hexes"]]}
        for road in data.get("roads", ())
    ]
    return {
        "rivers": tuple(_course(river) for river in drawn.get("rivers", ())),
        "roads": tuple(_course(road) for road in roads),
        "elevation": {int(row): tuple(metres) for row, metres in data.get("elevation", {}).items()},
        "water": tuple(h for h, letter in sorted(ground.items()) if letter == WATER),
        "hex_size_m": data.get("hex_size_m", 500),
    }


def _centre(name: str) -> tuple[float, float]:
    h = hex_id(name)
    return float(h // 100), h % 100 + 0.5 * (h // 100 % 2)


def _course(entry: Mapping[str, Any]) -> dict[str, object]:
    course = tuple((float(x), float(y)) for x, y in entry["course"])
    return {**{key: value for key, value in entry.items() if key != "course"}, "course": course}
