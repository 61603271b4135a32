"""A board that is cleared."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.systems.company_scale.board.laying import lay_ground
from app.systems.company_scale.board.orders import aim_at
from rules.company_scale.series import printed_series
from rules.engine.command import cmd
from tests.app.systems.company_scale.helpers.board_mouse import Player
from tests.app.systems.company_scale.helpers.ground_maps import country
from tests.app.systems.company_scale.helpers.skirmish import HEXES


@pytest.fixture
def player(qtbot: QtBot) -> Player:
    return Player(qtbot, watched=(1441,))


def colours(player: Player) -> set[int]:
    """Return the colours of a picture of the view, sampled every few pixels."""
    image = player.view.grab().toImage()
    return {image.pixel(x, y) for x in range(0, image.width(), 5) for y in range(0, image.height(), 5)}


def test_a_cleared_board_shows_nothing(player: Player) -> None:
    charts, victory = SimpleNamespace(series=printed_series()), SimpleNamespace(hexes=())
    lay_ground(player.board, SimpleNamespace(map=country(), victory=victory, entries={}, setup={}, charts=charts))
    player.board.set_map(HEXES, player.board.scene.ground)
    player.click(1341)
    player.board.sights.set_zone("german")
    player.board.sights.set_hovering(True)
    player.board.sights.set_lining(True, 1440)
    player.board.reveal("14.40")
    assert len(colours(player)) > 50
    player.board.clear()
    assert len(colours(player)) == 1
    assert player.view.backgroundBrush().style() is Qt.BrushStyle.NoBrush
    assert player.board.scene.ground == [] and player.board.hexes == frozenset()
    assert not player.board.sights.zone and not player.board.sights.hovering and not player.board.sights.lining


def test_a_cleared_board_gives_up_what_is_carried_and_selected(player: Player) -> None:
    heard: list[object] = []
    player.board.selection_changed.connect(heard.append)
    player.press(1440)
    player.move(1442)
    player.board.clear()
    assert player.board.drag_session.carried is None and player.board.selection == () and heard[-1] == ()
    player.release(1442)
    assert player.sent == []


def test_a_cleared_board_gives_up_the_rest_of_an_interrupted_move(player: Player) -> None:
    player.drag(1440, 1441, 1442)  # stopped by fire
    assert player.board.drag_session.left_over is not None
    player.board.clear()
    assert player.board.drag_session.left_over is None and len(colours(player)) == 1


def test_a_cleared_board_waits_for_no_hex(player: Player) -> None:
    heard: list[str] = []
    player.board.aimed.connect(heard.append)
    player.board.take_aim(aim_at([cmd("smoke", unit="f_117", hex="14.42")], "F/117 Cav"))
    player.board.clear()
    assert player.board.aim is None and heard[-1] == ""


def test_a_cleared_board_takes_a_refusal_back(player: Player) -> None:
    heard: list[str] = []
    player.board.refused.connect(heard.append)
    player.drag(1238, 1239)
    assert heard[-1]
    player.board.clear()
    assert heard[-1] == ""


def test_pointer_and_keys_find_nothing_on_a_cleared_board(player: Player) -> None:
    player.board.clear()
    player.view.setFocus()
    player.drag(1440, 1442)
    player.click(1341)
    player.key(Qt.Key.Key_Return, Qt.Key.Key_Slash, Qt.Key.Key_Escape)
    assert player.sent == [] and player.board.selection == ()


def test_a_map_can_be_laid_on_a_cleared_board(player: Player) -> None:
    player.board.clear()
    player.board.set_map(HEXES)
    player.click(1440)
    assert player.board.selection == ("f_117",)


def test_a_board_disposed_of_is_cleared_and_goes(qtbot: QtBot, player: Player) -> None:
    with qtbot.waitSignal(player.board.destroyed):
        player.board.dispose()
        assert not player.board.scene.counters.pieces


def test_a_scenario_without_a_map_clears_the_board(player: Player) -> None:
    assert lay_ground(player.board, SimpleNamespace(map=None)) is None
    assert player.board.hexes == frozenset() and not player.board.scene.counters.pieces


def test_a_map_without_hexes_clears_the_board(player: Player) -> None:
    player.board.set_map(())
    assert not player.board.scene.counters.pieces
