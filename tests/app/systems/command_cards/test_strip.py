"""The strip of Battle Cards: rounds, medals and objectives in one line, deck and discards a key away."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.dialogs.start import NewGame
from app.window.main_window import MainWindow

RIDGE = NewGame("command_cards", "savasse-ridge", 7)


def test_the_strip_tells_round_medals_and_objectives(window: MainWindow) -> None:
    assert window.new_game(RIDGE)
    strip, view = window.playmat.strip, window.game.view
    assert strip.turns.names[strip.turns.now] == "1" and len(strip.turns.names) == view["rounds"]
    assert "Round 1 of 16" in strip.day.text()
    assert [value for _, value in strip.score.points] == ["0 of 6", "0 of 6"]
    assert [stake.name for stake in strip.stakes.stakes] == [goal["name"] for goal in view["objectives"]]
    assert f"deck {view['deck']}" in strip.weather.text()


def test_a_click_on_the_score_opens_deck_and_discards_and_the_key_closes_them(window: MainWindow) -> None:
    assert window.new_game(RIDGE)
    window.open_curtain()
    drawer = window.docks.docks["game"]
    QTest.mouseClick(window.playmat.strip.score, Qt.MouseButton.LeftButton)
    assert drawer.isVisible() and "Deck" in window.playmat.status.deck.text()
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert not drawer.isVisible()
