"""Hexsides: slopes and steep slopes as hachures that point downhill, ridges as a crest, gray sides (6.2.1, 6.2.2)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import shapely
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen
from shapely.geometry import LineString, MultiLineString, Point
from shapely.geometry.base import BaseGeometry

from app.board import hexes as geometry
from app.systems.company_scale.board.ground import shapes
from app.systems.company_scale.board.ground.kept_layers import Layer, keepable
from app.systems.company_scale.board.ground.palette import faded
from app.systems.company_scale.board.ground.shapes import Floats, chains
from app.systems.company_scale.board.ground.survey import GREAT, Canvas, Course, Survey
from rules.company_scale.battle_map import Edge
from rules.engine.frozen import frozen
from rules.hexes import grid

_BLOCK = 480.0
_BEYOND = 60.0
"""How far great rivers reach beyond the sheet: further than any of their lines is wide."""
Side = tuple[float, float, float, float]
"""Start and direction of a hexside; the low hex is on its right."""


@keepable
@dataclass(slots=True)
class HachureBlock:
    """Hold the marks of one block of ground: white and brown hachures at two densities, and crests."""

    reach: QRectF = field(default_factory=QRectF)
    slope: list[QPainterPath] = field(default_factory=lambda: [QPainterPath(), QPainterPath()])
    steep: list[QPainterPath] = field(default_factory=lambda: [QPainterPath(), QPainterPath()])
    slope_sides: list[Side] = field(default_factory=list)
    steep_sides: list[Side] = field(default_factory=list)
    slope_crest: QPainterPath = field(default_factory=QPainterPath)
    steep_crest: QPainterPath = field(default_factory=QPainterPath)

    def close(self) -> None:
        """Draw the ticks of all sides."""
        self.slope = [_ticks(self.slope_sides, count, False, density) for density, count in enumerate((6, 4))]
        self.steep = [_ticks(self.steep_sides, count, True, density) for density, count in enumerate((9, 5))]
        self.slope_sides, self.steep_sides = [], []


@keepable
class Hexsides(Layer):
    """Lay out the marks of all hexsides of a map."""

    PAINTED = ("_blocks", "ridges", "_gray")

    def __init__(self, survey: Survey) -> None:
        """Find which way each slope falls and draw its ticks."""
        self._survey = survey
        self._blocks: dict[tuple[int, int], HachureBlock] = {}
        for (a, b), side in sorted(survey.map.sides.items()):
            for edge in (Edge.SLOPE, Edge.STEEP_SLOPE):
                if edge in side.edges:
                    self._hachure(a, b, edge is Edge.STEEP_SLOPE)
        for block in self._blocks.values():
            block.close()
        self.ridges = self._crests(Edge.RIDGE, 7.0)
        self._gray = self._crests(Edge.GRAY, 0.0)

    def paint(self, canvas: Canvas) -> None:
        """Paint hachures, fewer as the map zooms out, then crests and gray sides."""
        painter, palette = canvas.painter, canvas.palette
        painter.setBrush(Qt.BrushStyle.NoBrush)
        dense = 0 if canvas.lod >= 0.55 else 1
        for block in self._blocks.values():
            if not block.reach.intersects(canvas.rect):
                continue
            _line(canvas, block.slope_crest, palette.slope_edge, 2.6, 0.0)
            painter.strokePath(block.slope[dense], QPen(QColor(palette.slope_edge), 1.1))
            painter.fillPath(block.slope[dense], QColor(palette.slope))
            _line(canvas, block.slope_crest, palette.slope, 1.5, 0.7)
            painter.fillPath(block.steep[dense], QColor(palette.steep))
            _line(canvas, block.steep_crest, palette.steep, 2.3, 1.0)
        _line(canvas, self._gray, palette.gray_side, 6.0, 1.6)
        _line(canvas, self.ridges, palette.ridge, 7.0, 2.2)
        _line(canvas, self.ridges, palette.ridge_light, 2.2, 0.0)

    @property
    def slopes(self) -> QPainterPath:
        """Return the lines of all slopes and steep slopes."""
        path = QPainterPath()
        for block in self._blocks.values():
            path.addPath(block.slope_crest)
            path.addPath(block.steep_crest)
        return path

    def is_downhill(self, a: int, b: int) -> bool:
        """Tell whether the ground falls from `a` to `b`: by level, or by height if the levels are equal."""
        level = self._survey.level
        if level[a] != level[b]:
            return level[a] > level[b]
        return self._survey.height(a) >= self._survey.height(b)

    def _hachure(self, a: int, b: int, steep: bool) -> None:
        high, low = (a, b) if self.is_downhill(a, b) else (b, a)
        (x1, y1), (x2, y2) = geometry.hexside_xy(high, low)  # the low hex lies on the right
        ux, uy = (x2 - x1) / geometry.SIDE, (y2 - y1) / geometry.SIDE
        block = self._blocks.setdefault((int(x1 // _BLOCK), int(y1 // _BLOCK)), HachureBlock())
        box = QRectF(QPointF(x1, y1), QPointF(x2, y2)).normalized().adjusted(-14, -14, 14, 14)
        block.reach = block.reach.united(box)
        (block.steep_sides if steep else block.slope_sides).append((x1, y1, ux, uy))
        crest = block.steep_crest if steep else block.slope_crest
        inset = 0.05 * geometry.SIDE
        crest.moveTo(x1 + ux * inset, y1 + uy * inset)
        crest.lineTo(x2 - ux * inset, y2 - uy * inset)

    def _crests(self, edge: Edge, rounding: float) -> QPainterPath:
        sides = [grid.side_ends(a, b) for (a, b), side in sorted(self._survey.map.sides.items()) if edge in side.edges]
        path = QPainterPath()
        for chain in chains(sides, geometry.corner_xy):
            _rounded(path, [geometry.corner_xy(corner) for corner in chain], rounding)
        return path


def _ticks(sides: list[Side], count: int, steep: bool, density: int) -> QPainterPath:
    """Return the ticks of hexsides, each a closed triangle that points to the right of its side."""
    if not sides:
        return QPainterPath()
    x1, y1, ux, uy = np.asarray(sides).T[:, :, None, None]
    i = np.arange(count)[None, :, None]
    way = geometry.SIDE * (0.07 + 0.86 * (i + 0.5) / count)
    length = (9.5 if steep else 7.2) * np.where(i % 2, 1.0, 0.74) + (2.0 if density else 0.0)
    half = (1.35 if steep else 1.0) * (1.6 if density else 1.0)
    px, py = x1 + ux * way, y1 + uy * way
    aside = half * np.asarray([-1.0, 1.0, 0.0, -1.0])
    ahead = length * np.asarray([0.0, 0.0, 1.0, 0.0])
    corners = np.stack([px + ux * aside - uy * ahead, py + uy * aside + ux * ahead], axis=-1)
    return geometry.lines_path(corners.reshape(-1, 4, 2))


def _rounded(path: QPainterPath, points: list[tuple[float, float]], radius: float) -> None:
    """Append a polyline whose corners are rounded by `radius`."""
    path.moveTo(*points[0])
    for (ax, ay), (bx, by), (cx, cy) in zip(points, points[1:], points[2:], strict=False):
        before, after = math.hypot(bx - ax, by - ay), math.hypot(cx - bx, cy - by)
        path.lineTo(bx - (bx - ax) / before * radius, by - (by - ay) / before * radius)
        path.quadTo(bx, by, bx + (cx - bx) / after * radius, by + (cy - by) / after * radius)
    path.lineTo(*points[-1])


def _line(canvas: Canvas, path: QPainterPath, colour: str, width: float, pixels: float) -> None:
    if path.isEmpty():
        return
    pen = QPen(QColor(colour), canvas.at_least(width, pixels))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    canvas.painter.strokePath(path, pen)


# --- Water: the great river as a ribbon, rivers and streams on exactly their hexsides (6.2.2) ----------------------

_GREAT_WIDTH = 40.0
_WIDTHS = {Edge.RIVER: {1: 13.0, 2: 11.0, 3: 9.5, 4: 8.5}, Edge.STREAM: {1: 6.5, 2: 6.0, 3: 5.0, 4: 4.2}}
_NEAR = 70.0
Corner = tuple[int, int]


keepable(Edge)


@keepable
@frozen
class Stream:
    """Hold one run of river or stream hexsides as a smooth line; `springs` tells which ends are springs."""

    kind: Edge
    name: str
    rank: int
    width: float
    points: Floats
    springs: tuple[bool, bool]
    path: QPainterPath = field(compare=False)


@keepable
class Water(Layer):
    """Lay out all water of a map and paint it."""

    PAINTED = ("great_names", "great_lines", "streams", "_great_path", "_ripples", "_sand")

    def __init__(self, survey: Survey) -> None:
        """Pull every course on to its hexsides."""
        self._survey = survey
        sides = {edge: _sides(survey, edge) for edge in (Edge.RIVER, Edge.STREAM)}
        great = [course for course in survey.courses if course.rank == GREAT]
        self.great_names = [course.name for course in great]
        self.great_lines = [
            _pulled(course, _skeleton(survey, sides[Edge.RIVER], course), survey.sheet) for course in great
        ]
        box = survey.sheet.adjusted(-_BEYOND, -_BEYOND, _BEYOND, _BEYOND)  # a part has the courses of all of it
        self.great = shapely.clip_by_rect(self._ribbon(), box.left(), box.top(), box.right(), box.bottom())
        self._great_path = geometry.path_of(self.great)
        self._ripples = [geometry.path_of(self.great.buffer(-inset)) for inset in (4.0, 8.5, 14.0)]
        self._sand = geometry.path_of(self.great.buffer(5.0).difference(self.great))
        centre_line = shapely.union_all([LineString(line) for line in self.great_lines])
        self.streams: list[Stream] = []
        for edge in (Edge.RIVER, Edge.STREAM):
            own = [ends for ends in sides[edge] if not _along(ends, centre_line)]
            for chain in chains(own, geometry.corner_xy):
                self.streams.append(self._stream(edge, chain))
        self.area = shapely.union_all(
            [self.great, *(LineString(stream.points).buffer(stream.width / 2) for stream in self.streams)]
        )

    def paint(self, canvas: Canvas) -> None:
        """Paint banks first, then the water, then the light on it."""
        painter, palette = canvas.painter, canvas.palette
        near = [stream for stream in self.streams if _reach(stream).intersects(canvas.rect)]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for stream in near:
            _stroke(canvas, stream, palette.bank, stream.width + (2.6 if stream.kind is Edge.RIVER else 1.8), 1.3)
        painter.fillPath(self._sand, QColor(palette.sand))
        bank, *ripples = self._shores
        shapes.stroke(painter, canvas.rect, bank, QPen(QColor(palette.bank), canvas.at_least(2.4, 1.0)))
        for stream in near:
            _stroke(canvas, stream, palette.water, stream.width, 0.9)
        painter.fillPath(self._great_path, QColor(palette.water))
        for lines, share in zip(ripples, (0.55, 0.38, 0.25), strict=True):
            light = QPen(faded(palette.water_line, share), canvas.at_least(1.1, 0.5))
            shapes.stroke(painter, canvas.rect, lines, light)
        for stream in near:
            if stream.kind is Edge.RIVER:
                painter.setPen(QPen(faded(palette.water_line, 0.5), 1.2))
                painter.drawPath(stream.path)

    @cached_property
    def _shores(self) -> list[list[Floats]]:
        """The banks of the great rivers and the ripples along them as points, of which those in view are painted."""
        return [geometry.lines_of(path) for path in (self._great_path, *self._ripples)]

    def _ribbon(self) -> BaseGeometry:
        """Return the great rivers as an area: a ribbon that widens in the hexes it fills and avoids every dot."""
        if not self.great_lines:
            return shapely.Polygon()
        parts: list[BaseGeometry] = [LineString(line).buffer(_GREAT_WIDTH / 2) for line in self.great_lines]
        parts += [shapely.Polygon(geometry.corners_xy(hex_id, 0.74)) for hex_id in sorted(self._survey.water)]
        shape = shapely.union_all(parts).buffer(26).buffer(-38).buffer(12)
        near = shape.buffer(16.0)
        dots = np.asarray([geometry.center_xy(hex_id) for hex_id in sorted(self._survey.playable)])
        wet = dots[shapely.contains_xy(near, dots)] if len(dots) else dots
        dry = shapely.union_all(shapely.buffer(shapely.points(wet), 15.0))
        return shapes.rings_changed(shape.difference(dry), lambda ring: shapes.softened(ring, 13.0))

    def _stream(self, edge: Edge, chain: list[Corner]) -> Stream:
        points = np.asarray([geometry.corner_xy(corner) for corner in chain])
        course = self._course_of(points)
        rank = course.rank if course else 4
        first, last = self._end(points[0], points[1]), self._end(points[-1], points[-2])
        whole = np.vstack([part for part in (first, points, last) if part is not None])
        line = shapes.through_midpoints([(float(x), float(y)) for x, y in whole])
        line = shapes.wiggled(line, 2.4 if edge is Edge.STREAM else 3.0, 17.0, 3)
        return Stream(
            edge,
            course.name if course else "",
            rank,
            _WIDTHS[edge].get(rank, 4.2),
            line,
            (first is None and self._is_spring(points[0]), last is None and self._is_spring(points[-1])),
            shapes.polyline(line),
        )

    def _course_of(self, points: Floats) -> Course | None:
        """Return the named course that follows a chain of hexsides most closely."""
        best, best_gap = None, _NEAR
        spots = shapely.points(points)
        for course in self._survey.courses:
            if course.rank == GREAT:
                continue
            gap = float(np.mean(shapely.distance(LineString(course.points), spots)))
            if gap < best_gap:
                best, best_gap = course, gap
        return best

    def _end(self, end: Floats, before: Floats) -> Floats | None:
        """Return the point in the great river or off the sheet to which a chain's end continues, if it does."""
        x, y = float(end[0]), float(end[1])
        if self.great_lines:
            river = shapely.union_all([LineString(line) for line in self.great_lines])
            if river.distance(Point(x, y)) < 1.6 * _NEAR:
                mouth = (
                    river.interpolate(river.project(Point(x, y)))
                    if isinstance(river, LineString)
                    else (shapely.shortest_line(river, Point(x, y)).interpolate(0.0))
                )
                return np.asarray([[mouth.x, mouth.y]])
        inner = self._survey.sheet.adjusted(48.0, 48.0, -48.0, -48.0)
        if inner.contains(QPointF(x, y)):
            return None
        return np.asarray([end + (end - before) * 3.0])

    def _is_spring(self, end: Floats) -> bool:
        """Tell whether a chain's end meets no other water."""
        place = Point(float(end[0]), float(end[1]))
        return all(LineString(other.points).distance(place) > 12.0 for other in self.streams)


