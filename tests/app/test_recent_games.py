"""The games played last are listed with the turn they stand at and the side that decides."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.play.players import NewGame
from app.window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
FIRST_LIGHT = NewGame("company_scale", "first-light", 5)
GAMES = [
    (FIRST_LIGHT, "Turn 1, Allied to decide"),
    (NewGame("command_cards", "last-attack", 5), "Round 1, German turn"),
    (NewGame("striking_anvil", "anvil-historical", 5), "Turn 1, Allied to decide"),
]


def recent(window: MainWindow) -> list[str]:
    """Open the menu of recent games by mouse and key, and read it."""
    bar, games, recent = window.menuBar(), window.actions_.menus["&Game"], window.recent_menu
    QTest.mouseClick(bar, LEFT, pos=bar.actionGeometry(games.menuAction()).center())
    assert games.isVisible()
    games.setActiveAction(recent.menuAction())
    QTest.keyClick(games, Qt.Key.Key_Right)
    assert recent.isVisible()
    lines = [action.text() for action in recent.actions()]
    QTest.keyClick(recent, Qt.Key.Key_Escape)
    QTest.keyClick(games, Qt.Key.Key_Escape)
    return lines


@pytest.mark.parametrize(("game", "words"), GAMES, ids=("company_scale", "command_cards", "striking_anvil"))
def test_a_game_that_was_left_says_where_it_stands(
    window: MainWindow, open_window: Callable[[], MainWindow], game: NewGame, words: str
) -> None:
    assert window.new_game(game)
    if game.system == "company_scale":
        QTest.keyClick(window, Qt.Key.Key_Space)
        QTest.keyClick(window, Qt.Key.Key_Space)  # the German player buys nothing
    path = window.settings.recent[0]
    assert not window.settings.stood, "while it is played nothing is told that may not hold any more"
    window.close()
    again = open_window()
    again.show()
    line = again.start_page.recent.item(0).text()
    assert line.split("\n")[1].startswith(f"{words} · ") and line.split("\n")[0] in Path(path).stem
    assert any(f"({words})" in text for text in recent(again))
    again.start_page.recent.setFocus()
    again.start_page.recent.setCurrentRow(0)
    QTest.keyClick(again.start_page.recent, Qt.Key.Key_Return)
    assert again.session is not None and again.settings.recent[0] == path
    assert path not in again.settings.stood
    assert not any(words in text for text in recent(again))


def test_words_that_are_none_are_not_shown(window: MainWindow) -> None:
    assert window.new_game(FIRST_LIGHT)
    path = window.settings.recent[0]
    window.settings.set("stood", {path: 3, "gone.chitpull": "Turn 9"})
    assert window.settings.stood == {}
