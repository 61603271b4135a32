"""One quiet line on the start page: whether to tell of new versions, and that there is one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.panels.widgets import KeyButton, MutedText

QUESTION = "Tell you when a new version is out?"
PROMISE = "Chitpull checks its releases page once a day and sends nothing about you."


class NewerLine(QWidget):
    """A sentence with up to two buttons; nothing waits for it. `pressed` carries "yes", "no", "see" or "hide"."""

    pressed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("New versions")
        self.words = MutedText()
        self.buttons: dict[str, KeyButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.words, 1)
        for name, label, tip in (
            ("yes", "Yes", PROMISE),
            ("no", "No", "You can change this later in Preferences."),
            ("see", "What's new", "Opens the releases page in your browser."),
            ("hide", "Hide", "Don't mention this version again."),
        ):
            button = self.buttons[name] = KeyButton(label, "", tip)
            button.clicked.connect(lambda *_, name=name: self.pressed.emit(name))
            row.addWidget(button)
        self.say("")

    def ask(self) -> None:
        """Ask whether to tell of new versions."""
        self.say(QUESTION, "yes", "no")
        self.words.setToolTip(PROMISE)

    def say(self, words: str, *buttons: str) -> None:
        """Say a sentence with some of the buttons; an empty one hides the line."""
        self.words.setText(words)
        self.words.setToolTip("")
        for name, button in self.buttons.items():
            button.setVisible(name in buttons)
        self.setVisible(bool(words))
