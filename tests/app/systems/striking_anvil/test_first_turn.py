"""The first two turns of the historical scenario by mouse: bombing, drop, landing, mobile combat, payment, pursuit."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.window.main_window import MainWindow
from tests.app.systems.striking_anvil.helpers.table import LEFT, Player, game

DICE = (3, 4, 5, 2, 6, 3)
"""Paradrop, two landings, two attempts of the FFI, a pursuit."""
ALT = Qt.KeyboardModifier.AltModifier
X, SPACE, ESCAPE = Qt.Key.Key_X, Qt.Key.Key_Space, Qt.Key.Key_Escape


@pytest.fixture
def player(window: MainWindow) -> Player:
    """Return a player at the start of the historical scenario."""
    return Player(window, game(dice=DICE))


def bombed(player: Player) -> Player:
    """Place both markers; the drop follows by itself."""
    player.click("02", "01")
    return player


def landed(player: Player) -> Player:
    """Let both landings fight, and the Germans pass in between and afterwards."""
    bombed(player).drag("us-7ir", "01", ALT)
    player.key(SPACE)
    player.pay("eliminate de-cd01")
    player.key(X, X)
    player.drag("us-141ir", "02", ALT)
    player.key(ESCAPE, SPACE)
    player.pay("disorganize de-gr765", "reduce de-gr765", "reduce de-cd02", "eliminate de-cd02")
    return player


def second_turn(player: Player) -> Player:
    """End the first turn, and play the second up to the impulses."""
    landed(player).key(X, X, X, X)
    player.click("06", "08")
    player.key(SPACE)
    return player


def test_markers_are_placed_by_clicks_and_the_drop_follows(player: Player) -> None:
    assert player.asked == ("allied", "bombing_phase")
    bombed(player)
    assert player.window.game.view.bombing == {"air": "02", "naval": "01"}
    assert player.at("us-517pir", "uk-2ipb") == {"07"} and not player.unit("us-517pir").disorganized
    assert player.asked == ("allied", "order")
    assert "jump over 07 Draguignan-Le Muy: modified die 4, in Good Order" in player.window.log.plain


def test_the_drag_of_a_landing_shows_its_cost_and_the_combat_before_the_drop(player: Player) -> None:
    bombed(player).take("us-7ir", "01", ALT)
    assert "9 units, 2 movement points (one area is always allowed), must stop there" in player.bubble
    assert "Mobile combat: strength 16, die +6; expected hits 6.0 given, 0.2 taken." in player.bubble
    assert player.mat.combat.odds.strength == 16 and player.mat.combat.isVisible()
    assert {row.rule for row in player.mat.combat.odds.modifiers} >= {"5.7", "6"}
    assert player.board.scene.lights.lit["01"] == "target"
    QTest.keyClick(player.board.view, ESCAPE)
    QTest.mouseRelease(player.board.view.viewport(), LEFT, pos=player.bare("01"))
    assert player.asked == ("allied", "order") and player.at("us-7ir") == {"LZW"}


def test_the_first_turn_by_mouse(player: Player) -> None:
    bombed(player).drag("us-7ir", "01", ALT)
    assert player.asked == ("allied", "strike") and player.at("us-7ir", "us-756tkb") == {"01"}
    player.press("carry_out")
    assert player.asked == ("german", "payment")
    assert "4: row 10" in player.mat.combat.faces.accessibleDescription() and player.mat.combat.faces.rolled == 4
    player.pay("eliminate de-cd01")
    assert player.window.game.view.areas[0].side == "allied"
    assert player.unit("us-7ir").disorganized and player.asked == ("german", "order")
    player.press("pass")
    assert player.asked == ("german", "order") and "20 combat units can still act" in player.window.prompt.hint.text()
    player.press("pass")
    assert player.mat.strip.impulse.passes == 1 and player.mat.strip.impulse.side == "allied"
    player.drag("us-141ir", "02", ALT)
    assert player.asked == ("german", "counter_attack")
    player.press("decline")
    player.press("carry_out")
    assert player.asked == ("german", "payment") and player.mat.payment.pips.hits == 5
    buttons = player.mat.payment.buttons
    assert buttons["eliminate de-gr765"].text() == "4" and buttons["eliminate de-cd02"].text() == "2"
    player.pay("disorganize de-gr765", "reduce de-gr765", "reduce de-cd02", "eliminate de-cd02")
    assert player.unit("de-gr765").reduced and player.at("de-cd02") == {"eliminated"}
    assert "GR765/242ID is reduced: 2 hits" in player.window.log.plain


def test_the_second_turn_by_mouse_with_a_pursuit(player: Player) -> None:
    landed(player).key(X, X, X, X)
    assert player.window.game.view.turn.number == 2 and player.asked == ("allied", "ffi")
    assert player.board.scene.lights.lit["06"] == "answer" and "10" not in player.board.scene.lights.lit
    player.click("06", "08")
    assert player.window.game.view.areas[5].ffi == "fighters"
    player.press("done")
    assert player.asked == ("allied", "order") and not player.unit("us-141ir").disorganized
    player.key(X, X)
    player.take("de-gr765", "03")
    assert "Leaving 02 Fréjus can be pursued (18 against 0)." in player.bubble
    QTest.mouseRelease(player.board.view.viewport(), LEFT, pos=player.bare("03"))
    assert player.asked == ("allied", "pursuit") and player.at("de-gr765") == {"02"}
    player.press("take_all")
    assert player.mat.combat.odds.kind == "pursuit" and player.mat.combat.odds.strength == 18
    player.press("confirm")
    assert player.asked == ("german", "payment") and player.mat.payment.pips.hits == 6
    assert set(player.mat.payment.buttons) == {"disorganize de-gr765", "eliminate de-gr765"}
    player.pay("eliminate de-gr765")
    assert player.at("de-gr765") == {"eliminated"} and player.asked[1] == "order"
    assert player.unit("us-141ir").disorganized


def test_the_keyboard_does_what_the_mouse_does(player: Player) -> None:
    bombed(player)
    player.board.reveal("LZW")
    player.key(Qt.Key.Key_Return)
    assert player.asked == ("allied", "activation")
    player.key(Qt.Key.Key_B)
    assert player.board.mobile and "click the target" in player.window.prompt.hint.text()
    player.board.reveal("01")
    player.key(Qt.Key.Key_Return)
    assert player.asked == ("allied", "strike")
    player.key(SPACE)
    player.mat.payment.add("eliminate de-cd01")
    QTest.keyClick(player.mat.payment.pay, Qt.Key.Key_Return)
    assert player.at("de-cd01") == {"eliminated"}


def test_undo_takes_single_steps_of_a_drag_back(player: Player) -> None:
    second_turn(player).drag("us-517pir", "08")
    assert player.at("us-517pir", "uk-2ipb") == {"08"}
    player.window.game.undo()
    assert player.at("us-517pir", "uk-2ipb") == {"07"}


def test_collection_goes_on_once_the_ground_is_painted(player: Player, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: player.board.scene.is_settled and gc.isenabled(), timeout=60_000)
