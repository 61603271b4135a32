"""What the window does for its parts and for the table of a system: messages, questions, pages, ticks in the menu."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from app.dialogs import messages
from app.panels.log import LogPanel
from app.panels.orders_dock import OrdersPanel
from app.panels.prompt import PromptBar
from app.play.controller import GameController
from app.settings import Settings
from app.window.actions import Actions
from app.window.docks import Docks
from app.window.notice import Notice
from rules.engine.command import Command


class Services(QObject):
    """The services of one window; parts see them as `WindowServices`, the table of a system as `TableServices`.

    What another part does is asked of it by signal: `rule_asked` (the reference at a number), `forward_asked`
    (what Space means), `deed_done` (a deed without an order, and what it was done between), `pointed` (what is under
    pointer or cursor). `tell` and `ask` can be replaced where nobody sits before the screen.
    """

    rule_asked = Signal(str)
    forward_asked = Signal()
    deed_done = Signal(str, tuple)
    pointed = Signal(str)

    def __init__(
        self, window: QWidget, game: GameController, settings: Settings, prompt: PromptBar, log: LogPanel,
        orders: OrdersPanel, docks: Docks, notice: Notice, menus: Actions,
    ) -> None:  # fmt: skip
        super().__init__(window)
        self.window, self.game, self.settings = window, game, settings
        self.prompt, self.log, self.orders, self.docks = prompt, log, orders, docks
        self._notice, self._menus = notice, menus
        self.open_pages: list[QDialog] = []
        self.tell: Callable[[str, str], None] = partial(messages.tell, window)
        self.ask: Callable[..., bool] = partial(messages.ask, window)

    def status(self, words: str, milliseconds: int = 0) -> None:
        """Show a message at the corner of the map for a while, 0 for good; an empty one clears it."""
        self._notice.say(words, milliseconds)

    def take_off(self, words: str) -> None:
        """Clear the message at the corner of the map if it is still this one."""
        if self._notice.message == words:
            self._notice.say()

    def open_page(self, page: QDialog) -> None:
        """Show a dialog beside the game."""
        self.open_pages.append(page)
        page.finished.connect(lambda _: self.open_pages.remove(page))
        page.show()

    def show_rule(self, number: str) -> None:
        """Open the rules reference at a number."""
        self.rule_asked.emit(number)

    def tick(self, action: str, on: bool) -> None:
        """Tick or untick an action of the menu without triggering it."""
        self._menus.tick(action, on)

    def order(self, command: Command) -> bool:
        """Submit a command for whoever decides now; return whether it went through."""
        return self.game.submit(command)

    def forward(self) -> None:
        """Do what Space means."""
        self.forward_asked.emit()

    def point(self, words: str) -> None:
        """Name what is under the pointer or the keyboard's cursor."""
        self._notice.point(words)
        self.pointed.emit(words)

    def did(self, deed: str, *between: str) -> None:
        """Tell lessons of a deed without an order, such as "line" and its two hexes."""
        self.deed_done.emit(deed, between)
