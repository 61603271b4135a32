"""The page of lessons of a draft: what was recorded is put in order, worded, checked and tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.panels.widgets import KeyButton, Label, MutedText
from app.workshop.editor import DraftEditor
from app.workshop.lesson_steps import StepForm, StepList
from app.workshop.panels import CHECKING
from app.workshop.table import DraftTable
from app.workshop.text_page import TextPage
from rules.engine.system import system
from rules.files.documents import Document
from rules.files.problems import Data, Problem, ScenarioError
from rules.lessons import recording
from rules.lessons.checking import document_problems
from rules.lessons.lesson import Lesson
from rules.lessons.reading import Vocabulary, lesson_of
from rules.lessons.recording import Step
from rules.workshop.library import id_of

FOLDER = "lessons/"
NONE = "No lesson yet. Record plays the scenario; every order becomes a step, which you word here afterward."
RIGHT = "Nothing is wrong with it. It is listed under Learn once the draft is saved."
SCENARIO_FIRST = "The scenario has errors, so the names in the lesson can't be looked up: see Check."
LATER = 400
"""Milliseconds after the last change of the scenario until it is looked up what its lessons may name."""
NEEDED = ("title", "text")
"""The fields that every step has."""
MOST = 4
"""Faults that are told at once."""


class LessonPage(QWidget):
    """Word the lessons of a draft's scenario. `record_asked()`; `try_asked(lesson)`; `refused(why)`."""

    record_asked = Signal()
    try_asked = Signal(object)
    refused = Signal(str)

    def __init__(self, editor: DraftEditor, table: DraftTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor, self._table = editor, table
        self._shown = ""
        self._known: tuple[Mapping[str, Data], Vocabulary | None] = {}, None
        self.which, self.title, self.lead = QComboBox(), QLineEdit(), TextPage(self._take_lead, 2)
        self.steps, self.form = StepList(), StepForm(self._take_step)
        self.none, self.faults = MutedText(NONE), Label()
        self.faults.setWordWrap(True)
        self.buttons: dict[str, KeyButton] = {}
        self.problems: Sequence[Problem] = ()
        """What is wrong with the lesson on show."""
        self.body = QWidget()
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(LATER)
        self._later.timeout.connect(self._look_up)
        for part, name in ((self.which, "Lesson"), (self.title, "Title"), (self.lead, "What it is about")):
            part.setAccessibleName(name)
        self.which.activated.connect(lambda _: self.show_lesson(str(self.which.currentData())))
        self.title.editingFinished.connect(self._take_title)
        self.steps.currentRowChanged.connect(lambda _: self._go_to_step())
        self.steps.itemSelectionChanged.connect(self._offer)
        self.steps.move_asked.connect(self.move_steps)
        self.steps.delete_asked.connect(self.delete_steps)
        self._lay_out()

    def _lay_out(self) -> None:
        column, below = QVBoxLayout(self), QVBoxLayout(self.body)
        column.setContentsMargins(12, 10, 12, 10)
        below.setContentsMargins(0, 0, 0, 0)
        column.addLayout(
            self._row(
                ("record", "Record…", self.record_asked.emit, "Play the scenario: each order becomes a step"),
                ("try", "Try it", self._try, "Play the lesson as a learner would"),
                ("remove", "Delete lesson", self.remove, "Take the lesson out of the module"),
            )
        )
        column.addWidget(self.none, 1, Qt.AlignmentFlag.AlignTop)
        column.addWidget(self.body, 1)
        below.addWidget(self.faults)
        for words, part in (("", self.which), ("Title", self.title), ("What it is about", self.lead)):
            if words:
                below.addWidget(MutedText(words))
            below.addWidget(part)
        below.addWidget(MutedText("Steps"))
        below.addWidget(self.steps, 1)
        below.addLayout(
            self._row(
                ("up", "Up", lambda: self.move_steps(-1), "Move up (Alt+Up)"),
                ("down", "Down", lambda: self.move_steps(1), "Move down (Alt+Down)"),
                ("merge", "Merge", self.merge_steps, "Combine the selected steps into one"),
                ("words", "Add words", self.add_words, "Add a step with text only"),
                ("delete", "Delete", self.delete_steps, "Delete the selected steps (Delete)"),
            )
        )
        below.addWidget(self.form)

    def _row(self, *made: tuple[str, str, Callable[[], object], str]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        for name, words, act, tip in made:
            button = self.buttons[name] = KeyButton(words, "", tip)
            button.clicked.connect(lambda *_, act=act: act())
            row.addWidget(button)
        row.addStretch(1)
        return row

    # --- the lesson on show ------------------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        """Return the names of the documents of lessons on this scenario."""
        wanted, documents = self._scenario, self._editor.draft.documents
        lessons = [name for name in documents if name.startswith(FOLDER)]
        return [name for name in lessons if recording.shown(documents[name]).scenario in (wanted, "")]

    @property
    def name(self) -> str:
        """Return the name of the document on show, "" for none."""
        return self._shown

    @property
    def data(self) -> Mapping[str, Data]:
        """Return the lesson on show as it is now."""
        found = self._editor.draft.documents.get(self.name)
        return found if isinstance(found, Mapping) else {}

    @property
    def step_data(self) -> list[Step]:
        """Return the steps of the lesson on show."""
        return recording.steps_in(self.data)

    @property
    def _scenario(self) -> str:
        return str(self._editor.value(("id",)))

    def add(self, steps: Sequence[Step], seed: int | None) -> None:
        """Add a lesson of these steps, and show it."""
        title = f"{self._editor.title}: a lesson"
        names = (f"{id_of(title)}{more}" for more in ("", *(f"-{number}" for number in range(2, 1000))))
        lesson = next(name for name in names if f"{FOLDER}{name}.yaml" not in self._editor.draft.documents)
        name, data = f"{FOLDER}{lesson}.yaml", recording.recorded(lesson, title, self._scenario, steps, seed)
        self._editor.change_documents({name: data}, "a lesson")
        self.show_lesson(name)
        self.steps.setCurrentRow(0)
        self.title.setFocus(Qt.FocusReason.OtherFocusReason)
        self.title.selectAll()

    def show_lesson(self, name: str) -> None:
        """Show the lesson of a document."""
        self.commit()
        self._shown = name
        self.title.setModified(False)
        self.refresh()

    def remove(self) -> None:
        """Take the lesson on show out of the module; undo brings it back."""
        if self.name:
            self._editor.remove_document(self.name, "delete the lesson")

    # --- changes -----------------------------------------------------------------------------------------------------

    def _change(self, words: str, **after: Any) -> None:
        if self.name:
            self._editor.change_documents({self.name: {**self.data, **after}}, words)

    def _take_title(self) -> None:
        if self.title.isModified() and self.title.text().strip():
            self.title.setModified(False)
            self._change("title of the lesson", title=self.title.text().strip())

    def _take_lead(self, text: str) -> None:
        self._change("what the lesson is about", lead=text)

    def _go_to_step(self) -> None:
        self.form.commit()
        self._show_step()

    def _take_step(self, place: int, told: Mapping[str, Data]) -> None:
        steps = self.step_data
        if not 0 <= place < len(steps):
            return
        if any(key in NEEDED and not value for key, value in told.items()):
            self.refused.emit("A step needs a title and text. Delete it if you don't want it.")
            self._show_step(again=True)
            return
        step = {key: value for key, value in {**steps[place], **told}.items() if key not in told or value}
        after = [*steps[:place], step, *steps[place + 1 :]]
        self._change(f"step {place + 1}", steps=[dict(one) for one in after])

    def _set_steps(self, steps: Sequence[Step], words: str, current: int) -> None:
        """Set the steps and mark one of them."""
        self._change(words, steps=[dict(step) for step in steps])
        place = min(current, len(steps) - 1)
        self.steps.setCurrentRow(place)
        self.steps.mark([place])

    def move_steps(self, by: int) -> None:
        """Move the selected steps up (-1) or down (1)."""
        self.form.commit()
        places = self.steps.marked
        after = recording.moved(self.step_data, places, by)
        if after != self.step_data:
            self._set_steps(after, "move steps", self.steps.currentRow() + by)
            self.steps.mark([place + by for place in places])

    def merge_steps(self) -> None:
        """Combine the selected steps into one, or the selected one and the next."""
        self.form.commit()
        places, steps = self.steps.marked, self.step_data
        if len(places) == 1:
            places = [places[0], places[0] + 1]
        if places and places[-1] < len(steps):
            self._set_steps(recording.merged(steps, places), "merge steps", places[0])

    def delete_steps(self) -> None:
        """Delete the selected steps, as long as one stays."""
        self.form.commit()
        places, steps = set(self.steps.marked), self.step_data
        if places and len(places) == len(steps):
            self.refused.emit("A lesson needs at least one step. Delete the lesson if you don't want it.")
        elif places:
            left = [step for place, step in enumerate(steps) if place not in places]
            self._set_steps(left, "delete steps", min(places))

    def add_words(self) -> None:
        """Add a step with text only, before the current one."""
        self.form.commit()
        place = max(0, self.steps.currentRow())
        self._set_steps(recording.with_words(self.step_data, place), "words to read", place)
        self.form.title.setFocus(Qt.FocusReason.OtherFocusReason)
        self.form.title.selectAll()

    def commit(self) -> None:
        """Take what is being typed."""
        self._take_title()
        self.lead.commit()
        self.form.commit()

    # --- check, try --------------------------------------------------------------------------------------------------

    def vocabulary(self) -> Vocabulary | None:
        """Return what a lesson of this scenario may name, None while the scenario has faults."""
        if not self._is_known:
            told, known = self._told(), None
            try:
                known = Vocabulary.of(system(self._editor.name.partition("/")[0]), self._table.source())
            except (ScenarioError, LookupError, TypeError, ValueError, AttributeError):
                known = None
            self._known = told, known
            if known is not None:
                examples = (known.places, known.units, [known.rule], known.all_verbs())
                self.form.show_links(*(next(filter(None, names), "…") for names in examples))
        return self._known[1]

    def _told(self) -> dict[str, Data]:
        """Return the documents that lessons are about."""
        return {name: data for name, data in self._editor.draft.documents.items() if not name.startswith(FOLDER)}

    @property
    def _is_known(self) -> bool:
        before, told = self._known[0], self._told()
        return before.keys() == told.keys() and all(before[name] is data for name, data in told.items())

    def _look_up(self) -> None:
        if self.isVisible():
            self.vocabulary()
            self.refresh()

    def _document(self) -> Document:
        return Document(self.data, self.name, self._editor.draft.folder / self.name)

    def _check(self) -> None:
        known = self._known[1]
        self.problems = document_problems(self._document(), known)
        told = [_sentence(problem) for problem in self.problems[:MOST]]
        if not told and known is None and self._is_known:
            told = [SCENARIO_FIRST]
        self.faults.setText("\n".join(told) or (RIGHT if known is not None else CHECKING))
        if not self._is_known:
            self._later.start()
        self.faults.setProperty("role", "fault" if told else "muted")
        self.faults.style().polish(self.faults)

    def _try(self) -> None:
        self.commit()
        self.vocabulary()
        self.refresh()
        if self.problems:
            self.refused.emit(_sentence(self.problems[0]))
        elif self.name:
            lesson: Lesson = lesson_of(self._document())
            self.try_asked.emit(lesson)

    # --- showing -----------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the lesson as it is now; what is being typed stays."""
        documents, names = self._editor.draft.documents, self.names
        if self._shown not in names:
            self._shown = next(iter(names), "")
            self.title.setModified(False)
        self.which.blockSignals(True)
        self.which.clear()
        for name in names:
            self.which.addItem(recording.shown(documents[name]).title or name, name)
        self.which.setCurrentIndex(self.which.findData(self._shown))
        self.which.blockSignals(False)
        self.which.setVisible(self.which.count() > 1)
        self.body.setVisible(bool(self.name))
        self.none.setVisible(not self.name)
        for name in ("try", "remove"):
            self.buttons[name].setEnabled(bool(self.name))
        if self.name:
            self._check()
            self._show_lesson()

    def _show_lesson(self) -> None:
        lesson = recording.shown(self.data)
        if self.title.text() != lesson.title and not self.title.isModified():
            self.title.setText(lesson.title)
        self.lead.show_text(lesson.lead)
        wrong = {problem.route[1] for problem in self.problems if problem.route[:1] == ("steps",) and problem.route[1:]}
        self.steps.show_steps([step.title for step in lesson.steps], wrong)
        self._show_step()

    def _show_step(self, *, again: bool = False) -> None:
        place, steps = self.steps.currentRow(), recording.shown(self.data).steps
        step = steps[place] if 0 <= place < len(steps) else None
        names = {piece.id: piece.name for piece in self._table.pieces()} if step is not None else {}
        self.form.show_step(place, step, names, again=again)
        self._offer()

    def _offer(self) -> None:
        places, many = self.steps.marked, len(self.step_data)
        has_more = bool(places) and places[-1] < many - 1
        may = {"up": bool(places) and places[0] > 0, "down": has_more, "merge": has_more or len(places) > 1}
        for name, on in {**may, "delete": bool(places)}.items():
            self.buttons[name].setEnabled(on)


def _sentence(problem: Problem) -> str:
    """Return a problem as a sentence that names its step."""
    step = problem.route[1] if problem.route[:1] == ("steps",) and len(problem.route) > 1 else None
    return problem.message if step is None else f"Step {int(step) + 1}: {problem.message}"
