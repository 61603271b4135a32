"""The chit or card in play, resting in the prompt bar."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.theme import faces

Draw = Callable[[QPainter, QRectF], None]
SIDE, SMALL = 62, 50
TILT = -4.0


class PieceInPlay(QWidget):
    """Show one piece a little askew, with its shadow; hidden while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draw: Draw | None = None
        self._look: Hashable = None
        self.small = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_piece(self, draw: Draw | None, words: str = "", look: Hashable = None) -> None:
        """Show a piece drawn into a square, or none; `words` name it, `look` tells its picture from others."""
        if look is not None and (look, words) == (self._look, self.toolTip()):
            return
        self._draw, self._look = draw, look
        self.setToolTip(words)
        self.setAccessibleName(words)
        self.setVisible(draw is not None)
        self.update()

    @property
    def side(self) -> int:
        """Return the side of the piece in pixels."""
        return faces.scaled(SMALL if self.small else SIDE)

    def sizeHint(self) -> QSize:
        """Return room for the piece askew and its shadow."""
        return QSize(self.side + 10, self.side + 10)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the piece."""
        if self._draw is None:
            return
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(self.width() / 2, self.height() / 2)
        painter.rotate(TILT)
        half = self.side / 2
        box = QRectF(-half, -half, self.side, self.side)
        painter.setPen(QColor(0, 0, 0, 0))
        painter.setBrush(QColor(0, 0, 0, 70))
        painter.drawRoundedRect(box.translated(1, 3), self.side * 0.11, self.side * 0.11)
        self._draw(painter, box)
        painter.end()
