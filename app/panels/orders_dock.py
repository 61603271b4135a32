"""The Orders dock itself: shows the page that fits the present decision."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from app.game import GameController
from app.panels.choices import ChoicesPage
from app.panels.nature import NaturePage
from app.panels.orders import OrdersPage, Situation
from app.panels.widgets import Note
from app.systems.company_scale.panels.activation import ActivationPage
from app.systems.company_scale.panels.assault import KINDS as ASSAULT_KINDS
from app.systems.company_scale.panels.assault import AssaultPage
from app.systems.company_scale.panels.division_choice import KINDS as DIVISION_KINDS
from app.systems.company_scale.panels.division_choice import DivisionPage
from app.systems.company_scale.panels.fire import FirePage
from app.systems.company_scale.panels.kampfgruppe import KampfgruppePage
from app.systems.company_scale.panels.placing import KINDS as PLACE_KINDS
from app.systems.company_scale.panels.placing import PlacePage
from app.systems.company_scale.panels.purchase import PurchasePage
from app.systems.company_scale.panels.rerolls import RerollPage

PAGES = {
    "activation": "activation",
    "fire": "fire",
    "indirect_fire": "fire",
    "preparation": "purchase",
    "purchase": "purchase",
    **dict.fromkeys(ASSAULT_KINDS, "assault"),
    **dict.fromkeys(PLACE_KINDS, "placing"),
    **dict.fromkeys(DIVISION_KINDS, "division"),
    "kampfgruppe": "kampfgruppe",
    "reroll": "reroll",
}


class OrdersPanel(QWidget):
    """Choose the page for a decision and pass on what it orders."""

    ordered = Signal(object)
    rolled = Signal(dict)
    picked = Signal(tuple)
    pointed = Signal(str)
    rule_asked = Signal(str)
    aimed = Signal(str, str)
    waiting = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Orders")
        self.activation, self.fire, self.purchase = ActivationPage(), FirePage(), PurchasePage()
        self.choices, self.assault, self.nature = ChoicesPage(), AssaultPage(), NaturePage()
        self.placing = PlacePage()
        self.pages: dict[str, OrdersPage] = {
            "activation": self.activation,
            "fire": self.fire,
            "purchase": self.purchase,
            "choices": self.choices,
            "assault": self.assault,
            "placing": self.placing,
            "division": DivisionPage(),
            "kampfgruppe": KampfgruppePage(),
            "reroll": RerollPage(),
        }
        self.idle = QWidget()
        self.idle_note = Note("When a game is on the table, everything you may do is listed here.")
        column = QVBoxLayout(self.idle)
        column.addWidget(self.idle_note)
        column.addStretch(1)
        self.stack = QStackedWidget()
        for page in (self.idle, self.nature, *self.pages.values()):
            self.stack.addWidget(page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.stack)
        for page in self.pages.values():
            page.ordered.connect(self.ordered)
            page.picked.connect(self.picked)
            page.pointed.connect(self.pointed)
            page.aimed.connect(self.aimed)
            page.waiting.connect(self.waiting)
            page.rule_asked.connect(self.rule_asked)
        self.nature.rolled.connect(self.rolled)

    @property
    def page(self) -> QWidget:
        """Return the page that shows."""
        return self.stack.currentWidget()

    def show_game(self, game: GameController, offered: dict[str, Any]) -> None:
        """Show the page for whatever is asked now; a player at the keyboard stays in this panel."""
        focus = QApplication.focusWidget()
        here = focus is not None and self.isAncestorOf(focus)
        self._show(game, offered)
        focus = QApplication.focusWidget()
        if here and not (focus is not None and self.page.isAncestorOf(focus)):
            self.take_focus()

    def take_focus(self) -> None:
        """Give the keyboard to the first thing on the page that can use it."""
        for widget in self.page.findChildren(QWidget):
            able = widget.isVisible() and widget.isEnabled()
            if able and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                widget.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return

    def _show(self, game: GameController, offered: dict[str, Any]) -> None:
        decision = game.decision
        if game.request is not None:
            self.nature.show_request(game.request, game.names)
            self.stack.setCurrentWidget(self.nature)
        elif decision is None:
            self.idle_note.setText(
                "The game is over."
                if game.over
                else "When a game is on the table, everything you may do is listed here."
            )
            self.stack.setCurrentWidget(self.idle)
        else:
            page = self.pages[PAGES.get(decision.kind, "choices")]
            page.show_situation(Situation(game.view, decision, offered, game.names, game.query, game.explain))
            self.stack.setCurrentWidget(page)

    def enter(self) -> bool:
        """Give the order marked on the page that shows; return whether one was."""
        page = self.page
        return isinstance(page, OrdersPage) and page.enter()

    def give(self, name: str) -> bool:
        """Give the order of a verb to whatever is marked on the page; return whether it could be."""
        page = self.page
        if isinstance(page, ActivationPage | ChoicesPage | PlacePage):
            return page.give(name)
        return False
