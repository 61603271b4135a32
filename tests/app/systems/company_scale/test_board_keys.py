"""The board without a mouse."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.board import view
from tests.app.systems.company_scale.helpers.board_mouse import LEFT, Player

Key = Qt.Key


@pytest.fixture
def player(qtbot: QtBot) -> Player:
    player = Player(qtbot)
    player.view.activateWindow()
    player.view.setFocus()
    return player


def test_every_direction_has_a_key() -> None:
    assert view.step(1440, Key.Key_Up) == 1439 and view.step(1440, Key.Key_Down) == 1441
    assert view.step(1440, Key.Key_Home) == 1339 and view.step(1440, Key.Key_PageUp) == 1539
    assert view.step(1440, Key.Key_End) == 1340 and view.step(1440, Key.Key_PageDown) == 1540
    assert view.step(view.step(1440, Key.Key_Left), Key.Key_Right) == 1440


def test_the_cursor_starts_at_the_selection_and_tells_where_it_is(player: Player) -> None:
    heard: list[str] = []
    player.board.described.connect(heard.append)
    player.board.select(("f_117",))
    player.key(Key.Key_Up)
    assert player.board.scene.cursor.hex == 1440
    player.key(Key.Key_Down, Key.Key_Down)
    assert player.board.scene.cursor.hex == 1442
    assert heard[0] == "14.40: F/117 Cav" and heard[-1] == "14.42"


def test_the_cursor_stays_on_the_map(player: Player) -> None:
    player.board.reveal("10.34")
    player.key(Key.Key_Left, Key.Key_Up)
    assert player.board.scene.cursor.hex == 1034


def test_enter_lifts_and_enter_puts_down(player: Player) -> None:
    player.board.reveal("14.40")
    player.key(Key.Key_Return, Key.Key_Down, Key.Key_Down)
    assert player.board.drag_session.carried is not None
    player.key(Key.Key_Return)
    assert player.sent == ["move units=('f_117',)", "step by=terrain to=14.41", "step by=terrain to=14.42"]


def test_escape_puts_back(player: Player) -> None:
    player.board.reveal("14.40")
    player.key(Key.Key_Return, Key.Key_Down, Key.Key_Escape)
    assert player.board.drag_session.carried is None and player.sent == []
    player.key(Key.Key_Escape)
    assert player.board.scene.cursor.hex is None


def test_enter_on_an_idle_unit_says_why(player: Player) -> None:
    player.board.reveal("12.38")
    player.key(Key.Key_Return)
    assert player.sent == [] and player.words == "E/117 AG is not active. (5.1)"


def test_enter_on_a_forbidden_hex_submits_nothing_and_says_why(player: Player) -> None:
    player.board.reveal("14.40")
    player.key(Key.Key_Return, Key.Key_Down, Key.Key_Down, Key.Key_PageDown, Key.Key_PageDown, Key.Key_Return)
    assert player.sent == [] and player.words == "No counter swims. (6.2.1)"


def test_fire_by_keys(player: Player) -> None:
    player.board.reveal("14.40")
    player.key(Key.Key_Return, Key.Key_Right, Key.Key_Right, Key.Key_Right, Key.Key_Return)
    assert player.sent == ["fire hex=17.40 unit=f_117"]


def test_slash_goes_through_a_stack_and_period_through_the_units_that_may_act(player: Player) -> None:
    player.board.reveal("13.41")
    player.key(Key.Key_Slash)
    assert player.board.selection == ("d_117",)
    player.key(Key.Key_Slash)
    assert player.board.selection == ("c_117",)
    player.key(Key.Key_Return, Key.Key_Down, Key.Key_Return)
    assert player.sent[0] == "move units=('c_117',)"
    player.key(Key.Key_Period)
    assert player.board.selection[0] in {"f_117", "b_117", "d_117", "c_117"}


def test_zoom_by_keys(player: Player) -> None:
    fitted = player.view.scale_now
    player.key(Key.Key_Plus)
    assert player.view.scale_now == pytest.approx(fitted * 1.25)
    player.key(Key.Key_Minus)
    assert player.view.scale_now == pytest.approx(fitted)
    player.key(Key.Key_Plus, Key.Key_0)
    assert player.view.scale_now == pytest.approx(fitted)


def test_space_confirms_when_tapped_and_pans_when_held(player: Player) -> None:
    heard: list[bool] = []
    player.view.confirm_requested.connect(lambda: heard.append(True))
    player.key(Key.Key_Space)
    assert heard == [True]
    player.view.set_zoom(1.5)
    before = player.view.visible.center().x()
    QTest.keyPress(player.view, Key.Key_Space)
    port, here = player.view.viewport(), player.at(1440)
    QTest.mousePress(port, LEFT, pos=here)
    QTest.mouseMove(port, here + QPoint(50, 0))
    QTest.mouseRelease(port, LEFT, pos=here + QPoint(50, 0))
    QTest.keyRelease(player.view, Key.Key_Space)
    assert heard == [True] and player.sent == []
    assert player.view.visible.center().x() == pytest.approx(before - 50 / 1.5, abs=1)


def test_the_menu_key_opens_the_menu_of_the_cursor(player: Player) -> None:
    player.board.reveal("14.40")
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5))
    QApplication.sendEvent(player.view.viewport(), event)
    menu = player.board.hand.open_menu
    assert menu is not None and "Move F/117 Cav" in [action.text() for action in menu.actions()]
    menu.close()


def test_keys_carry_on_what_the_pointer_has_lifted(player: Player) -> None:
    player.press(1440)
    player.move(1540)
    player.key(Key.Key_Down, Key.Key_Down)
    assert player.board.drag_session.carried is not None and player.board.drag_session.carried.trail.hexes == [1441]
    player.key(Key.Key_Return)
    assert player.sent == ["move units=('f_117',)", "step by=terrain to=14.41"]
    player.release(1540)
    assert len(player.sent) == 2
