"""What the computer thought, as a page beside the game that steps from one order to the next."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from app.dialogs.help import PageDialog
from app.dialogs.messages import fit
from app.text.parts import Markup
from app.theme import faces

WIDE, HIGH = 380, 300
SLACK = 6
"""Pixels by which a page is higher than its text, so that it needs no scroll bar."""


class ThoughtDialog(PageDialog):
    """Show one thought; `stepped` asks for the one before (-1) or after (1)."""

    stepped = Signal(int)

    def __init__(self, title: str, parent: QWidget | None = None, *, steps: bool = True) -> None:
        super().__init__(title, Markup(), parent)
        fit(self, WIDE, HIGH)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)  # keys go on to the table
        self._steps = steps
        role = QDialogButtonBox.ButtonRole.ActionRole
        self.earlier, self.later = self.buttons.addButton("Earlier", role), self.buttons.addButton("Later", role)
        self.earlier.clicked.connect(lambda: self.stepped.emit(-1))
        self.later.clicked.connect(lambda: self.stepped.emit(1))
        for button in (self.earlier, self.later):
            button.setVisible(steps)

    def write(self, page: Markup, *, earlier: bool = False, later: bool = False) -> None:
        """Write a page, and whether there are others before and after it; a single page is as high as its text."""
        self.text.write(page)
        self.earlier.setEnabled(earlier)
        self.later.setEnabled(later)
        if not self._steps:
            self._fit_text()

    def _fit_text(self) -> None:
        """Give the page the height of its text, up to the usual one."""
        text, layout = self.text, self.layout()
        assert layout is not None
        margins = layout.contentsMargins()
        text.document().setTextWidth(self.width() - margins.left() - margins.right() - 2 * text.frameWidth())
        spare = margins.top() + margins.bottom() + layout.spacing() + self.buttons.sizeHint().height()
        self.resize(self.width(), min(faces.scaled(HIGH), round(text.document().size().height()) + spare + SLACK))
