"""The curtain between players with hidden hands: it falls before another seat looks."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.panels.widgets import KeyButton, Label, Note
from app.sides import Side


class Curtain(QWidget):
    """Cover the table until the player who is asked says that he is alone in front of it."""

    opened = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Curtain")
        self.title, self.note = Label(), Note("Only you may look now. The other player turns away.")
        self.title.setProperty("role", "title")
        self.note.setWordWrap(False)
        self.button = KeyButton("I am alone at the table  ·  Space", "Space", "Show your side of the table.")
        self.button.setProperty("primary", "true")
        self.button.clicked.connect(self.opened)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addStretch(2)
        for part in (self.title, self.note, self.button):
            column.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    def wait_for(self, side: Side) -> None:
        """Call a side to the table."""
        self.title.setText(f"{side.noun[:1].upper()}{side.noun[1:]}, please.")
        self.title.setStyleSheet(f"color: {side.colour};")
        self.setAccessibleDescription(self.title.text())
