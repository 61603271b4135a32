"""The track of a game: a slider over its stops, with the turns marked and numbered by their headings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSlider, QWidget

from app.history.stops import CHIT, TURN, Stop
from app.theme import faces

MARGIN, HIGH = 10, 38
INK, FAINT, NOW = QColor("#eadfc8"), QColor(234, 223, 200, 110), QColor("#d7a24b")
WIDEST = 150
"""Most room for the words of a turn, beside text of the usual size."""


class Track(QSlider):
    """A slider over stops; a press goes straight there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.stops: Sequence[Stop] = ()
        self.setAccessibleName("Game timeline")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def lay(self, stops: Sequence[Stop]) -> None:
        """Take the stops of a game; the last one is the present position."""
        self.stops = stops
        self.setRange(0, max(0, len(stops) - 1))
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the track with its headings."""
        return QSize(320, faces.scaled(HIGH))

    def minimumSizeHint(self) -> QSize:
        """Return the least room."""
        return QSize(120, faces.scaled(HIGH))

    def place(self, index: int) -> float:
        """Return where a stop lies, in pixels from the left."""
        return MARGIN + (self.width() - 2 * MARGIN) * index / max(1, self.maximum())

    def _index(self, x: float) -> int:
        part = (x - MARGIN) / max(1, self.width() - 2 * MARGIN)
        return round(min(1.0, max(0.0, part)) * self.maximum())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the stop under the pointer."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self._index(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer."""
        if self.isSliderDown():
            self.setValue(self._index(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Stay where the pointer was let go."""
        self.setSliderDown(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line with its marks, the headings of turns, and where one is."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = self.height() - 13
        painter.setPen(QPen(FAINT, 4, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(MARGIN, line), QPointF(self.width() - MARGIN, line))
        here = self.place(self.value())
        painter.setPen(QPen(NOW, 4, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(MARGIN, line), QPointF(here, line))
        self._marks(painter, line)
        painter.setPen(QPen(QColor("#3c2f23"), 1.5))
        painter.setBrush(INK if self.hasFocus() else NOW)
        painter.drawEllipse(QPointF(here, line), 8, 8)
        painter.end()

    def _marks(self, painter: QPainter, line: int) -> None:
        turns = [index for index, stop in enumerate(self.stops) if stop.kind == TURN]
        for index, stop in enumerate(self.stops):
            if stop.kind == CHIT:
                x = self.place(index)
                painter.setPen(QPen(FAINT, 1.4))
                painter.drawLine(QPointF(x, line - 6), QPointF(x, line + 6))
        written = 0.0
        for index, after in pairwise([*turns, self.maximum()]):
            x = self.place(index)
            painter.setPen(QPen(INK, 1.8))
            painter.drawLine(QPointF(x, line - 10), QPointF(x, line + 7))
            room = QRectF(x, 0, min(faces.scaled(WIDEST), max(self.place(after) - x - 6, 0)), line - 10)
            words = self._words(self.stops[index].turn, room.width())
            if words and x >= written:
                painter.setPen(INK)
                painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), words)
                written = room.right()

    def _words(self, heading: str, room: float) -> str:
        """Return as much of a heading as there is room for, or nothing."""
        shorter = (heading, heading.partition(":")[0], heading.partition(":")[0].rpartition(" ")[2])
        return next((words for words in shorter if self.fontMetrics().horizontalAdvance(words) <= room), "")
