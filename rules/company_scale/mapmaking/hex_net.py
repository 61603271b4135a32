"""Real lines on the hexes of a map: chains of hexes, ways along hexsides, hexes inside an outline."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import shapely
from shapely.geometry import LineString, Point, Polygon

from rules.files.problems import Data
from rules.hexes.grid import hex_name, neighbours, side_ends
from rules.hexes.paths import cheapest

MapPoint = tuple[float, float]
ROW_KM: Final = 0.5
COLUMN_KM: Final = ROW_KM * math.sqrt(3) / 2


@dataclass(frozen=True, slots=True)
class Projection:
    """A calibration: a plane around an origin, turned, moved, and bent by control points.

    Each control point (x, y, shift east, shift north, all in kilometres) pulls its surroundings along; the pull fades
    away over `sigma` kilometres, and `base` keeps it from reaching far where no other point is near.
    """

    origin: MapPoint
    km_per_degree: MapPoint
    turn: float
    shift: MapPoint
    sigma: float
    base: float
    points: tuple[tuple[float, float, float, float], ...]

    @classmethod
    def of(cls, data: Mapping[str, Data]) -> Projection:
        """Read the calibration of a source file."""
        bend: Mapping[str, Data] = data["correction"]
        points = tuple((float(x), float(y), float(e), float(n)) for x, y, e, n in bend["points"])
        return cls(
            origin=_pair(data["origin"]),
            km_per_degree=_pair(data["km_per_degree"]),
            turn=math.radians(float(data["turn"])),
            shift=_pair(data["shift"]),
            sigma=float(bend["sigma"]),
            base=float(bend["base"]),
            points=points,
        )

    def place(self, lon: float, lat: float) -> MapPoint:
        """Return a place in hex space: x the column, y the row, half a row more in odd columns."""
        east = (lon - self.origin[0]) * self.km_per_degree[0]
        north = (lat - self.origin[1]) * self.km_per_degree[1]
        x = self.shift[0] + east * math.cos(self.turn) - north * math.sin(self.turn)
        y = self.shift[1] + east * math.sin(self.turn) + north * math.cos(self.turn)
        dx, dy = self._bend(x, y)
        return (x + dx) / COLUMN_KM, -(y + dy) / ROW_KM

    def line(self, course: Iterable[Sequence[float]]) -> list[MapPoint]:
        """Return a line of [longitude, latitude] in hex space."""
        return [self.at(place) for place in course]

    def at(self, place: Sequence[float]) -> MapPoint:
        """Return a file's [longitude, latitude] in hex space."""
        lon, lat = place
        return self.place(float(lon), float(lat))

    def _bend(self, x: float, y: float) -> MapPoint:
        weights = [math.exp(-((x - px) ** 2 + (y - py) ** 2) / self.sigma**2) for px, py, _, _ in self.points]
        whole = self.base + sum(weights)
        east = sum(w * e for w, (_, _, e, _) in zip(weights, self.points, strict=True))
        north = sum(w * n for w, (_, _, _, n) in zip(weights, self.points, strict=True))
        return east / whole, north / whole


def _pair(values: Sequence[float]) -> MapPoint:
    return float(values[0]), float(values[1])


# --- Follow lines in hex space: through which hexes a road runs, along which hexsides a river flows ----------------

Corner = tuple[int, int]
Side = tuple[int, int]
_STEP: Final = 0.02
_ACROSS: Final = 1.5  # a column and a row of hex space in sides of a hex
_DOWN: Final = math.sqrt(3)
_REACH: Final = 2.6  # how far, in sides of a hex, a river may be pulled off its real course
_PULL: Final = 3.0
_ASIDE: Final = 6.0  # how far a road may run beside its real course
_KEEP: Final = 6.0
_RIM: Final = 0.105  # 30 m


def hex_at(place: MapPoint) -> int:
    """Return the hex whose centre is nearest to a place in hex space."""
    x, y = place
    tries = [c * 100 + round(y - 0.5 * (c % 2)) for c in range(math.floor(x), math.floor(x) + 2)]
    return min(tries, key=lambda h: _gap(place, hex_place(h)))


