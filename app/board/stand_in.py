"""The picture of a whole sheet that stands in where tiles are missing."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QImage, QPainter, QPixmap

from app.board.painted import alone

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
