"""Markers dragged from their buttons onto the map by the mouse: dropped, refused in words, put back."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.systems.striking_anvil.panels.combat import MarkerHandle
from app.systems.striking_anvil.playmat import TO_THE_MAP
from app.window.main_window import MainWindow
from tests.app.systems.striking_anvil.helpers.table import LEFT, Player, game

RIGHT = Qt.MouseButton.RightButton
SEA = QPoint(8, 8)
"""A point of the view beside every area."""


def on_map(player: Player, handle: MarkerHandle, at: QPoint) -> QPoint:
    """Return a point of the board as the handle has it."""
    return handle.mapFromGlobal(player.board.view.viewport().mapToGlobal(at))


def carry(player: Player, handle: MarkerHandle, at: QPoint) -> QPoint:
    """Drag a marker over the board and return where, as its handle has it."""
    middle, end = handle.rect().center(), on_map(player, handle, at)
    QTest.mousePress(handle, LEFT, pos=middle)
    for step in (1, 2):
        QTest.mouseMove(handle, middle + (end - middle) * step / 2)
    return end


def drop(player: Player, handle: MarkerHandle, at: QPoint) -> None:
    """Drag a marker onto the board and let go."""
    end = carry(player, handle, at)
    QTest.mouseRelease(handle, LEFT, pos=end)


def test_a_bombing_marker_is_dragged_into_an_area(window: MainWindow) -> None:
    player = Player(window, game(dice=[4, 3]))
    handle, scene = player.mat.bombing.buttons["naval"], player.board.scene
    end = carry(player, handle, player.bare("02"))
    assert scene.token.isVisible() and scene.token.kind == "naval" and not handle.isDown()
    QTest.mouseRelease(handle, LEFT, pos=end)
    assert player.window.game.view.bombing["naval"] == "02" and not scene.token.isVisible()
    assert player.mat.bombing.marker == "air"


def test_a_marker_dropped_beside_the_areas_or_the_map_is_put_back(window: MainWindow) -> None:
    player = Player(window, game(dice=[4, 3]))
    handle, seq = player.mat.bombing.buttons["air"], player.window.game.seat.seq
    drop(player, handle, SEA)
    drop(player, handle, QPoint(-40, 60))
    assert player.window.game.seat.seq == seq and not player.board.scene.token.isVisible()
    assert player.asked == ("allied", "bombing_phase")


def test_another_button_puts_a_marker_back(window: MainWindow) -> None:
    player = Player(window, game(dice=[4, 3]))
    handle, seq = player.mat.bombing.buttons["air"], player.window.game.seat.seq
    end = carry(player, handle, player.bare("02"))
    QTest.mousePress(handle, RIGHT, pos=end)
    assert not player.board.scene.token.isVisible()
    for button in (RIGHT, LEFT):  # a button that stays down would move no pointer in the tests that follow
        QTest.mouseRelease(handle, button, pos=end)
    assert player.window.game.seat.seq == seq


def test_a_click_on_a_marker_still_takes_it(window: MainWindow) -> None:
    player = Player(window, game(dice=[4, 3]))
    QTest.mouseClick(player.mat.bombing.buttons["naval"], LEFT)
    assert player.mat.bombing.marker == "naval"
    player.click("02")
    assert player.window.game.view.bombing["naval"] == "02"


def test_the_ffi_marker_is_dragged_to_where_they_may_rise(window: MainWindow) -> None:
    document = {"setup": {"07": ["us-7ir"]}, "begin": {"turn": 1, "side": "allied"}, "ffi": {"07": "control"}}
    player = Player(window, game(document, [1, 1, 1]))
    for _ in range(8):
        if player.asked[1] != "ffi":
            player.key(Qt.Key.Key_X)
    assert player.asked == ("allied", "ffi")
    lit = sorted(player.board.scene.lights.lit)
    dark = next(area for area in ("14", "28") if area not in lit)
    handle, seq = player.mat.ffi.handle, player.window.game.seat.seq
    carry(player, handle, player.bare(dark))
    assert player.board.scene.bubble.isVisible()
    QTest.mouseRelease(handle, LEFT, pos=on_map(player, handle, player.bare(dark)))
    assert player.window.game.seat.seq == seq
    QTest.mouseClick(handle, LEFT)
    assert TO_THE_MAP in player.window.prompt.refusal.text() + player.window.prompt.hint.text()
    drop(player, handle, player.bare(lit[0]))
    view = player.window.game.view
    assert next(area.ffi for area in view.areas if area.id == lit[0]) == "fighters"
