"""The order of Tab: from the map to the orders, round through everything once, and the same way back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.play.players import NewGame
from app.window.main_window import MainWindow

GAMES = [
    NewGame("company_scale", "first-light", 5),
    NewGame("command_cards", "last-attack", 5),
    NewGame("striking_anvil", "anvil-historical", 5),
]


def round_of(window: MainWindow, key: Qt.Key) -> list[QWidget]:
    """Press a key from the map on until the map has the keyboard again; return who had it."""
    board, found = window.playmat.middle, []
    board.setFocus()
    for _ in range(200):
        QTest.keyClick(QApplication.focusWidget(), key)
        focus = QApplication.focusWidget()
        if focus is board:
            return found
        if focus not in found[-1:]:  # Tab goes along the links of a text before it leaves it
            found.append(focus)
    pytest.fail(f"the map is never reached again: {found[-5:]}")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.system)
def test_orders_follow_the_map_and_tab_goes_round_once(window: MainWindow, game: NewGame) -> None:
    window.settings.set("both_sides", True)
    assert window.new_game(game)
    window.activateWindow()
    forth, back = round_of(window, Qt.Key.Key_Tab), round_of(window, Qt.Key.Key_Backtab)
    inside = [window.orders.isAncestorOf(widget) for widget in forth]
    assert inside[0] and inside == sorted(inside, reverse=True), "the orders are no longer together"
    assert len({id(widget) for widget in forth}) == len(forth) and forth == back[::-1]
    rows = [widget.mapTo(window, QPoint()).y() for widget in forth[: sum(inside)]]
    assert rows == sorted(rows)
    assert any(window.prompt.isAncestorOf(widget) for widget in forth)
    assert any(window.log.isAncestorOf(widget) for widget in forth)
