"""Hexsides: slopes and steep slopes as hachures that point downhill, ridges as a crest, gray sides (6.2.1, 6.2.2)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen

from app.board import hexes as geometry
from app.systems.company_scale.board.ground.chains import chains
from app.systems.company_scale.board.ground.kept_layers import Layer, keepable
from app.systems.company_scale.board.ground.survey import Canvas, Survey
from rules.company_scale.battle_map import Edge
from rules.hexes import grid

_BLOCK = 480.0
Side = tuple[float, float, float, float]
"""Start and direction of a hexside; the low hex is on its right."""


@keepable
@dataclass(slots=True)
class Block:
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
        self._blocks: dict[tuple[int, int], Block] = {}
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
        block = self._blocks.setdefault((int(x1 // _BLOCK), int(y1 // _BLOCK)), Block())
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
    return geometry.lines_path(list(corners.reshape(-1, 4, 2)))


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
