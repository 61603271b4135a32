"""Two players at one computer: who may look, and the curtain between those who may not, or would not, look together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.settings import AWAY, BOTH_SIDES, OPEN_CURTAIN
from app.system import ShowsDraw
from app.window.curtain import Curtain

if TYPE_CHECKING:
    from app.window.main_window import MainWindow

WHILE = 60_000
"""How long that is, in milliseconds."""


class Hands(QObject):
    """Draw and open the curtain of one window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.curtain = Curtain()
        self.curtain.opened.connect(self.open)
        self._here = self._called = self._asked = ""
        self.away = QTimer(self)
        self.away.setSingleShot(True)
        self.away.setInterval(WHILE)
        self.away.timeout.connect(self.leave)
        window.pages.addWidget(self.curtain)
        window.installEventFilter(self)

    @property
    def awaits(self) -> str:
        """Return the seat whose player has to come to the table, "" for none."""
        return self.window.game.awaited or self._called

    def begin(self) -> None:
        """Let whoever is asked first sit at the table of another game."""
        self._here = self._called = self._asked = ""

    def pass_keyboard(self) -> None:
        """Give the keyboard to the board when another player is asked: his question has not been looked at yet."""
        window, decision = self.window, self.window.game.decision
        if decision is None:
            return
        before, self._asked = self._asked, decision.seat
        focus, mat = QApplication.focusWidget(), window.playmat
        answers = focus is not None and any(part.isAncestorOf(focus) for part in (window.orders, window.prompt))
        if answers and mat is not None and before not in ("", decision.seat):
            mat.middle.setFocus(Qt.FocusReason.OtherFocusReason)

    def cover(self) -> bool:
        """Cover the hands if somebody else has to come to the table; return whether that is so."""
        window, game = self.window, self.window.game
        name = game.awaited
        if not name:
            self.put_away()
            return self._cover_open()
        if window.settings.get(BOTH_SIDES, False):
            self.open()
            return True
        if drawn := self._drawn():
            window.wait(f"You drew {drawn}. Press Space to hand over.")
            return True
        if game.seat is not None and game.seat.name is not None:
            game.sit_at(None)  # comes back here as a spectator
            return True
        self.curtain.wait_for(game.side(name))
        self._hang()
        window.wait(f"For {game.side(name).noun} only. Others look away.")
        self.curtain.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _drawn(self) -> str:
        """Return what the player at the table has drawn and not looked at yet, in words, or ""."""
        mat, seat = self.window.playmat, self.window.game.seat
        here = seat is not None and seat.name is not None
        return mat.drawn if here and isinstance(mat, ShowsDraw) else ""

    def _cover_open(self) -> bool:
        """Cover the table of a game that hides nothing, for players who want that, while the other one is called."""
        window, called = self.window, self._other()
        before, self._called = self._called, called
        if called:
            side = window.game.side(called)
            self.curtain.wait_for(side)
            window.pages.setCurrentWidget(self.curtain)
            window.docks.set_shown(False)
            window.wait(f"Waiting for {side.noun}.")
            self.curtain.setFocus(Qt.FocusReason.OtherFocusReason)
        elif before and window.playmat is not None:
            window.show_table(window.playmat.middle)
        return bool(called)

    def _other(self) -> str:
        """Return the seat that is asked, if its player is not at the table yet and a curtain is wanted."""
        game, settings = self.window.game, self.window.settings
        seat = game.decision.seat if game.decision is not None else ""
        self._here = self._here or seat
        wanted = settings.get(OPEN_CURTAIN, False) and not game.looks_back
        return seat if wanted and seat != self._here else ""

    def _hang(self) -> None:
        """Cover what is secret, or the whole table where that is not one open dock."""
        window, mat = self.window, self.window.playmat
        if mat is not None:
            window.show_table(mat.middle)
        secret = window.docks.secret
        if secret is not None:
            self.curtain.hang(secret)
            return
        self.put_away()
        window.pages.setCurrentWidget(self.curtain)
        window.docks.set_shown(False)

    def put_away(self) -> None:
        """Keep the curtain among the pages of the window, so that it outlives what it hung over."""
        if self.window.pages.indexOf(self.curtain) < 0:
            self.curtain.take_down()
            self.window.pages.addWidget(self.curtain)

    def open(self) -> None:
        """Show the table to the seat that is awaited."""
        window, name = self.window, self.window.game.awaited
        if isinstance(window.playmat, ShowsDraw) and self._drawn():
            window.playmat.seen()
            window.refresh()
            return
        if self._called and window.playmat is not None:
            self._here, self._called = self._called, ""
            window.show_table(window.playmat.middle)
            window.refresh()
            window.playmat.middle.setFocus(Qt.FocusReason.OtherFocusReason)
        if name and window.playmat is not None:
            self._here = name
            window.game.sit_at(name)
            window.show_table(window.playmat.middle)
            window.playmat.middle.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """Let nobody look until somebody comes back to the table."""
        game = self.window.game
        hidden = game.seat is not None and game.seat.system.hides and game.seat.name is not None and not game.alone
        if hidden and not self.window.settings.get(BOTH_SIDES, False):
            game.sit_at(None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Count how long the window is left."""
        if event.type() == QEvent.Type.WindowDeactivate and self.window.settings.get(AWAY, False):
            self.away.start()
        elif event.type() == QEvent.Type.WindowActivate:
            self.away.stop()
        return False
