"""Edges of areas, stroked once and then shown as pictures: pixel for pixel what stroking them again would give."""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QWidget

ROOM = 24_000_000
"""Bytes of pictures that are held."""


class Stroke(NamedTuple):
    """An edge as a picture: its path, and the picture's corner where the board has not moved."""

    path: QPainterPath
    corner: QPoint
    image: QImage


class Strokes:
    """The edges shown last, as far as they lie within view. The board may move by whole pixels under them."""

    def __init__(self) -> None:
        self._held: OrderedDict[tuple[object, ...], Stroke] = OrderedDict()

    def stroke(self, painter: QPainter, path: QPainterPath, pen: QPen) -> None:
        """Stroke a path with a cosmetic pen."""
        device, world = painter.device(), painter.worldTransform()
        ratio = device.devicePixelRatioF()
        upright = world.m12() == world.m21() == 0.0 and world.isAffine()
        fit = isinstance(device, QWidget | QImage | QPixmap) and painter.opacity() == 1.0 and upright
        if not fit or ratio != int(ratio) or not pen.isCosmetic():
            painter.strokePath(path, pen)
            return
        moved = QPoint(math.floor(world.dx()), math.floor(world.dy()))
        rest = (world.dx() - moved.x(), world.dy() - moved.y())
        look = (pen.color().rgba(), pen.widthF(), pen.style(), pen.joinStyle(), pen.capStyle())
        key = (id(path), look, world.m11(), world.m22(), rest, ratio, painter.renderHints())
        wide = math.ceil(pen.widthF()) + 2
        box = world.mapRect(path.boundingRect()).toAlignedRect().adjusted(-wide, -wide, wide, wide)
        if not painter.viewport().contains(box):  # what is cut off is not rounded alike
            painter.strokePath(path, pen)
            return
        found = self._held.get(key)
        if found is None:
            found = self._hold(key, Stroke(path, box.topLeft() - moved, _picture(painter, path, pen, box, ratio)))
        painter.save()
        painter.setWorldTransform(QTransform())
        painter.drawImage(found.corner + moved, found.image)
        painter.restore()

    def _hold(self, key: tuple[object, ...], made: Stroke) -> Stroke:
        """Hold an edge, with its path so that no other takes its place in memory; forget the oldest."""
        self._held[key] = made
        self._held.move_to_end(key)
        while len(self._held) > 1 and self.size > ROOM:
            self._held.popitem(last=False)
        return made

    @property
    def size(self) -> int:
        """Return the bytes that are held."""
        return sum(held.image.sizeInBytes() for held in self._held.values())


def _picture(painter: QPainter, path: QPainterPath, pen: QPen, box: QRect, ratio: float) -> QImage:
    """Return an edge, which lies in a box, on nothing."""
    image = QImage(box.size() * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    if image.isNull():
        return image
    brush = QPainter(image)
    brush.setRenderHints(painter.renderHints())
    brush.setWorldTransform(painter.worldTransform() * QTransform.fromTranslate(-box.x(), -box.y()))
    brush.strokePath(path, pen)
    brush.end()
    return image


STROKES = Strokes()
"""The edges on every board of this program."""
