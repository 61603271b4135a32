"""The chip at the end of the menu bar that says which seats the computer plays."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenuBar, QToolButton

from app.text.markup import literal


class PlayersChip(QToolButton):
    """A button in the corner of the menu bar; a click asks who plays. Hidden where people play all.

    It does not lie over the map: whatever does makes panning slow.
    """

    def __init__(self, bar: QMenuBar) -> None:
        super().__init__(bar)
        self._bar = bar
        self.setProperty("role", "rule")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setToolTip("Who plays which side. Click to change it.")
        self.hide()

    def tell(self, seats: Sequence[str]) -> None:
        """Say who the computer plays; hide where it plays nobody."""
        self.setText(literal(f"Computer: {', '.join(seats)}"))
        self.setAccessibleName(self.text())
        self.setVisible(bool(seats))
        self._bar.setCornerWidget(self)
        self.setVisible(bool(seats))
        self._bar.adjustSize()
