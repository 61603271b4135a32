"""Preferences in pages, and changing keys: every action with its key, and what collides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QKeySequence, QPalette
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QKeySequenceEdit,
    QLineEdit,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app import bindings, colour, theme
from app.actions import MENUS, ActionSpec
from app.bindings import conflicts, keys_of, usual
from app.dialogs.messages import fit
from app.motion import motions
from app.panels.layouts import scrolling
from app.panels.widgets import Heading, KeyButton, Label, MutedText
from app.play.game_view import GameView
from app.play.passing import AUTO_ANSWERS, choose, chosen
from app.settings import AWAY, BOTH_SIDES, COUNTERS, NEWER, OPEN_CURTAIN, SINCE, TEXT_SIZES, THEMES, Settings
from app.system import Presentation
from app.text.parts import compose, literal
from app.text.words import Passing, Words
from app.theme import faces

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
    """Let the players choose; nothing is saved before OK. `restyled` tells whether the looks were changed.

    Sides and questions are named as in the `game` on the table, for its system.
    """

    def __init__(
        self,
        settings: Settings,
        presentations: Sequence[Presentation],
        parent: QWidget | None = None,
        game: GameView | None = None,
    ) -> None:
        super().__init__(parent)
        self._game = game if game is not None and game.seat is not None else None
        self.settings = settings
        self.presentations = [p for p in presentations if _passings(p.words)]
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
        game = self._game if self._game is not None and self._game.system_words.id == presentation.id else None
        sides = game.sides if game is not None else presentation.sides(None)
        passings = _passings(game.words if game is not None else presentation.words)
        for column, side in enumerate(sides.values(), 1):
            head = Label(compose("<b>{}</b>", side.name))
            head.setStyleSheet(f"color: {side.colour};")
            grid.addWidget(head, 0, column, Qt.AlignmentFlag.AlignHCenter)
        wanted, muted = chosen(self.settings, presentation, sides), theme.current().muted
        names = {seat: side.name for seat, side in sides.items()}
        for row, (kind, passing) in enumerate(passings.items(), 1):
            told = compose("{} <span style='color:{}'>{}</span>", passing.name, muted, passing.when.format_map(names))
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
            wanted = chosen(self.settings, presentation, presentation.sides(None))
            for (system, seat, kind), box in self.boxes.items():
                if system == presentation.id:
                    (wanted[seat].add if box.isChecked() else wanted[seat].discard)(kind)
            choose(self.settings, presentation.id, wanted)
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


def _passings(words: Words) -> dict[str, Passing]:
    """Return what may be passed over, by kind of question."""
    return {kind: row.passed for kind, row in words.questions.items() if row.passed is not None}


def _clear_edge(palette: QPalette) -> QPalette:
    """Return a palette in which an empty check box shows: the style derives its edge from the window's colour."""
    now = theme.current()
    palette.setColor(QPalette.ColorRole.Window, QColor(now.text if now.name == "dark" else now.muted))
    palette.setColor(QPalette.ColorRole.Base, QColor(now.base))
    return palette


# --- Changing keys: every action with its key, what collides -------------------------------------------------------

ABOUT_KEYS = "Click a key, then press the new one. Orders that never come up together may share a key."


