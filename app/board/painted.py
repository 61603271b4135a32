"""Painted pictures: layers with parts painted anew, what stands in for missing tiles, copies."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, TypeVar

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem

# --- A layer of the board: an item as large as the board that ignores the mouse, and has parts of it painted anew ---

_EDGE = 2
"""How far a shape may reach beyond its bounds in a view, in pixels."""


def touch(item: QGraphicsItem, area: QRectF) -> None:
    """Have a part of an item painted anew: `update` would do so with all that lies between several parts.

    `QGraphicsScene.update` would not do: it may paint the window before items that have shrunk meanwhile have their
    old room painted, which is then forgotten.
    """
    scene = item.scene()
    if scene is None:
        return
    room = item.mapRectToScene(area)
    for view in scene.views():
        part = view.viewportTransform().mapRect(room).toAlignedRect()
        view.viewport().update(part.adjusted(-_EDGE, -_EDGE, _EDGE, _EDGE))


class BoardLayer(QGraphicsItem):
    """An item over the whole board; a subclass paints the exposed part of it."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self._bounds = QRectF()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        """Return the bounds of the board."""
        return self._bounds

    def set_bounds(self, bounds: QRectF) -> None:
        """Set the bounds of the board."""
        self.prepareGeometryChange()
        self._bounds = bounds


# --- The picture of a whole sheet that stands in where tiles are missing -------------------------------------------

PIXELS: Final = 1_600_000
"""Pixels of the picture at most."""
_STRIP: Final = 64
"""Height of the strips in which it is drawn, in pixels."""


class StandIn:
    """Draws a sheet strip by strip, so that it can be done ahead, and paints parts of it stretched."""

    def __init__(
        self, sheet: QRectF, draw: Callable[[QPainter, QRect, QPointF, float], None], blank: Callable[[QSize], QImage]
    ) -> None:
        """Take the sheet's bounds, `draw(painter, pixels, corner of the sheet, scale)` and an empty picture's maker."""
        self._sheet, self._draw, self._blank = sheet, draw, blank
        self._picture: QPixmap | None = None
        self._draft = QImage()
        self._drawn = 0

    @property
    def scale(self) -> float:
        """The pixels to a unit of the sheet."""
        return min(1.0, math.sqrt(PIXELS / (self._sheet.width() * self._sheet.height())))

    def forget(self) -> None:
        """Give up what has been drawn."""
        self._picture, self._draft = None, QImage()

    def draw_more(self) -> bool:
        """Draw one more strip; return whether there is more to draw."""
        if self._picture is not None:
            return False
        if self._draft.isNull():
            size = self._sheet.size() * self.scale
            self._draft, self._drawn = self._blank(QSize(max(1, int(size.width())), max(1, int(size.height())))), 0
        part = QRect(0, self._drawn, self._draft.width(), _STRIP).intersected(self._draft.rect())
        painter = QPainter(self._draft)
        self._draw(painter, part, self._sheet.topLeft(), self.scale)
        painter.end()
        self._drawn += _STRIP
        if self._drawn >= self._draft.height():
            self._picture, self._draft = QPixmap.fromImage(alone(self._draft)), QImage()
        return self._picture is None

    def whole(self) -> QPixmap:
        """Return the picture; what is not drawn yet is drawn now."""
        while self._picture is None:
            self.draw_more()
        return self._picture

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Paint an area of the sheet."""
        picture = self.whole()
        scale = picture.width() / self._sheet.width()
        corner = (area.topLeft() - self._sheet.topLeft()) * scale
        painter.drawPixmap(area, picture, QRectF(corner, area.size() * scale))


# --- Painted pictures: how they are kept, and where they are drawn -------------------------------------------------

Picture = TypeVar("Picture", QImage, QPixmap)


def alone(picture: Picture) -> Picture:
    """Return a picture without what it was painted with: Qt keeps that with it, up to five times its own room."""
    return picture.copy()


def around(spot: QPointF, picture: QPixmap, ratio: float) -> QRectF:
    """Return where a picture is drawn around a point of a window, so that its pixels are those of the screen.

    `ratio` are the screen's pixels to one of the window.
    """
    wide, tall = picture.width(), picture.height()
    left, top = round(spot.x() * ratio - wide / 2), round(spot.y() * ratio - tall / 2)
    return QRectF(left / ratio, top / ratio, wide / ratio, tall / ratio)
