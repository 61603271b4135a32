"""The window of a draft: its board in the middle, forces at the left, facts, fields and check at the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QSplitter, QTabWidget, QVBoxLayout, QWidget

from app.announcing import announce
from app.bindings import usual
from app.dialogs import messages
from app.panels.layouts import scroll_area
from app.panels.widgets import KeyButton, Label, ShortLabel
from app.text.parts import literal
from app.theme import faces
from app.workshop.base_table import FAULTS
from app.workshop.editor import DraftEditor
from app.workshop.fields import FieldsPanel
from app.workshop.lesson_page import LessonPage
from app.workshop.panels import CheckPanel, FactsForm
from app.workshop.table import DraftTable
from app.workshop.tray import Tray
from rules.files.problems import Problem
from rules.lessons.lesson import Lesson
from rules.lessons.recording import Step
from rules.workshop.balance import Change
from rules.workshop.edit import DoesNotFit

LEFT, RIGHT = 356, 400
"""Widths of tray and panels at first, beside text of the usual size."""
FIRST = 200
"""Milliseconds until a draft that was opened is checked, which would hold up its first picture."""
LESSON = 2
"""The tab of lessons."""
SAID = 9000
"""How long a refusal is said, in milliseconds."""


class WorkshopDeeds(Protocol):
    """What the program does with a draft, outside its window."""

    def playtest(self, window: WorkshopWindow) -> None: ...
    def record_lesson(self, window: WorkshopWindow) -> None: ...
    def try_lesson(self, window: WorkshopWindow, lesson: Lesson) -> None: ...
    def balance(self, window: WorkshopWindow) -> None: ...
    def share(self, window: WorkshopWindow) -> None: ...
    def show_rule(self, number: str) -> None: ...


class WorkshopWindow(QMainWindow):
    """Change a draft. `closed()`: it is put away, saved or not.

    `ask_save` asks what is to become of changes ("save", "forget" or ""), `ask` a plain question, `tell` says
    something, `may_close` asks about what else closing would end; all can be replaced where nobody sits at the screen.
    """

    closed = Signal()

    def __init__(self, editor: DraftEditor, table: DraftTable, deeds: WorkshopDeeds, parent: QWidget | None = None):
        super().__init__(parent, Qt.WindowType.Window)
        self.editor, self.table, self._deeds = editor, table, deeds
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        editor.setParent(self)  # what it and its table tell holds this window: they go when it goes
        self.ask_save: Callable[[], str] = self._ask_save
        self.ask: Callable[..., bool] = partial(messages.ask, self)
        self.may_close: Callable[[], bool] = lambda: True
        self.tell: Callable[[str, str], None] = partial(messages.tell, self)
        editor.tell = lambda title, words: self.tell(title, words)
        self.tray = Tray(table.icon, table.how, table.additions)
        self.facts, self.fields, self.check = FactsForm(table, editor), FieldsPanel(editor, table), CheckPanel()
        self.lessons = LessonPage(editor, table)
        self.pages, self.tabs, self.status = QTabWidget(), QTabWidget(), ShortLabel()
        self.title = Label()
        self.title.setProperty("role", "title")
        self.buttons: dict[str, KeyButton] = {}
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.timeout.connect(lambda: self.status.setText(""))
        self._lay_out()
        self._connect()
        self._add_keys()
        messages.fit(self, 1600, 1000)
        self.refresh()
        editor.check_soon(FIRST)
        table.middle.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        """Put the parts into the window from the outside in: with a part that moves, all in it would be styled anew."""
        whole, body, middle = QWidget(), QSplitter(Qt.Orientation.Horizontal), self._board()
        self.setCentralWidget(whole)
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head())
        column.addWidget(body, 1)
        for part, fill in ((self.pages, self._add_pages), (middle, None), (self.tabs, self._add_tabs)):
            body.addWidget(part)
            part.setMinimumWidth(faces.scaled(320 if part is middle else 220))
            body.setStretchFactor(body.count() - 1, 1 if part is middle else 0)
            if fill is not None:
                fill()  # before the next part is there: Tab goes through them in this order
        body.setSizes([faces.scaled(LEFT), 900, faces.scaled(RIGHT)])
        body.setChildrenCollapsible(False)

    def _board(self) -> QWidget:
        """Return the board with the line below it."""
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.table.middle, 1)
        self.status.setContentsMargins(12, 5, 12, 5)
        column.addWidget(self.status)
        return middle

    def _add_pages(self) -> None:
        self.pages.addTab(self.tray, "Forces")
        for name, tools in self.table.tools:
            _add_page(self.pages, tools, name)

    def _add_tabs(self) -> None:
        for page, name in ((self.facts, "Scenario"), (self.check, "Check"), (self.lessons, "Lesson")):
            _add_page(self.tabs, page, name)
        self.tabs.addTab(self.fields, "All fields")

    def _head(self) -> QWidget:
        head = QWidget()
        head.setObjectName("Strip")
        head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(head)
        row.setContentsMargins(14, 8, 12, 8)
        row.setSpacing(8)
        row.addWidget(self.title)
        row.addStretch(1)
        made: Sequence[tuple[str, str, Sequence[str], Callable[[], object], str]] = (
            ("undo", "Undo", ("Ctrl+Z",), self.editor.undo, "Take the last change back"),
            ("redo", "Redo", ("Ctrl+Shift+Z",), self.editor.redo, "Carry out again what was taken back"),
            ("save", "Save", ("Ctrl+S",), self.save, "Write the changes into the files"),
            ("play", "Playtest", ("F5", "Ctrl+R"), self._playtest, "Play it as it is now; the draft stays open"),
            ("balance", "Balance…", ("F6", "Ctrl+B"), self._balance, "See how often each side wins"),
            ("share", "Share…", (), self._share, "Pack it into one file for others"),
            ("close", "Close", (), self.close, "Put the draft away"),
        )
        for name, words, usual_keys, act, tip in made:
            keys = usual(usual_keys)
            button = self.buttons[name] = KeyButton(words, keys[0] if keys else "", tip)
            button.clicked.connect(lambda *_, act=act: act())
            row.addWidget(button)
            if keys:
                action = QAction(literal(words), self)
                action.setShortcuts([QKeySequence(key) for key in keys])
                action.triggered.connect(lambda *_, act=act: act())
                self.addAction(action)
        self.buttons["play"].setProperty("primary", "true")
        return head

    def _connect(self) -> None:
        editor, table = self.editor, self.table
        editor.changed.connect(self.refresh)
        editor.checked.connect(self._checked)
        table.picked.connect(self.tray.pick)
        table.pointed.connect(self._point)
        for part in (table.refused, self.facts.refused, self.fields.refused, self.lessons.refused):
            part.connect(self.say)
        self.tray.picked.connect(table.pick)
        self.tray.take_off.connect(table.take_off)
        self.tray.entered.connect(lambda: table.middle.setFocus(Qt.FocusReason.OtherFocusReason))
        self.check.asked.connect(self.show_problem)
        self.check.mend_asked.connect(self._mend)
        self.check.rule_asked.connect(self._deeds.show_rule)
        self.lessons.record_asked.connect(lambda: self._playtest(self._deeds.record_lesson))
        self.lessons.try_asked.connect(lambda lesson: self._playtest(lambda _: self._deeds.try_lesson(self, lesson)))
        self.tabs.currentChanged.connect(lambda _: self._refresh_page())
        self.pages.currentChanged.connect(self._use)
        table.left.connect(lambda: self.pages.setCurrentIndex(0))

    def _add_keys(self) -> None:
        search = QAction("Search", self)
        search.setShortcut(QKeySequence("Ctrl+F"))
        search.triggered.connect(self._search)
        self.addAction(search)

    def _search(self) -> None:
        self.pages.setCurrentIndex(0)
        self.tray.search.setFocus()

    def _use(self, page: int) -> None:
        """Take the tools of a page in hand; the first has the forces."""
        self.table.use(self.table.tools[page - 1][1] if page else None)
        self.table.middle.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- showing -------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the draft as it is now."""
        editor = self.editor
        self.table.show()
        self.tray.show_pieces(self.table.pieces())
        self.facts.refresh()
        self._refresh_page()
        saved = "" if editor.is_saved else "changed"
        self.title.setText(" · ".join(filter(None, (editor.title, saved))))
        self.setWindowTitle(f"{editor.title} – Workshop")
        for name, words in (("undo", editor.undo_words), ("redo", editor.redo_words)):
            self.buttons[name].setEnabled(bool(words))
            self.buttons[name].setToolTip(f"{name.capitalize()}: {words}" if words else "")
        self.buttons["save"].setEnabled(not editor.is_saved)

    def _refresh_page(self) -> None:
        if self.tabs.currentWidget() is self.fields:
            self.fields.refresh()
        elif self.tabs.currentWidget() is self.tabs.widget(LESSON):
            self.lessons.refresh()

    def _checked(self) -> None:
        self.check.show_problems(self.editor.problems)
        faults = len(self.editor.faults)
        self.tabs.setTabText(1, f"Check ({len(self.editor.problems)})" if self.editor.problems else "Check")
        self.buttons["play"].setEnabled(not faults)
        self.buttons["play"].setToolTip("It has errors: see Check" if faults else "Play it as it is now")

    def _point(self, words: str) -> None:
        if not self._quiet.isActive():
            self.status.setText(words)

    def say(self, words: str) -> None:
        """Say for a while why something was not done."""
        self.status.setText(words)
        announce(self, words)
        self._quiet.start(SAID)

    def show_problem(self, problem: Problem) -> None:
        """Show on the map and among the fields what a problem is about."""
        if problem.places:
            self.table.mark(problem.places)
        else:
            self.tabs.setCurrentWidget(self.fields)
            known = problem.file in self.editor.draft.documents
            self.fields.go(problem.file if known else self.editor.name, problem.route)

    def _mend(self, problem: Problem) -> None:
        try:
            self.editor.mend(problem)
        except DoesNotFit as error:
            self.say(str(error))

    # --- deeds ---------------------------------------------------------------------------------------------------

    def save(self) -> bool:
        """Save the draft; return whether everything is in its files now."""
        self._commit()
        return self.editor.save(lambda words: self.ask("Save the draft?", words, "Save", "Cancel", messages.CAREFUL))

    def _commit(self) -> None:
        """Take what is being typed."""
        self.facts.commit()
        self.fields.commit()
        self.lessons.commit()

    def _playtest(self, begin: Callable[[WorkshopWindow], None] | None = None) -> None:
        """Play it as it is now, unless it has faults; `begin` does more than just that."""
        self._commit()
        self.editor.check()
        if not self.editor.faults:
            (begin or self._deeds.playtest)(self)
        elif begin is not None:
            self.say("The scenario has errors and can't be played yet: see Check.")

    def keep_lesson(self, steps: Sequence[Step], seed: int | None) -> None:
        """Add a lesson that was recorded, and show it to be worded."""
        self.tabs.setCurrentIndex(LESSON)
        self.lessons.add(steps, seed)

    def _balance(self) -> None:
        if self.save():
            self._deeds.balance(self)

    def take_change(self, change: Change) -> bool:
        """Change the scenario and save it, as the dialog of its balance asks; return whether that was done."""
        try:
            self.editor.put(*change(self.editor.data))
        except (DoesNotFit, LookupError, TypeError, ValueError, AttributeError):  # a file written by hand can be odd
            self.say(FAULTS)
            return False
        return self.save()

    def _share(self) -> None:
        if self.save():
            self._deeds.share(self)

    def _ask_save(self) -> str:
        words = f"{self.editor.title} has changes that are not saved."
        answers = {"save": "Save", "forget": "Discard changes"}
        return messages.choose(self, "Close the draft?", words, answers)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save or discard what is not saved, as the player says."""
        self._commit()
        if not self.may_close():
            event.ignore()
            return
        answer = "save" if self.editor.is_saved else self.ask_save()
        if not answer or (answer == "save" and not self.save()):
            event.ignore()
            return
        self.table.close()
        self.editor.close(forget=answer == "forget")
        event.accept()
        self.closed.emit()


def _add_page(tabs: QTabWidget, page: QWidget, name: str) -> None:
    """Add a page that scrolls."""
    area = scroll_area()
    tabs.addTab(area, name)
    area.setWidget(page)
