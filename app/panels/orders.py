"""Pages of the Orders dock: one for each kind of decision, with everything it offers, usable without a mouse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.text.names import Names
from app.text.words import Words
from rules.engine.command import Command, Reason
from rules.engine.options import Decision


@dataclass(frozen=True, slots=True)
class Situation:
    """What a page may use: view, decision, options grouped by verb, names, words, queries, explanations.

    `given` returns the orders for this question that may each be put back, `seq` is the number of the position.
    """

    view: Any
    decision: Decision
    offered: Mapping[str, list[Command]]
    names: Names
    query: Callable[..., Any]
    explain: Callable[[Command], list[Reason]] = lambda command: []
    words: Words = field(default_factory=Words)
    given: Callable[[], list[Command]] = list
    seq: int = 0

    def unit(self, name: str) -> Any:
        """Return a unit of the view."""
        return next((u for u in self.view.get("units", ()) if u["id"] == name), None)

    @property
    def subject(self) -> Mapping[str, Any]:
        """Return what the decision is about."""
        return self.decision.subject


class OrdersPage(QWidget):
    """A page of the Orders dock.

    `ordered` carries a command, `put_back` one that is to be undone. `pointed` names a place or piece to show, as text
    ("hex:24.17").
    """

    ordered = Signal(object)
    put_back = Signal(object)
    pointed = Signal(str)
    rule_asked = Signal(str)
    title = "Orders"
    wants_room = False
    """Whether the page is to be seen whole: the panels below it then show no more than their tabs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.situation: Situation | None = None
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(8, 6, 8, 8)
        self.column.setSpacing(6)

    def show_situation(self, situation: Situation) -> None:
        """Show another decision of this page's kind."""
        self.situation = situation
        self.refresh(situation)

    def forget(self) -> None:
        """Forget the last question: it may name what the next player at the table must not know."""
        self.situation = None

    def refresh(self, situation: Situation) -> None:
        """Show the page for a situation."""
        raise NotImplementedError

    def enter(self) -> bool:
        """Give the order that is marked on the page; return whether one is."""
        return False

    def give(self, verb: str) -> bool:
        """Give the order of a verb to whatever is marked on the page; return whether it could be."""
        return False
