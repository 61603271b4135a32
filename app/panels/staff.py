"""The buttons of the prompt while the computer decides: stop, pause, go on."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.panels.widgets import KeyButton

STOP, PAUSE, GO_ON, NEXT = "stop", "pause", "go_on", "next"
BUTTONS = {
    STOP: ("Stop", "Esc", "Use the best order found so far."),
    PAUSE: ("Pause", "Space", "Pause the game."),
    GO_ON: ("Continue", "Space", "Let the computer play."),
    NEXT: ("Next", "Space", "Let the computer give its next order."),
}


class StaffButtons(QWidget):
    """A row of the buttons that are offered; `pressed` carries the name of one."""

    pressed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self.buttons: dict[str, KeyButton] = {}
        for name, (label, key, tip) in BUTTONS.items():
            button = self.buttons[name] = KeyButton(label, key, tip, self)
            button.setObjectName(f"staff_{name}")
            button.setProperty("on", "prompt")
            button.setProperty("primary", "true" if key == "Space" else "false")
            button.clicked.connect(lambda _=False, name=name: self.pressed.emit(name))
            row.addWidget(button)
        self.offer(())

    def offer(self, names: Collection[str]) -> None:
        """Show the buttons named, and no others."""
        for name, button in self.buttons.items():
            button.setVisible(name in names)
        self.setVisible(bool(names))

    @property
    def is_waiting(self) -> bool:
        """Tell whether Space means something while the computer decides."""
        return not self.isHidden()

    def forward(self) -> bool:
        """Do what Space means while the computer decides; return whether it means anything."""
        return self.press(NEXT, GO_ON, PAUSE)

    def back(self) -> bool:
        """Do what Escape means while the computer decides; return whether it means anything."""
        return self.press(STOP)

    def press(self, *names: str) -> bool:
        """Press the first of some buttons that is offered; return whether one was."""
        for name in names:
            if not self.isHidden() and not self.buttons[name].isHidden():
                self.buttons[name].click()
                return True
        return False
