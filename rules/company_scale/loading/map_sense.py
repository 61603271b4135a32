"""Check what must fit together on a map: rivers, bridges, reachable ground, slopes and levels (6.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from rules.engine.english import listed
from rules.files.problems import Remedy, Route
from rules.hexes.grid import corners, hex_name, hexside, neighbours, side_ends


class Fault(NamedTuple):
    """What is wrong at a route of a map, the names of further hexes it is about, and what alone puts it right."""

    route: Route
    message: str
    places: Sequence[str] = ()
    remedy: Remedy | None = None


Faults = Iterator[Fault]


Side = tuple[int, int]
Corner = tuple[int, int]
_SMALL: Final = 6


@dataclass(frozen=True, slots=True)
class Lie:
    """What the checks look at; hexsides and bridges with their places in the file's lists."""

    dry: frozenset[int]
    wet: frozenset[int]
    levels: Mapping[int, int]
    sides: Mapping[str, Mapping[Side, int]]
    roads: Sequence[tuple[str, Sequence[int]]]
    bridges: Mapping[Side, int]
    is_measured: bool

    def has(self, kind: str, side: Side) -> bool:
        """Tell whether a hexside carries a feature."""
        return side in self.sides.get(kind, {})


def sense_faults(ground: Lie, doubtful: Collection[str] = ()) -> Faults:
    """Yield every fault in how the parts of a map fit together, where none of these parts is doubtful itself."""
    for check, parts in _LOOK_AT.items():
        if parts.isdisjoint(doubtful):
            yield from check(ground)


def _name(side: Side) -> str:
    return f"{hex_name(side[0])}/{hex_name(side[1])}"


def _both(side: Side) -> tuple[str, str]:
    return hex_name(side[0]), hex_name(side[1])


def _river_faults(ground: Lie) -> Faults:
    """Report water that goes nowhere: a run of hexsides must reach a larger one, water or the edge of the map.

    A stream may rise anywhere; a river reaches something, if only a stream, at both ends.
    """
    rivers, streams = ground.sides.get("river", {}), ground.sides.get("stream", {})
    goals = _open_corners(ground.dry, ground.wet)
    for run in _runs([*rivers, *streams]):
        if rivers.keys().isdisjoint(run) and not any(corner in goals for side in run for corner in side_ends(*side)):
            touched = _corners_by_count(run)
            ends = [side for side in run if any(touched[corner] == 1 for corner in side_ends(*side))] or run[:1]
            names = listed([_name(side) for side in ends])
            text = f"The stream that ends at {names} goes nowhere. Continue it to water hexes or the edge of the map."
            yield Fault(_at(ground, ends[0]), text, [name for side in ends for name in _both(side)])
    touched = _corners_by_count(rivers)
    fed = goals.union(corner for side in streams for corner in side_ends(*side))
    for side in rivers:
        for corner in side_ends(*side):
            if touched[corner] == 1 and corner not in fed:
                text = f"The river ends at {_name(side)}; continue it to water hexes or the edge of the map."
                yield Fault(_at(ground, side), text)


def _at(ground: Lie, side: Side) -> Route:
    kind = "river" if ground.has("river", side) else "stream"
    return ("hexsides", kind, ground.sides[kind][side])


@lru_cache(4)
def _open_corners(dry: frozenset[int], wet: frozenset[int]) -> frozenset[Corner]:
    """Return the corners at the edge of the map and of water hexes, which few strokes change."""
    shared: dict[Corner, int] = defaultdict(int)
    for h in dry:
        for corner in corners(h):
            shared[corner] += 1
    edge = {corner for corner, count in shared.items() if count < 3}
    return frozenset(edge.union(c for h in wet for c in corners(h)))


def _corners_by_count(sides: Iterable[Side]) -> dict[Corner, int]:
    counts: dict[Corner, int] = defaultdict(int)
    for side in sides:
        for corner in side_ends(*side):
            counts[corner] += 1
    return counts