def _stroke(canvas: Canvas, stream: Stream, colour: str, width: float, pixels: float) -> None:
    pen = QPen(QColor(colour), canvas.at_least(width, pixels))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    canvas.painter.setPen(pen)
    body = stream.points
    for spring, ahead in zip(stream.springs, (1, -1), strict=True):
        tail = 8
        if not spring or len(body) < 3 * tail:
            continue
        run = body[::ahead][: tail + 1]
        body = body[tail:] if ahead == 1 else body[:-tail]
        for i in range(tail):
            thin = QPen(pen)
            thin.setWidthF(canvas.at_least(width * (0.3 + 0.7 * i / tail), pixels))
            canvas.painter.setPen(thin)
            canvas.painter.drawLine(QPointF(*run[i]), QPointF(*run[i + 1]))
        canvas.painter.setPen(pen)
    canvas.painter.drawPath(stream.path if body is stream.points else shapes.polyline(body))


def _reach(stream: Stream) -> QRectF:
    pad = stream.width + 4.0
    return stream.path.boundingRect().adjusted(-pad, -pad, pad, pad)


def _sides(survey: Survey, edge: Edge) -> list[tuple[Corner, Corner]]:
    """Return the hexsides that carry a kind of water, except those under the great river."""
    return [
        grid.side_ends(a, b)
        for (a, b), side in sorted(survey.map.sides.items())
        if edge in side.edges and a not in survey.water and b not in survey.water
    ]


