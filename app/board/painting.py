"""Pictures of a part of a scene, painted at once, or strip by strip so that the program goes on meanwhile."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene

STRIP: Final = 48
"""Pixels of a strip from top to bottom: of the largest map, 640 pixels wide, one takes 25 ms."""


class Painting:
    """A picture of a part of a scene, as large as fits, or of exactly `size` where it lies in `target`.

    `before` is what has to be done before the first strip, step by step.
    """

    def __init__(
        self, scene: QGraphicsScene, part: QRectF, size: QSize, ground: QColor | str, target: QRectF | None = None
    ) -> None:
        self._scene, self._part = scene, part
        fitted = part.size().scaled(QSizeF(size), Qt.AspectRatioMode.KeepAspectRatio).toSize()
        self.image = QImage(fitted if target is None else size, QImage.Format.Format_RGB32)
        self.image.fill(QColor(ground))
        self._target = QRectF(self.image.rect()) if target is None else target
        self._painted = 0
        self.before: Iterator[None] = iter(())

    @property
    def scale(self) -> float:
        """Return the pixels of the picture to a unit of the scene."""
        return self._target.width() / self._part.width()

    def paint_more(self) -> bool:
        """Do the next step, or paint one more strip; return whether there is more to paint."""
        for _ in self.before:
            return True
        self._paint(QRect(0, self._painted, self.image.width(), STRIP))
        self._painted += STRIP
        return self._painted < self.image.height()

    def whole(self) -> QImage:
        """Paint all of it now; return the picture."""
        deque(self.before, maxlen=0)
        self._paint(self.image.rect())
        return self.image

    def _paint(self, strip: QRect) -> None:
        painter = QPainter(self.image)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipRect(strip)  # the scale stays what it is to the last bit: much is kept by it
        self._scene.render(painter, self._target, self._part)
        painter.end()


def middle(part: QSizeF, size: QSize, zoom: float) -> QRectF:
    """Return where a part of a scene lies in the middle of a picture at a scale, as large as fits at 0."""
    fitted = part * zoom if zoom else part.scaled(QSizeF(size), Qt.AspectRatioMode.KeepAspectRatio)
    return QRectF(QPointF((size.width() - fitted.width()) / 2, (size.height() - fitted.height()) / 2), fitted)
