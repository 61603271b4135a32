"""Open country and woods: parcels of farmland, vineyards, marsh, and crowns scattered over a green ground."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import shapely
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QRadialGradient, QTransform
from shapely.geometry.base import BaseGeometry

from app.board import hexes as geometry
from app.board.painted import alone
from app.systems.company_scale.board.ground import shapes
from app.systems.company_scale.board.ground.kept_layers import Layer, keepable
from app.systems.company_scale.board.ground.palette import Palette, faded
from app.systems.company_scale.board.ground.shapes import Floats
from app.systems.company_scale.board.ground.survey import Canvas, Survey
from rules.company_scale.battle_map import Terrain

# --- Woods: a green ground with a ragged edge, and crowns scattered over it ----------------------------------------

_DENSITIES = ((0.42, 10.5), (0.2, 16.0), (0.0, 27.0))
"""Least pixels to a unit, and the distance of crowns in units from there on."""
_KINDS = 10
_SIZES = 4


@keepable
class Woods(Layer):
    """Lay out the woods of a map; crowns are planted when first painted."""

    PAINTED = ("path", "_crowns")

    def __init__(self, survey: Survey, clearing: BaseGeometry) -> None:
        """Lay out the woods, leaving the clearing (roads, water, houses) free."""
        hexes = survey.hexes(Terrain.WOODS)
        shape = shapes.roughened(shapes.smooth_region(hexes, 9.0), 4.0, 24.0, 21) if hexes else shapely.Polygon()
        self.shape = shape.difference(clearing)
        self.path = geometry.path_of(self.shape)
        self._crowns: dict[float, tuple[Floats, npt.NDArray[np.int64]]] = {}

    def paint(self, canvas: Canvas) -> None:
        """Paint the ground of the woods, then the crowns from north to south."""
        if self.path.isEmpty():
            return
        canvas.painter.fillPath(self.path, QColor(canvas.palette.woods))
        canvas.painter.setPen(QPen(QColor(canvas.palette.woods_edge), canvas.at_least(1.0, 0.6)))
        canvas.painter.setBrush(Qt.BrushStyle.NoBrush)
        canvas.painter.drawPath(self.path)
        apart = next(spacing for least, spacing in _DENSITIES if canvas.lod >= least)
        points, kinds = self._planted(apart)
        pad = apart * 1.5
        low, high = np.searchsorted(points[:, 1], [canvas.rect.top() - pad, canvas.rect.bottom() + pad])
        points, kinds = points[low:high], kinds[low:high]
        seen = (points[:, 0] > canvas.rect.left() - pad) & (points[:, 0] < canvas.rect.right() + pad)
        self._stamp(canvas, apart, points[seen], kinds[seen])

    def plant(self) -> None:
        """Plant the crowns of every density."""
        for _, apart in _DENSITIES if not self.path.isEmpty() else ():
            self._planted(apart)

    def _planted(self, apart: float) -> tuple[Floats, npt.NDArray[np.int64]]:
        """Return the places and stamps of the crowns, from north to south."""
        if apart not in self._crowns:
            points = scattered(self.shape.bounds, apart, 31)
            room = self.shape.buffer(-0.22 * apart)
            points = points[shapely.contains_xy(room, points)] if not room.is_empty else points[:0]
            points = points[np.argsort(points[:, 1], kind="stable")]
            keys = np.round(points * 8.0).astype(np.int64)
            kinds = np.floor(shapes.chance(keys[:, 0], keys[:, 1], 77) * _KINDS * _SIZES).astype(np.int64)
            self._crowns[apart] = (points, kinds)
        return self._crowns[apart]

    def _stamp(self, canvas: Canvas, apart: float, points: Floats, kinds: npt.NDArray[np.int64]) -> None:
        painter = canvas.painter
        to_device = painter.worldTransform()
        stamps = crowns(canvas.palette, apart, round(canvas.lod, 3))
        if not 0.95 < to_device.m11() / canvas.lod < 1.05:  # on paper: its dots are finer than the stamps
            self._stamp_scaled(canvas, stamps, points, kinds)
            return
        half = stamps[0].width() / 2.0
        x = np.round(points[:, 0] * to_device.m11() + to_device.dx() - half).astype(int).tolist()
        y = np.round(points[:, 1] * to_device.m22() + to_device.dy() - half).astype(int).tolist()
        painter.save()
        painter.setWorldTransform(QTransform())
        draw = painter.drawImage
        for left, top, kind in zip(x, y, kinds.tolist(), strict=True):
            draw(left, top, stamps[kind])
        painter.restore()

    @staticmethod
    def _stamp_scaled(canvas: Canvas, stamps: Sequence[QImage], points: Floats, kinds: npt.NDArray[np.int64]) -> None:
        side = stamps[0].width() / canvas.lod
        for (x, y), kind in zip(points.tolist(), kinds.tolist(), strict=True):
            canvas.painter.drawImage(QRectF(x - side / 2, y - side / 2, side, side), stamps[kind])


@lru_cache(6)
def crowns(palette: Palette, apart: float, lod: float) -> Sequence[QImage]:
    """Draw the trees of a density at `lod` pixels to a unit; all parts of a map share them, as each takes 1 ms."""
    return [
        crown(palette, kind, apart * (0.54 + 0.09 * size), apart * 1.15, lod)
        for size in range(_SIZES)
        for kind in range(_KINDS)
    ]


def scattered(bounds: tuple[float, float, float, float], apart: float, seed: int) -> Floats:
    """Return points spread over a rectangle, about `apart` from each other; overlapping rectangles share points."""
    left, top, right, bottom = (float(value) / apart for value in bounds)
    j, i = np.mgrid[math.floor(top) : math.ceil(bottom) + 1, math.floor(left) : math.ceil(right) + 1]
    x = i + 0.5 * (j % 2) + 0.75 * (shapes.chance(i, j, seed) - 0.5)
    y = j + 0.75 * (shapes.chance(i, j, seed + 1) - 0.5)
    return np.column_stack([x.ravel(), y.ravel()]) * apart


def crown(palette: Palette, kind: int, radius: float, room: float, lod: float) -> QImage:
    """Draw one tree seen from above, lit from the north-west, at `lod` pixels to a unit."""
    size = max(3, math.ceil(2 * room * lod))
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(size / 2.0, size / 2.0)
    painter.scale(lod, lod)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(palette.crown_shadow))
    painter.drawEllipse(QPointF(radius * 0.34, radius * 0.42), radius * 0.98, radius * 0.9)
    lobes = [(0.0, 0.0, 0.8)] + [
        (0.42 * math.cos(angle), 0.42 * math.sin(angle), 0.5 + 0.1 * float(shapes.chance(kind, n, 5)))
        for n in range(5)
        for angle in [n * math.tau / 5 + kind * 0.7]
    ]
    base = QColor(palette.crowns[kind % len(palette.crowns)])
    painter.setBrush(QColor(palette.crown_dark))
    for x, y, r in lobes:
        painter.drawEllipse(QPointF(x * radius, y * radius), r * radius + 0.5, r * radius + 0.5)
    for x, y, r in lobes:
        shade = QRadialGradient(QPointF((x - 0.25) * radius, (y - 0.3) * radius), r * radius * 1.25)
        shade.setColorAt(0.0, _between(base, QColor(palette.crown_light), 0.55))
        shade.setColorAt(0.55, base)
        shade.setColorAt(1.0, _between(base, QColor(palette.crown_dark), 0.8))
        painter.setBrush(shade)
        painter.drawEllipse(QPointF(x * radius, y * radius), r * radius * 0.94, r * radius * 0.94)
    painter.setBrush(_glow(palette, radius))
    painter.drawEllipse(QRectF(-radius * 0.85, -radius * 0.85, radius * 1.6, radius * 1.6))
    painter.end()
    return alone(image)


def _glow(palette: Palette, radius: float) -> QRadialGradient:
    """Return the sunlight on the north-west of a crown."""
    glow = QRadialGradient(QPointF(-0.35 * radius, -0.4 * radius), radius * 1.1)
    light = QColor(palette.crown_light)
    light.setAlpha(150)
    glow.setColorAt(0.0, light)
    light.setAlpha(0)
    glow.setColorAt(0.7, light)
    return glow


def _between(first: QColor, second: QColor, share: float) -> QColor:
    return QColor.fromRgbF(
        first.redF() + (second.redF() - first.redF()) * share,
        first.greenF() + (second.greenF() - first.greenF()) * share,
        first.blueF() + (second.blueF() - first.blueF()) * share,
    )


# --- Open country: parcels of farmland, vineyards in rows, marsh with reeds ----------------------------------------

Drawing = Callable[[QPainterPath, float, float, float], None]
_LONG = np.asarray([[1.25, -0.35], [0.0, 0.86]])
"""Stretches parcels from south-west to north-east, into strips."""
_BLOCK = 420.0
"""Side of the blocks of ground that are painted or skipped together."""
_CLUMP = 60.0
"""Side of those of a marsh, which are full of short lines."""


@keepable
@dataclass(slots=True)
class TintBlock:
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
        shape = shapes.inside(shape, survey.around)
        self.shape = shape
        self._ground = geometry.path_of(shape)
        self._blocks: dict[tuple[int, int], TintBlock] = {}
        vines: dict[tuple[int, int], list[Floats]] = {}
        for x, y, parcel in parcels(shape, 52.0, 1.3, 41):
            place = (int(x // _BLOCK), int(y // _BLOCK))
            block = self._blocks.setdefault(place, TintBlock())
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
        self._sheet = survey.sheet.intersected(survey.around)
        self._blocks: dict[tuple[int, int], TintBlock] | None = None

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

    def cut(self) -> dict[tuple[int, int], TintBlock]:
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
                    block = self._blocks.setdefault((int(x // _BLOCK), int(y // _BLOCK)), TintBlock())
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
        for paths, colour, width in ((self._pools, palette.marsh_water, 1.5), (self._reeds, palette.reeds, 1.2)):
            pen = QPen(QColor(colour), canvas.at_least(width, 0.6))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            half, seen = pen.widthF() / 2, canvas.rect
            for path in paths:
                if path.controlPointRect().adjusted(-half, -half, half, half).intersects(seen):
                    painter.drawPath(path)

    @staticmethod
    def _planted(room: BaseGeometry, apart: float, seed: int, draw: Drawing) -> list[QPainterPath]:
        """Return what grows or stands in the marshes, in small blocks: Qt takes ten times as long for one path."""
        blocks: dict[tuple[int, int], QPainterPath] = {}
        if not room.is_empty:
            points = scattered(room.bounds, apart, seed)
            for x, y in points[shapely.contains_xy(room, points)].tolist():
                path = blocks.setdefault((int(x // _CLUMP), int(y // _CLUMP)), QPainterPath())
                draw(path, x, y, shapes.luck(int(x * 4), int(y * 4), seed))
        return list(blocks.values())


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
