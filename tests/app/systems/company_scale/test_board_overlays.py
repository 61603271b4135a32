"""The overlays of the board: one at full strength, danger and fire zones hatched differently, figures in pills."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.board.hexes import center
from app.systems.company_scale.board.overlays import ENEMY_ZONE, FOOT, OWN_ZONE, WARNING, fire_zone_wash
from tests.app.systems.company_scale.helpers.board_mouse import Player


@pytest.fixture
def player(qtbot: QtBot) -> Player:
    return Player(qtbot, watched=(1441,))


def names(player: Player) -> list[str]:
    return [chip.accessibleName() for chip in player.board.legend.chips]


def test_what_is_asked_for_last_is_at_full_strength_and_the_legend_brings_the_other_back(player: Player) -> None:
    scene = player.board.scene
    player.click(1440)
    assert scene.overlays.focused == "reach" and names(player) == ["Reach, Can be fired at"]
    player.board.sights.set_zone("german")
    assert scene.overlays.focused == "zones" and scene.reach.at_rest and not scene.zones.at_rest
    assert names(player) == ["Reach, Can be fired at", "German fire zone"]
    QTest.mouseClick(player.board.legend.chips[0], Qt.MouseButton.LeftButton)
    assert scene.overlays.focused == "reach" and scene.zones.at_rest and not scene.reach.at_rest
    player.board.sights.set_zone("")
    player.board.select(())
    assert scene.overlays.focused == "" and not player.board.legend.isVisible()


def test_a_new_selection_comes_to_full_strength(player: Player) -> None:
    player.board.sights.set_zone("german")
    assert player.board.scene.overlays.focused == "zones"
    player.click(1440)
    assert player.board.scene.overlays.focused == "reach"


def test_danger_on_the_way_and_fire_zones_are_hatched_differently() -> None:
    assert WARNING.kind != ENEMY_ZONE.kind and WARNING.hatch is not None and ENEMY_ZONE.hatch is not None
    assert ENEMY_ZONE.teeth > 0 > OWN_ZONE.teeth and OWN_ZONE.hatch is None
    assert fire_zone_wash("Allied", own=True).name == "Allied fire zone"


def test_points_left_stand_in_a_red_pill_where_fire_may_come_from(player: Player) -> None:
    player.board.view.set_zoom(1.0)
    player.click(1440)
    image = player.view.grab().toImage()
    reds = {}
    for at in player.board.scene.reach.hexes:
        spot = player.view.mapFromScene(center(at.hex) + FOOT)
        pixels = [image.pixelColor(spot.x() + dx, spot.y() + dy) for dx in range(-11, 12) for dy in (-6, 6)]
        reds[at.hex] = sum(QColor(c).red() > 150 and QColor(c).green() < 70 for c in pixels)
    dangerous = {at.hex for at in player.board.scene.reach.hexes if at.fire}
    assert dangerous and {at for at, count in reds.items() if count > 25} == dangerous
