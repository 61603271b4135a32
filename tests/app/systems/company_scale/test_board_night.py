"""Night over the map: dark ground and lit hexes, and neither by day (8.7.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene
from pytestqt.qtbot import QtBot

from app.board.hexes import center
from app.systems.company_scale.board.board import BoardController
from app.systems.company_scale.board.ground.ground import MARKS_Z
from app.systems.company_scale.board.scene import NightItem, lit_hexes
from rules.company_scale.records.view import MarkerView
from rules.hexes.grid import hex_id
from tests.app.systems.company_scale.helpers.skirmish import skirmish

pytestmark = pytest.mark.usefixtures("qtbot")
MARKERS: list[dict[str, Any]] = [
    MarkerView("18.40", "illumination"),
    MarkerView("20.41", "on_fire"),
    MarkerView("22.40", "barrage", "smoke"),
]
BOUNDS = QRectF(0, 0, 4000, 4000)


def grey_at(item: NightItem, *hexes: str) -> list[int]:
    """Return the brightness of white ground under the night, in the middle of some hexes."""
    scene = QGraphicsScene(BOUNDS)
    scene.addItem(item)
    item.set_bounds(BOUNDS)
    greys = []
    for name in hexes:
        image = QImage(9, 9, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        scene.render(painter, QRectF(0, 0, 9, 9), QRectF(center(hex_id(name)) - QPointF(4, 4), BOUNDS.size() / 500))
        painter.end()
        greys.append(QColor(image.pixel(4, 4)).lightness())
    scene.removeItem(item)
    return greys


def test_ground_that_is_illuminated_or_burns_has_light() -> None:
    assert lit_hexes(MARKERS) == {"18.40", "20.41"}


def test_at_night_the_ground_is_dark_but_for_lit_hexes() -> None:
    item = NightItem()
    item.show_night(True, MARKERS)
    lit, burning, smoke, beside = grey_at(item, "18.40", "20.41", "22.40", "19.40")
    assert lit == burning == 255
    assert smoke == beside < 200


def test_without_any_light_all_is_dark() -> None:
    item = NightItem()
    item.show_night(True, ())
    assert max(grey_at(item, "18.40", "20.41", "22.40")) < 200


def test_the_day_shows_the_ground_as_it_is() -> None:
    item = NightItem()
    item.show_night(True, MARKERS)
    item.show_night(False, MARKERS)
    assert not item.isVisible() and not item.lit
    assert grey_at(item, "19.40") == [255]


def test_the_board_grows_dark_on_a_night_turn(qtbot: QtBot) -> None:
    game, session = skirmish()
    board = BoardController(game)
    game.replaced.connect(board.refresh)
    qtbot.addWidget(board.view)
    assert not board.scene.night.isVisible()
    session.change(turn=replace(session.view().turn, night=True), markers=MARKERS)
    game.play(session)
    for item in (board.scene.night, board.scene.dusk):
        assert item.isVisible() and item.lit == {"18.40", "20.41"}
    assert board.scene.night.zValue() < MARKS_Z < board.scene.dusk.zValue() < board.scene.counters.zValue()
