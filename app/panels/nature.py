"""The Orders page while players roll their own dice: a button for each face or for each thing that may be drawn."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QIcon, QKeySequence, QPixmap
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.panels.dice import Draw, die_image, draw_square
from app.panels.widgets import FlowLayout, Heading, KeyButton, Note, clear
from app.play.game_view import GameView


class NaturePage(QWidget):
    """Take what a player rolled or drew; `rolled` carries the outcome."""

    rolled = Signal(dict)
    title = "Roll"

    def __init__(self, game: GameView, draw_die: Draw = draw_square, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.game, self._draw_die = game, draw_die
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 8)
        self.heading = Heading()
        self.note = Note()
        box = QWidget()
        self.flow = FlowLayout(box)
        for part in (self.heading, self.note, box):
            column.addWidget(part)
        column.addStretch(1)
        self.buttons: list[KeyButton] = []

    def show_request(self, request: Any) -> None:
        """Offer each outcome of a request once."""
        clear(self.flow)
        game, die = self.game, request.kind == "die"
        self.heading.setText(game.words.request(request.kind)[1])
        self.note.setText(f"For: {game.words.purpose(request, game.names)}.")
        self.buttons = [self._die(item) if die else self._draw(item) for item in dict.fromkeys(request.items)]
        for button, item in zip(self.buttons, dict.fromkeys(request.items), strict=True):
            button.clicked.connect(lambda *_, item=item: self.rolled.emit({request.kind: item}))
            self.flow.addWidget(button)

    def _die(self, face: Any) -> KeyButton:
        key = str(face) if isinstance(face, int) else ""
        button = KeyButton("", key, f"It is {face}.")
        button.setAccessibleName(str(face))
        image = die_image(self._draw_die, face, 36, self.devicePixelRatioF())
        button.setIcon(QIcon(QPixmap.fromImage(image)))
        button.setIconSize(QSize(36, 36))
        button.setShortcut(QKeySequence(key))  # a shortcut beats the board, where 0 means something else
        return button

    def _draw(self, item: Any) -> KeyButton:
        name = self.game.names.of(str(item))
        button = KeyButton(name, "", "")
        button.setAccessibleName(name)
        return button
