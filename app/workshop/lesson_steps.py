"""The steps of a lesson that is being made: their list, and the form of the one that is marked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QListWidget, QVBoxLayout, QWidget

from app.panels.widgets import MutedText
from app.text.names import humanize
from app.theme import faces
from app.workshop.text_page import TextPage
from rules.files.problems import Data
from rules.lessons.recording import Shown

ONLY_READ = "No action needed: the player reads it and continues."
OTHERWISE = "It waits for something that was written by hand: see All fields."
LINKS = "In the text, [hex:{}], [unit:{}] and [rule:{}] become links, [verb:{}] a button's name with its key."
HIGH = 112
"""Height of the list of steps, in pixels beside text of the usual size; it takes what room there is."""


class StepList(QListWidget):
    """The steps in order. `move_asked(by)`: the marked ones by keys, up (-1) or down (1); `delete_asked()`."""

    move_asked = Signal(int)
    delete_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self.setAccessibleName("Steps")
        self.setMinimumHeight(faces.scaled(HIGH))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def sizeHint(self) -> QSize:
        """Return room for a few steps."""
        return QSize(super().sizeHint().width(), faces.scaled(HIGH))

    @property
    def marked(self) -> list[int]:
        """Return the places of the selected steps."""
        return sorted(self.row(item) for item in self.selectedItems())

    def mark(self, places: Sequence[int]) -> None:
        """Mark the steps at these places."""
        for place in range(self.count()):
            self.item(place).setSelected(place in places)

    def show_steps(self, titles: Sequence[str], wrong: Collection[object]) -> None:
        """Show steps by their titles; those at the places `wrong` have faults."""
        current = self.currentRow()
        self.blockSignals(True)
        while self.count() > len(titles):
            self.takeItem(self.count() - 1)
        for place, title in enumerate(titles):
            words = f"{place + 1}  {title}{'  (fault)' if place in wrong else ''}"
            if place >= self.count():
                self.addItem(words)
            elif self.item(place).text() != words:
                self.item(place).setText(words)
        if titles and not 0 <= self.currentRow() < len(titles):
            self.setCurrentRow(min(max(0, current), len(titles) - 1))
        self.blockSignals(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the selected steps with Alt and arrows, delete them with Delete."""
        ways = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and event.key() in ways:
            self.move_asked.emit(ways[Qt.Key(event.key())])
        elif event.key() == Qt.Key.Key_Delete:
            self.delete_asked.emit()
        else:
            super().keyPressEvent(event)


class StepForm(QWidget):
    """Word one step; `take(place, fields)` sets fields of the step at a place."""

    def __init__(self, take: Callable[[int, Mapping[str, Data]], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._take, self._place, self._step = take, -1, Shown()
        self.title, self.rule = QLineEdit(), QLineEdit()
        self.text = TextPage(lambda words: take(self._place, {"text": words}))
        self.freely = QCheckBox("May be done differently")
        self.freely.setToolTip("Any order of this kind completes the step, with any units and hexes")
        self.waits, self.links = MutedText(), MutedText()
        self.show_links()
        for line, name in ((self.title, "Title of the step"), (self.rule, "Rule")):
            line.setAccessibleName(name)
            line.editingFinished.connect(self.commit)
        self.text.setAccessibleName("Words of the step")
        self.freely.clicked.connect(lambda on: take(self._place, {"freely": bool(on)}))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        for words, part in (("Title of the step", self.title), ("Words", self.text)):
            column.addWidget(MutedText(words))
            column.addWidget(part)
        below: Sequence[QWidget] = (self.waits, self.freely, self.links, MutedText("Rule"), self.rule)
        for each in below:
            column.addWidget(each)

    def show_links(self, place: str = "…", unit: str = "…", rule: str = "…", verb: str = "…") -> None:
        """Show how the text names things, by examples of the scenario."""
        self.links.setText(LINKS.format(place, unit, rule, verb))

    def show_step(self, place: int, step: Shown | None, names: Mapping[str, str], *, again: bool = False) -> None:
        """Show the step at a place, or none; `names` are those of pieces by id."""
        self.setEnabled(step is not None)
        told = step or Shown()
        is_other = again or place != self._place or told.id != self._step.id
        self._place, self._step = place, told
        for line, words in ((self.title, told.title), (self.rule, told.rule)):
            if is_other or (line.text() != words and not line.isModified()):
                line.setText(words)
        self.text.show_text(told.text, anew=is_other)
        orders = "; ".join(_order_words(verb, values, names) for verb, values in told.orders)
        rest = OTHERWISE if told.waits else ONLY_READ
        self.waits.setText(f"Waits for: {orders}" if orders else rest)
        self.freely.setVisible(bool(orders))
        self.freely.setChecked(told.freely)

    def commit(self) -> None:
        """Take all that is being typed at once: the form may show another step right after."""
        before = self._step
        typed = [("text", text, before.text) for text in self.text.typed()]
        for line, key, words in ((self.title, "title", before.title), (self.rule, "rule", before.rule)):
            if line.isModified():
                line.setModified(False)
                typed.append((key, line.text().strip(), words))
        told: dict[str, Data] = {key: new for key, new, old in typed if new != old}
        if told:
            self._take(self._place, told)


def _order_words(verb: str, values: Sequence[str], names: Mapping[str, str]) -> str:
    """Return an order in a few words, such as "Fire E/143 18.43"."""
    return " ".join([humanize(verb), *(names.get(value, value) for value in values)])
