"""Halos of names: light strokes round them, which make them legible on woods."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Hashable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPen

from app.board.painted import alone
from app.systems.company_scale.board.ground.palette import faded
from app.systems.company_scale.board.ground.survey import Canvas

if TYPE_CHECKING:
    from app.systems.company_scale.board.ground.label_boxes import Placed

HALO = ((0.62, 0.22), (0.44, 0.42), (0.27, 0.86))
REGION_HALO = ((0.58, 0.34), (0.30, 0.82))
"""Strokes round a name: widths as shares of its size, and opacities."""
ROOM = 1_000_000
"""Bytes of pictures that are held."""


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
    """The halos of one zoom as pictures: a name is drawn again and again, and stroking it takes 1 to 10 ms.

    They lie at whole pixels, so that one picture serves wherever the name is placed.
    """

    def __init__(self) -> None:
        self._look: Hashable = None
        self._pictures: OrderedDict[Hashable, QImage] = OrderedDict()

    def paint(self, placed: Placed, canvas: Canvas) -> QPointF:
        """Paint the halo of a name from its picture, which is stroked the first time.

        Return how far its letters have to be moved to lie in the middle of it, in scene units.
        """
        painter, world = canvas.painter, canvas.painter.worldTransform()
        look = (world.m11(), world.m22(), canvas.palette.halo)
        if look != self._look:
            self._look = look
            self._pictures.clear()
        key = (placed.text, placed.kind, placed.size, round(placed.reach.width(), 2), round(placed.reach.height(), 2))
        if key not in self._pictures:
            self._pictures[key] = _picture(placed, canvas)
            while len(self._pictures) > 1 and self.size > ROOM:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        exact = world.map(placed.reach.topLeft())
        corner = QPoint(math.floor(exact.x() + 0.5), math.floor(exact.y() + 0.5))
        painter.save()
        painter.resetTransform()
        painter.drawImage(corner, self._pictures[key])
        painter.restore()
        return QPointF((corner.x() - exact.x()) / world.m11(), (corner.y() - exact.y()) / world.m22())

    @property
    def size(self) -> int:
        """Return the bytes that are held."""
        return sum(picture.sizeInBytes() for picture in self._pictures.values())


def _picture(placed: Placed, canvas: Canvas) -> QImage:
    """Return the halo as a picture, the corner of its reach at the corner."""
    world, reach = canvas.painter.worldTransform(), placed.reach
    size = QSize(math.ceil(reach.width() * world.m11()), math.ceil(reach.height() * world.m22()))
    picture = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHints(canvas.painter.renderHints())
    painter.scale(world.m11(), world.m22())
    painter.translate(-reach.topLeft())
    stroke_halo(painter, placed, canvas)
    painter.end()
    return alone(picture)
