"""Looking back in tests: a game that has gone on, and the keys of whoever looks back at it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.play.players import NewGame
from app.window.main_window import MainWindow
from rules.testing.bots import bots_for, play_out


def lay(window: MainWindow, choice: NewGame, orders: int, bot: str = "rare") -> None:
    """Put a game on the table that has gone on for some orders; the seat that is asked looks at it."""
    assert window.new_game(choice)
    session = window.session
    assert session is not None
    play_out(session, bots_for(session.system.seats, [bot] * len(session.system.seats), 3), orders)
    window.put(session)
    if window.game.awaited:
        window.open_curtain()


def press(window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key on the board."""
    QTest.keyClick(window.playmat.middle, key, modifiers)


def look_back(window: MainWindow) -> None:
    """Begin to look back by the key."""
    press(window, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    assert window.history.cover.band.isVisible() and window.history.cover.bar.isVisible()
