"""Two players at one computer: who may look, and the curtain between those who may not, or would not, look together."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication

from app.play.controller import GameController
from app.settings import AWAY, BOTH_SIDES, OPEN_CURTAIN
from app.system import ShowsDraw
from app.window.curtain import Curtain
from app.window.services import Services
from app.window.table_host import TableHost

WHILE = 60_000
"""How long that is, in milliseconds."""


class HotSeat(QObject):
    """Draw and open the curtain of one window.

    `opened()`: a player has come to the table, show it. `waiting()`: nobody may do anything but open the curtain.
    """

    opened = Signal()
    waiting = Signal()

    def __init__(self, game: GameController, services: Services, host: TableHost) -> None:
        super().__init__(services)
        self.window, self.game, self.services, self.host = services.window, game, services, host
        self.prompt, self.orders, self.docks, self.pages = services.prompt, services.orders, services.docks, host.pages
        host.leaving.connect(self.put_away)
        self.curtain = Curtain()
        self.curtain.opened.connect(self.open)
        self._here = self._called = self._asked = ""
        self.away = QTimer(self)
        self.away.setSingleShot(True)
        self.away.setInterval(WHILE)
        self.away.timeout.connect(self.leave)
        self.pages.addWidget(self.curtain)
        self.window.installEventFilter(self)

    @property
    def awaits(self) -> str:
        """Return the seat whose player has to come to the table, "" for none."""
        return self.game.awaited or self._called

    def begin(self) -> None:
        """Let whoever is asked first sit at the table of another game."""
        self._here = self._called = self._asked = ""

    def pass_keyboard(self) -> None:
        """Give the keyboard to the board when another player is asked: his question has not been looked at yet."""
        decision = self.game.decision
        if decision is None:
            return
        before, self._asked = self._asked, decision.seat
        focus, mat = QApplication.focusWidget(), self.host.table
        answers = focus is not None and any(part.isAncestorOf(focus) for part in (self.orders, self.prompt))
        if answers and mat is not None and before not in ("", decision.seat):
            mat.middle.setFocus(Qt.FocusReason.OtherFocusReason)

    def cover(self) -> bool:
        """Cover the hands if somebody else has to come to the table; return whether that is so."""
        game = self.game
        name = game.awaited
        if not name:
            self.put_away()
            return self._cover_open()
        if self.services.settings.get(BOTH_SIDES, False):
            self.open()
            return True
        if drawn := self._drawn():
            self.wait(f"You drew {drawn}. Press Space to hand over.")
            return True
        if game.seat is not None and game.seat.name is not None:
            game.sit_at(None)  # comes back here as a spectator
            return True
        self.curtain.wait_for(game.side(name))
        self._hang()
        self.wait(f"For {game.side(name).noun} only. Everyone else, look away.")
        self.curtain.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def wait(self, words: str) -> None:
        """Ask nobody anything, and say what is waited for."""
        self.orders.show_game(self.game, {})
        self.orders.idle_note.setText("Open the curtain to continue.")
        self.prompt.show_idle(words)
        self.waiting.emit()

    def _drawn(self) -> str:
        """Return what the player at the table has drawn and not looked at yet, in words, or ""."""
        mat, seat = self.host.table, self.game.seat
        here = seat is not None and seat.name is not None
        return mat.drawn if here and isinstance(mat, ShowsDraw) else ""

    def _cover_open(self) -> bool:
        """Cover the table of a game that hides nothing, for players who want that, while the other one is called."""
        called = self._other()
        before, self._called = self._called, called
        if called:
            side = self.game.side(called)
            self.curtain.wait_for(side)
            self.pages.setCurrentWidget(self.curtain)
            self.docks.set_shown(False)
            self.wait(f"Waiting for {side.noun}.")
            self.curtain.setFocus(Qt.FocusReason.OtherFocusReason)
        elif before and self.host.table is not None:
            self.host.show_table()
        return bool(called)

    def _other(self) -> str:
        """Return the seat that is asked, if its player is not at the table yet and a curtain is wanted."""
        game, settings = self.game, self.services.settings
        seat = game.decision.seat if game.decision is not None else ""
        self._here = self._here or seat
        wanted = settings.get(OPEN_CURTAIN, False) and not game.looks_back
        return seat if wanted and seat != self._here else ""

    def _hang(self) -> None:
        """Cover what is secret, or the whole table where that is not one open dock."""
        mat = self.host.table
        if mat is not None:
            self.host.show_table()
        secret = self.docks.secret
        if secret is not None:
            self.curtain.hang(secret)
            return
        self.put_away()
        self.pages.setCurrentWidget(self.curtain)
        self.docks.set_shown(False)

    def put_away(self) -> None:
        """Keep the curtain among the pages of the window, so that it outlives what it hung over."""
        if self.pages.indexOf(self.curtain) < 0:
            self.curtain.take_down()
            self.pages.addWidget(self.curtain)

    def open(self) -> None:
        """Show the table to the seat that is awaited."""
        name = self.game.awaited
        if isinstance(self.host.table, ShowsDraw) and self._drawn():
            self.host.table.seen()
            self.opened.emit()
            return
        if self._called and self.host.table is not None:
            self._here, self._called = self._called, ""
            self.host.show_table()
            self.opened.emit()
            self.host.table.middle.setFocus(Qt.FocusReason.OtherFocusReason)
        if name and self.host.table is not None:
            self._here = name
            self.game.sit_at(name)
            self.host.show_table()
            self.host.table.middle.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """Let nobody look until somebody comes back to the table."""
        game = self.game
        hidden = game.seat is not None and game.seat.system.hides and game.seat.name is not None and not game.alone
        if hidden and not self.services.settings.get(BOTH_SIDES, False):
            game.sit_at(None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Count how long the window is left."""
        if event.type() == QEvent.Type.WindowDeactivate and self.services.settings.get(AWAY, False):
            self.away.start()
        elif event.type() == QEvent.Type.WindowActivate:
            self.away.stop()
        return False
