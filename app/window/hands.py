"""Hidden hands at one computer: who may look, and the curtain between players who may not look together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer

from app.settings import AWAY, BOTH_SIDES
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
        self.away = QTimer(self)
        self.away.setSingleShot(True)
        self.away.setInterval(WHILE)
        self.away.timeout.connect(self.leave)
        window.pages.addWidget(self.curtain)
        window.installEventFilter(self)

    def cover(self) -> bool:
        """Cover the hands if somebody else has to come to the table; return whether that is so."""
        window, game = self.window, self.window.game
        name = game.awaited
        if not name:
            self.put_away()
            return False
        if window.settings.get(BOTH_SIDES, False):
            self.open()
            return True
        if game.seat is not None and game.seat.name is not None:
            game.sit_at(None)  # comes back here as a spectator
            return True
        self.curtain.wait_for(game.side(name))
        self._hang()
        window.wait(f"Waiting for {game.side(name).noun}; nobody else may look.")
        self.curtain.button.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

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
        if name and window.playmat is not None:
            window.game.sit_at(name)
            window.show_table(window.playmat.middle)
            window.playmat.middle.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """Let nobody look until somebody comes back to the table."""
        game = self.window.game
        hidden = game.seat is not None and game.seat.system.hides and game.seat.name is not None
        if hidden and not self.window.settings.get(BOTH_SIDES, False):
            game.sit_at(None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Count how long the window is left."""
        if event.type() == QEvent.Type.WindowDeactivate and self.window.settings.get(AWAY, False):
            self.away.start()
        elif event.type() == QEvent.Type.WindowActivate:
            self.away.stop()
        return False