def hex_place(h: int) -> MapPoint:
    """Return the centre of a hex in hex space."""
    return float(h // 100), h % 100 + 0.5 * (h // 100 % 2)


def _gap(a: MapPoint, b: MapPoint) -> float:
    return math.hypot((a[0] - b[0]) * _ACROSS, (a[1] - b[1]) * _DOWN)


def chain(
    line: Sequence[MapPoint], via: Sequence[int], can_go: Callable[[int, int], bool], on_map: set[int]
) -> list[int]:
    """Return the hexes a road runs through, each next to the one before, as near to its line as possible.

    `via` are hexes it must touch on its way; `can_go` says whether a road may lead from one hex to the next.
    """
    course = LineString([(x * _ACROSS, y * _DOWN) for x, y in line])
    touched = [h for h in map(hex_at, samples(line)) if h in on_map]
    hexes = touched[:1]
    for a, b in pairwise([touched[0], *via, touched[-1]]):
        for h in _near_way(a, b, course, can_go):
            if h in hexes:
                del hexes[hexes.index(h) + 1 :]
            else:
                hexes.append(h)
    return hexes


def samples(line: Sequence[MapPoint]) -> Iterator[MapPoint]:
    """Yield places along a line, so close that no hex it runs through is passed over but at a corner."""
    for (ax, ay), (bx, by) in pairwise(line):
        count = max(1, math.ceil(math.hypot(bx - ax, by - ay) / _STEP))
        for i in range(count):
            yield ax + (bx - ax) * i / count, ay + (by - ay) * i / count
    yield line[-1]


def _near_way(a: int, b: int, course: LineString, can_go: Callable[[int, int], bool]) -> list[int]:
    def steps(here: int) -> Iterator[tuple[int, float]]:
        for other in neighbours(here):
            if can_go(here, other):
                x, y = hex_place(other)
                gap = course.distance(Point(x * _ACROSS, y * _DOWN))
                if gap < _ASIDE:
                    yield other, 1.0 + _KEEP * gap * gap

    reached = cheapest([a], steps, goal=b)
    if b not in reached.costs:
        raise ValueError(f"no way from {hex_name(a)} to {hex_name(b)}")
    return reached.path(b)


def bank(line: Sequence[MapPoint], sides: Mapping[Corner, Sequence[Corner]], joins: Iterable[Corner]) -> list[Corner]:
    """Return the corners a river runs along from one end of its line to the other.

    `sides` names the corners next to each corner of the map; an end near one of `joins` flows into it there.
    """
    course = LineString([(x * _ACROSS, y * _DOWN) for x, y in line])
    tried = list(sides)
    gaps = shapely.distance(course, shapely.points([_flat(corner) for corner in tried]))
    near = {corner for corner, gap in zip(tried, gaps.tolist(), strict=True) if gap < _REACH}
    if not near:
        return []
    meeting = near.intersection(joins)
    first, last = (_end(Point(end), near, meeting) for end in (course.coords[0], course.coords[-1]))
    return _way(first, last, near, sides, course)


def _end(end: Point, near: set[Corner], meeting: set[Corner]) -> Corner:
    joined = [corner for corner in meeting if _spot(corner).distance(end) < 1.8]
    return min(joined or near, key=lambda corner: (_spot(corner).distance(end), corner))


def _way(
    first: Corner, last: Corner, near: set[Corner], sides: Mapping[Corner, Sequence[Corner]], course: LineString
) -> list[Corner]:
    def steps(here: Corner) -> Iterator[tuple[Corner, float]]:
        for other in sides[here]:
            if other in near:
                gap = course.distance(_middle(here, other))
                yield other, 1.0 + _PULL * gap * gap

    reached = cheapest([first], steps, goal=last)
    return reached.path(last) if last in reached.costs else []


def _flat(corner: Corner) -> MapPoint:
    return corner[0] / 3 * _ACROSS, corner[1] / 2 * _DOWN


def _spot(corner: Corner) -> Point:
    return Point(_flat(corner))


def _middle(a: Corner, b: Corner) -> Point:
    return Point((a[0] + b[0]) / 6 * _ACROSS, (a[1] + b[1]) / 4 * _DOWN)


class Net:
    """The hexsides of a map as a net of corners."""

    def __init__(self, hexes: Iterable[int]) -> None:
        """Take in every hexside of the given hexes."""
        self.side: dict[frozenset[Corner], Side] = {}
        links: dict[Corner, dict[Corner, None]] = {}
        for h in hexes:
            for other in neighbours(h):
                a, b = side_ends(h, other)
                self.side[frozenset((a, b))] = (min(h, other), max(h, other))
                links.setdefault(a, {})[b] = None
                links.setdefault(b, {})[a] = None
        self.links = {corner: tuple(sorted(others)) for corner, others in links.items()}

    def sides(self, way: Sequence[Corner]) -> list[Side]:
        """Return the hexsides along a way from corner to corner."""
        return [self.side[frozenset(pair)] for pair in pairwise(way)]


def inside(hexes: Iterable[int], outline: Sequence[MapPoint], rim: float = _RIM) -> list[int]:
    """Return the hexes whose centres lie inside an outline, or no farther outside than `rim`, in sides of a hex."""
    area = Polygon([(x * _ACROSS, y * _DOWN) for x, y in outline]).buffer(rim)
    tried = list(hexes)
    within = shapely.contains_xy(area, [(x * _ACROSS, y * _DOWN) for x, y in map(hex_place, tried)])
    return [h for h, is_in in zip(tried, within.tolist(), strict=True) if is_in]
