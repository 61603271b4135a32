"""What tables of drafts do alike: a draft is laid out and shown, a gesture changes it or is refused in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.workshop.board import BaseDraftBoard
from app.workshop.editor import DraftEditor
from rules.files.problems import CannotPlace, Data, Route, ScenarioError

FAULTS = "Errors in the draft prevent this: see Check."
CANNOT_READ = (ScenarioError, LookupError, TypeError, ValueError, AttributeError)
"""What a file that was written by hand may lead to."""


class LaidOut(Protocol):
    """A draft as it lies on the table."""

    @property
    def scenario(self) -> Any:
        """The scenario, without what cannot be shown."""
        ...

    @property
    def view(self) -> Any:
        """What everybody sees of it."""
        ...


L = TypeVar("L", bound=LaidOut)
L_co = TypeVar("L_co", bound=LaidOut, covariant=True)


class LaysOut(Protocol[L_co]):
    """Lays out the scenario of a draft; both raise ScenarioError."""

    def laid(self, documents: Mapping[str, Data]) -> L_co:
        """Return what lies on the table."""
        ...

    def source(self, documents: Mapping[str, Data]) -> Mapping[str, Data]:
        """Return the scenario as one document."""
        ...


class BaseDraftTable(QObject, Generic[L]):
    """A table of a draft that has no tools beside its forces; see `DraftTable`. A subclass makes its `board`."""

    picked = Signal(str)
    pointed = Signal(str)
    refused = Signal(str)
    left = Signal()
    shows = "The map"
    """What shows the draft, as the beginning of a sentence."""
    board: BaseDraftBoard

    def choices(self, route: Route) -> Mapping[str, str]:
        """Return no choices: the schema tells what a fact can be."""
        return {}

    def __init__(self, editor: DraftEditor, drafting_of: LaysOut[L], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.editor, self._lays_out = editor, drafting_of
        self.laid: L | None = None

    def _hear(self) -> None:
        """Pass on what the board tells."""
        self.board.picked.connect(self.picked)
        self.board.described.connect(self.pointed)

    @property
    def tools(self) -> Sequence[tuple[str, QWidget]]:
        """The pages beside the forces: none."""
        return ()

    @property
    def additions(self) -> Sequence[tuple[str, str, Callable[[], object]]]:
        """What can be added to the forces: nothing."""
        return ()

    def use(self, tools: QWidget | None) -> None:
        """Let the board go on as it does."""

    def close(self) -> None:
        """Leave off what is done aside: nothing is."""

    @property
    def middle(self) -> QWidget:
        """The board."""
        return self.board.view

    def source(self) -> Mapping[str, Data]:
        """Return the scenario as one document."""
        return self._lays_out.source(self.editor.draft.documents)

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        self.board.restyle()

    def show(self) -> None:
        """Show the draft as it is now; what cannot be understood leaves the table as it was, and says why."""
        try:
            self.laid = self._lay_out(self.editor.draft.documents)
        except CANNOT_READ as error:
            words = error.problems[0].message if isinstance(error, ScenarioError) and error.problems else FAULTS
            self.refused.emit(f"{self.shows} shows the draft as it was. {words}")
            return
        self.board.view.show_pointed([])  # what was marked may be mended
        self.board.show(self.laid.scenario, self.laid.view)

    def _lay_out(self, documents: Mapping[str, Data]) -> L:
        return self._lays_out.laid(documents)

    def do(self, change: Callable[[Mapping[str, Data], Any], Mapping[str, Data]], words: str) -> bool:
        """Change the draft, or say why not: what a gesture builds on may be wrong in a file written by hand.

        Return whether the draft is another one now.
        """
        if self.laid is None:
            self.refused.emit(FAULTS)
            return False
        try:
            after = change(self.editor.data, self._known(self.laid))
            return self.editor.change(self._followed(after), words)
        except CannotPlace as error:
            self.refused.emit(str(error))
        except CANNOT_READ:
            self.refused.emit(FAULTS)
        return False

    def with_what_follows(self, data: Mapping[str, Data], route: Route) -> Mapping[str, Data]:
        """Return the scenario as it is: nothing follows from a removal."""
        return data

    def _known(self, laid: L) -> Any:
        """Return what a gesture is told of the draft."""
        raise NotImplementedError

    def _followed(self, after: Mapping[str, Data]) -> Mapping[str, Data]:
        """Return the scenario after a gesture with what else follows from it."""
        return after
