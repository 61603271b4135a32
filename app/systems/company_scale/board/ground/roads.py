"""Roads and railways: smooth lines that cross exactly the hexsides the map names, and their bridges."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import field
from itertools import pairwise

import numpy as np
import shapely
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from app.board import hexes as geometry
from app.systems.company_scale.board.ground import shapes
from app.systems.company_scale.board.ground.kept_layers import Layer, keepable
from app.systems.company_scale.board.ground.shapes import Floats, chains
from app.systems.company_scale.board.ground.survey import Survey
from rules.company_scale.battle_map import Road, Terrain
from rules.engine.frozen import frozen
from rules.hexes import grid

WIDTHS = {Road.EVACUATION: 9.6, Road.PAVED: 6.8, Road.TRAIL: 3.0, Road.RAILROAD: 4.6}
"""Width of each kind with its casing, in scene units."""
_HIDDEN_BY = {
    Road.EVACUATION: frozenset[Road](),
    Road.PAVED: frozenset({Road.EVACUATION}),
    Road.TRAIL: frozenset({Road.PAVED, Road.EVACUATION}),
    Road.RAILROAD: frozenset[Road](),
}
_FREE = 15.0
"""How far a line may pass from the centre of a hex to run straighter."""
_GATE = 0.30
"""How far a line may pass from the middle of a hexside, as a share of the side's length."""
_DASHED = frozenset({Road.TRAIL, Road.RAILROAD})
_SPAN = 6
"""Points of a curve from a hex to a hexside."""
_BESIDE = 12.0
"""How far a railway keeps from a road that shares its hexsides."""
_SETTLED = frozenset({Terrain.VILLAGE, Terrain.TOWN, Terrain.CITY})


keepable(Road)


@keepable
@frozen
class RoadLine:
    """Hold one run of road or railway as a smooth line; one with dashes also from hex to hex, and how long each is."""

    kind: Road
    hexes: tuple[int, ...]
    points: Floats = field(compare=False)
    path: QPainterPath = field(compare=False)
    reach: QRectF = field(compare=False)
    steps: tuple[tuple[QPainterPath, float], ...] = field(compare=False)


@keepable
@frozen
class Bridge:
    """Hold where a road crosses water: middle, direction and length in scene units."""

    kind: Road
    x: float
    y: float
    dx: float
    dy: float
    length: float


