"""What the computer thought, as a page beside the game that steps from one order to the next."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from app.dialogs.fitting import fit
from app.dialogs.pages import PageDialog
from app.text.markup import Markup


class ThoughtDialog(PageDialog):
    """Show one thought; `stepped` asks for the one before (-1) or after (1)."""

    stepped = Signal(int)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, Markup(), parent)
        fit(self, 400, 290)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)  # keys go on to the table
        role = QDialogButtonBox.ButtonRole.ActionRole
        self.earlier, self.later = self.buttons.addButton("Earlier", role), self.buttons.addButton("Later", role)
        self.earlier.clicked.connect(lambda: self.stepped.emit(-1))
        self.later.clicked.connect(lambda: self.stepped.emit(1))

    def show_page(self, page: Markup, *, earlier: bool, later: bool, steps: bool = True) -> None:
        """Show a page, and whether there are others before and after it."""
        self.text.write(page)
        for button, able in ((self.earlier, earlier), (self.later, later)):
            button.setEnabled(able)
            button.setVisible(steps)
        self.show()
        self.raise_()
