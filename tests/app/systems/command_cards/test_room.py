"""How much of the window the board of Battle Cards has, and from which edge it is seen."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.systems.command_cards.board.geometry import as_printed, center, from_left, is_turned
from app.window.main_window import MainWindow
from tests.app.systems.command_cards.helpers.table import LEFT, Player, game


def board_width(player: Player) -> int:
    """Return how wide the board is on the screen."""
    view = player.board.view
    return int(view.mapFromScene(view.board).boundingRect().width())


@pytest.mark.parametrize(
    ("wide", "high", "share"), [(1600, 1000, 0.62), (1280, 720, 0.60), (1920, 1080, 0.62), (1366, 768, 0.60)]
)
def test_the_board_has_its_share_of_the_width_and_all_of_it_is_in_view(
    window: MainWindow, wide: int, high: int, share: float
) -> None:
    player = Player(window, game("bonlieu"))
    window.resize(wide, high)
    QApplication.processEvents()
    view, hand = player.board.view, player.mat.hand
    assert board_width(player) >= share * wide
    assert view.viewport().rect().contains(view.mapFromScene(view.board).boundingRect())
    player.open_curtain()
    boxes = hand.boxes()
    assert len(boxes) == 5 and all(hand.rect().contains(box.toRect()) for box in boxes)
    assert all(not a.intersects(b) for a, b in pairwise(boxes))


def test_a_low_window_has_the_round_on_the_stand_instead_of_a_strip(window: MainWindow) -> None:
    player = Player(window, game("bonlieu"))
    assert window.frame.strip.isVisible() and player.board.scene.stands.notes() == ("", "")
    window.resize(1280, 720)
    QApplication.processEvents()
    assert not window.frame.strip.isVisible()
    assert player.board.scene.stands.notes() == ("deck 50  ·  discards 0", "round 1 of 16")


def test_a_click_on_a_stand_opens_deck_and_discards(window: MainWindow) -> None:
    player = Player(window, game("bonlieu"))
    player.open_curtain()
    view, stand = player.board.view, player.board.scene.stands.spot("allied", 0)
    assert stand is not None and window.docks.docks["game"].isHidden()
    QTest.mouseClick(view.viewport(), LEFT, pos=view.mapFromScene(stand))
    assert not window.docks.docks["game"].isHidden()


def test_words_about_the_board_keep_off_the_stand(window: MainWindow) -> None:
    player = Player(window, game("bonlieu"))
    player.open_curtain()
    player.card(1)
    player.key(Qt.Key.Key_A)
    player.key(Qt.Key.Key_Space)
    player.click(player.where(player.board.marks.movers[0]))
    view = player.board.view
    top = view.mapFromScene(player.board.scene.stands.spot("german", 0)).y() - 14
    assert player.board.legend.isVisible() and player.board.legend.geometry().bottom() <= top
    player.hover("E5")
    assert window.notice.isVisible() and window.notice.geometry().bottom() <= top + view.y()


def test_the_board_is_turned_so_that_left_is_ones_own_left(window: MainWindow) -> None:
    player = Player(window, game("bonlieu"))
    player.open_curtain()
    before, middle = center("A1"), center("E7")
    assert from_left("bottom") == ("left", "center", "right") and from_left("top") == ("right", "center", "left")
    window.actions_["turn_board"].trigger()
    assert is_turned() and from_left("top") == ("left", "center", "right")
    assert (center("A1") - middle) == -(before - middle)
    with as_printed():
        assert center("A1") == before
    assert player.mat.hand.order == ("right", "center", "left")
    unit = next(name for name, told in window.game.view.units.items() if told.seat == "german")
    player.card(1)
    player.key(Qt.Key.Key_A)
    named = list(window.game.view.staged.units)
    player.click(player.where(named[0]))  # where the board shows it now
    assert named[0] not in window.game.view.staged.units
    stands = player.board.scene.stands
    assert stands.spot("german", 0).y() < stands.spot("allied", 0).y() and unit
    window.actions_["turn_board"].trigger()
    assert not is_turned() and center("A1") == before


def test_the_overview_follows_a_turned_board(window: MainWindow) -> None:
    player = Player(window, game("bonlieu"))
    player.open_curtain()
    window.actions_["overview"].trigger()
    overview = window.looking.overview
    assert overview is not None and overview.isVisible()
    before = overview._picture.toImage()
    window.actions_["turn_board"].trigger()
    assert overview._picture.toImage() != before
    window.actions_["turn_board"].trigger()
    assert overview._picture.toImage() == before


def test_arrows_go_where_they_point_on_a_turned_board(window: MainWindow) -> None:
    player = Player(window, game("bonlieu"))
    player.open_curtain()
    window.actions_["turn_board"].trigger()
    player.key(Qt.Key.Key_Right)
    start = center(player.board.at)
    player.key(Qt.Key.Key_Right)
    assert center(player.board.at).x() > start.x()
    player.key(Qt.Key.Key_Down)
    assert center(player.board.at).y() > start.y()
    window.actions_["turn_board"].trigger()


def test_sections_are_lit_for_the_card_laid_out_and_not_while_units_move(window: MainWindow) -> None:
    player = Player(window, game("bonlieu"))
    player.open_curtain()
    player.card(1)
    assert player.board.scene.sections.lit == {"left"}
    player.key(Qt.Key.Key_A)
    player.key(Qt.Key.Key_Space)
    assert player.asked == "moving" and player.board.scene.sections.lit == {"left", "center", "right"}
