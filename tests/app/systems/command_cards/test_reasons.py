"""What the table says instead of keeping silent: drags that lead nowhere, strikes, open battles, the card drawn."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from app.window.main_window import MainWindow
from tests.app.systems.command_cards.helpers.table import Player, dealt, game

GERMAN = ("advance-centre", "fighter-bombers", "outposts-left", "push-left", "tank-raid")
ALLIED = ("advance-left", "push-centre", "push-right", "staff-officer")


def with_card(window: MainWindow, card: str, *outcomes: str) -> Player:
    """Return a player who has laid a card out."""
    hand = (card, *[name for name in GERMAN if name != card][:4])
    player = Player(window, dealt(hand, ALLIED, *outcomes))
    player.open_curtain()
    player.card(list(player.mat.hand.hand).index(card) + 1)
    return player


def struck(window: MainWindow) -> Player:
    """Return a player who lays Fighter-bombers out."""
    return with_card(window, "fighter-bombers", *["star"] * 6, "wings", "wings")


def test_a_unit_dragged_under_a_card_that_forbids_moving_hears_so(window: MainWindow) -> None:
    player = with_card(window, "steady-fire")
    player.key(Qt.Key.Key_A)
    player.key(Qt.Key.Key_Space)
    assert player.asked == "battling"
    unit = player.window.game.seat.decision.options.by_verb()["battle"][0].text("unit")
    seq, place = window.game.seat.seq, player.board.view.mapFromScene(player.board.view.board.center())
    player.drag(player.where(unit), "I13")
    assert "can't move" in player.refusal and "CMD-order-02" in player.refusal and window.game.seat.seq == seq
    assert player.board.view.mapFromScene(player.board.view.board.center()) == place


def test_an_own_unit_that_may_not_act_does_not_drag_the_board_along(window: MainWindow) -> None:
    player = with_card(window, "push-left")
    view = player.board.view
    place = view.mapFromScene(view.board.center())
    player.drag("F3", "E3")  # nothing is ordered yet
    assert view.mapFromScene(view.board.center()) == place and view.fitted
    assert player.where("german-1") == "F3" and "CMD-turn-02" in player.refusal
    player.click("F3")
    player.key(Qt.Key.Key_Space)
    idle = next(name for name, unit in window.game.view.units.items()
                if unit.seat == "german" and not unit.ordered)  # fmt: skip
    player.drag(player.where(idle), "I1")
    assert "no orders" in player.refusal and view.mapFromScene(view.board.center()) == place


def test_a_unit_that_has_battled_hears_why_it_does_not_advance(window: MainWindow) -> None:
    player = with_card(window, "push-left", "star", "star", "star", "wings", "wings")
    player.click("F3")
    player.key(Qt.Key.Key_Space)
    player.drag("F3", "E3")
    player.key(Qt.Key.Key_Space)
    player.drag("E3", "D3")
    assert window.game.view.units["german-1"].order.battled
    player.drag("E3", "D3")
    assert "already battled" in player.refusal


def test_the_targets_of_a_strike_are_marked_and_have_chances(window: MainWindow) -> None:
    player = struck(window)
    assert "click one or two targets" in window.prompt.hint.text()
    aims = [command.text("unit") for command in window.game.offered["aim"]]
    player.hover(player.where(aims[0]))
    assert "Fighter-bombers against" in player.mat.battle.heading.text()
    assert [row[0] for row in player.mat.battle.chances.rows][:2] == ["0 hits", "1 hit"]
    player.click(player.where(aims[0]))
    targets = player.board.scene.targets
    assert targets.chosen == (player.where(aims[0]),) and "1 target of 2 chosen" in window.prompt.hint.text()
    player.click(player.where(aims[0]))
    assert targets.chosen == ()


def test_space_without_a_target_says_what_is_missing(window: MainWindow) -> None:
    player = struck(window)
    player.key(Qt.Key.Key_Space)
    assert player.asked == "staging" and "needs a target" in player.refusal


def test_units_that_a_card_could_still_order_are_lit(window: MainWindow) -> None:
    player = with_card(window, "tank-raid")
    kinds = {window.game.view.units[unit].kind for unit in player.board.marks.able}
    assert kinds == {"armor"}


def test_open_battles_are_not_dropped_unasked(window: MainWindow) -> None:
    player = with_card(window, "push-left", "wings", "wings")
    player.click("F3")
    player.key(Qt.Key.Key_Space)
    player.drag("F3", "E3")
    player.key(Qt.Key.Key_Space)
    assert player.asked == "battling" and window.game.offered["battle"]
    player.key(Qt.Key.Key_Space)
    assert player.asked == "battling" and "can still battle" in window.prompt.hint.text()
    player.key(Qt.Key.Key_Space)
    assert window.game.awaited == "allied"


def test_the_card_drawn_is_shown_to_its_player_before_the_curtain_falls(window: MainWindow) -> None:
    player = Player(window, game("bonlieu"))
    player.open_curtain()
    player.card(1)
    before = list(player.mat.hand.hand)
    for _ in range(6):
        if window.game.awaited:
            break
        player.key(Qt.Key.Key_Space)
    assert window.game.awaited == "allied" and window.game.seat.name == "german"
    assert not window.curtain.isVisible() and len(player.mat.hand.hand) == len(before)
    assert f"You drew {player.mat.drawn}" in window.prompt.words.text()
    player.key(Qt.Key.Key_Space)
    assert window.curtain.isVisible() and player.mat.hand.hand == () and "drew" not in window.prompt.words.text()


@pytest.mark.clause("CMD-obst-01")
def test_cover_that_does_not_add_and_a_flag_that_may_be_ignored_are_told(window: MainWindow) -> None:
    player = with_card(window, "push-left")
    player.click("F3")
    player.key(Qt.Key.Key_Space)
    player.drag("F3", "E3")
    player.key(Qt.Key.Key_Space)
    player.click("E3")
    player.hover("D3")
    found = window.game.query("odds", unit="german-1", target="allied-1")
    assert any("sandbags do not add" in term.text for term in found.sum) and found.chances.flag == "sandbags"
    assert "may ignore the first flag" in player.mat.battle.flag.text() and player.mat.battle.flag.isVisible()
