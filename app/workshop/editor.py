"""The draft in one workshop window: changed by gestures, undone, checked, saved. No widgets."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QRunnable, QThreadPool, QTimer, Signal

from app.text.names import humanize
from rules.engine.bounded import why
from rules.engine.english import capital
from rules.engine.memory import pause_collecting, resume_collecting
from rules.files.problems import FAULT, Data, Problem, Route
from rules.workshop.draft import ChangedOutside, Draft, DraftCheck, stroke_of
from rules.workshop.edit import (
    ABSENT,
    Edit,
    Stroke,
    Value,
    between,
    between_documents,
    carried_out,
    edit_within,
    value_at,
)
from rules.workshop.yaml_patch import CannotPatch

LOG = logging.getLogger("chitpull.workshop")
LOCK = ".lock"
Follows = Callable[[Mapping[str, Data]], Mapping[str, Data]]
LATER = 20
"""Milliseconds after the last change until the draft is checked, so that a row of quick changes is checked once."""


class InUse(OSError):
    """Another window has this draft."""


def checked(check: DraftCheck, documents: Mapping[str, Data], name: str) -> Sequence[Problem]:
    """Return what a check finds; one that fails itself is a fault too, so that nobody takes an old result for new."""
    try:
        return check.problems(documents, name)
    except Exception as error:
        LOG.exception("The check of %s failed.", name)
        return [Problem(name, 0, "", f"It could not be checked: {type(error).__name__}. Undo what you did last.")]


class _Found(QObject):
    """Carries what a check has found to the thread of the window."""

    found = Signal(int, object)


class _Check(QRunnable):
    """Check a draft as it was in a state."""

    def __init__(self, check: DraftCheck, documents: Mapping[str, Data], name: str, state: int) -> None:
        super().__init__()
        self.signals = _Found()
        self._work = check, documents, name, state

    def run(self) -> None:
        """Check, and tell."""
        check, documents, name, state = self._work
        try:
            self.signals.found.emit(state, checked(check, documents, name))
        finally:
            resume_collecting(self)  # here, as nobody may hear of it any more


class DraftEditor(QObject):
    """Change one scenario of a draft. `changed()`: the data or what is saved; `checked()`: other problems are known.

    `name` is the scenario's document; `tell(title, words)` says what went wrong.
    """

    changed = Signal()
    checked = Signal()

    def __init__(
        self, folder: Path, name: str, tell: Callable[[str, str], None], parent: QObject | None = None
    ) -> None:
        """Open the draft in a folder; raise InUse, OSError, or ScenarioError with what cannot be read."""
        super().__init__(parent)
        self.name, self.tell = name, tell
        self._lock = QLockFile(str(folder / LOCK))
        self._lock.setStaleLockTime(0)
        if not self._lock.tryLock(0) and self._lock.error() is QLockFile.LockError.LockFailedError:
            raise InUse("Its module is being edited in another window")
        try:
            self.draft = Draft(folder)
            if name not in self.draft.documents:
                raise FileNotFoundError(2, "The file is not there any more", name)
        except BaseException:
            self._lock.unlock()
            raise
        self.problems: Sequence[Problem] = ()
        self._check, self._checks = DraftCheck(folder), QThreadPool()
        self._checks.setMaxThreadCount(1)  # a check remembers what it has seen
        self._is_warned = False
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._check_aside)
        self._state = 0

    @property
    def data(self) -> Mapping[str, Data]:
        """Return the data of the scenario."""
        return self._mapping(self.name)

    @property
    def title(self) -> str:
        """Return the title of the scenario, or the name of its file."""
        return str(self.data.get("title") or Path(self.name).stem)

    @property
    def path(self) -> Path:
        """Return the file of the scenario."""
        return self.draft.folder / self.name

    @property
    def is_saved(self) -> bool:
        """Tell whether the files hold everything."""
        return not self.draft.unsaved

    # --- changes -------------------------------------------------------------------------------------------------

    def change(self, after: Mapping[str, Data], words: str) -> bool:
        """Make the scenario this data, as one stroke that `words` name; return whether that is a change."""
        stroke = between(self.name, self.data, after)
        if not stroke:
            return False
        self._carry_out(stroke, words)
        return True

    def change_documents(self, after: Mapping[str, Mapping[str, Data]], words: str) -> bool:
        """Make documents these data, as one stroke; one that is not there yet is added. Return whether that changed."""
        before = {name: self._mapping(name) for name in after if name in self.draft.documents}
        stroke = between_documents(before, {name: dict(data) for name, data in after.items()})
        if stroke:
            self._carry_out(stroke, words)
        return bool(stroke)

    def remove_document(self, name: str, words: str) -> None:
        """Take a document out of the draft, as one stroke; saving deletes its file."""
        self._carry_out((Edit(name, (), self.draft.documents[name], ABSENT),), words)

    def _mapping(self, name: str) -> Mapping[str, Data]:
        found = self.draft.documents[name]
        return found if isinstance(found, Mapping) else {}

    def value(self, route: Route, document: str = "") -> Value:
        """Return the value at a route of the scenario or another document, ABSENT for none."""
        return value_at(self.draft.documents[document or self.name], route)

    def put(self, route: Route, value: Value, document: str = "", then: Follows | None = None) -> None:
        """Put a value at a route of the scenario or another document, or remove it (ABSENT), as one stroke.

        Groups around it that are not there yet are made. `then` gets the data as they are then and returns them with
        what follows. Raises DoesNotFit.
        """
        document, words = document or self.name, _words(route, document if document != self.name else "")
        before = self.value(route, document)
        if before == value and type(before) is type(value):
            return
        edit = edit_within(document, self.draft.documents[document], route, value)
        after = carried_out(self.draft.documents[document], edit)
        follows = between(document, after, then(after)) if then is not None and isinstance(after, Mapping) else ()
        self._carry_out((edit, *follows), words)

    def mend(self, problem: Problem) -> None:
        """Do what alone puts a problem right, as one stroke; raise DoesNotFit."""
        stroke = stroke_of(problem, self.draft.documents)
        if stroke and problem.remedy is not None:
            self._carry_out(stroke, problem.remedy.label)

    def _carry_out(self, stroke: Stroke, words: str) -> None:
        self._safely(lambda: self.draft.do(stroke, words))
        self._follow()

    def undo(self) -> None:
        """Take the last stroke back."""
        if self.undo_words:
            self._safely(self.draft.undo)
            self._follow()

    def redo(self) -> None:
        """Carry out again what was taken back last."""
        if self.redo_words:
            self._safely(self.draft.redo)
            self._follow()

    def _safely(self, change: Callable[[], object]) -> None:
        """Change the draft; a journal that cannot be written costs nobody his change."""
        try:
            change()
        except OSError as error:
            if not self._is_warned:
                self._is_warned = True
                words = f"The draft's journal cannot be written: {why(error)}. Save before you leave."
                self.tell("Not safe yet", words)

    @property
    def undo_words(self) -> str:
        """Return what undo would take back, "" for nothing."""
        return self.draft.undo_words

    @property
    def redo_words(self) -> str:
        """Return what redo would carry out again, "" for nothing."""
        return self.draft.redo_words

    def _follow(self) -> None:
        self._state += 1
        self.check_soon()
        self.changed.emit()

    # --- check, save, leave --------------------------------------------------------------------------------------

    def check(self) -> None:
        """Look for problems now, and wait until they are known."""
        self._later.stop()
        self._checks.waitForDone()
        self._found(self._state, checked(self._check, self.draft.documents, self.name))

    def check_soon(self, after: int = LATER) -> None:
        """Look for problems aside, once no change has come for so many milliseconds."""
        self._later.start(after)

    def _check_aside(self) -> None:
        """Look for problems in another thread; the documents are never changed in place, so it may read them."""
        if self._checks.activeThreadCount():  # the one before has not ended yet
            self.check_soon()
            return
        work = _Check(self._check, self.draft.documents, self.name, self._state)
        work.signals.found.connect(self._found)
        pause_collecting(work)
        self._checks.start(work)

    def _found(self, state: int, problems: Sequence[Problem]) -> None:
        """Take note of what was found, unless the draft has changed since it was looked at."""
        if state == self._state:
            self.problems = problems
            self.checked.emit()

    @property
    def faults(self) -> Sequence[Problem]:
        """Return the problems for which it cannot be played."""
        return [problem for problem in self.problems if problem.severity == FAULT]

    def save(self, over: Callable[[str], bool]) -> bool:
        """Write what changed into its files; return whether they hold everything now.

        `over` asks, in words, whether to write over what another program wrote meanwhile.
        """
        try:
            self.draft.save()
        except ChangedOutside as error:
            if not over(f"{error}. Save over it?"):
                return False
            try:
                self.draft.save(over=True)
            except (OSError, CannotPatch) as failed:
                return self._not_saved(failed)
        except (OSError, CannotPatch) as error:
            return self._not_saved(error)
        self.changed.emit()
        return True

    def _not_saved(self, error: OSError | CannotPatch) -> bool:
        reason = why(error).rstrip(".")
        if isinstance(error, OSError):
            reason = f"Nothing can be written in {self.draft.folder}: {reason}"
        self.tell("Could not save the draft", f"{capital(reason)}. Nothing is lost: it stays open.")
        return False

    def close(self, *, forget: bool) -> None:
        """Leave the draft to other windows; `forget` gives up what is not saved."""
        self._later.stop()
        self._checks.waitForDone()
        try:
            if forget:
                self.draft.forget()
        except OSError as error:
            words = f"The draft's journal cannot be deleted: {why(error)}. The changes are there again next time."
            self.tell("Not discarded", words)
        finally:
            self._lock.unlock()


def _words(route: Route, document: str) -> str:
    """Return what a change of a field is called, such as "first turn"."""
    name = next((key for key in reversed(route) if isinstance(key, str)), "")
    return humanize(name).lower() + (f" of {Path(document).name}" if document else "")
