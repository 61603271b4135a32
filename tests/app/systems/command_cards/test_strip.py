"""The strip of Battle Cards: rounds, medals and objectives in one line, deck and discards a key away."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.play.players import NewGame
from app.window.main_window import MainWindow
from rules.command_cards.charts import house_charts
from tests.app.systems.command_cards.helpers.table import LEFT, Player, game

RIDGE = NewGame("command_cards", "savasse-ridge", 7)


def test_the_strip_tells_round_medals_and_objectives(window: MainWindow) -> None:
    assert window.new_game(RIDGE)
    strip, view = window.playmat.strip, window.game.view
    assert strip.turns.names[strip.turns.now] == "1" and len(strip.turns.names) == view.rounds
    assert "Round 1 of 16" in strip.day.text()
    assert [value for _, value in strip.score.points] == ["0 of 6", "0 of 6"]
    assert [stake.name for stake in strip.stakes.stakes] == [goal.name for goal in view.objectives]
    assert f"deck {view.deck}" in strip.weather.text()


def test_a_click_on_the_score_opens_deck_and_discards_and_the_key_closes_them(window: MainWindow) -> None:
    assert window.new_game(RIDGE)
    window.open_curtain()
    drawer = window.docks.docks["game"]
    QTest.mouseClick(window.playmat.strip.score, Qt.MouseButton.LeftButton)
    assert drawer.isVisible() and "Deck" in window.playmat.status.deck.text()
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert not drawer.isVisible()


def test_the_words_about_deck_and_discards_open_them(window: MainWindow) -> None:
    player = Player(window, game())
    player.open_curtain()
    drawer = window.docks.docks["game"]
    assert drawer.isHidden()
    QTest.mouseClick(player.mat.strip.weather, LEFT)
    assert drawer.isVisible()


def test_discards_are_shown_as_cards_with_their_number(window: MainWindow) -> None:
    player = Player(window, game())
    player.open_curtain()
    window.docks.toggle("game")
    shown = player.mat.status.discards
    shown.show_cards(["wings", "push-left", "push-left"], house_charts())
    QApplication.processEvents()  # the rows find their place
    assert [(card.id, number) for card, number in shown.kinds] == [("wings", 1), ("push-left", 2)]
    boxes = shown.boxes()
    assert len(boxes) == 2 and not boxes[0].intersects(boxes[1])
    assert len(boxes) == 2 and shown.visibleRegion().contains(boxes[1].topLeft().toPoint())
    QTest.mouseMove(shown, (boxes[1].topLeft() + QPointF(9, 9)).toPoint())
    QTest.mouseMove(shown, (boxes[1].topLeft() + QPointF(12, 12)).toPoint())
    assert house_charts().cards["push-left"].text in shown.toolTip()
