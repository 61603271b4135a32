"""The hand: cards held up to be read, units ordered by a double click, Tab from unit to unit."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.play.passing import choose
from app.window.main_window import MainWindow
from rules.command_cards.charts import house_charts
from tests.app.systems.command_cards.helpers.table import LEFT, Player, dealt

GERMAN = ("advance-centre", "advance-right", "outposts-left", "push-left", "tank-raid")
ALLIED = ("advance-left", "push-centre", "push-right", "staff-officer")


@pytest.fixture
def player(window: MainWindow) -> Player:
    """Return the German player with his hand before him."""
    made = Player(window, dealt(GERMAN, ALLIED, "wings", "advance-centre"))
    made.open_curtain()
    return made


def rest_on_card(player: Player, number: int) -> None:
    """Let the pointer rest on a card."""
    hand = player.mat.hand
    at = hand.boxes()[number - 1].center().toPoint()
    QApplication.sendEvent(hand, QHelpEvent(QEvent.Type.ToolTip, at, hand.mapToGlobal(at)))


def double_click(player: Player, place: str) -> None:
    """Click a hex twice, as one gesture."""
    port = player.board.view.viewport()
    QTest.mouseClick(port, LEFT, pos=player.point(place))
    QTest.mouseDClick(port, LEFT, pos=player.point(place))


def units(player: Player) -> list[str]:
    """Return the units named so far."""
    return list(player.window.game.view.staged.units)


def test_a_card_on_which_the_pointer_rests_is_held_up(player: Player) -> None:
    rest_on_card(player, 5)
    assert player.mat.hand.reading == "tank-raid"
    big = player.mat.hand._read
    assert big is not None and big.height() > 2 * player.mat.hand.boxes()[4].height()
    assert (
        player.window.rect().contains(big.geometry())
        and house_charts().cards["tank-raid"].text in big.accessibleDescription()
    )
    QTest.mouseMove(player.mat.hand, player.mat.hand.boxes()[0].center().toPoint())
    assert player.mat.hand.reading == "" and not big.isVisible()


def push_left(player: Player) -> None:
    player.card(4)
    player.click("F3")
    player.key(Qt.Key.Key_Space)


def test_the_card_in_play_lies_between_the_players_and_is_held_up_too(player: Player) -> None:
    player.window.frame.set_alone(True)
    assert not player.mat.played.isVisible()
    push_left(player)
    card, view = player.mat.played, player.mat.board.view
    assert card.isVisible() and card.card == "push-left" and not player.mat.hand.aside
    assert card.x() > view.mapFromScene(view.board.topRight()).x() and card.geometry().right() < view.width()
    assert abs(card.geometry().center().y() - view.rect().center().y()) < 4
    QApplication.sendEvent(card, QHelpEvent(QEvent.Type.ToolTip, card.rect().center(), QPoint()))
    assert player.mat.hand.reading == "push-left"
    QApplication.sendEvent(card, QEvent(QEvent.Type.Leave))
    assert player.mat.hand.reading == ""


def test_where_the_board_leaves_no_room_the_card_in_play_lies_beside_the_hand(player: Player) -> None:
    push_left(player)
    assert player.mat.hand.aside and not player.mat.played.isVisible(), "the board has two thirds of the width"
    player.window.frame.set_alone(True)
    hand, view = player.mat.hand, player.mat.board.view
    beside = hand._played_box().center().toPoint()
    QApplication.sendEvent(hand, QHelpEvent(QEvent.Type.ToolTip, beside, QPoint()))
    assert hand.reading == "", "it is not there"
    view.pan_by(QPointF(40, 0))
    assert hand.aside and not player.mat.played.isVisible()
    QApplication.sendEvent(hand, QHelpEvent(QEvent.Type.ToolTip, beside, QPoint()))
    assert hand.reading == "push-left"
    view.fit()
    assert player.mat.played.isVisible() and not hand.aside and hand.reading == ""


def test_the_keyboard_holds_the_card_up_that_it_has_reached(player: Player) -> None:
    player.mat.hand.setFocus()
    QTest.keyClick(player.mat.hand, Qt.Key.Key_Right)
    QTest.keyClick(player.mat.hand, Qt.Key.Key_Right)
    assert player.mat.hand.reading == player.mat.hand.hand[1]


def test_a_double_click_on_free_ground_orders_the_nearest_units_of_the_section(player: Player) -> None:
    player.card(4)
    double_click(player, "H2")
    assert units(player) == ["german-2", "german-7", "german-1"]


def test_a_double_click_where_the_card_orders_nobody_orders_nobody(player: Player) -> None:
    player.card(4)
    double_click(player, "G7")
    assert units(player) == []


def test_a_double_click_on_a_unit_names_it_once(player: Player) -> None:
    player.card(4)
    double_click(player, "F3")
    assert units(player) == ["german-1"]


def test_tab_walks_the_units_and_then_leaves_the_board(player: Player) -> None:
    player.card(4)
    view = player.board.view
    view.setFocus()
    seen = []
    for _ in range(20):
        QTest.keyClick(view, Qt.Key.Key_Tab)
        if not view.hasFocus():
            break
        seen.append(player.board.at)
    assert seen == ["F3", "G3", "H4", "H3"] and not view.hasFocus()


def test_shift_tab_walks_back(player: Player) -> None:
    player.card(4)
    player.board.reveal("G3")
    player.board.view.setFocus()
    QTest.keyClick(player.board.view, Qt.Key.Key_Backtab)
    assert player.board.at == "F3"


def steady(window: MainWindow) -> Player:
    """Let the Germans lay out a card whose units may not move."""
    made = Player(window, dealt(("steady-fire", *GERMAN[1:]), ALLIED, "wings", "advance-centre"))
    made.open_curtain()
    made.card(list(made.mat.hand.hand).index("steady-fire") + 1)
    return made


def test_moves_that_nobody_can_make_are_not_asked_for(window: MainWindow) -> None:
    player = steady(window)
    player.click("H4")
    player.key(Qt.Key.Key_Space)
    assert player.asked == "battling"


def test_the_end_of_a_turn_waits_for_its_player_unless_he_wants_otherwise(player: Player) -> None:
    player.card(4)
    player.click("H4")
    player.key(Qt.Key.Key_Space)
    player.key(Qt.Key.Key_Space)
    assert player.asked == "battling" and list(player.window.game.offered) == ["done"]
    player.key(Qt.Key.Key_Space)
    assert player.window.game.awaited == "allied"


def test_a_turn_with_no_target_left_ends_by_itself_for_who_wants_that(player: Player) -> None:
    choose(player.window.settings, "command_cards", {"german": ["battling"]})
    player.card(4)
    player.click("H4")
    player.key(Qt.Key.Key_Space)
    assert player.asked == "moving"
    player.key(Qt.Key.Key_Space)
    assert player.window.game.awaited == "allied"
    assert "ending the turn (Preferences)" in player.window.log.plain


def test_a_target_in_reach_is_never_passed_over(player: Player) -> None:
    choose(player.window.settings, "command_cards", {"german": ["battling"]})
    player.card(4)
    player.click("F3")
    player.key(Qt.Key.Key_Space)
    player.key(Qt.Key.Key_Space)
    assert player.asked == "battling"
