"""Keys as they look on a keyboard: a small cap with a rim and a heavier edge below."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app import theme
from app.bindings import as_written, to_show
from app.theme import faces

TALL = 20.0
SIDE = 5.0


def cap_size(words: str) -> QSize:
    """Return the size of the cap of a key in pixels; nothing for no key."""
    words = as_written(to_show(words))
    if not words:
        return QSize(0, 0)
    wide = QFontMetricsF(faces.sans("caption", bold=True)).horizontalAdvance(words)
    tall = faces.scaled(TALL)
    return QSize(max(tall, round(wide + 2 * SIDE + 1)), tall)


def draw_cap(painter: QPainter, box: QRectF, words: str, ink: QColor, rim: QColor, ground: QColor) -> None:
    """Draw the cap of a key in a box."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    outer = box.adjusted(0.5, 0.5, -0.5, -0.5)
    if ground.alpha() == 255:  # a heavier edge below
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(rim)
        painter.drawRoundedRect(outer, 4, 4)
        outer = outer.adjusted(0, 0, 0, -2)
    painter.setBrush(ground)
    painter.setPen(QPen(rim, 1))
    painter.drawRoundedRect(outer, 4, 4)
    painter.setFont(faces.sans("caption", bold=True))
    painter.setPen(ink)
    painter.drawText(box.adjusted(0, 0, 0, -2), Qt.AlignmentFlag.AlignCenter, as_written(to_show(words)))
    painter.restore()


class KeyCap(QWidget):
    """The cap of a key by itself; a click on it is as good as the key."""

    pressed = Signal()

    def __init__(self, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(words)

    def sizeHint(self) -> QSize:
        """Return the size of the cap."""
        return cap_size(self.words)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Do what the key does."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cap."""
        now, painter = theme.current(), QPainter(self)
        draw_cap(painter, QRectF(self.rect()), self.words, QColor(now.muted), QColor(now.line), QColor(now.raised))
        painter.end()