class KeysDialog(QDialog):
    """Let a player choose keys; nothing is saved before OK, and OK waits until no two meanings share a key."""

    def __init__(self, specs: Sequence[ActionSpec], settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.specs = {spec.id: spec for spec in specs if spec.keys or spec.id.startswith("verb_")}
        self.edits: dict[str, QKeySequenceEdit] = {}
        self.wrong: dict[str, Label] = {}
        self._rows: dict[str, list[QWidget]] = {}
        self.setWindowTitle("Change keys")
        fit(self, 720, 680)
        self.search = QLineEdit()
        self.search.setPlaceholderText("Find an action or a key")
        self.search.setAccessibleName("Find an action or a key")
        self.search.textChanged.connect(self._filter)
        self.reset = KeyButton("Reset to defaults", "", "Reset every key to its default.")
        self.reset.clicked.connect(self._reset)
        top = QHBoxLayout()
        top.addWidget(self.search, 1)
        top.addWidget(self.reset)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.told = MutedText()
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        column.setSpacing(10)
        for part in (MutedText(ABOUT_KEYS), top, scrolling(self._table()), self.told, self.buttons):
            if isinstance(part, QHBoxLayout):
                column.addLayout(part)
            else:
                column.addWidget(part)
        self._judge()

    def _table(self) -> QWidget:
        whole = QWidget()
        grid = QGridLayout(whole)
        grid.setColumnStretch(2, 1)
        grid.setHorizontalSpacing(14)
        row = 0
        for menu in MENUS:
            grid.addWidget(Heading(menu.replace("&", "")), row, 0, 1, 3)
            for spec in (spec for spec in self.specs.values() if spec.menu == menu):
                row += 1
                self._add(grid, row, spec)
            row += 1
        grid.setRowStretch(row, 1)
        return whole

    def _add(self, grid: QGridLayout, row: int, spec: ActionSpec) -> None:
        title = Label(self.title(spec.id))
        edit = QKeySequenceEdit(QKeySequence(next(iter(keys_of(spec.id, spec.keys)), "")))
        edit.setMaximumSequenceLength(1)
        edit.setClearButtonEnabled(True)
        for part in (edit, *edit.findChildren(QLineEdit)):
            part.setAccessibleName(f"Key for {self.title(spec.id)}")
        edit.setFixedWidth(faces.scaled(170))
        edit.keySequenceChanged.connect(self._judge)
        wrong = Label()
        wrong.setProperty("role", "refusal")
        self.edits[spec.id], self.wrong[spec.id] = edit, wrong
        self._rows[spec.id] = [title, edit, wrong]
        for column, part in enumerate(self._rows[spec.id]):
            grid.addWidget(part, row, column, Qt.AlignmentFlag.AlignVCenter)

    def title(self, action: str) -> str:
        """Return what an action is called."""
        return self.specs[action].title.replace("&", "").partition("\t")[0].rstrip("…")

    @property
    def keys(self) -> dict[str, tuple[str, ...]]:
        """Return the keys as they are shown: what is changed here has one key or none."""
        shown: dict[str, tuple[str, ...]] = {}
        for action, edit in self.edits.items():
            key = edit.keySequence().toString(QKeySequence.SequenceFormat.PortableText)
            now = keys_of(action, self.specs[action].keys)
            shown[action] = now if key == _portable(next(iter(now), "")) else (key,) if key else ()
        return shown

    def _judge(self) -> None:
        """Say which keys collide, and let nobody take such keys."""
        wrong = conflicts({action: tuple(map(_portable, keys)) for action, keys in self.keys.items()})
        for action, label in self.wrong.items():
            said = wrong.get(action, "")
            label.setText(f"also used by {self.title(said)}" if said in self.specs else said)
        count = len(wrong)
        self.told.setText("" if not wrong else f"{count} actions share a key or use a fixed one.")
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not wrong)

    def _filter(self, words: str) -> None:
        wanted = words.strip().lower()
        for action, parts in self._rows.items():
            key = self.edits[action].keySequence().toString()
            shown = wanted in self.title(action).lower() or wanted == key.lower()
            for part in parts:
                part.setVisible(shown)

    def _reset(self) -> None:
        for action, edit in self.edits.items():
            edit.setKeySequence(QKeySequence(next(iter(usual(self.specs[action].keys)), "")))

    def accept(self) -> None:
        """Save what differs from the keys the program comes with; keys of other games' actions stay as they are."""
        kept = {name: keys for name, keys in self.settings.get(bindings.KEY, {}).items() if name not in self.specs}
        for action, keys in self.keys.items():
            came = usual(self.specs[action].keys)
            if tuple(map(_portable, keys)) != tuple(map(_portable, came)):
                first = tuple(map(_portable, keys))[:1]
                kept[action] = list(came if first == tuple(map(_portable, came))[:1] else keys)
        self.settings.set(bindings.KEY, kept)
        bindings.use(kept)
        super().accept()


def _portable(key: str) -> str:
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)
