"""A part of the ground that is laid out by itself shows what the whole sheet does."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any
from weakref import ref

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath
from pytestqt.qtbot import QtBot

from app.board import hexes as geometry
from app.systems.company_scale.board.ground.areas import crowns
from app.systems.company_scale.board.ground.palette import LIGHT
from app.systems.company_scale.board.ground.scenery import Scenery
from app.systems.company_scale.board.ground.survey import Canvas, sheet_of
from app.systems.company_scale.workshop.live_ground import _window
from rules.company_scale.battle_map import BattleMap, Terrain
from rules.company_scale.loading.scenarios import load_scenario
from rules.engine.memory import collect_later
from rules.hexes.grid import hex_id, within

PARTS = 12
SEEN = 16
"""Steps of 255 by which a color must differ to be seen."""


@pytest.fixture(scope="module")
def ground(qapp: object) -> BattleMap:
    return load_scenario("first-light").map


def gaps(region: QPainterPath, one: Callable[[Canvas], object], other: Callable[[Canvas], object]) -> Any:
    """Return by how much each pixel of a region differs between two paintings of it."""
    box = region.boundingRect()
    size = box.size().toSize()

    def picture(paint: Callable[[QPainter], object]) -> Any:
        image = QImage(size, QImage.Format.Format_RGB32)
        image.fill(0)
        painter = QPainter(image)
        painter.translate(-box.topLeft())
        paint(painter)
        painter.end()
        return np.frombuffer(image.constBits(), np.uint8).reshape(size.height(), size.width(), 4)[..., :3].astype(int)

    inside = picture(lambda painter: painter.fillPath(region, QColor("white")))[..., 0] > 0
    a, b = (picture(lambda painter, paint=paint: paint(Canvas(painter, box, 1.0, LIGHT))) for paint in (one, other))
    return np.abs(a - b).max(axis=2)[inside]


def test_a_part_shows_the_pixels_of_the_whole_sheet(ground: BattleMap, qtbot: QtBot) -> None:
    whole, found = Scenery(ground), []
    for place in Random(3).sample(sorted(ground.hexes), PARTS):
        touched = [at for at in within(place, 3) if at in ground.hexes]
        region = geometry.region_path(touched)
        part = Scenery(_window(ground, touched), whole=sheet_of(ground), shown=region.boundingRect())
        assert (gaps(region, part.relief.paint, whole.relief.paint) > 4).mean() < 0.001
        found.append(float((gaps(region, part.paint_terrain, whole.paint_terrain) > SEEN).mean()))
    assert sum(found) / len(found) < 0.003 and max(found) < 0.01, found


def test_of_a_part_no_more_is_laid_out_than_what_is_shown_follows_from(ground: BattleMap) -> None:
    place = next(at for at, here in sorted(ground.hexes.items()) if here.terrain is Terrain.VILLAGE)
    window, shown = _window(ground, within(place, 2)), geometry.hex_rect(place)
    whole, part = Scenery(window), Scenery(window, whole=sheet_of(ground), shown=shown)
    assert part.relief.image(LIGHT).width() < whole.relief.image(LIGHT).width() / 1.5
    assert 0 < len(part.settlements.houses) < len(whole.settlements.houses)
    assert len(part.farmland.cut()) > 0 and part.farmland._sheet.contains(shown)


def test_a_part_is_given_up_at_once_and_takes_the_trees_of_others(ground: BattleMap) -> None:
    touched = [at for at in within(hex_id("20.48"), 2) if at in ground.hexes]
    scenery = Scenery(_window(ground, touched), whole=sheet_of(ground))
    while scenery.lay_out_one():
        pass
    assert scenery.labels.layout(1.0) is not None and crowns(LIGHT, 10.5, 1.0) is crowns(LIGHT, 10.5, 1.0)
    with collect_later():
        left = ref(scenery)
        del scenery
        assert left() is None


def test_a_part_of_a_river_is_no_longer_than_its_sheet(qapp: object) -> None:
    ground = load_scenario("montelimar-campaign").map
    place = next(at for at in sorted(ground.hexes) if set(within(at, 1)) & set(ground.art.water or ()))
    part = Scenery(_window(ground, [place]), whole=sheet_of(ground))
    box = part.survey.sheet.adjusted(-70, -70, 70, 70)
    assert not part.water.great.is_empty and box.contains(part.water._sand.boundingRect())


def test_the_dots_and_numbers_near_a_part_are_found(ground: BattleMap) -> None:
    grid = Scenery(ground).grid
    area = QRectF(geometry.center(hex_id("18.45")), geometry.center(hex_id("22.47")))
    reach = area.adjusted(-40, -40, 40, 40)
    assert list(grid._near(area, 40)) == [each for each in grid._hexes if reach.contains(each[1], each[2])]


def test_a_part_has_the_raster_of_its_sheet(qapp: object) -> None:
    ground = load_scenario("montelimar-campaign").map
    window = _window(ground, [at for at in within(hex_id("40.30"), 3) if at in ground.hexes])
    alone, part = Scenery(window).relief, Scenery(window, whole=sheet_of(ground)).relief
    assert alone.cell < part.cell
    assert part.image(LIGHT).width() < alone.image(LIGHT).width()
