"""The first turns of the historical scenario by mouse: bombing, drop, landing, mobile combat, payment, pursuit."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from app.window.main_window import MainWindow
from tests.app.systems.striking_anvil.helpers.table import Player, game


@pytest.fixture
def player(window: MainWindow) -> Player:
    """Return a player at the start of the historical scenario."""
    return Player(window, game(dice=[3, 6]))


def landed(player: Player) -> Player:
    """Place both markers; the drop follows by itself."""
    player.click("02", "01")
    return player


def test_markers_are_placed_by_clicks_and_the_drop_follows(player: Player) -> None:
    assert player.asked == ("allied", "bombing_phase")
    landed(player)
    assert player.window.game.view["bombing"] == {"air": "02", "naval": "01"}
    assert player.at("us-517pir", "uk-2ipb") == {"07"} and not player.unit("us-517pir")["disorganized"]
    assert player.asked == ("allied", "order")
    assert "Good Order" in player.window.log.plain


def test_a_click_on_a_box_ticks_who_can_act_together(player: Player) -> None:
    landed(player).click("LZW")
    assert player.asked == ("allied", "activation")
    chosen = player.window.game.decision.subject["units"]
    assert sum(player.unit(unit)["kind"] == "combat" for unit in chosen) == 4
    assert player.board.scene.stacks.selected == frozenset(chosen)
    player.key(Qt.Key.Key_Escape)
    assert player.asked == ("allied", "order")


def test_a_box_lands_in_its_own_area_only(player: Player) -> None:
    landed(player).click("LZW", "06")
    assert "leads to 01 Saint-Tropez only. (7)" in player.refusal
    assert player.asked == ("allied", "activation")
