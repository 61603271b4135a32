"""Straight lines between hex centres: the hexes, hexsides and spines they cross, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import pairwise
from math import isqrt
from time import perf_counter
from typing import Any, Final, NamedTuple

from rules.hexes.grid import Point, centre, corners, distance, within

# --- Straight lines between hex centres: the hexes, hexsides and spines they cross, in order -----------------------
# Everything lies on the integer lattice of `rules.hexes.grid`, so all is exact: no tolerances.

REACH: Final = 8  # lines up to this distance are looked up, longer ones are computed one by one
CORNER: Final = 4  # the square of how far a corner is from its centre, in the metric of regular hexes
ORIGINS: Final = (5050, 5150)  # a hex of an even and one of an odd column, far from every edge


class Crossing(NamedTuple):
    """One thing a line crosses: `kind` is "hex" (its interior), "hexside" or "spine" (a hexside it runs along).

    `hexes` are id differences from the hex where the line starts, the smaller first. `ends` are the corners the line
    goes through here, from the centre where it starts: none for a hexside crossed between its ends, one for a
    hexside crossed exactly at its end, two for a spine.
    """

    kind: str
    hexes: tuple[int, ...]
    ends: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class HexLine:
    """What a line crosses in order, both end hexes included; all hexes are id differences from the first."""

    crossings: tuple[Crossing, ...]
    between: tuple[int, ...]
    sides: tuple[tuple[int, int], ...]
    spines: tuple[tuple[int, int], ...]


def line(a: int, b: int) -> HexLine:
    """Return what the line from the centre of `a` to the centre of `b` crosses."""
    if distance(a, b) > REACH:
        return _long_line(a, b)
    return lines_from(a // 100 % 2)[b - a]


@cache
def lines_from(parity: int, reach: int = REACH) -> Mapping[int, HexLine]:
    """Return the lines to every hex within `reach` of a hex in an even (0) or odd (1) column, by id difference."""
    origin = ORIGINS[parity]
    around = within(origin, reach)
    lines = _trace(origin, [h for h in around if h != origin], around)
    lines[0] = _line([Crossing("hex", (0,))])
    return lines


@lru_cache(maxsize=1024)
def _long_line(a: int, b: int) -> HexLine:
    return _trace(a, [b], list(_beside(a, b)))[b - a]


def _beside(a: int, b: int) -> Iterator[int]:
    """Yield the hexes that reach as far as the line between two centres, among them all that meet it, by number."""
    (x, y), (u, v) = sorted((centre(a), centre(b)))
    across, down = u - x, v - y
    reach = isqrt(CORNER * (across**2 + 3 * down**2) // 3)
    top, bottom = sorted((a % 100, b % 100))
    for column in range(x // 3, x // 3 + across // 3 + 1):
        first, last = top - 1, bottom + 1
        if across:  # a centre counts if it is no further from the line than `reach`, up and down, times `across`
            u, v = centre(column * 100)
            middle, start = down * (u - x), v - y
            first = max(first, -(((reach - middle) // across + start) // 2))
            last = min(last, ((middle + reach) // across - start) // 2)
        yield from range(column * 100 + first, column * 100 + last + 1)


def _trace(origin: int, targets: Sequence[int], candidates: Sequence[int]) -> dict[int, HexLine]:
    """Find which candidate hexes each line passes through and which corners it meets, and put them in order."""
    x, y = centre(origin)
    goals = [(u - x, v - y) for u, v in map(centre, targets)]
    middles = [(u - x, v - y) for u, v in map(centre, candidates)]
    outlines = [[(u - x, v - y) for u, v in corners(h)] for h in candidates]
    around = _hexes_around(candidates, outlines)
    points = list(around)
    hexes, touched = _met(goals, middles, points, outlines)
    lines: dict[int, HexLine] = {}
    for i, (goal, target) in enumerate(zip(goals, targets, strict=True)):
        passed = {candidates[k]: _along(goal, middles[k]) for k in hexes[i]}
        gates = sorted((points[k] for k in touched[i]), key=partial(_along, goal))
        lines[target - origin] = _line(_in_order(origin, goal, passed, {gate: around[gate] for gate in gates}))
    return lines


def _in_order(origin: int, goal: Point, passed: Mapping[int, int], gates: Mapping[Point, set[int]]) -> list[Crossing]:
    """Order the hexes passed by their place along the line, with what follows from the corners met.

    Where the line meets both ends of a hexside it runs along it; where it meets a corner of two hexes it passes, it
    slips from one to the other there.
    """
    parts = [(place, Crossing("hex", (h - origin,))) for h, place in passed.items()]
    for first, last in pairwise(gates):
        shared = sorted(gates[first] & gates[last])
        if len(shared) == 2:
            side = Crossing("spine", (shared[0] - origin, shared[1] - origin), (first, last))
            parts.append((_along(goal, first), side))
    parts.sort(key=_place)
    slips = {tuple(sorted(around & passed.keys())): gate for gate, around in gates.items()}
    return _with_hexsides([part for _, part in parts], origin, slips)


def _met(
    goals: Sequence[Point], middles: Sequence[Point], points: Sequence[Point], outlines: Sequence[Sequence[Point]]
) -> tuple[list[list[int]], list[list[int]]]:
    """List for each line the hexes that it passes through, with these `middles`, and the `points` that it meets.

    A line passes through a hex if it has corners on either side of it and its middle between its ends (see `_along`).
    """
    import numpy as np  # here, as most programs never look along a line

    ends, corner = np.array(goals), np.array(points)
    number = {point: n for n, point in enumerate(points)}
    beside = ends[:, :1] * corner[:, 1] - ends[:, 1:] * corner[:, 0]  # (lines, points): 0 on the line
    of_hex = beside[:, [[number[point] for point in outline] for outline in outlines]]  # (lines, hexes, corners)

    def is_between(places: Any) -> Any:
        along, length = ends * (1, 3) @ places.T, (ends * (1, 3) * ends).sum(1)
        return (along >= 0) & (along <= length[:, None])

    passed = (of_hex.min(2) < 0) & (of_hex.max(2) > 0) & is_between(np.array(middles))
    met = (beside == 0) & is_between(corner)
    return [np.flatnonzero(row).tolist() for row in passed], [np.flatnonzero(row).tolist() for row in met]


def _hexes_around(hexes: Sequence[int], outlines: Sequence[Sequence[Point]]) -> dict[Point, set[int]]:
    """Return for each corner the hexes that meet there."""
    around: dict[Point, set[int]] = {}
    for h, outline in zip(hexes, outlines, strict=True):
        for point in outline:
            around.setdefault(point, set()).add(h)
    return around


def _along(goal: Point, point: Point) -> int:
    """Measure how far along the line a point lies, in the metric of regular hexes (lattice y is sqrt 3 longer).

    A line meets regular hexes, as it does Voronoi cells, in the order of their centres along it.
    """
    return goal[0] * point[0] + 3 * goal[1] * point[1]


def _place(part: tuple[int, Crossing]) -> int:
    return part[0]


def _with_hexsides(parts: list[Crossing], origin: int, slips: Mapping[tuple[int, ...], Point]) -> list[Crossing]:
    """Put between consecutive hexes the hexside they share, with its corner if the line passes only there."""
    full = parts[:1]
    for part in parts[1:]:
        before = full[-1]
        if before.kind == part.kind == "hex":
            first, second = sorted((before.hexes[0], part.hexes[0]))
            slip = slips.get((first + origin, second + origin))
            full.append(Crossing("hexside", (first, second), (slip,) if slip else ()))
        full.append(part)
    return full


def _line(crossings: Sequence[Crossing]) -> HexLine:
    hexes = [c.hexes[0] for c in crossings if c.kind == "hex"]
    sides = [(c.hexes[0], c.hexes[1]) for c in crossings if c.kind == "hexside"]
    spines = [(c.hexes[0], c.hexes[1]) for c in crossings if c.kind == "spine"]
    return HexLine(tuple(crossings), tuple(hexes[1:-1]), tuple(sides), tuple(spines))


# --- Measure the geometry of lines against its budget --------------------------------------------------------------

Measure = tuple[str, float, float]
"""What is measured, the seconds it took, the seconds it may take."""


def least(work: Callable[[], object], runs: int = 3) -> float:
    """Return the shortest run in seconds, the one that other programs disturbed least."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def bench() -> list[Measure]:
    """Measure computing the templates of all lines up to 8 hexes from scratch."""

    def templates() -> int:
        lines_from.cache_clear()
        return sum(len(lines_from(parity)) - 1 for parity in (0, 1))

    return [(f"all {templates()} line-of-sight templates, cold", least(templates), 0.050)]
