"""Halos of names: light strokes round them, which make them legible on woods."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPainter, QPen, QTransform

from app.systems.company_scale.board.ground.palette import faded
from app.systems.company_scale.board.ground.survey import Canvas

if TYPE_CHECKING:
    from app.systems.company_scale.board.ground.labels import Placed

HALO = ((0.62, 0.22), (0.44, 0.42), (0.27, 0.86))
REGION_HALO = ((0.50, 0.30), (0.25, 0.60))
"""Strokes round a name: widths as shares of its size, and opacities."""


def halo_width(size: float, share: float) -> float:
    """Return the width of a stroke round a name."""
    return max(2.4, size * share)


def stroke_halo(painter: QPainter, placed: Placed, canvas: Canvas) -> None:
    """Stroke the halo of a name."""
    for width, opacity in REGION_HALO if placed.kind == "region" else HALO:
        pen = QPen(faded(canvas.palette.halo, opacity), halo_width(placed.size, width))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(placed.path, pen)


class Halos:
    """The halos of one zoom as pictures: a name is drawn again and again, and stroking it takes 1 to 10 ms."""

    def __init__(self) -> None:
        self._look: Hashable = None
        self._pictures: dict[Hashable, tuple[QPoint, QImage]] = {}

    def paint(self, placed: Placed, canvas: Canvas) -> None:
        """Paint the halo of a name from its picture, which is stroked the first time."""
        world = canvas.painter.worldTransform()
        whole = QPoint(math.floor(world.dx()), math.floor(world.dy()))
        part = world * QTransform.fromTranslate(-whole.x(), -whole.y())
        look = (part.m11(), part.m22(), part.dx(), part.dy(), canvas.palette.halo)
        if look != self._look:
            self._look = look
            self._pictures.clear()
        key = (placed.text, placed.kind, placed.size, placed.reach.getCoords())
        if key not in self._pictures:
            self._pictures[key] = _picture(placed, canvas, part)
        corner, picture = self._pictures[key]
        canvas.painter.save()
        canvas.painter.resetTransform()
        canvas.painter.drawImage(corner + whole, picture)
        canvas.painter.restore()


def _picture(placed: Placed, canvas: Canvas, world: QTransform) -> tuple[QPoint, QImage]:
    """Return the halo as a picture, and where its corner lies."""
    box: QRect = world.mapRect(placed.reach).toAlignedRect()
    picture = QImage(box.size(), QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHints(canvas.painter.renderHints())
    painter.setTransform(world * QTransform.fromTranslate(-box.x(), -box.y()))
    stroke_halo(painter, placed, canvas)
    painter.end()
    return box.topLeft(), picture