@keepable
class Roads(Layer):
    """Lay out all roads and railways of a map."""

    PAINTED = ("lines",)

    def __init__(self, survey: Survey) -> None:
        """Lay out major roads first, so that minor ones join them."""
        self._survey = survey
        self._course = real_courses(survey)
        self._met: dict[int, Floats] = {}
        self.lines: list[RoadLine] = []
        for kind in (Road.EVACUATION, Road.PAVED, Road.TRAIL, Road.RAILROAD):
            for chain in _through_first(chains(self._links(kind), geometry.center_xy)):
                self.lines.append(self._line(kind, chain))

    def corridor(self, width: float) -> BaseGeometry:
        """Return the strips of ground under the lines, `width` wider than the casing on either side."""
        return shapely.union_all(
            [LineString(line.points).simplify(0.8).buffer(WIDTHS[line.kind] / 2 + width, 3) for line in self.lines]
        )

    def bridges(self, water: BaseGeometry, great: BaseGeometry) -> list[Bridge]:
        """Return where lines cross water; a line that runs along the water or barely touches it is no bridge."""
        crossings: list[Bridge] = []
        shapely.prepare(water)
        for line in self.lines:
            whole = LineString(line.points)
            if not water.intersects(whole):
                continue
            for span in shapes.lines(whole.intersection(water)):
                (ax, ay), (bx, by) = span[0].tolist(), span[-1].tolist()
                length = float(np.hypot(bx - ax, by - ay))
                dips = length < 30.0 and great.distance(LineString(span)) < 1.0
                if 0.5 < length < 130.0 and not dips:
                    crossings.append(
                        Bridge(line.kind, (ax + bx) / 2, (ay + by) / 2, (bx - ax) / length, (by - ay) / length, length)
                    )
        return crossings

    def _links(self, kind: Road) -> list[tuple[int, int]]:
        return [
            side
            for side, carried in sorted(self._survey.map.sides.items())
            if kind in carried.roads and not _HIDDEN_BY[kind] & carried.roads
        ]

    def _line(self, kind: Road, chain: list[int]) -> RoadLine:
        shifts = self._shifts(chain) if kind is Road.RAILROAD else [np.zeros(2)] * len(chain)
        points = self._relaxed(kind, chain, shifts)
        before, after = (self._beyond(kind, *end) for end in ((chain[:2], points[0]), (chain[:-3:-1], points[-1])))
        whole = np.vstack([*before, points, *after])
        curve = shapes.evened(shapes.catmull(whole, _SPAN), 17.0, range(0, _SPAN * len(whole), _SPAN)[:-1])
        if kind is not Road.RAILROAD:
            drawn = LineString(curve)
            for hex_id, point in zip(chain, points[::2], strict=True):
                near = drawn.interpolate(drawn.project(Point(point)))
                self._met.setdefault(hex_id, np.asarray([near.x, near.y]))
        path = shapes.polyline(curve)
        pad = WIDTHS[kind]
        reach = path.boundingRect().adjusted(-pad, -pad, pad, pad)
        steps = self._steps(curve, points[::2]) if kind in _DASHED else ()
        return RoadLine(kind, tuple(chain), curve, path, reach, steps)

    @staticmethod
    def _steps(curve: Floats, middles: Floats) -> tuple[tuple[QPainterPath, float], ...]:
        """Return a line in pieces from hex to hex: its dashes are counted anew in each, as a part knows no more."""
        gaps = ((curve[:, None, :] - middles[None, :, :]) ** 2).sum(axis=2)
        cuts = sorted({0, *gaps.argmin(axis=0).tolist(), len(curve) - 1})
        pieces = [curve[a : b + 1] for a, b in pairwise(cuts)]
        return tuple((shapes.polyline(piece), float(np.hypot(*np.diff(piece, axis=0).T).sum())) for piece in pieces)

    def _relaxed(self, kind: Road, chain: list[int], shifts: list[Floats]) -> Floats:
        """Pull a line taut through its hexes: centre, hexside, centre … each kept near its place."""
        rail = kind is Road.RAILROAD
        centres = np.asarray([geometry.center_xy(hex_id) for hex_id in chain]) + np.asarray(shifts)
        free = np.full(len(chain), _FREE)
        for i, hex_id in enumerate(chain):
            if not rail and hex_id in self._met:
                centres[i], free[i] = self._met[hex_id], 0.0
            elif hex_id in self._course.get(kind, {}):
                centres[i], free[i] = self._course[kind][hex_id], 6.0
            elif self._survey.terrain.get(hex_id) in _SETTLED:
                free[i] = 3.0
            if rail and shifts[i].any():
                free[i] = 2.0
        free[[0, -1]] = 0.0
        ends = np.asarray([geometry.hexside_xy(a, b) for a, b in pairwise(chain)])
        middles = ends.mean(axis=1)
        along = (ends[:, 1] - ends[:, 0]) / geometry.SIDE
        lean = (np.asarray(shifts)[:-1] + np.asarray(shifts)[1:]) / 2.0
        wish = np.clip((lean * along).sum(axis=1), -14.0, 14.0)
        points = np.empty((2 * len(chain) - 1, 2))
        points[::2], points[1::2] = centres, middles + along * wish[:, None]
        for _ in range(30):
            points[1:-1] = 0.5 * points[1:-1] + 0.25 * (points[:-2] + points[2:])
            away = points[::2] - centres
            size = np.hypot(*away.T)
            points[::2] = centres + away * np.minimum(1.0, free / np.maximum(size, 1e-9))[:, None]
            share = ((points[1::2] - middles) * along).sum(axis=1)
            share = np.clip(share, wish - _GATE * geometry.SIDE, wish + _GATE * geometry.SIDE)
            points[1::2] = middles + along * np.clip(share, -15.0, 15.0)[:, None]
        return points

    def _shifts(self, chain: list[int]) -> list[Floats]:
        """Return how far a railway is shifted in each hex where a road shares its hexsides."""
        sides = self._survey.map.sides
        shared = [bool(sides[grid.hexside(a, b)].roads & {Road.PAVED, Road.EVACUATION}) for a, b in pairwise(chain)]
        beside = [any(shared[max(0, i - 1) : i + 1]) for i in range(len(chain))]
        if not any(beside):
            return [np.zeros(2)] * len(chain)
        centres = np.asarray([geometry.center_xy(hex_id) for hex_id in chain])
        heading = np.gradient(centres, axis=0)
        normal = np.column_stack([-heading[:, 1], heading[:, 0]])
        normal /= np.maximum(np.hypot(*normal.T), 1e-9)[:, None]
        hand = self._hand(centres, normal, beside)
        return [normal[i] * hand * _BESIDE if beside[i] else np.zeros(2) for i in range(len(chain))]

    def _hand(self, centres: Floats, normal: Floats, beside: list[bool]) -> float:
        """Return the side (1 right, -1 left) of a road on which a railway runs beside it."""
        roads = [LineString(line.points) for line in self.lines if line.kind in (Road.PAVED, Road.EVACUATION)]
        web = shapely.union_all(roads)
        total = 0.0
        for i, (x, y) in enumerate(centres.tolist()):
            if beside[i] or web.is_empty:
                continue
            near = shapely.shortest_line(web, Point(x, y))
            if near.length < 120.0:
                rx, ry = shapely.get_coordinates(near)[0].tolist()
                total -= float((rx - x) * normal[i, 0] + (ry - y) * normal[i, 1]) / 120.0
        return 1.0 if total >= 0 else -1.0

    def _beyond(self, kind: Road, tail: list[int], end: Floats) -> list[Floats]:
        """Return the point off the sheet to which a line at the edge of the map continues, if it does."""
        last, before = tail
        if kind is not Road.RAILROAD and last in self._met:
            return []  # it joins another road here
        heading = (end - np.asarray(geometry.center_xy(before))) / geometry.STEP_Y
        best, best_share = None, 0.35
        for other in grid.neighbours(last):
            if other in self._survey.playable or other in self._survey.water:
                continue
            way = (np.asarray(geometry.center_xy(other)) - end) / geometry.STEP_Y
            share = float(way @ heading)
            if share > best_share:
                best, best_share = way, share
        return [] if best is None else [(end + best * geometry.STEP_Y * 2.4)[None, :]]


