"""Preferences: what the program may pass over for each player, and the colours."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app import theme
from app.panels.widgets import Heading, Note
from app.passing import KINDS, SIDES, choose, chosen
from app.settings import THEMES, Settings
from app.systems.company_scale.text import names as wording

ABOUT = (
    "The program asks each player whenever he may do something. Tick what you would hardly ever use: then it passes "
    "for that player and writes so in the log. Undo brings the question back; once a die or a draw has followed, "
    "taking back does."
)
THEME_NAMES = {"system": "As the system", "light": "Light", "dark": "Dark"}


class PreferencesDialog(QDialog):
    """Let the players choose; nothing is kept before OK. `theme_chosen` holds the colours picked."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.setWindowTitle("Preferences")
        self.resize(600, 620)
        self.boxes: dict[tuple[str, str], QCheckBox] = {}
        self.colours = QComboBox()
        self.colours.setAccessibleName("Colours")
        for name in THEMES:
            self.colours.addItem(THEME_NAMES[name], name)
        self.colours.setCurrentIndex(THEMES.index(settings.theme))
        top = QHBoxLayout()
        top.addWidget(Heading("Colours"))
        top.addWidget(self.colours)
        top.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(self._table())
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(Heading("Pass for me"))
        column.addWidget(Note(ABOUT))
        column.addWidget(scroll, 1)
        column.addWidget(buttons)

    @property
    def theme_chosen(self) -> str:
        """Return the colours picked."""
        return str(self.colours.currentData())

    def _table(self) -> QWidget:
        table = QWidget()
        grid = QGridLayout(table)
        grid.setContentsMargins(0, 0, 10, 0)
        grid.setVerticalSpacing(5)
        grid.setHorizontalSpacing(18)
        grid.setColumnStretch(0, 1)
        for column, side in enumerate(SIDES, 1):
            head = QLabel(f"<b>{wording.side(side)}</b>")
            head.setStyleSheet(f"color: {theme.current().side(side)};")
            grid.addWidget(head, 0, column, Qt.AlignmentFlag.AlignHCenter)
        wanted = chosen(self.settings)
        for row, passing in enumerate(KINDS, 1):
            words = QLabel(f"{passing.name} <span style='color:{theme.current().muted}'>{passing.when}</span>")
            grid.addWidget(words, row, 0)
            for column, side in enumerate(SIDES, 1):
                box = QCheckBox()
                box.setAccessibleName(f"Pass {passing.name} for the {wording.side(side)} player")
                box.setChecked(passing.kind in wanted[side])
                box.setPalette(_clear_edge(box.palette()))
                box.setVisible(_concerns(passing.kind, side))
                grid.addWidget(box, row, column, Qt.AlignmentFlag.AlignHCenter)
                self.boxes[side, passing.kind] = box
        grid.setRowStretch(len(KINDS) + 1, 1)
        return table

    def accept(self) -> None:
        """Keep what is ticked."""
        ticked = {side: [k.kind for k in KINDS if self.boxes[side, k.kind].isChecked()] for side in SIDES}
        choose(self.settings, ticked)
        super().accept()


def _clear_edge(palette: QPalette) -> QPalette:
    """Return a palette in which an empty box can be told from the ground: its edge is made of the window's colour."""
    now = theme.current()
    palette.setColor(QPalette.ColorRole.Window, QColor(now.text if now.name == "dark" else now.muted))
    palette.setColor(QPalette.ColorRole.Base, QColor(now.base))
    return palette


ONLY = {"evacuation_moves": "german", "ambush": "allied", "take_up": "allied"}


def _concerns(kind: str, side: str) -> bool:
    return ONLY.get(kind, side) == side
