"""What lies on a board, as the view's own tools show it: overview, loupe, a board without counters; and its picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsScene


class Enlarged(NamedTuple):
    """A counter under the loupe: its picture, its name, and what it says in short lines."""

    picture: QPixmap
    name: str
    lines: Sequence[str]


class Dot(NamedTuple):
    """Where counters stand, in the colour of their side; one side is round, the other square."""

    at: QPointF
    colour: QColor
    round: bool


class Contents(Protocol):
    """What each system tells of its board."""

    def ground(self, size: QSize) -> QImage:
        """Return the map without counters, its bounds drawn into exactly this size."""
        ...

    def dots(self) -> Sequence[Dot]:
        """Return where counters stand."""
        ...

    def bare(self, on: bool) -> None:
        """Hide the counters and all that lies with them, or show them again."""
        ...

    def enlarged(self, point: QPointF, size: int) -> Sequence[Enlarged]:
        """Return the counters of the hex under a scene point, the uppermost first, `size` pixels high."""
        ...


def picture_of(
    scene: QGraphicsScene, part: QRectF, size: QSize, ground: QColor | str, target: QRectF | None = None
) -> QImage:
    """Return a part of a scene as large as fits, or a picture of exactly `size` where it lies in `target`."""
    fitted = part.size().scaled(QSizeF(size), Qt.AspectRatioMode.KeepAspectRatio).toSize()
    image = QImage(fitted if target is None else size, QImage.Format.Format_RGB32)
    image.fill(QColor(ground))
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    scene.render(painter, QRectF(image.rect()) if target is None else target, part)
    painter.end()
    return image


def middle(part: QSizeF, size: QSize, zoom: float) -> QRectF:
    """Return where a part of a scene lies in the middle of a picture at a scale, as large as fits at 0."""
    fitted = part * zoom if zoom else part.scaled(QSizeF(size), Qt.AspectRatioMode.KeepAspectRatio)
    return QRectF(QPointF((size.width() - fitted.width()) / 2, (size.height() - fitted.height()) / 2), fitted)