def _through_first(found: list[list[int]]) -> Iterator[list[int]]:
    """Yield lines, each after those that it ends at: so a part, in which others begin, has them in the same order."""
    through = defaultdict[int, set[int]](set)
    for i, chain in enumerate(found):
        for at in chain[1:-1]:
            through[at].add(i)
    waits = {i: (through[chain[0]] | through[chain[-1]]) - {i} for i, chain in enumerate(found)}
    while waits:
        i = next((i for i, others in waits.items() if not others & waits.keys()), next(iter(waits)))
        del waits[i]
        yield found[i]


def _meets(course: Floats, first: tuple[float, float], last: tuple[float, float]) -> bool:
    """Tell whether a curve through points may meet a box: a part of a map has the courses of all of it."""
    low, high = course.min(axis=0), course.max(axis=0)
    swing = (high - low) / 8  # a curve of Catmull and Rom leaves the box of its points by no more
    return bool(np.all(high + swing >= first) and np.all(low - swing <= last))


def real_courses(survey: Survey) -> dict[Road, dict[int, Floats]]:
    """Return for each kind the hexes for which the map data gives a real course, with its place there."""
    courses: dict[Road, dict[int, Floats]] = {}
    best: dict[tuple[str, int], float] = {}
    sheet, beyond = survey.sheet, geometry.SIDE
    first = sheet.left() - beyond, sheet.top() - beyond
    last = sheet.right() + beyond, sheet.bottom() + beyond
    for road in survey.map.art.roads:
        course = np.asarray(road.course, dtype=np.float64)
        if not _meets(course * [geometry.STEP_X, geometry.STEP_Y], first, last):
            continue
        rows = course[:, 1] - 0.5 * (np.round(course[:, 0]) % 2)
        if len(course) < 2 or (np.allclose(course[:, 0] % 1.0, 0.0) and np.allclose(rows % 1.0, 0.0)):
            continue  # through hex centres only: nothing real to follow
        points = shapes.resample(shapes.catmull(course * [geometry.STEP_X, geometry.STEP_Y]), 6.0)
        own = courses.setdefault(Road(road.kind), {})
        near = (points >= first) & (points <= last)
        points = points[near.all(axis=1)]
        column = np.round(points[:, 0] / geometry.STEP_X)
        down = 0.5 * (column % 2)
        row = np.round(points[:, 1] / geometry.STEP_Y - down)
        gaps = np.hypot(points[:, 0] - column * geometry.STEP_X, points[:, 1] - (row + down) * geometry.STEP_Y)
        for i in np.flatnonzero(gaps < 22.0).tolist():  # less than to any hexside: no other hex is nearer
            at, gap = int(column[i]) * 100 + int(row[i]), float(gaps[i])
            if at in survey.playable and gap < best.get((road.kind, at), math.inf):
                own[at], best[road.kind, at] = points[i], gap
    return courses
