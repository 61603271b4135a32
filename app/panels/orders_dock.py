"""The Orders dock, which shows the page for the present decision."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from app.panels.choices import ChoicesPage
from app.panels.dice import Draw, draw_square
from app.panels.nature import NaturePage
from app.panels.orders import OrdersPage, Situation
from app.panels.widgets import Note, discard
from app.play.controller import GameController
from rules.engine.command import Command

CHOICES = "choices"
STAFF = "The computer is deciding."
IDLE, OVER = "Once a game is running, everything you can do is listed here.", "The game is over."


class Pages(QStackedWidget):
    """Pages as high as the panel: asked for their height at each width, they would measure all words several times."""

    def hasHeightForWidth(self) -> bool:
        """Say that no width asks for a height."""
        return False


class OrdersPanel(QWidget):
    """Choose the page for a decision and pass on what it orders."""

    ordered = Signal(object)
    put_back = Signal(object)
    rolled = Signal(dict)
    pointed = Signal(str)
    rule_asked = Signal(str)

    def __init__(self, game: GameController, draw_die: Draw = draw_square, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Orders")
        self.nature = NaturePage(game, draw_die)
        self.idle = QWidget()
        self.idle_note = Note(IDLE)
        column = QVBoxLayout(self.idle)
        column.addWidget(self.idle_note)
        column.addStretch(1)
        self.stack = Pages()
        self.stack.addWidget(self.idle)
        self.stack.addWidget(self.nature)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.stack)
        self.nature.rolled.connect(self.rolled)
        self.pages: dict[str, OrdersPage] = {}
        self.offered: dict[str, list[Command]] = {}
        self.lay({})

    def lay(self, pages: Mapping[str, OrdersPage]) -> None:
        """Replace the pages by those of a system; the plain page of choices fills in if it has none."""
        for page in self.pages.values():
            page.forget()
            discard(page)
        self.pages = {CHOICES: ChoicesPage(), **pages} if CHOICES not in pages else dict(pages)
        for page in self.pages.values():
            self.stack.addWidget(page)
            page.ordered.connect(self.ordered)
            page.put_back.connect(self.put_back)
            page.pointed.connect(self.pointed)
            page.rule_asked.connect(self.rule_asked)
        self.stack.setCurrentWidget(self.idle)

    @property
    def page(self) -> QWidget:
        """Return the page shown."""
        return self.stack.currentWidget()

    def show_game(self, game: GameController, offered: dict[str, list[Command]]) -> None:
        """Show the page for the present question; the keyboard focus stays in this panel if it was here."""
        self.offered = offered
        focus = QApplication.focusWidget()
        here = focus is not None and self.isAncestorOf(focus)
        self._show(game, offered)
        focus = QApplication.focusWidget()
        if here and not (focus is not None and self.page.isAncestorOf(focus)):
            self.take_focus(Qt.FocusReason.OtherFocusReason)

    def take_focus(self, why: Qt.FocusReason = Qt.FocusReason.ShortcutFocusReason) -> bool:
        """Give the keyboard focus to the first widget on the page that takes it; return whether there is one."""
        for widget in self.page.findChildren(QWidget):
            able = widget.isVisible() and widget.isEnabled()
            if able and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                widget.setFocus(why)
                return True
        return False

    def _show(self, game: GameController, offered: dict[str, list[Command]]) -> None:
        decision = game.decision
        if game.request is not None:
            self.nature.show_request(game.request)
            self.stack.setCurrentWidget(self.nature)
        elif decision is None:
            for page in self.pages.values():
                page.forget()
            here = STAFF if game.staff else OVER if game.over else IDLE
            self.idle_note.setText("" if game.looks_back else here)
            self.stack.setCurrentWidget(self.idle)
        else:
            page = self.pages.get(game.words.question(decision.kind).page) or self.pages[CHOICES]
            situation = Situation(
                game.view,
                decision,
                offered,
                game.names,
                game.query,
                game.explain,
                game.words,
                game.given,
                game.seq,
            )
            page.show_situation(situation)
            self.stack.setCurrentWidget(page)

    def enter(self) -> bool:
        """Give the order marked on the page shown; return whether one was."""
        page = self.page
        return isinstance(page, OrdersPage) and page.enter()

    def give(self, verb: str) -> bool:
        """Give the order of a verb to whatever is marked on the page; return whether it could be."""
        page = self.page
        return isinstance(page, OrdersPage) and page.give(verb)
