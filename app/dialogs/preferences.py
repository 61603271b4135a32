"""Preferences in pages: looks, what is passed over, the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app import colour, theme
from app.dialogs.messages import fit
from app.motion import motions
from app.panels.widgets import Label, MutedText, scrolling
from app.play.passing import AUTO_ANSWERS, choose, chosen
from app.settings import AWAY, BOTH_SIDES, COUNTERS, NEWER, OPEN_CURTAIN, SINCE, TEXT_SIZES, THEMES, Settings
from app.system import Presentation
from app.text.parts import compose, literal
from app.text.words import Passing

# --- The part of the preferences that is about looks: theme, sizes, colours for other eyes, motion -----------------

THEME_NAMES = {"system": "System default", "light": "Light", "dark": "Dark"}
COUNTER_NAMES = {"normal": "Normal", "large": "Large"}


TEXT_SIZE_NAMES = ("System default", "Small", "Medium", "Large", "Extra large", "Huge")


class Looks(QWidget):
    """Five choices; `save` keeps them and returns whether the window must be drawn anew."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        sizes = dict(zip(TEXT_SIZES, TEXT_SIZE_NAMES, strict=True))
        self.theme = _choice("Colors", {name: THEME_NAMES[name] for name in THEMES}, settings.theme)
        self.text = _choice("Text size", sizes, settings.text_size)
        self.counters = _choice(
            "Counter size on the map", {name: COUNTER_NAMES[name] for name in COUNTERS}, settings.counters
        )
        self.eyes = _choice("Counter colors", colour.CHOICES_OF_EYES, settings.eyes)
        self.animation = _choice("Animation", motions.NAMES, motions.chosen(settings))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(14)
        for i, box in enumerate((self.theme, self.text, self.counters, self.eyes, self.animation)):
            label = Label(box.accessibleName())
            label.setBuddy(box)
            grid.addWidget(label, i // 2, 2 * (i % 2))
            grid.addWidget(box, i // 2, 2 * (i % 2) + 1)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)

    def save(self) -> bool:
        """Keep what is chosen; return whether any of it is new."""
        wanted = {
            "theme": self.theme.currentData(),
            "text_size": self.text.currentData(),
            "counters": self.counters.currentData(),
            "eyes": self.eyes.currentData(),
        }
        settings = self.settings
        now = (settings.theme, settings.text_size, settings.counters, settings.eyes)
        for key, value in wanted.items():
            settings.set(key, value)
        settings.set(motions.KEY, self.animation.currentData())
        return tuple(wanted.values()) != now


def _choice(name: str, names: Mapping[Any, str], now: Any) -> QComboBox:
    box = QComboBox()
    box.setAccessibleName(name)
    for key, words in names.items():
        box.addItem(words, key)
    box.setCurrentIndex(max(0, box.findData(now)))
    return box


# --- Preferences in pages: how things look, what the program may pass over in each game, the table -----------------

ABOUT = (
    "By default you are asked every time you may act. Tick a prompt to skip it: the program then "
    "passes for that player and says so in the log. Undo brings the question back, or take back past "
    "the dice once a die roll or draw has followed."
)
TALL = 680
"""Height that shows every page without scrolling, in pixels, where the screen has it."""
HANDS = {
    BOTH_SIDES: "I play both sides: no curtain",
    OPEN_CURTAIN: "Use the curtain between players even when nothing is hidden",
    AWAY: "Close the curtain when the window has been inactive for a minute",
    SINCE: "Replay what just happened whenever the other side has finished",
}
TELL_OF_NEWER = "Tell me when a new version is out (checks the releases page once a day)"


class PreferencesDialog(QDialog):
    """Let the players choose; nothing is saved before OK. `restyled` tells whether the looks were changed."""

    def __init__(
        self, settings: Settings, presentations: Sequence[Presentation], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.settings = settings
        self.presentations = [p for p in presentations if _passings(p)]
        self.setWindowTitle("Preferences")
        fit(self, 760, TALL)
        self.boxes: dict[tuple[str, str, str], QCheckBox] = {}
        self.restyled = False
        self.looks = Looks(settings)
        auto_answer = "Ask even when there is only one real choice"
        self.auto_answer = self._box(auto_answer, settings.get(AUTO_ANSWERS, False))
        self.hands = {key: self._box(words, settings.get(key, False)) for key, words in HANDS.items()}
        self.newer = self._box(TELL_OF_NEWER, settings.get(NEWER, False))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        whole, self.pages = QVBoxLayout(self), QTabWidget()
        whole.setContentsMargins(18, 14, 18, 14)
        whole.setSpacing(10)
        self.pages.addTab(_page(self.looks), "Appearance")
        for presentation in self.presentations:
            about = [MutedText(ABOUT), self._table(presentation)]
            self.pages.addTab(_page(*about), literal(presentation.title))
        self.pages.addTab(_page(self.auto_answer, *self.hands.values(), self.newer), "Play")
        whole.addWidget(self.pages, 1)
        whole.addWidget(buttons)

    def _box(self, words: str, ticked: bool) -> QCheckBox:
        box = QCheckBox(words)
        box.setChecked(ticked)
        box.setPalette(_clear_edge(box.palette()))
        return box

    def _table(self, presentation: Presentation) -> QWidget:
        table = QWidget()
        grid = QGridLayout(table)
        grid.setContentsMargins(0, 0, 10, 0)
        grid.setVerticalSpacing(5)
        grid.setHorizontalSpacing(18)
        grid.setColumnStretch(0, 1)
        sides = presentation.sides(None)
        for column, side in enumerate(sides.values(), 1):
            head = Label(compose("<b>{}</b>", side.name))
            head.setStyleSheet(f"color: {side.colour};")
            grid.addWidget(head, 0, column, Qt.AlignmentFlag.AlignHCenter)
        wanted, muted = chosen(self.settings, presentation, sides), theme.current().muted
        for row, (kind, passing) in enumerate(_passings(presentation).items(), 1):
            told = compose("{} <span style='color:{}'>{}</span>", passing.name, muted, passing.when)
            grid.addWidget(Label(told), row, 0)
            for column, (seat, side) in enumerate(sides.items(), 1):
                box = QCheckBox()
                box.setAccessibleName(f"Skip {passing.name} for the {side.name} player")
                box.setChecked(kind in wanted[seat])
                box.setPalette(_clear_edge(box.palette()))
                box.setVisible(not passing.seats or seat in passing.seats)
                grid.addWidget(box, row, column, Qt.AlignmentFlag.AlignHCenter)
                self.boxes[presentation.id, seat, kind] = box
        return table

    def accept(self) -> None:
        """Save what is ticked."""
        for presentation in self.presentations:
            ticked = {
                seat: [kind for kind in _passings(presentation) if self.boxes[presentation.id, seat, kind].isChecked()]
                for seat in presentation.sides(None)
            }
            choose(self.settings, presentation.id, ticked)
        self.settings.set(AUTO_ANSWERS, self.auto_answer.isChecked())
        self.restyled = self.looks.save()
        for key, box in self.hands.items():
            self.settings.set(key, box.isChecked())
        if self.newer.isChecked() or self.settings.get(NEWER) is not None:  # left alone, the start page goes on asking
            self.settings.set(NEWER, self.newer.isChecked())
        super().accept()


def _page(*parts: QWidget) -> QWidget:
    """Return a page with parts below each other, which scrolls where the screen is small."""
    body = QWidget()
    column = QVBoxLayout(body)
    column.setContentsMargins(12, 12, 12, 8)
    column.setSpacing(10)
    for part in parts:
        column.addWidget(part)
    column.addStretch(1)
    scroll = scrolling(body)
    scroll.setMinimumWidth(body.minimumSizeHint().width() + 24)
    return scroll


def _passings(presentation: Presentation) -> dict[str, Passing]:
    """Return what may be passed over, by kind of question."""
    return {kind: row.passed for kind, row in presentation.words.questions.items() if row.passed is not None}


def _clear_edge(palette: QPalette) -> QPalette:
    """Return a palette in which an empty check box shows: the style derives its edge from the window's colour."""
    now = theme.current()
    palette.setColor(QPalette.ColorRole.Window, QColor(now.text if now.name == "dark" else now.muted))
    palette.setColor(QPalette.ColorRole.Base, QColor(now.base))
    return palette
