"""How far something has come that takes longer than a moment, with a button that ends it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QProgressBar, QVBoxLayout, QWidget

from app.panels.widgets import Label

WIDE: Final = 340
STEPS: Final = 1000  # of the bar


class ProgressDialog(QDialog):
    """Show words over a bar; Cancel, Esc and the window's cross set `cancelled`."""

    def __init__(self, title: str, words: str, parent: QWidget | None = None, *, cancel: bool = True) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.ApplicationModal)
        self.cancelled = False
        self._may_cancel = cancel
        self.words, self.bar = Label(words), QProgressBar()
        self.bar.setRange(0, STEPS)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(words)
        column = QVBoxLayout(self)
        column.addWidget(self.words)
        column.addWidget(self.bar)
        if cancel:
            buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
            buttons.rejected.connect(self.reject)
            column.addWidget(buttons)
        self.setMinimumWidth(WIDE)

    def show_share(self, done: float) -> None:
        """Show how far it has come, from 0 to 1."""
        self.bar.setValue(round(done * STEPS))

    def reject(self) -> None:
        """Note that the player does not want to wait; what runs ends at its next step."""
        self.cancelled = self._may_cancel
