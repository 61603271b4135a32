"""Edges of areas that are painted again and again: shown as pictures, pixel for pixel what stroking them would give."""

from __future__ import annotations

import math
from collections import OrderedDict

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QWidget

from app.board.painted import alone

ROOM = 16_000_000
"""Bytes of pictures that are held."""
SEEN = 32
"""Edges that are remembered."""


class Strokes:
    """The edges painted last. One that is painted a second time in the same place is kept as a picture."""

    def __init__(self) -> None:
        self._held: OrderedDict[tuple[object, ...], tuple[QPainterPath, QImage | None]] = OrderedDict()

    def stroke(self, painter: QPainter, path: QPainterPath, pen: QPen) -> None:
        """Stroke a path with a cosmetic pen."""
        box = _box(painter, path, pen)
        if box is None:
            painter.strokePath(path, pen)
            return
        world = painter.worldTransform()
        place = (world.m11(), world.m22(), world.dx(), world.dy(), painter.device().devicePixelRatioF())
        key = (id(path), place, _look(pen), painter.renderHints())
        if key not in self._held:
            painter.strokePath(path, pen)
            self._hold(key, path, None)
            return
        image = self._held[key][1]
        if image is None:
            image = _picture(painter, path, pen, box)
            self._hold(key, path, image)
        ratio = image.devicePixelRatioF()
        painter.save()
        painter.setWorldTransform(QTransform())
        painter.drawImage(box, image, QRect(box.topLeft() * ratio, box.size() * ratio))
        painter.restore()

    def _hold(self, key: tuple[object, ...], path: QPainterPath, image: QImage | None) -> None:
        """Hold an edge, with its path so that no other takes its place in memory; forget the oldest."""
        self._held[key] = path, image
        self._held.move_to_end(key)
        while len(self._held) > SEEN or (image is not None and len(self._held) > 1 and self.size > ROOM):
            self._held.popitem(last=False)

    @property
    def size(self) -> int:
        """Return the bytes that are held."""
        return sum(image.sizeInBytes() for _, image in self._held.values() if image is not None)


def _look(pen: QPen) -> tuple[object, ...]:
    """Return all that tells one pen of a plain colour from another."""
    dashes = tuple(pen.dashPattern()), pen.dashOffset()
    return pen.color().rgba(), pen.widthF(), pen.style(), dashes, pen.capStyle(), pen.joinStyle(), pen.miterLimit()


def _box(painter: QPainter, path: QPainterPath, pen: QPen) -> QRect | None:
    """Return what an edge covers; None where its picture would not have the same pixels, as when it is cut off."""
    device, world = painter.device(), painter.worldTransform()
    upright = world.m12() == world.m21() == 0.0 and world.isAffine()
    if not (isinstance(device, QWidget | QImage | QPixmap) and upright and pen.isCosmetic()):
        return None
    if painter.opacity() != 1.0 or device.devicePixelRatioF() % 1.0:
        return None
    wide = math.ceil(pen.widthF()) + 2
    box = world.mapRect(path.boundingRect()).toAlignedRect().adjusted(-wide, -wide, wide, wide)
    return box if painter.viewport().contains(box) else None


def _picture(painter: QPainter, path: QPainterPath, pen: QPen, box: QRect) -> QImage:
    """Return an edge on nothing, from the corner of the device on: elsewhere its corners would be rounded otherwise."""
    ratio = painter.device().devicePixelRatioF()
    image = QImage(QSize(box.right() + 1, box.bottom() + 1) * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    brush = QPainter(image)
    brush.setRenderHints(painter.renderHints())
    brush.setWorldTransform(painter.worldTransform())
    brush.strokePath(path, pen)
    brush.end()
    return alone(image)


STROKES = Strokes()
"""The edges on every board of this program."""