def _along(side: tuple[Corner, Corner], line: BaseGeometry) -> bool:
    """Tell whether a hexside lies under the great river."""
    (ax, ay), (bx, by) = geometry.corner_xy(side[0]), geometry.corner_xy(side[1])
    return not line.is_empty and line.distance(Point((ax + bx) / 2, (ay + by) / 2)) < 34.0


def _skeleton(survey: Survey, sides: list[tuple[Corner, Corner]], course: Course) -> BaseGeometry:
    """Return the lines to which a great river is pulled: its hexsides, and the middles of the hexes it fills."""
    line = LineString(course.points)
    links = [(geometry.corner_xy(a), geometry.corner_xy(b)) for a, b in sides]
    links = [link for link in links if line.distance(LineString(link)) < _NEAR]
    ends = {point for link in links for point in link}
    for hex_id in sorted(survey.water):
        here = geometry.center_xy(hex_id)
        links += [(here, geometry.center_xy(other)) for other in grid.neighbours(hex_id) if other in survey.water]
        corners = [geometry.corner_xy(corner) for corner in grid.corners(hex_id)]
        links += [(here, corner) for corner in corners if corner in ends]
    return MultiLineString(links)


def _pulled(course: Course, skeleton: BaseGeometry, sheet: QRectF) -> Floats:
    """Return a smooth course, pulled to a skeleton where one is near on the sheet."""
    points = shapes.resample(shapes.catmull(course.points), 10.0)
    for reach, softness in ((95.0, 40.0), (70.0, 26.0)):
        if not skeleton.is_empty:
            spots = shapely.points(points)
            near = shapely.get_coordinates(shapely.get_point(shapely.shortest_line(skeleton, spots), 0))
            gap = np.hypot(*(near - points).T)[:, None]
            x, y = points.T
            inside = (x > sheet.left()) & (x < sheet.right()) & (y > sheet.top()) & (y < sheet.bottom())
            points = np.where((gap < reach) & inside[:, None], near, points)
        points = shapes.evened(points, softness)
    return points
