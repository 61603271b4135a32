"""The drawn courses of the roads of a map, which follow where a road is led on or erased."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from rules.files.values import Data

Raw = Mapping[str, Data]
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
