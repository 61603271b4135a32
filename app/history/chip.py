"""The chip over the board that offers to show what has happened while a player gave no orders."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from app.panels.widgets import KeyButton

MARGIN = 12


class SinceChip(KeyButton):
    """A button in the upper left corner of what it lies over; hidden until it is offered."""

    def __init__(self, over: QWidget) -> None:
        super().__init__("What just happened", "", "Replay everything since your last order.", over)
        over.installEventFilter(self)
        self.hide()

    def offer(self, offered: bool, key: str) -> None:
        """Show the chip with its key, or hide it."""
        self.show_key(key)
        self.setVisible(offered)
        self._settle()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay above what else is laid there."""
        if event.type() == QEvent.Type.Resize:
            self._settle()
        return False

    def _settle(self) -> None:
        self.resize(self.sizeHint())
        self.move(MARGIN, MARGIN)
        self.raise_()
