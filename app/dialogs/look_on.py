"""A game that this program cannot play, to look on: who is asked, the map as it was sent last, and its log in words."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from app.dialogs.messages import fit, room
from app.panels.widgets import Heading, KeyButton, Label, MutedText

LEAST: Final = 200
BESIDE: Final = 420
"""Pixels of height: of the picture at least, and of everything beside it."""


class LookOnPage(QDialog):
    """Show how a game stands, in words and one picture; nothing can be ordered."""

    def __init__(self, why: str, parent: QWidget | None = None) -> None:
        """`why` tells why this program cannot play it."""
        super().__init__(parent)
        self.setWindowTitle("Looking on")
        fit(self, 700, 690)
        self.title, self.when, self.asked = Heading(), MutedText(), Label()
        self.why, self.problem = MutedText(why), Label()
        for part in (self.asked, self.problem):
            part.setWordWrap(True)
        self.problem.setProperty("role", "refusal")
        self.map, self.no_map = Label(), MutedText("No picture of the map has been sent yet.")
        self.map.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.map.setAccessibleName("The map as it was after the last move")
        self.log = QPlainTextEdit()
        self.log.setReadOnly(True)
        self.log.setAccessibleName("What happened, the newest first")
        self._lay_out()
        self.lose("")
        self.map.hide()

    def _lay_out(self) -> None:
        whole, bottom = QVBoxLayout(self), QHBoxLayout()
        whole.setContentsMargins(16, 14, 16, 12)
        whole.setSpacing(8)
        for part in (self.title, self.when, self.asked, self.problem, self.map, self.no_map):
            whole.addWidget(part)
        whole.addWidget(Heading("What happened"))
        whole.addWidget(self.log, 1)
        whole.addWidget(self.why)
        bottom.addStretch(1)
        close = KeyButton("Close", "Esc")
        close.clicked.connect(self.reject)
        bottom.addWidget(close)
        whole.addLayout(bottom)

    def show_game(self, title: str, when: str, asked: str, log: str) -> None:
        """Show a game: its title, what time it is in it, who is asked what, and its log."""
        self.lose("")
        for part, words in ((self.title, title), (self.when, when), (self.asked, asked)):
            part.setText(words)
            part.setVisible(bool(words))
        if self.log.toPlainText() != log:
            self.log.setPlainText(log)

    def show_map(self, jpeg: bytes) -> None:
        """Show the picture of the map; b"" if there is none."""
        picture = QPixmap()
        has_one = bool(jpeg) and picture.loadFromData(jpeg)
        if has_one:
            high = min(picture.height(), max(LEAST, room(self).height() - BESIDE))
            self.map.setPixmap(picture.scaledToHeight(high, Qt.TransformationMode.SmoothTransformation))
        self.map.setVisible(has_one)
        self.no_map.setVisible(not has_one)

    def lose(self, words: str) -> None:
        """Say that the host cannot be reached now; "" once it can."""
        self.problem.setText(words)
        self.problem.setVisible(bool(words))