def _runs(sides: Iterable[Side]) -> Iterator[list[Side]]:
    """Yield hexsides in connected groups."""
    at: dict[Corner, list[Side]] = defaultdict(list)
    left = dict.fromkeys(sides)
    for side in left:
        for corner in side_ends(*side):
            at[corner].append(side)
    while left:
        first = next(iter(left))
        del left[first]
        run = [first]
        for side in run:
            for other in (o for corner in side_ends(*side) for o in at[corner]):
                if other in left:
                    del left[other]
                    run.append(other)
        yield run


def _crossing_faults(ground: Lie) -> Faults:
    used: set[Side] = set()
    for i, (_, hexes) in enumerate(ground.roads):
        for j, (a, b) in enumerate(pairwise(hexes)):
            side = hexside(a, b)
            if not ground.has("river", side):
                continue
            used.add(side)
            if side not in ground.bridges:
                text = (
                    f"The road crosses the river at {_name(side)} without a bridge; "
                    f'add {{hexside: "{_name(side)}"}} to the bridges, or end the road before it.'
                )
                yield Fault(("roads", i, "hexes", j + 1), text, _both(side))
            elif ground.has("gray", side):
                text = f"The road crosses {_name(side)}, which is grayed out. Move it."
                yield Fault(("roads", i, "hexes", j + 1), text, _both(side))
    for side, i in ground.bridges.items():
        if side not in used:
            text = f"No road crosses a river at {_name(side)}; remove the bridge or lead a road over it."
            yield Fault(("bridges", i), text)


def _level_faults(ground: Lie) -> Faults:
    """Report slopes between equal levels, and drops of two levels without one; only with heights in metres."""
    for kind in ("slope", "steep_slope") if ground.is_measured else ():
        for (a, b), i in ground.sides.get(kind, {}).items():
            here, there = ground.levels.get(a), ground.levels.get(b)
            if here is not None and here == there:
                text = (
                    f"{_name((a, b))} is a slope between two hexes of level {here}; change a level or remove the slope."
                )
                yield Fault(("hexsides", kind, i), text)
    for h in sorted(ground.levels) if ground.is_measured else ():
        for other in neighbours(h):
            if ground.levels[h] - ground.levels.get(other, 3) == 2 and not _is_marked(ground, hexside(h, other)):
                drop = f"The ground falls from level 3 in {hex_name(h)} to level 1 in {hex_name(other)} without a slope"
                text = f'{drop}; add "{_name(hexside(h, other))}" to one, or change a level.'
                yield Fault(("levels", str(h % 100)), text, _both((h, other)))


def _is_marked(ground: Lie, side: Side) -> bool:
    return any(side in sides for sides in ground.sides.values())


def _isolated(ground: Lie) -> Faults:
    """Report small areas no unit can enter or leave: river or gray all round and no road."""
    crossed = {hexside(a, b) for _, hexes in ground.roads for a, b in pairwise(hexes)}
    left = dict.fromkeys(sorted(ground.dry))
    edge = _edge(ground.dry, ground.wet)
    while left:
        first = next(iter(left))
        del left[first]
        piece = [first]
        for h in piece:
            for other in neighbours(h):
                if other in left and _can_cross(ground, hexside(h, other), crossed):
                    del left[other]
                    piece.append(other)
        if len(piece) <= _SMALL and len(piece) < len(ground.dry) and edge.isdisjoint(piece):
            names = [hex_name(h) for h in sorted(piece)]
            text = f"Nobody can reach {', '.join(names)}; lead a road there or make it river water (~)."
            yield Fault(("terrain", str(first % 100)), text, names)


@lru_cache(4)
def _edge(dry: frozenset[int], wet: frozenset[int]) -> frozenset[int]:
    return frozenset(h for h in dry if any(o not in dry and o not in wet for o in neighbours(h)))


def _can_cross(ground: Lie, side: Side, crossed: set[Side]) -> bool:
    return not ground.has("gray", side) and (not ground.has("river", side) or side in crossed)


_LOOK_AT: Final[Mapping[Callable[[Lie], Faults], frozenset[str]]] = {
    _river_faults: frozenset({"terrain", "hexsides"}),
    _crossing_faults: frozenset({"hexsides", "roads", "bridges"}),
    _level_faults: frozenset({"terrain", "levels", "hexsides"}),
    _isolated: frozenset({"terrain", "hexsides", "roads"}),
}
"""The checks, and the parts of a map that each looks at."""
