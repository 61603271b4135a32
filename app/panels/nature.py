"""Orders while players roll their own dice: a button for each face or each chit that may be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QIcon, QKeySequence, QPixmap
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.panels.dice import die_image
from app.panels.widgets import FlowLayout, Heading, KeyButton, Note, clear
from app.systems.company_scale.text.names import Names, humanize, side


class NaturePage(QWidget):
    """Take the die a player rolled or the chit he drew; `rolled` carries the outcome."""

    rolled = Signal(dict)
    title = "Roll"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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

    def show_request(self, request: Any, names: Names) -> None:
        """Offer every outcome of a request."""
        clear(self.flow)
        self.buttons = []
        die = request.kind == "die"
        self.heading.setText("Roll a ten-sided die" if die else "Draw one")
        self.note.setText(f"For: {what_for(request, names)}.")
        for item in request.items:
            button = KeyButton(
                "" if die else names.of(str(item)), str(item) if die else "", f"It is {item}." if die else ""
            )
            button.setAccessibleName(str(item) if die else names.of(str(item)))
            if die:
                button.setIcon(QIcon(QPixmap.fromImage(die_image(int(item), 36, self.devicePixelRatioF()))))
                button.setIconSize(QSize(36, 36))
                button.setShortcut(QKeySequence(str(item)))  # also where the board means something else by 0
            button.clicked.connect(lambda *_, item=item: self.rolled.emit({request.kind: item}))
            self.flow.addWidget(button)
            self.buttons.append(button)


def what_for(request: Any, names: Names) -> str:
    """Return what a die or a draw is for, of whom and where."""
    about: Mapping[str, Any] = getattr(request, "subject", {})
    who = [names.of(str(about[key])) for key in ("division", "unit", "hero") if about.get(key)]
    whose = [side(str(about[key])) for key in ("side", "seat") if about.get(key)]
    place = [str(about["hex"])] if about.get("hex") else []
    return ", ".join((humanize(str(request.purpose)), *who, *whose, *place))
