"""The Orders dock: for each kind of decision a page with everything it offers, reachable without a mouse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.systems.company_scale.text.names import Names
from rules.engine.command import Command, Reason
from rules.engine.options import Decision


@dataclass(frozen=True, slots=True)
class Situation:
    """What a page may look at: view, decision, options grouped by verb, names, queries, explanations."""

    view: Mapping[str, Any]
    decision: Decision
    offered: Mapping[str, list[Command]]
    names: Names
    query: Callable[..., Any]
    explain: Callable[[Command], list[Reason]] = lambda command: []

    def unit(self, name: str) -> Mapping[str, Any] | None:
        """Return a unit of the view."""
        return next((u for u in self.view.get("units", ()) if u["id"] == name), None)

    @property
    def subject(self) -> Mapping[str, Any]:
        """Return what the decision is about."""
        return self.decision.subject


class OrdersPage(QWidget):
    """A page of the Orders dock.

    `ordered` carries a command. `picked` names units the player singled out. `pointed` names a hex to look at.
    `aimed` names an order that waits for its hex on the map, and the unit, weapon or leader it is for ("" for none).
    `waiting` carries such an order ready made.
    """

    ordered = Signal(object)
    picked = Signal(tuple)
    pointed = Signal(str)
    rule_asked = Signal(str)
    aimed = Signal(str, str)
    waiting = Signal(object)
    title = "Orders"

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

    def refresh(self, situation: Situation) -> None:
        """Draw the page anew."""
        raise NotImplementedError

    def enter(self) -> bool:
        """Give the order that is marked on the page; return whether one is."""
        return False

    def pick(self, units: tuple[str, ...]) -> None:
        """Follow a selection made elsewhere."""
