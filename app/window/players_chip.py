"""The chip over the board that says which seats the computer plays."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from app.panels.widgets import KeyButton

MARGIN = 12


class PlayersChip(KeyButton):
    """A button in the upper right corner of what it lies over; a click asks who plays. Hidden where people play all."""

    def __init__(self, over: QWidget) -> None:
        super().__init__("", "", "Who plays which side; click to change it.", over)
        self._over = over
        over.installEventFilter(self)
        self.hide()

    def tell(self, seats: Sequence[str]) -> None:
        """Say who the computer plays; hide where it plays nobody."""
        self.setText(f"Computer: {', '.join(seats)}")
        self.setAccessibleName(f"The computer plays {', '.join(seats)}")
        self.setVisible(bool(seats))
        self._settle()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner, above what else is laid there."""
        if event.type() == QEvent.Type.Resize:
            self._settle()
        return False

    def _settle(self) -> None:
        self.resize(self.sizeHint())
        self.move(self._over.width() - self.width() - MARGIN, MARGIN)
        self.raise_()
