"""Changing keys: every action with its key, what collides, and the way back to the keys the program comes with."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QKeySequenceEdit,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app import bindings
from app.actions import MENUS, ActionSpec
from app.bindings import conflicts, keys_of, usual
from app.dialogs.messages import fit
from app.panels.widgets import Heading, KeyButton, Label, MutedText, scrolling
from app.settings import Settings
from app.theme import faces

ABOUT = "Click a key, then press the new one. Orders that never come up together may share a key."


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
        for part in (MutedText(ABOUT), top, scrolling(self._table()), self.told, self.buttons):
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
