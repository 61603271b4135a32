"""What stands at the right of a draft: facts, with a control for each kind of field, and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Protocol

import yaml
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.panels.layouts import discard
from app.panels.widgets import Heading, KeyButton, Label, MutedText, RuleChip
from app.text.names import humanize
from app.theme import faces
from app.workshop.editor import DraftEditor
from app.workshop.text_page import PAUSE
from rules.engine.english import counted
from rules.files.problems import FAULT, Data, Problem, Route, YamlFault
from rules.files.yaml_lines import read_yaml
from rules.workshop.edit import ABSENT, DoesNotFit, Value
from rules.workshop.schema_fields import CHOICE, FLAG, MIXED, NUMBER, TEXT, Field, fields_of

# --- A control for each kind of field: a line, a number, a choice, a page of text ----------------------------------

NONE: Final = "–"
"""Shown where nothing is set."""
LARGEST: Final = 9999
LONG: Final = 60
"""Letters from which a text gets a page instead of a line."""


class NumberBox(QSpinBox):
    """A number, or none: what is typed into the sign for none takes its place, also after a click."""

    def validate(self, text: str, place: int) -> object:
        """Return whether a text can become a number, the text without the sign, and where the cursor is then."""
        typed = text.replace(NONE, "")
        if self.specialValueText() and typed and typed != text:
            return super().validate(typed, min(place, len(typed)))
        return super().validate(text, place)


class BadValue(ValueError):
    """What was typed is no value; the text says why."""


def control_for(field: Field, value: Value, parent: QWidget | None = None) -> QWidget:
    """Return the control of a field that shows a value."""
    made: QWidget
    if field.kind in (CHOICE, FLAG):
        box = made = QComboBox(parent)
        if not field.is_needed:
            box.addItem(NONE, ABSENT)
        for choice in (True, False) if field.kind == FLAG else field.choices:
            box.addItem(shown(choice), choice)
    elif field.kind == NUMBER and not (isinstance(value, int) and abs(value) > LARGEST):
        spin = made = NumberBox(parent)
        least = -LARGEST if field.least is None else int(field.least)
        spin.setRange(least - (not field.is_needed), LARGEST if field.most is None else int(field.most))
        if not field.is_needed:
            spin.setSpecialValueText(NONE)
    elif field.kind == TEXT and isinstance(value, str) and (len(value) > LONG or "\n" in value):
        made = QPlainTextEdit(parent)
        made.setTabChangesFocus(True)
    else:
        made = QLineEdit(parent)
    made.setToolTip(field.about)
    put(made, value)
    return made


def put(control: QWidget, value: Value) -> None:
    """Show a value in its control."""
    if isinstance(control, QComboBox):
        places = (place for place in range(control.count()) if _is(control.itemData(place), value))
        place = next(places, -1)
        if place < 0 and not _is(value, ABSENT):
            control.addItem(shown(value), value)
            place = control.count() - 1
        control.setCurrentIndex(place)
    elif isinstance(control, QSpinBox):
        control.setValue(min(max(value, -LARGEST), LARGEST) if isinstance(value, int) else control.minimum())
    elif isinstance(control, QPlainTextEdit):
        control.setPlainText("" if value is None or value is ABSENT else str(value))
    elif isinstance(control, QLineEdit):
        control.setText("" if value is ABSENT or value is None else as_text(value))


def offer(box: QComboBox, choices: Mapping[str, str]) -> None:
    """Let one of these values be chosen, shown by their words."""
    if [box.itemData(place) for place in range(box.count())] != list(choices):
        box.clear()
        for value, words in choices.items():
            box.addItem(words, value)


def _is(one: object, other: object) -> bool:
    return one == other and type(one) is type(other)


def taken(control: QWidget, field: Field) -> Value:
    """Return the value of a control, ABSENT for an optional field left empty; raise BadValue."""
    if isinstance(control, QComboBox):
        found: Value = control.currentData()
        return found
    if isinstance(control, QSpinBox):
        control.interpretText()
        unset = not field.is_needed and control.value() == control.minimum()
        return ABSENT if unset else control.value()
    if isinstance(control, QPlainTextEdit):
        return control.toPlainText() or _empty(field)
    text = control.text().strip() if isinstance(control, QLineEdit) else ""
    if not text:
        return _empty(field)
    return parsed(text) if field.kind in (MIXED, NUMBER) else text


def _empty(field: Field) -> Value:
    return "" if field.is_needed else ABSENT


def parsed(text: str) -> Data:
    """Return the value that a line of YAML gives, as the program reads its files; raise BadValue."""
    try:
        found, _ = read_yaml(f"value: {text}\n")
    except YamlFault as error:
        raise BadValue("Write a word, a number, or a list in brackets such as [a, b].") from error
    return found["value"] if isinstance(found, Mapping) and len(found) == 1 else text


def as_text(value: Value) -> str:
    """Return a value as it is typed: a line of YAML for a list or a mapping."""
    if isinstance(value, str):
        return value
    return (
        yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=LARGEST)
        .strip()
        .removesuffix("...")
        .strip()
    )


def shown(value: Value) -> str:
    """Return a value as players read it."""
    if value is ABSENT:
        return NONE
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, str):
        first = value.strip().partition("\n")[0]
        return humanize(first) if first.replace("_", "").isalpha() and first.islower() else first
    return as_text(value)


# --- What stands at the right of a draft: the facts that every scenario has, and what is wrong with it -------------

MOST = 40
"""Problems that are listed; of the others there is the number."""
PAGE = "note"
CHECKING: Final = "Checking…"
"""Shown until it is known what is wrong."""


class TableFacts(Protocol):
    """What a table of drafts says of the facts; see `app.workshop.table.DraftTable`."""

    @property
    def facts(self) -> Sequence[tuple[str, Route]]:
        """The facts, by the words players read."""
        ...

    def choices(self, route: Route) -> Mapping[str, str]:
        """What one of them can be in this draft."""
        ...


class FactsForm(QWidget):
    """The usual fields of a scenario, each in its control. `refused(why)`: what was typed is no value."""

    refused = Signal(str)

    def __init__(self, table: TableFacts, editor: DraftEditor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table, self._editor = table, editor
        self._controls: dict[Route, tuple[QWidget, Field]] = {}
        self._labels: dict[Route, Label] = {}
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self.commit)
        fields = fields_of(editor.name)
        form = QFormLayout(self)
        form.setContentsMargins(12, 10, 12, 10)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for words, route in table.facts:
            field = fields.at(route) if fields is not None else None
            if field is None:
                continue
            if table.choices(route):
                field = replace(field, kind=CHOICE)
            control = control_for(field, " \n" if route[-1] == PAGE else ABSENT, self)
            control.setAccessibleName(words)
            self._controls[route] = control, field
            self._labels[route] = Label(words)
            self._listen(control, route)
            if isinstance(control, QPlainTextEdit):
                control.setMinimumHeight(faces.scaled(200))
                form.addRow(self._labels[route])
                form.addRow(control)
            else:
                form.addRow(self._labels[route], control)

    def _listen(self, control: QWidget, route: Route) -> None:
        if isinstance(control, QComboBox):
            control.activated.connect(lambda _: self._take(route))
        elif isinstance(control, QSpinBox):
            control.setKeyboardTracking(False)  # a number that is typed counts when it is whole
            control.valueChanged.connect(lambda _: self._take(route))
        elif isinstance(control, QLineEdit):
            control.editingFinished.connect(partial(self._take, route))
        elif isinstance(control, QPlainTextEdit):
            control.textChanged.connect(self._pause.start)
        control.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take a page of text when it is left; let the wheel scroll the form and change no value in passing."""
        if event.type() == QEvent.Type.FocusOut and isinstance(watched, QPlainTextEdit):
            for route, (control, _) in self._controls.items():
                if control is watched:
                    self._take(route)
        return event.type() == QEvent.Type.Wheel and isinstance(watched, QComboBox | QSpinBox)

    def _take(self, route: Route) -> None:
        control, field = self._controls[route]
        if not _is_edited(control):
            return
        try:
            self._editor.put(route, taken(control, field))
        except (BadValue, DoesNotFit) as error:
            self.refused.emit(str(error))
            self.refresh()

    def commit(self) -> None:
        """Take what is typed in the field that has the focus, before the draft is saved or played."""
        for route, (control, _) in self._controls.items():
            if control.hasFocus():
                self._take(route)

    def refresh(self) -> None:
        """Show the draft as it is now; what is being typed stays."""
        for words, route in self._table.facts:
            if route in self._labels and self._labels[route].text() != words:
                self._labels[route].setText(words)
                self._controls[route][0].setAccessibleName(words)
        for route, (control, field) in self._controls.items():
            value = self._editor.value(route)
            control.blockSignals(True)
            if isinstance(control, QComboBox) and (choices := self._table.choices(route)):
                offer(control, choices)
            try:
                is_shown = taken(control, field) == value
            except BadValue:
                is_shown = False
            if not is_shown:
                put(control, "" if value is ABSENT and field.kind == TEXT else value)
            if isinstance(control, QPlainTextEdit):
                control.document().setModified(False)
            control.blockSignals(False)


