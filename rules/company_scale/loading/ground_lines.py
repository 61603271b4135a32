"""What the brush draws along hexsides and from hex to hex: water, slopes, roads and their drawn courses.

All are functions from the data of a map to the data after them; the bridges that the format asks for follow by
themselves (6.2.2).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from rules.company_scale.loading.ground_rows import dry, fits, frame, hexes_named, in_order, levels, with_list
from rules.company_scale.loading.map_checks import NOT_ON_MAP, letters, side_ids
from rules.files.problems import CannotPlace, Data
from rules.hexes.grid import Side, are_adjacent, hex_id, hex_name, hexside, neighbours

# --- What the brush of the workshop draws along hexsides and from hex to hex: water, slopes, roads -----------------

Raw = Mapping[str, Data]
RIVER: Final = "river"
GRAY: Final = "gray"
SLOPES: Final = ("slope", "steep_slope")
RAILROAD: Final = "railroad"
_INSTEAD: Final[Mapping[str, str]] = {"stream": RIVER, RIVER: "stream", "slope": "steep_slope", "steep_slope": "slope"}
"""What a hexside cannot be besides."""


def side_name(side: Side) -> str:
    """Return a hexside as maps write it, such as "18.40/18.41"."""
    return "/".join(map(hex_name, sorted(side)))


def kinds_at(data: Raw, side: Side) -> list[str]:
    """Return what a hexside is: stream, river, slope …"""
    sides: Raw = data.get("hexsides", {})
    return [kind for kind, names in sides.items() if any(side_ids(name) == side for name in names)]


def roads_at(data: Raw, side: Side) -> list[str]:
    """Return the kinds of road that cross a hexside."""
    return [road["kind"] for road in data.get("roads", ()) if side in _crossed(road)]


def _crossed(road: Raw) -> list[Side]:
    return [hexside(a, b) for a, b in pairwise(hex_id(name) for name in road["hexes"])]


# --- hexsides ------------------------------------------------------------------------------------------------------


def with_hexsides(data: Raw, kind: str, sides: Iterable[Side]) -> dict[str, Data]:
    """Return a map with hexsides of a kind, in place of what they cannot be besides; raise CannotPlace.

    Where a road crosses a river there is a bridge from then on.
    """
    after, ground, heights = dict(data), frame(data), levels(data)
    for side in dict.fromkeys(sides):
        if not are_adjacent(*side) or ground.isdisjoint(side) or not all(fits(*divmod(at, 100)) for at in side):
            raise CannotPlace(f"{side_name(side)} is no hexside of this map.")
        if kind in SLOPES and "elevation" in data and len({heights.get(at, 0) for at in side}) == 1:
            level = heights[side[0]]
            text = f"Both hexes at {side_name(side)} are of level {level}: change one of them, and the slope follows."
            raise CannotPlace(f"{text[:-1]} (6.2.2).")
        after = _listed(_unlisted(after, _INSTEAD.get(kind, ""), side), kind, side)
        if {RIVER, GRAY} <= set(kinds_at(after, side)) and roads_at(after, side):
            raise CannotPlace(f"A road crosses the river at {side_name(side)}: gray cannot be crossed (6.2.1).")
    return bridged(after)


def without_hexsides(data: Raw, kind: str, sides: Iterable[Side]) -> dict[str, Data]:
    """Return a map with hexsides that are not of a kind any more; a bridge goes with its river.

    Raises CannotPlace for the slope of a drop by two levels, which a map with heights in metres must show.
    """
    after, heights = dict(data), levels(data)
    for side in dict.fromkeys(sides):
        if kind in SLOPES and "elevation" in data and abs(heights.get(side[0], 2) - heights.get(side[1], 2)) == 2:
            raise CannotPlace(f"The ground falls by two levels at {side_name(side)}: its slope stays (6.2.2).")
        after = _unlisted(after, kind, side)
    return bridged(after)


def _listed(data: Raw, kind: str, side: Side) -> dict[str, Data]:
    sides: Raw = data.get("hexsides", {})
    names: list[str] = sides.get(kind, [])
    if any(side_ids(name) == side for name in names):
        return dict(data)
    return {**data, "hexsides": {**sides, kind: in_order(names, side_name(side))}}


def _unlisted(data: Raw, kind: str, side: Side) -> dict[str, Data]:
    sides: Raw = data.get("hexsides", {})
    names: list[str] = sides.get(kind, [])
    left = [name for name in names if side_ids(name) != side]
    if len(left) == len(names):
        return dict(data)
    kinds = {**sides, kind: left} if left else {each: value for each, value in sides.items() if each != kind}
    if kinds:
        return {**data, "hexsides": kinds}
    return {key: value for key, value in data.items() if key != "hexsides"}


def with_slopes(data: Raw, slopes: Mapping[Side, str]) -> dict[str, Data]:
    """Return a map whose hexsides are slopes of these kinds, "" for none."""
    sides: dict[str, Data] = dict(data.get("hexsides", {}))
    for kind in SLOPES:
        names: list[str] = sides.get(kind, [])
        kept = [name for name in names if slopes.get(side_ids(name), kind) == kind]
        there = set(map(side_ids, kept))
        for side, wanted in slopes.items():
            if wanted == kind and side not in there:
                kept = in_order(kept, side_name(side))
        if kept or kind in sides:
            sides[kind] = kept
    return {**data, "hexsides": sides} if sides else dict(data)


# --- roads ---------------------------------------------------------------------------------------------------------


def with_road(data: Raw, kind: str, hexes: Sequence[int]) -> dict[str, Data]:
    """Return a map with a road through hexes in order, which goes on with one of its kind that ends in the first.

    Where it crosses a river there is a bridge. Raises CannotPlace.
    """
    after, ground = dict(data), dry(data)
    for a, b in pairwise(hexes):
        side = hexside(a, b)
        if not are_adjacent(a, b):
            raise CannotPlace(f"{hex_name(a)} and {hex_name(b)} are not adjacent: a road runs from hex to hex.")
        if wet := [at for at in (a, b) if at not in ground]:
            raise CannotPlace(f"{hex_name(wet[0])} is not in play: no road can run there.")
        if GRAY in kinds_at(after, side):
            raise CannotPlace(f"{side_name(side)} is grayed out: nothing can cross it (6.2.1).")
        if kind not in roads_at(after, side):
            after = with_course(_led_on(after, kind, a, b), kind, a, b)
    return bridged(after)


def _led_on(data: Raw, kind: str, a: int, b: int) -> dict[str, Data]:
    roads = list(data.get("roads", ()))
    for place, road in enumerate(roads):
        if road["kind"] == kind and hex_id(road["hexes"][-1]) == a:
            roads[place] = {**road, "hexes": [*road["hexes"], hex_name(b)]}
            return {**data, "roads": roads}
    for place, road in enumerate(roads):
        if road["kind"] == kind and hex_id(road["hexes"][0]) == a:
            roads[place] = {**road, "hexes": [hex_name(b), *road["hexes"]]}
            return {**data, "roads": roads}
    return {**data, "roads": [*roads, {"kind": kind, "hexes": [hex_name(a), hex_name(b)]}]}


def without_road(data: Raw, kind: str, sides: Iterable[Side]) -> dict[str, Data]:
    """Return a map without what crosses hexsides of a kind of road, and without bridges that nothing crosses then."""
    gone = dict.fromkeys(side for side in sides if kind in roads_at(data, side))
    roads = [
        part for road in data.get("roads", ()) for part in (_parts(road, gone) if road["kind"] == kind else [road])
    ]
    after = with_list(data, "roads", roads)
    for side in gone:
        after = without_course(after, kind, *side)
    return bridged(after)


def roads_from(data: Raw, kind: str, at: int) -> list[Side]:
    """Return the hexsides that roads of a kind cross from a hex."""
    return [side for other in neighbours(at) if kind in roads_at(data, side := hexside(at, other))]


def _parts(road: Raw, gone: Iterable[Side]) -> list[Raw]:
    """Return the parts of a road that are left where some hexsides are not crossed any more."""
    lost = set(gone)
    parts: list[list[str]] = [[road["hexes"][0]]]
    for before, here in pairwise(road["hexes"]):
        if hexside(hex_id(before), hex_id(here)) in lost:
            parts.append([])
        parts[-1].append(here)
    return [road] if len(parts) == 1 else [{**road, "hexes": part} for part in parts if len(part) > 1]


# --- what must hang together ---------------------------------------------------------------------------------------


def bridged(data: Raw) -> dict[str, Data]:
    """Return a map with a bridge wherever a road crosses a river, and nowhere else."""
    rivers = set(map(side_ids, data.get("hexsides", {}).get(RIVER, ())))
    crossed = dict.fromkeys(side for road in data.get("roads", ()) for side in _crossed(road) if side in rivers)
    kept = [bridge for bridge in data.get("bridges", ()) if side_ids(bridge["hexside"]) in crossed]
    there = {side_ids(bridge["hexside"]) for bridge in kept}
    kept += [{"hexside": side_name(side)} for side in crossed if side not in there]
    rails = {side for road in data.get("roads", ()) if road["kind"] == RAILROAD for side in _crossed(road)}
    points = [point for point in data.get("rail_points", ()) if side_ids(point["hexside"]) in rails]
    return with_list(with_list(data, "bridges", kept), "rail_points", points)


def pruned(data: Raw) -> dict[str, Data]:
    """Return a map without what lies off it or under water: hexsides, roads, bridges, names and entries."""
    ground, around, letter = dry(data), frame(data), letters(data)
    sides = {
        kind: [name for name in names if not around.isdisjoint(side_ids(name))]
        for kind, names in data.get("hexsides", {}).items()
    }
    roads = [part for road in data.get("roads", ()) for part in _on_ground(road, ground)]
    after = with_list({**data, "hexsides": sides} if sides else data, "roads", roads)
    names = [entry for at, entry in hexes_named(data.get("names", ())) if letter.get(at, "#") not in NOT_ON_MAP]
    entries = [entry for at, entry in hexes_named(data.get("entries", ())) if at in ground]
    return bridged(with_list(with_list(after, "names", names), "entries", entries))


def _on_ground(road: Raw, ground: frozenset[int]) -> list[Raw]:
    parts: list[list[str]] = [[]]
    for name in road["hexes"]:
        if hex_id(name) in ground:
            parts[-1].append(name)
        elif parts[-1]:
            parts.append([])
    whole = [part for part in parts if len(part) > 1]
    return [road] if whole == [road["hexes"]] else [{**road, "hexes": part} for part in whole]


# --- The drawn courses of the roads of a map, which follow where a road is led on or erased ------------------------

Point = tuple[float, float]
NEAR: Final = 0.75
"""How far a course may pass from the middle of a hex that it runs through, in rows."""
FAR: Final = 4.0
"""How long a course may be from one hex to the next, in rows."""
_TOUCHING: Final = 1e-6


def centre_of(at: int) -> Point:
    """Return the middle of a hex in hex space: column and row, half a row further south in odd columns."""
    return float(at // 100), at % 100 + 0.5 * (at // 100 % 2)


def with_course(data: Raw, kind: str, a: int, b: int) -> dict[str, Data]:
    """Return a map on which a new stretch of road is drawn, if it draws its roads by courses of their own."""
    drawn: list[Raw] = data.get("art", {}).get("roads", [])
    if not drawn:
        return dict(data)
    start, end = centre_of(a), centre_of(b)
    for place, road in enumerate(drawn):
        if road["kind"] == kind and _gap(road["course"][-1], start) < _TOUCHING:
            return _with_roads(
                data, [*drawn[:place], {**road, "course": [*road["course"], list(end)]}, *drawn[place + 1 :]]
            )
        if road["kind"] == kind and _gap(road["course"][0], start) < _TOUCHING:
            return _with_roads(
                data, [*drawn[:place], {**road, "course": [list(end), *road["course"]]}, *drawn[place + 1 :]]
            )
    return _with_roads(data, [*drawn, {"kind": kind, "course": [list(start), list(end)]}])


def without_course(data: Raw, kind: str, a: int, b: int) -> dict[str, Data]:
    """Return a map on which a stretch of road is not drawn any more."""
    drawn: list[Raw] = data.get("art", {}).get("roads", [])
    left = [part for road in drawn for part in (_without(road, a, b) if road["kind"] == kind else [road])]
    return _with_roads(data, left) if left != drawn else dict(data)


def _with_roads(data: Raw, roads: list[Raw]) -> dict[str, Data]:
    return {**data, "art": {**data["art"], "roads": roads}}


def _without(road: Raw, a: int, b: int) -> list[Raw]:
    """Return what is left of a course between whose ends lies a stretch that is gone; all of it if none does."""
    course = [(float(x), float(y)) for x, y in road["course"]]
    first, last = sorted((_nearest(course, centre_of(a)), _nearest(course, centre_of(b))), key=lambda found: found[1:3])
    length = _length([first[3], *course[first[1] + 1 : last[1] + 1], last[3]])
    if max(first[0], last[0]) > NEAR or first[1:3] == last[1:3] or length > FAR:
        return [road]
    parts = [*course[: first[1] + 1], first[3]], [last[3], *course[last[1] + 1 :]]
    return [{**road, "course": [list(point) for point in part]} for each in parts if len(part := _apart(each)) > 1]


def _nearest(course: Sequence[Point], to: Point) -> tuple[float, int, float, Point]:
    """Return how near a course comes to a point, in which of its lines and at which share of it, and where."""
    found = []
    for place, (one, other) in enumerate(pairwise(course)):
        (x, y), (dx, dy) = one, (other[0] - one[0], other[1] - one[1])
        square = dx * dx + dy * dy
        share = max(0.0, min(1.0, ((to[0] - x) * dx + (to[1] - y) * dy) / square)) if square else 0.0
        at = (x + share * dx, y + share * dy)
        found.append((_gap(at, to), place, share, at))
    return min(found)


def _apart(points: Sequence[Point]) -> list[Point]:
    """Return points without those that lie on the one before."""
    kept: list[Point] = []
    for point in points:
        if not kept or _gap(kept[-1], point) > _TOUCHING:
            kept.append(point)
    return kept


def _length(points: Sequence[Point]) -> float:
    return sum(_gap(a, b) for a, b in pairwise(points))


def _gap(one: Sequence[Data], other: Sequence[Data]) -> float:
    return math.dist([float(each) for each in one], [float(each) for each in other])  # 18.40 may be written like a hex
