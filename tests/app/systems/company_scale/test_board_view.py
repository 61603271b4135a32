"""Zooming and panning by wheel, trackpad and pinch."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.board.zooming import EDGE
from tests.app.systems.company_scale.helpers.board_mouse import Player

Phase = Qt.ScrollPhase


@pytest.fixture
def player(qtbot: QtBot) -> Player:
    return Player(qtbot)


def wheel(
    player: Player,
    at: QPoint,
    angle: QPoint,
    pixels: QPoint | None = None,
    phase: Phase = Phase.NoScrollPhase,
    keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    port = player.view.viewport()
    event = QWheelEvent(
        QPointF(at),
        QPointF(port.mapToGlobal(at)),
        pixels or QPoint(),
        angle,
        Qt.MouseButton.NoButton,
        keys,
        phase,
        False,
    )
    QApplication.sendEvent(port, event)


def test_the_wheel_zooms_about_the_pointer(player: Player) -> None:
    player.view.set_zoom(1.0)
    at = player.at(1238)
    before = player.view.to_scene(QPointF(at))
    for _ in range(3):
        wheel(player, at, QPoint(0, 120))
    assert player.view.scale_now == pytest.approx(1.25**3)
    after = player.view.to_scene(QPointF(at))
    assert (after - before).manhattanLength() < 2.0


def test_zoom_keeps_within_its_limits(player: Player) -> None:
    for _ in range(30):
        wheel(player, QPoint(300, 300), QPoint(0, 240))
    assert player.view.scale_now == pytest.approx(4.0)
    for _ in range(60):
        wheel(player, QPoint(300, 300), QPoint(0, -240))
    assert player.view.scale_now == pytest.approx(player.view.smallest)


def test_two_fingers_pan_even_without_an_angle(player: Player) -> None:
    player.view.set_zoom(1.5)
    before, scale = player.view.visible.center(), player.view.scale_now
    wheel(player, QPoint(300, 300), QPoint(0, 0), QPoint(30, -15), Phase.ScrollUpdate)
    after = player.view.visible.center()
    assert player.view.scale_now == scale
    assert after.x() == pytest.approx(before.x() - 30 / 1.5, abs=1)
    assert after.y() == pytest.approx(before.y() + 15 / 1.5, abs=1)


def test_two_fingers_with_control_zoom(player: Player) -> None:
    player.view.set_zoom(1.0)
    control = Qt.KeyboardModifier.ControlModifier
    wheel(player, QPoint(300, 300), QPoint(0, 60), QPoint(0, 30), Phase.ScrollUpdate, control)
    assert player.view.scale_now > 1.0


def test_a_pinch_reaches_the_viewport(player: Player) -> None:
    player.view.set_zoom(1.0)
    port, at = player.view.viewport(), QPointF(420, 310)
    before = player.view.to_scene(at)
    event = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture,
        QPointingDevice.primaryPointingDevice(),
        2,
        at,
        at,
        QPointF(port.mapToGlobal(at)),
        0.2,
        QPointF(),
    )
    QApplication.sendEvent(port, event)
    assert player.view.scale_now == pytest.approx(1.2)
    assert (player.view.to_scene(at) - before).manhattanLength() < 2.0


def test_the_whole_board_stays_fitted_until_somebody_zooms(player: Player) -> None:
    fitted = player.view.scale_now
    player.view.resize(700, 500)
    assert player.view.scale_now < fitted
    player.view.set_zoom(1.0)
    player.view.resize(900, 700)
    assert player.view.scale_now == pytest.approx(1.0)


def test_the_animated_zoom_ends_where_the_instant_one_does(player: Player, qtbot: QtBot) -> None:
    player.view.set_zoom(1.0)
    player.view.smooth = True
    at = QPointF(player.at(1238))
    before = player.view.to_scene(at)
    player.view.zoom_by(1.5, at)
    player.view.zoom_by(1.5, at)
    qtbot.waitUntil(lambda: player.view.scale_now == pytest.approx(2.25))
    assert (player.view.to_scene(at) - before).manhattanLength() < 4.0


def test_a_fitted_board_stays_where_it_is_when_something_near_its_edge_is_shown(player: Player) -> None:
    player.view.fit()
    before = player.view.visible
    for corner in (player.view.board.topLeft(), player.view.board.bottomRight()):
        player.view.reveal(corner)
    assert player.view.visible == before and player.view.fitted
    player.view.set_zoom(3.0)
    player.view.reveal(player.view.board.topLeft() + QPointF(40, 40))
    assert player.view.visible.center() != before.center()


def test_what_is_shown_at_an_edge_leaves_little_blank_beyond_the_map(player: Player) -> None:
    view = player.view
    view.set_zoom(2.0)
    edge = EDGE / view.scale_now + 1
    for corner in (view.board.topLeft(), view.board.bottomRight()):
        view.centre(corner)
        assert view.board.adjusted(-edge, -edge, edge, edge).contains(view.visible)
        view.reveal(corner)
        assert view.visible.adjusted(edge - 2, edge - 2, 2 - edge, 2 - edge).contains(corner)
    view.centre(view.board.center())
    assert (view.visible.center() - view.board.center()).manhattanLength() < 3
