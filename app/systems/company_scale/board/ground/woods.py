"""Woods: a green ground with a ragged edge, and crowns scattered over it."""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np
import numpy.typing as npt
import shapely
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QRadialGradient, QTransform
from shapely.geometry.base import BaseGeometry

from app.board import hexes as geometry
from app.board.painted import alone
from app.systems.company_scale.board.ground import shapes
from app.systems.company_scale.board.ground.kept_layers import Layer, keepable
from app.systems.company_scale.board.ground.palette import Palette
from app.systems.company_scale.board.ground.shapes import Floats
from app.systems.company_scale.board.ground.survey import Canvas, Survey
from rules.company_scale.battle_map import Terrain

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

    @cached_property
    def _stamps(self) -> dict[tuple[str, float, float], list[QImage]]:
        return {}

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
        stamps = self._drawn(canvas.palette, apart, canvas.lod)
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
    def _stamp_scaled(canvas: Canvas, stamps: list[QImage], points: Floats, kinds: npt.NDArray[np.int64]) -> None:
        side = stamps[0].width() / canvas.lod
        for (x, y), kind in zip(points.tolist(), kinds.tolist(), strict=True):
            canvas.painter.drawImage(QRectF(x - side / 2, y - side / 2, side, side), stamps[kind])

    def _drawn(self, palette: Palette, apart: float, lod: float) -> list[QImage]:
        key = (palette.name, apart, round(lod, 3))
        if key not in self._stamps:
            if len(self._stamps) > 5:
                self._stamps.clear()
            self._stamps[key] = [
                crown(palette, kind, apart * (0.54 + 0.09 * size), apart * 1.15, lod)
                for size in range(_SIZES)
                for kind in range(_KINDS)
            ]
        return self._stamps[key]


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
