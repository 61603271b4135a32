"""Open country: parcels of farmland, vineyards in rows, marsh with reeds."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen
from shapely.geometry.base import BaseGeometry

from app.board import hexes as geometry
from app.systems.company_scale.board.ground import shapes
from app.systems.company_scale.board.ground.kept_layers import Layer, keepable
from app.systems.company_scale.board.ground.palette import faded
from app.systems.company_scale.board.ground.shapes import Floats
from app.systems.company_scale.board.ground.survey import Canvas, Survey
from app.systems.company_scale.board.ground.woods import scattered
from rules.company_scale.battle_map import Terrain

Drawing = Callable[[QPainterPath, float, float, float], None]
_LONG = np.asarray([[1.25, -0.35], [0.0, 0.86]])
"""Stretches parcels from south-west to north-east, into strips."""
_BLOCK = 420.0
"""Side of the blocks of ground that are painted or skipped together."""


@keepable
@dataclass(slots=True)
class Block:
    """Hold what is painted in one block of ground: fills by tint, edges, and rows or reeds."""

    fills: dict[int, QPainterPath] = field(default_factory=dict)
    edges: QPainterPath = field(default_factory=QPainterPath)
    rows: QPainterPath = field(default_factory=QPainterPath)
    reach: QRectF = field(default_factory=QRectF)

    def add(self, tint: int, shape: BaseGeometry) -> None:
        """Add a parcel."""
        path = geometry.path_of(shape)
        self.fills.setdefault(tint, QPainterPath()).addPath(path)
        self.edges.addPath(path)
        self.reach = self.reach.united(path.boundingRect())


@keepable
class Vineyards(Layer):
    """Lay out vineyards: parcels, each with its rows at an angle of its own."""

    PAINTED = ("_ground", "_blocks")

    def __init__(self, survey: Survey, clearing: BaseGeometry, tints: int) -> None:
        """Lay out the parcels, leaving the clearing (roads, water, houses) free."""
        hexes = survey.hexes(Terrain.VINEYARD)
        shape = shapes.smooth_region(hexes, 8.0).difference(clearing) if hexes else shapely.Polygon()
        self.shape = shape
        self._ground = geometry.path_of(shape)
        self._blocks: dict[tuple[int, int], Block] = {}
        vines: dict[tuple[int, int], list[Floats]] = {}
        for x, y, parcel in parcels(shape, 52.0, 1.3, 41):
            place = (int(x // _BLOCK), int(y // _BLOCK))
            block = self._blocks.setdefault(place, Block())
            key = (int(x * 4), int(y * 4))
            block.add(int(shapes.luck(*key, 3) * tints), parcel)
            vines.setdefault(place, []).extend(shapes.lines(rows(parcel, shapes.luck(*key, 9) * math.pi, 5.0)))
        for place, lines in vines.items():
            self._blocks[place].rows = geometry.lines_path(lines)

    def paint(self, canvas: Canvas) -> None:
        """Paint parcels, then their rows."""
        painter, palette = canvas.painter, canvas.palette
        edge = QPen(QColor(palette.vine_edge), canvas.at_least(0.8, 0.4))
        painter.fillPath(self._ground, QColor(palette.gardens))
        row = QPen(faded(palette.vine_rows, 0.35 + canvas.lod), canvas.at_least(1.5, 0.35))
        for block in self._blocks.values():
            if not block.reach.intersects(canvas.rect):
                continue
            for tint, path in block.fills.items():
                painter.fillPath(path, QColor(palette.vines[tint % len(palette.vines)]))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(edge)
            painter.drawPath(block.edges)
            painter.setPen(row)
            painter.drawPath(block.rows)


@keepable
class Farmland(Layer):
    """Lay out the faint parcels of open ground, so that clear hexes are not empty."""

    PAINTED = ("_blocks",)

    def __init__(self, survey: Survey, taken: Sequence[BaseGeometry], tints: int) -> None:
        """Store the ground; parcels are cut when first painted."""
        self._taken, self._tints = taken, tints
        self._sheet = survey.sheet
        self._blocks: dict[tuple[int, int], Block] | None = None

    def paint(self, canvas: Canvas) -> None:
        """Paint the parcels, which fade as the map zooms out."""
        share = min(1.0, (canvas.lod - 0.25) / 0.8)
        if share <= 0.0:
            return
        pen = QPen(faded(canvas.palette.field_lines, share), canvas.at_least(0.8, 0.5))
        canvas.painter.setBrush(Qt.BrushStyle.NoBrush)
        for block in self.cut().values():
            if not block.reach.intersects(canvas.rect):
                continue
            for tint, path in block.fills.items():
                canvas.painter.fillPath(path, faded(canvas.palette.fields[tint], share))
            canvas.painter.setPen(pen)
            canvas.painter.drawPath(block.edges)

    def cut(self) -> dict[tuple[int, int], Block]:
        """Return the parcels by blocks; they are cut the first time."""
        if self._blocks is None:
            self._blocks = {}
            sheet = self._sheet
            ground = shapely.box(sheet.left(), sheet.top(), sheet.right(), sheet.bottom())
            fields = parcels(ground, 74.0, 1.6, 51)
            places = np.asarray([(x, y) for x, y, _ in fields]).reshape(-1, 2)
            taken = np.zeros(len(fields), dtype=bool)
            for shape in self._taken:
                shapely.prepare(shape)
                taken |= shapely.contains_xy(shape, places)
            # Parcels are not clipped to open ground: whatever else is there is painted over them.
            for (x, y, parcel), hidden in zip(fields, taken.tolist(), strict=True):
                if not hidden:
                    block = self._blocks.setdefault((int(x // _BLOCK), int(y // _BLOCK)), Block())
                    block.add(int(shapes.luck(int(x * 4), int(y * 4), 13) * self._tints), parcel)
        return self._blocks


@keepable
class Marshes(Layer):
    """Lay out marshes: wet ground, short lines of standing water, tufts of reed."""

    PAINTED = ("_path", "_pools", "_reeds")

    def __init__(self, survey: Survey, clearing: BaseGeometry) -> None:
        """Lay out the marshes, leaving the clearing (roads, water, houses) free."""
        hexes = survey.hexes(Terrain.MARSH)
        shape = shapes.roughened(shapes.smooth_region(hexes, 8.0), 3.0, 26.0, 61) if hexes else shapely.Polygon()
        self.shape = shape.difference(clearing)
        self._path = geometry.path_of(self.shape)
        room = self.shape.buffer(-5.0)
        self._pools = self._planted(room, 15.0, 63, _pool)
        self._reeds = self._planted(room, 13.0, 65, _tuft)

    def paint(self, canvas: Canvas) -> None:
        """Paint the wet ground, its pools and its reeds."""
        if self._path.isEmpty():
            return
        painter, palette = canvas.painter, canvas.palette
        painter.fillPath(self._path, QColor(palette.marsh))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for path, colour, width in ((self._pools, palette.marsh_water, 1.5), (self._reeds, palette.reeds, 1.2)):
            pen = QPen(QColor(colour), canvas.at_least(width, 0.6))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawPath(path)

    @staticmethod
    def _planted(room: BaseGeometry, apart: float, seed: int, draw: Drawing) -> QPainterPath:
        path = QPainterPath()
        if not room.is_empty:
            points = scattered(room.bounds, apart, seed)
            for x, y in points[shapely.contains_xy(room, points)].tolist():
                draw(path, x, y, shapes.luck(int(x * 4), int(y * 4), seed))
        return path


def _pool(path: QPainterPath, x: float, y: float, share: float) -> None:
    half = 3.0 + 4.0 * share
    path.moveTo(x - half, y + 3.0)
    path.lineTo(x + half, y + 3.0)


def _tuft(path: QPainterPath, x: float, y: float, share: float) -> None:
    height = 4.2 + 2.6 * share
    for lean in (-2.6, -0.9, 0.9, 2.6):
        path.moveTo(x + lean * 0.25, y)
        path.quadTo(QPointF(x + lean * 0.4, y - height * 0.6), QPointF(x + lean, y - height * (1.0 - abs(lean) * 0.09)))


def parcels(shape: BaseGeometry, size: float, inset: float, seed: int) -> list[tuple[float, float, BaseGeometry]]:
    """Cut an area into parcels of about `size`, slightly apart from each other; return each with its seed point."""
    if shape.is_empty:
        return []
    left, top, right, bottom = (float(v) for v in shapely.box(*shape.bounds).buffer(2 * size).bounds)
    corners = np.asarray([(left, top), (right, top), (left, bottom), (right, bottom)]) @ np.linalg.inv(_LONG)
    points = scattered((*corners.min(axis=0), *corners.max(axis=0)), size, seed) @ _LONG
    points = points[shapely.contains_xy(shapely.box(left, top, right, bottom), points)]
    cells = shapely.get_parts(shapely.voronoi_polygons(shapely.multipoints(points)))
    shapely.prepare(shape)
    cells = cells[shapely.intersects(shape, cells)]
    inside = shapely.contains_properly(shape, cells)
    cut = np.where(inside, cells, shapely.intersection(np.where(inside, None, cells), shape))
    cut = shapely.buffer(cut, -inset, join_style="mitre")
    middles = shapely.get_coordinates(shapely.centroid(cells))
    return [
        (x, y, parcel)
        for (x, y), parcel in zip(middles.tolist(), cut.tolist(), strict=True)
        if parcel is not None and parcel.area > 30.0
    ]


def rows(parcel: BaseGeometry, angle: float, apart: float) -> BaseGeometry:
    """Return the rows of a vineyard parcel."""
    left, top, right, bottom = parcel.bounds
    middle = np.asarray([(left + right) / 2, (top + bottom) / 2])
    reach = math.hypot(right - left, bottom - top) / 2
    along = np.asarray([math.cos(angle), math.sin(angle)])
    across = np.asarray([-along[1], along[0]])
    steps = np.arange(-reach, reach, apart)
    starts = middle + steps[:, None] * across - along * reach
    ends = middle + steps[:, None] * across + along * reach
    lines: Floats = np.stack([starts, ends], axis=1)
    return shapely.multilinestrings(lines).intersection(parcel.buffer(-1.6))
