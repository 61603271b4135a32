"""What is left of the folded column of the log: the last dice and the turn; a click unfolds it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app import theme
from app.bindings import as_written
from app.panels.key_cap import cap_size, draw_cap
from app.theme import faces

DIE, MOST = 24, 3


class Rail(QWidget):
    """Show the last dice, newest below, and the turn along the edge of the window."""

    unfolded = Signal()

    def __init__(self, draw_die: Callable[[QPainter, QRectF, Any], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draw_die = draw_die
        self.dice: list[Any] = []
        self.words = ""
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Log, collapsed")
        self.setToolTip(as_written("Show the log  [Ctrl+L]"))

    def add(self, faces_: list[Any]) -> None:
        """Show the dice that have just fallen after those before."""
        self.dice = [*self.dice, *faces_][-MOST:]
        self.update()

    def show_words(self, words: str) -> None:
        """Show the turn."""
        if words != self.words:
            self.words = words
            self.update()

    def clear(self) -> None:
        """Forget the dice of the last game."""
        self.dice = []
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Unfold the log."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.unfolded.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Unfold the log by Enter too."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.unfolded.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the key, the dice and the turn."""
        now, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(now.base))
        painter.fillRect(self.width() - 1, 0, 1, self.height(), QColor(now.line))
        if self.hasFocus():
            painter.setPen(QColor(now.brass))
            painter.drawRect(self.rect().adjusted(0, 0, -2, -1))
        cap = cap_size("Log")
        left, top = (self.width() - cap.width()) / 2, 10.0
        box = QRectF(QPointF(left, top), cap)
        draw_cap(painter, box, "Log", QColor(now.muted), QColor(now.line), QColor(now.raised))
        top += cap.height() + 14
        for face in self.dice:
            self._draw_die(painter, QRectF((self.width() - DIE) / 2, top, DIE, DIE), face)
            top += DIE + 12
        painter.setFont(faces.serif("note"))
        painter.setPen(QColor(now.muted))
        painter.translate(self.width() / 2, top + 8)
        painter.rotate(90)
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(QRectF(0, -12, 400, 24), flags, self.words)
        painter.end()
