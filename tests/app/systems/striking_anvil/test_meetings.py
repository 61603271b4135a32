"""Units dropped on enemies: a choice of what they do there, with its sums; nothing happens unasked."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.window.main_window import MainWindow
from tests.app.systems.striking_anvil.helpers.table import LEFT, Player, game
from tests.app.systems.striking_anvil.test_first_turn import bombed
from tests.app.systems.striking_anvil.test_orders import placed

ESCAPE, SPACE = Qt.Key.Key_Escape, Qt.Key.Key_Space
HELD = {"ffi": {"01": "control", "02": "control", "07": "control"}}


@pytest.fixture
def landing(window: MainWindow) -> Player:
    """Return a player who has dropped a regiment of the 3rd Division on the Germans of Saint-Tropez."""
    player = bombed(Player(window, game(dice=[3, 4, 4, 4, 4])))
    player.drag("us-7ir", "01")
    return player


def test_a_drop_on_enemies_moves_nobody_and_opens_the_choice(landing: Player) -> None:
    choice = landing.board.choice
    assert choice.isVisible() and landing.asked == ("allied", "order") and landing.at("us-7ir") == {"LZW"}
    assert choice.accessibleName() == "01 Saint-Tropez: 9 units from Alpha and Delta"
    assert choice.sums["mobile"].text() == "Strength 16, die +6; expected hits 6.0 given, 0.2 taken."
    assert choice.sums["move"].text() == "No combat; all 9 units end Disorganized."
    assert "only attack in their own area" in choice.sums["attack"].text() and "(5.2)" in choice.sums["attack"].text()
    assert not choice.buttons["attack"].isEnabled()
    assert landing.board.view.viewport().rect().contains(choice.geometry())


@pytest.mark.parametrize("by", ["key", "mouse", "space"])
def test_mobile_combat_needs_no_modifier(landing: Player, by: str) -> None:
    if by == "mouse":
        QTest.mouseClick(landing.board.choice.buttons["mobile"], LEFT)
    else:
        landing.key(Qt.Key.Key_B if by == "key" else SPACE)
    assert landing.asked == ("allied", "strike") and landing.at("us-7ir", "us-756tkb") == {"01"}
    assert not landing.board.choice.is_open


def test_moving_in_is_asked_for_by_name(landing: Player) -> None:
    landing.key(Qt.Key.Key_M)
    assert landing.at("us-7ir") == {"01"} and landing.unit("us-7ir").disorganized
    assert landing.asked == ("german", "order")


def test_one_undo_takes_a_whole_drop_back_and_redo_gives_it_again(landing: Player) -> None:
    landing.key(Qt.Key.Key_M)
    landing.window.game.undo()
    assert landing.asked == ("allied", "order") and landing.at("us-7ir") == {"LZW"}
    assert not landing.unit("us-7ir").disorganized
    while landing.window.game.can_redo:
        landing.window.game.redo()
    assert landing.at("us-7ir") == {"01"}


@pytest.mark.parametrize("by", ["escape", "button", "click"])
def test_the_choice_is_cancelled(landing: Player, by: str) -> None:
    seq = landing.window.game.seat.seq
    if by == "escape":
        landing.key(ESCAPE)
    elif by == "button":
        QTest.mouseClick(landing.board.choice.buttons["cancel"], LEFT)
    else:
        landing.click("30")
    assert not landing.board.choice.is_open and landing.window.game.seat.seq == seq
    assert landing.asked == ("allied", "order") and landing.window.focusWidget() is landing.board.view


def test_an_attack_in_the_own_area_is_chosen_with_its_sums(window: MainWindow) -> None:
    player = placed(window, {"07": ["us-7ir", "us-756tkb", "de-gr308"]}, 4, **HELD)
    player.board.scene.fan_out("07", "allied")
    player.drag_within("us-7ir", "de-gr308")
    choice = player.board.choice
    assert list(choice.sums) == ["attack"] and choice.sums["attack"].text().startswith("Strength 8, die +")
    player.key(Qt.Key.Key_A)
    assert player.asked == ("german", "payment")


def test_a_click_on_enemies_opens_the_same_choice(window: MainWindow) -> None:
    player = placed(window, {"07": ["us-7ir", "us-756tkb"], "06": ["de-gr308"]}, **HELD)
    player.click("07", "06")
    assert player.asked == ("allied", "activation") and player.board.choice.isVisible()
    assert "The enemy may counter-attack first with 4." in player.board.choice.sums["mobile"].text()
    player.key(Qt.Key.Key_B)
    assert player.asked == ("german", "counter_attack")


def test_an_empty_enemy_area_is_entered_without_a_question(window: MainWindow) -> None:
    player = placed(window, {"07": ["us-7ir"]}, **HELD)
    player.drag("us-7ir", "06")
    assert player.at("us-7ir") == {"06"} and not player.board.choice.is_open


def test_a_disorganized_unit_that_is_dragged_says_so(window: MainWindow) -> None:
    player = placed(window, {"07": ["us-7ir"]}, disorganized=["us-7ir"], **HELD)
    player.take("us-7ir", "08")
    assert "7IR/3US in 07 Draguignan-Le Muy is Disorganized and can't act again this turn. (1.3)" in player.bubble


def test_the_points_of_a_way_stand_above_the_areas_while_units_are_carried(window: MainWindow) -> None:
    player = placed(window, {"07": ["us-tfb"], "10": ["de-gr757"]}, **HELD)
    player.take("us-tfb", "02")
    lights = player.board.scene.lights
    assert lights.words["02"] == "1" and lights.above.zValue() > player.board.scene.stacks.zValue()
    before = player.board.scene.painting(player.board.view.size()).whole()
    lights.words = {}
    lights.above.update()
    assert player.board.scene.painting(player.board.view.size()).whole() != before


def test_a_group_that_must_stop_says_so_in_the_log(window: MainWindow) -> None:
    player = placed(window, {"07": ["us-tfb"], "10": ["de-gr757"]}, **HELD)
    player.drag("us-tfb", "08")
    assert "Must stop in 08 Barjols-Aups: an enemy area (4)" in player.window.log.plain