def _is_edited(control: QWidget) -> bool:
    """Tell whether a text was changed since it was shown; anything else is taken when it is chosen."""
    if isinstance(control, QLineEdit):
        return control.isModified()
    return not isinstance(control, QPlainTextEdit) or control.document().isModified()


class ProblemRow(QWidget):
    """One problem: what kind, its sentence, its rule, and buttons that show where and put it right.

    `asked(problem)`: show it; `mend_asked(problem)`; `rule_asked(number)`.
    """

    asked = Signal(object)
    mend_asked = Signal(object)
    rule_asked = Signal(str)

    def __init__(self, problem: Problem, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.problem = problem
        self.setProperty("role", "problem")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(10, 6, 8, 8)
        column.setSpacing(2)
        self.words = Label(problem.message)
        self.words.setWordWrap(True)
        head = Label("Cannot be played" if problem.severity == FAULT else "Think again")
        head.setProperty("role", "fault" if problem.severity == FAULT else "advice")
        row.addWidget(head, 1)
        if problem.rule:
            chip = RuleChip(problem.rule)
            chip.asked.connect(self.rule_asked)
            row.addWidget(chip)
        column.addLayout(row)
        column.addWidget(self.words)
        foot = QHBoxLayout()
        self.show_it = KeyButton("Show", "", "Show what this is about")
        self.show_it.clicked.connect(lambda: self.asked.emit(problem))
        foot.addWidget(self.show_it)
        self.mend: KeyButton | None = None
        if problem.remedy is not None:
            self.mend = KeyButton(problem.remedy.label, "", "Put it right in this way")
            self.mend.clicked.connect(lambda: self.mend_asked.emit(problem))
            foot.addWidget(self.mend)
        foot.addStretch(1)
        column.addLayout(foot)


class CheckPanel(QWidget):
    """What is wrong with the draft, after every stroke; its signals are those of its rows."""

    asked = Signal(object)
    mend_asked = Signal(object)
    rule_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head, self.text = Heading("Check"), MutedText(CHECKING)
        self._rows, self._more = QVBoxLayout(), MutedText()
        self._shown: list[Problem] | None = None
        self._more.hide()
        self._rows.setSpacing(6)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.addWidget(self.head)
        column.addWidget(self.text)
        column.addLayout(self._rows)
        column.addWidget(self._more)
        column.addStretch(1)
        self.rows: list[ProblemRow] = []
        """The rows on show."""

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show these problems, faults first; rows of those that were there before stay."""
        if list(problems) == self._shown:
            return
        self._shown = list(problems)
        faults = [problem for problem in problems if problem.severity == FAULT]
        self.text.setText(check_words(len(faults), len(problems) - len(faults)))
        before, self.rows = self.rows, []
        for problem in [*faults, *(problem for problem in problems if problem.severity != FAULT)][:MOST]:
            row = next((row for row in before if row.problem == problem), None) or self._row(problem)
            if row in before:
                before.remove(row)
            self.rows.append(row)
        for row in before:
            self._rows.removeWidget(row)
            discard(row)
        for place, row in enumerate(self.rows):
            if self._rows.indexOf(row) != place:
                self._rows.removeWidget(row)
                self._rows.insertWidget(place, row)
        self._more.setText(f"… and {len(problems) - MOST} more.")
        self._more.setVisible(len(problems) > MOST)

    def _row(self, problem: Problem) -> ProblemRow:
        row = ProblemRow(problem, self)
        row.asked.connect(self.asked)
        row.mend_asked.connect(self.mend_asked)
        row.rule_asked.connect(self.rule_asked)
        row.show()
        return row


def check_words(faults: int, advice: int) -> str:
    """Return in a sentence what a check has found."""
    if faults:
        return f"{counted(faults, 'fault')}. It cannot be played yet."
    if advice:
        return f"It can be played. {counted(advice, 'thing')} to think about:"
    return "Nothing is wrong, and there is nothing to think about."
