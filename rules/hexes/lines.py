"""Straight lines between hex centres: the hexes, hexsides and spines they cross, in order.

Everything lies on the integer lattice of `rules.hexes.grid`, where shapely's predicates are exact: no tolerances.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
import shapely

from rules.hexes.grid import Point, centre, corners, distance, neighbours, within

REACH = 8  # lines up to this distance are looked up, longer ones are worked out one by one
ORIGINS = (5050, 5150)  # a hex of an even and one of an odd column, far from every edge


class Crossing(NamedTuple):
    """One thing a line crosses: `kind` is "hex" (its interior), "hexside" or "spine" (a hexside it runs along).

    `hexes` are id differences to the hex where the line starts, the smaller first. `ends` are the corners the line
    goes through here, from the centre where it starts: none for a hexside crossed between its ends, one for a
    hexside crossed exactly at its end, two for a spine.
    """

    kind: str
    hexes: tuple[int, ...]
    ends: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """Hold what a line crosses in order, both end hexes included; all hexes are id differences to the first."""

    crossings: tuple[Crossing, ...]
    between: tuple[int, ...]
    sides: tuple[tuple[int, int], ...]
    spines: tuple[tuple[int, int], ...]


def line(a: int, b: int) -> Line:
    """Return what the line from the centre of `a` to the centre of `b` crosses."""
    if distance(a, b) > REACH:
        return _long_line(a, b)
    return lines_from(a // 100 % 2)[b - a]


@cache
def lines_from(parity: int, reach: int = REACH) -> Mapping[int, Line]:
    """Return the lines to every hex within `reach` of a hex in an even (0) or odd (1) column, by id difference."""
    origin = ORIGINS[parity]
    around = within(origin, reach)
    lines = _trace(origin, [h for h in around if h != origin], around)
    lines[0] = _line([Crossing("hex", (0,))])
    return lines


@lru_cache(maxsize=1024)
def _long_line(a: int, b: int) -> Line:
    rows = sorted((a % 100, b % 100))
    columns = sorted((a // 100, b // 100))
    box = [c * 100 + r for c in range(columns[0], columns[1] + 1) for r in range(rows[0] - 1, rows[1] + 2)]
    return _trace(a, [b], box)[b - a]


def _trace(origin: int, targets: Sequence[int], candidates: Sequence[int]) -> dict[int, Line]:
    """Find with exact predicates which candidate hexes, spines and corners each line meets, and order them."""
    x, y = centre(origin)
    goals = [(u - x, v - y) for u, v in map(centre, targets)]
    outlines = {h: tuple((u - x, v - y) for u, v in corners(h)) for h in candidates}
    sides, points = _sides_and_points(outlines)
    spots = list(points)
    segments = shapely.linestrings(np.array([((0, 0), goal) for goal in goals]))
    hexes = _meet(segments, shapely.polygons(np.array([(*o, o[0]) for o in outlines.values()])), "crosses")
    spines = _meet(segments, shapely.linestrings(np.array([ends for _, ends in sides])), "covers")
    touched = _meet(segments, shapely.points(np.array(spots)), "intersects")
    found: dict[int, Line] = {}
    for i, (goal, target) in enumerate(zip(goals, targets, strict=True)):
        passed = [candidates[k] for k in hexes[i]]
        parts = [(_along(goal, _middle(x, y, h)), Crossing("hex", (h - origin,))) for h in passed]
        parts += [_spine(goal, origin, *sides[k]) for k in spines[i]]
        gates = {pair: spots[k] for k in touched[i] if (pair := _gate(points[spots[k]], passed))}
        parts.sort(key=lambda part: part[0])
        found[target - origin] = _line(_with_hexsides([part[1] for part in parts], origin, gates))
    return found


def _meet(segments: Any, shapes: Any, predicate: str) -> list[list[int]]:
    """List for each segment the shapes for which "segment predicate shape" holds."""
    found: list[list[int]] = [[] for _ in segments]
    for i, k in shapely.STRtree(shapes).query(segments, predicate=predicate).T.tolist():
        found[i].append(k)
    return found


def _sides_and_points(
    outlines: Mapping[int, tuple[Point, ...]],
) -> tuple[list[tuple[tuple[int, int], tuple[Point, Point]]], dict[Point, list[int]]]:
    """List the hexsides between hexes of `outlines` with their ends, and the hexes around each corner."""
    sides = []
    points: dict[Point, list[int]] = {}
    for h, outline in outlines.items():
        for i, other in enumerate(neighbours(h)[:3]):
            if other in outlines:
                sides.append(((min(h, other), max(h, other)), (outline[i], outline[i + 1])))
        for point in outline:
            points.setdefault(point, []).append(h)
    return sides, points


def _middle(x: int, y: int, h: int) -> Point:
    u, v = centre(h)
    return u - x, v - y


def _along(goal: Point, point: Point) -> int:
    """Measure how far along the line a point lies, in the metric of regular hexes (lattice y is sqrt 3 longer).

    A line meets regular hexes, as it does Voronoi cells, in the order of their centres along it.
    """
    return goal[0] * point[0] + 3 * goal[1] * point[1]


def _spine(goal: Point, origin: int, hexes: tuple[int, int], ends: tuple[Point, Point]) -> tuple[int, Crossing]:
    first, last = sorted(ends, key=lambda end: _along(goal, end))
    return _along(goal, first), Crossing("spine", (hexes[0] - origin, hexes[1] - origin), (first, last))


def _gate(around: Iterable[int], passed: Sequence[int]) -> tuple[int, int] | None:
    """Return the two hexes between which the line slips through their common corner; None at the end of a spine."""
    met = sorted(h for h in around if h in passed)
    return (met[0], met[1]) if len(met) == 2 else None


def _with_hexsides(parts: list[Crossing], origin: int, gates: Mapping[tuple[int, int], Point]) -> list[Crossing]:
    """Put between two hexes that follow each other the hexside they share."""
    full = parts[:1]
    for part in parts[1:]:
        before = full[-1]
        if before.kind == part.kind == "hex":
            first, second = sorted((before.hexes[0], part.hexes[0]))
            gate = gates.get((first + origin, second + origin))
            full.append(Crossing("hexside", (first, second), (gate,) if gate else ()))
        full.append(part)
    return full


def _line(crossings: Sequence[Crossing]) -> Line:
    hexes = [c.hexes[0] for c in crossings if c.kind == "hex"]
    sides = [(c.hexes[0], c.hexes[1]) for c in crossings if c.kind == "hexside"]
    spines = [(c.hexes[0], c.hexes[1]) for c in crossings if c.kind == "spine"]
    return Line(tuple(crossings), tuple(hexes[1:-1]), tuple(sides), tuple(spines))
