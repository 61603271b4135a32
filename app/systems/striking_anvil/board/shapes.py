"""The shapes of a map: borders as lines that neighbours share, areas built of them, coast, roads."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import field
from itertools import pairwise

import numpy as np
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from app.systems.striking_anvil.board.landscape import CM, Landscape, Points, Stream, rough, seed_of, smooth
from rules.engine.frozen import frozen
from rules.striking_anvil.scenario import AreaMap, border_id

Corner = tuple[float, float]
Edge = frozenset[Corner]
PLAIN, OUTER, COAST, MINOR, MAJOR = "plain", "outer", "coast", "minor", "major"
_WANDER = {PLAIN: (14.3, 209.0), OUTER: (15.4, 264.0), COAST: (3.85, 88.0), MINOR: (9.9, 110.0), MAJOR: (9.4, 165.0)}
"""How far a line wanders, and over what length, in scene units."""
_IN_MOUNTAINS = 1.3
_NEAR = 1e-4
FAR = 12 * CM
_BENDS = 24


@frozen
class Chain:
    """A line between two junctions: what kind, whose border, the areas it bounds, its points."""

    kind: str
    areas: frozenset[str]
    start: Corner
    end: Corner
    points: Points = field(compare=False)

    @property
    def border(self) -> str:
        """Return the border it is a part of, "" at the rim of the map."""
        return border_id(*self.areas) if len(self.areas) == 2 else ""


@frozen
class Shapes:
    """Everything of a map that has a shape, in scene units."""

    areas: Mapping[str, Polygon]
    chains: Sequence[Chain]
    land: BaseGeometry
    """All land in sight, isles too, without lakes."""
    played: BaseGeometry
    lakes: Sequence[Polygon]
    streams: Sequence[tuple[str, float, Points]]
    roads: Mapping[str, Points]
    crossings: Mapping[str, Corner]
    """Where the road of a border crosses it."""


class Projector:
    """Turns longitudes and latitudes into scene points."""

    def __init__(self, projection: Mapping[str, float]) -> None:
        given = projection or {"lon": 0.0, "lat": 0.0, "x": 1.0, "y": 1.0}
        self._p = {key: float(value) for key, value in given.items()}

    def point(self, at: Sequence[float]) -> Corner:
        """Return the scene point of a longitude and latitude."""
        p = self._p
        return (float(at[0]) - p["lon"]) * p["x"] * CM, (p["lat"] - float(at[1])) * p["y"] * CM  # 43.53 is read as text

    def points(self, line: Sequence[Sequence[float]]) -> Points:
        """Return a line of scene points."""
        return np.array([self.point(at) for at in line], float)


class _Net:
    """The corners and edges of all outlines; edges are cut wherever another area has a corner on them."""

    def __init__(self, drawn: AreaMap) -> None:
        self.map = drawn
        corners = sorted({_key(at) for area in drawn.areas.values() for at in area.outline})
        self.rings = {name: _cut(list(map(_key, area.outline)), corners) for name, area in drawn.areas.items()}
        self.owners: dict[Edge, set[str]] = {}
        self.near: dict[Corner, set[Corner]] = {}
        for name, ring in self.rings.items():
            for a, b in pairwise([*ring, *ring[:1]]):
                self.owners.setdefault(frozenset((a, b)), set()).add(name)
                self.near.setdefault(a, set()).add(b)
                self.near.setdefault(b, set()).add(a)
        ends = [line[n] for area in drawn.areas.values() if (line := area.coast) for n in (0, -1)]
        ends += [border.course[n] for border in drawn.borders.values() if border.course for n in (0, -1)]
        self.forced = set(map(_key, ends))

    def is_junction(self, corner: Corner) -> bool:
        """Tell whether lines end at a corner."""
        near = self.near[corner]
        owners = {frozenset(self.owners[frozenset((corner, other))]) for other in near}
        return corner in self.forced or len(near) != 2 or len(owners) > 1

    def line(self, edge: Edge) -> list[Corner]:
        """Return the corners of the line an edge is part of, from junction to junction."""
        line = sorted(edge)
        for _ in range(2):
            while not self.is_junction(line[-1]) and (len(line) < 3 or line[0] != line[-1]):
                line.append(next(corner for corner in self.near[line[-1]] if corner != line[-2]))
            line.reverse()
        return line


def _key(at: Sequence[float]) -> Corner:
    return round(at[0], 4), round(at[1], 4)


def _cut(ring: list[Corner], corners: Sequence[Corner]) -> list[Corner]:
    cut: list[Corner] = []
    for a, b in pairwise([*ring, *ring[:1]]):
        cut.append(a)
        dx, dy = b[0] - a[0], b[1] - a[1]
        size = math.hypot(dx, dy)
        between = []
        for c in corners:
            ex, ey = c[0] - a[0], c[1] - a[1]
            share = (ex * dx + ey * dy) / (size * size)
            if 0 < share < 1 and abs(ex * dy - ey * dx) / size < _NEAR and c not in (a, b):
                between.append((share, c))
        cut += [c for _, c in sorted(between)]
    return cut


def shapes_of(drawn: AreaMap, ground: Landscape) -> Shapes:
    """Return the shapes of a map with what is drawn of its ground."""
    project, net = Projector(drawn.projection), _Net(drawn)
    chains, chain_of = _chains(net, project)
    areas = {name: _area(ring, net, chain_of) for name, ring in net.rings.items() if ring}
    played = unary_union(list(areas.values()))
    lakes = [Polygon(smooth(_closed(project, lake.outline), 6)).buffer(0) for lake in ground.lakes]
    land = _land(chains, project, ground, played).difference(unary_union(lakes))
    streams = [_stream(stream, project) for stream in ground.streams]
    roads, crossings = _roads(drawn, ground, chains, project)
    return Shapes(areas, chains, land, played, lakes, streams, roads, crossings)


def _chains(net: _Net, project: Projector) -> tuple[list[Chain], dict[Edge, Chain]]:
    chains: list[Chain] = []
    chain_of: dict[Edge, Chain] = {}
    for edge in net.owners:
        if edge in chain_of:
            continue
        line = net.line(edge)
        chain = _chain(net, line, frozenset(net.owners[edge]), project)
        chains.append(chain)
        chain_of.update((frozenset(pair), chain) for pair in pairwise(line))
    return chains, chain_of


def _chain(net: _Net, line: list[Corner], owners: frozenset[str], project: Projector) -> Chain:
    areas = net.map.areas
    kind, points = OUTER, smooth(project.points(line))
    if len(owners) == 1:
        coast = [_key(at) for at in areas[next(iter(owners))].coast]
        if coast and {coast[0], coast[-1]} == {line[0], line[-1]}:
            kind, points = COAST, project.points(coast if coast[0] == line[0] else coast[::-1])
    else:
        kind = _river(net, owners, line) or PLAIN
    height, wave = _WANDER[kind]
    if kind == PLAIN and any(areas[name].terrain == "mountain" for name in owners):
        height *= _IN_MOUNTAINS
    ends = sorted((line[0], line[-1]))
    bent = rough(points if line[0] == ends[0] else points[::-1], seed_of(*ends), height, wave)
    return Chain(kind, owners, ends[0], ends[1], bent)


def _river(net: _Net, owners: frozenset[str], line: list[Corner]) -> str:
    border = net.map.borders.get(border_id(*owners))
    if border is None or not border.river:
        return ""
    course = {_key(at) for at in border.course}
    return border.river if not course or course.issuperset(line) else ""


def _area(ring: list[Corner], net: _Net, chain_of: Mapping[Edge, Chain]) -> Polygon:
    first = next((n for n, corner in enumerate(ring) if net.is_junction(corner)), 0)
    ring = ring[first:] + ring[:first]
    outline: list[Points] = []
    last = None
    for a, b in pairwise([*ring, ring[0]]):
        chain = chain_of[frozenset((a, b))]
        if chain is not last:
            outline.append(chain.points if chain.start == a else chain.points[::-1])
            last = chain
    return Polygon(np.vstack(outline)).buffer(0)


def _closed(project: Projector, outline: Sequence[Sequence[float]]) -> Points:
    return project.points([*outline, outline[0]])


def _land(chains: Sequence[Chain], project: Projector, ground: Landscape, played: BaseGeometry) -> BaseGeometry:
    """Return the land north of the coast, with isles; only the areas where no mainland is given."""
    mainland = ground.mainland
    parts: list[BaseGeometry] = [played]
    if mainland:
        west = [tuple(at) for at in project.points(mainland.west)]
        east = [tuple(at) for at in rough(project.points(mainland.east), 5, 4.4, 88.0)]
        shore = [*west, *_shore(chains, west[-1], east[0]), *east]
        top = min(point[1] for point in shore) - 4 * FAR
        parts.append(Polygon([*shore, (east[-1][0] + FAR, top), (west[0][0] - FAR, top)]).buffer(0))
    for isle in ground.isles:
        parts.append(Polygon(rough(_closed(project, isle.outline), 7, 3.3, 55.0)).buffer(2.2))
    return unary_union(parts)


def _shore(chains: Sequence[Chain], start: Corner, end: Corner) -> list[Corner]:
    """Return the coast of the areas in one line, from west to east."""
    left = [chain.points for chain in chains if chain.kind == COAST]
    at, shore = start, list[Corner]()
    while left:
        ends = [(math.dist(at, points[n]), k, n) for k, points in enumerate(left) for n in (0, -1)]
        _, k, n = min(ends)
        points = left.pop(k)
        shore += [(float(x), float(y)) for x, y in (points if n == 0 else points[::-1])]
        at = shore[-1]
    return [*shore, end]


def _stream(stream: Stream, project: Projector) -> tuple[str, float, Points]:
    points = smooth(project.points(stream.course))
    return stream.name, stream.width * CM / 10, rough(points, seed_of(stream.course), 6.6, 77.0)


def _roads(
    drawn: AreaMap, ground: Landscape, chains: Sequence[Chain], project: Projector
) -> tuple[dict[str, Points], dict[str, Corner]]:
    towns: dict[str, Sequence[float]] = {name: area.at for name, area in drawn.areas.items()}
    for town in reversed(ground.towns):
        if town.area:
            towns[town.area] = town.at
    roads, crossings = dict[str, Points](), dict[str, Corner]()
    for name, border in drawn.borders.items():
        lines = [chain.points for chain in chains if chain.border == name]
        if not lines:
            continue
        at = np.array(project.point(border.at))
        near = min((p for line in lines for p in line), key=lambda p: float(np.hypot(*(p - at))))
        crossings[name] = (float(near[0]), float(near[1]))
        if border.road:
            a, b = (project.point(towns[area]) for area in border.areas)
            via = [project.point(point) for point in border.via]
            mountain = any(drawn.areas[area].terrain == "mountain" for area in border.areas)
            roads[name] = _road(a, b, crossings[name], via, seed_of(name), 3.9 if mountain else 1.6)
    return roads, crossings


def _road(a: Corner, b: Corner, middle: Corner, via: list[Corner], seed: int, height: float) -> Points:
    """Return a road from town to town through the crossing and the points on its way."""
    stops = [a, *sorted([*via, middle], key=lambda at: _progress(a, b, at, via, middle)), b]
    bent = smooth(np.array(stops), _BENDS)
    cut = stops.index(middle) * _BENDS
    return np.vstack([rough(half, seed + n, height, 143.0) for n, half in enumerate((bent[: cut + 1], bent[cut:]))])


def _progress(a: Corner, b: Corner, at: Corner, via: list[Corner], middle: Corner) -> float:
    """Return where a stop comes: points on the way keep their order, the crossing goes where the detour is least."""
    if at != middle:
        return float(via.index(at))
    line = [a, *via, b]
    detours = [math.dist(p, at) + math.dist(at, q) - math.dist(p, q) for p, q in pairwise(line)]
    return detours.index(min(detours)) - 0.5


def heading(line: Points, x: float, y: float) -> float:
    """Return the direction of a line where it is nearest to a point, in degrees."""
    near = int(np.argmin((line[:, 0] - x) ** 2 + (line[:, 1] - y) ** 2))
    before, after = line[max(0, near - 3)], line[min(len(line) - 1, near + 3)]
    return math.degrees(math.atan2(after[1] - before[1], after[0] - before[0]))
