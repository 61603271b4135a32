"""Pictures of the ground: reproducible, dots in the rulebook's colours, tiles equal to a direct drawing."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, qGray
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView
from pytestqt.qtbot import QtBot

from app import theme
from app.board import hexes as geometry
from app.board.tiles import TiledItem
from app.colour import distance
from app.systems.company_scale.board.ground.entries import VictoryHex
from app.systems.company_scale.board.ground.grid import ramp
from app.systems.company_scale.board.ground.ground import Ground, render_ground
from app.systems.company_scale.board.ground.labels import Labels
from app.systems.company_scale.board.ground.palette import DARK, DOTS, LIGHT, Palette
from app.systems.company_scale.board.ground.scenery import Scenery
from app.systems.company_scale.board.ground.survey import Canvas
from rules.company_scale.battle_map import Terrain
from rules.company_scale.loading.scenarios import load_scenario
from tests.app.systems.company_scale.helpers.ground_maps import country, lone_hex

THEMES = [theme.LIGHT, theme.DARK]


@pytest.fixture(scope="module")
def scenery(qapp: object) -> Scenery:
    return Scenery(country())


def _drawn(scenery: Scenery, palette: Palette, lod: float) -> QImage:
    sheet = scenery.survey.sheet
    image = QImage(int(sheet.width() * lod), int(sheet.height() * lod), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(lod, lod)
    painter.translate(-sheet.topLeft())
    canvas = Canvas(painter, sheet, lod, palette)
    scenery.paint_terrain(canvas)
    scenery.paint_marks(canvas, scenery.labels)
    painter.end()
    return image


@pytest.mark.parametrize("palette", [LIGHT, DARK])
@pytest.mark.parametrize("lod", [0.5, 1.0, 2.0])
def test_the_centre_of_every_hex_shows_its_dot(scenery: Scenery, palette: Palette, lod: float) -> None:
    # 6.2.1: clear white, woods dark green, vineyard light green, marsh blue, village and town brown, city black
    image = _drawn(scenery, palette, lod)
    sheet = scenery.survey.sheet
    for hex_id, ground in scenery.survey.map.hexes.items():
        at = (geometry.center(hex_id) - sheet.topLeft()) * lod
        drawn = image.pixelColor(int(at.x()), int(at.y())).name()
        nearest = min(DOTS, key=lambda terrain: distance(drawn, DOTS[terrain][0]))
        assert nearest is ground.terrain, (hex_id, ground.terrain, drawn, nearest)


def test_names_are_as_large_on_a_screen_with_finer_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    ground = Ground(country(), theme.LIGHT)
    scene, zooms = QGraphicsScene(ground.scene_rect()), []
    for item in ground.items():
        scene.addItem(item)
    laid_out = Labels.layout
    monkeypatch.setattr(Labels, "layout", lambda labels, zoom: zooms.append(zoom) or laid_out(labels, zoom))
    for ratio in (1.0, 1.5, 2.0):
        image = QImage(QSize(300, 200) * ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        painter = QPainter(image)
        scene.render(painter, QRectF(0, 0, 300, 200), QRectF(0, 0, 500, 500 / 1.5))
        painter.end()
    assert zooms == pytest.approx([0.6, 0.6, 0.6])


def test_numbers_fade_as_the_map_grows_small(scenery: Scenery) -> None:
    assert [ramp(zoom, 0.55, 0.9) for zoom in (0.3, 0.55, 0.9, 2.0)] == [0.0, 0.0, 1.0, 1.0]
    darkest = []
    for lod in (0.5, 0.7, 1.0):
        sheet = scenery.survey.sheet
        image = QImage(int(sheet.width() * lod), int(sheet.height() * lod), QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.scale(lod, lod)
        painter.translate(-sheet.topLeft())
        scenery.grid.paint_numbers(Canvas(painter, sheet, lod, LIGHT))
        painter.end()
        colours = {image.pixel(x, y) for x in range(image.width()) for y in range(0, image.height(), 2)}
        darkest.append(min(map(qGray, colours)))
    assert darkest[0] == 255 > darkest[1] > darkest[2]


def test_dots_of_different_terrain_have_different_colours() -> None:
    assert len({fill for fill, _ in DOTS.values()}) == len(Terrain)


@pytest.mark.parametrize("look", THEMES)
def test_the_same_map_gives_the_same_picture(qapp: object, look: theme.Theme) -> None:
    size = QSize(600, 420)
    made = [render_ground(country(), size, look, [VictoryHex(1003, "red")]) for _ in range(3)]
    assert made[1] == made[2]  # Qt rounds a letter's width anew once the letter was painted: the first may differ
    assert made[0].size() == size


def test_the_themes_differ(qapp: object) -> None:
    light, dark = (render_ground(country(), QSize(400, 300), look, legend=False) for look in THEMES)
    assert _mean(light) > 150 > _mean(dark)


def _mean(image: QImage) -> float:
    small = image.scaled(8, 8, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
    return sum(small.pixelColor(x, y).lightness() for x in range(8) for y in range(8)) / 64


def test_a_victory_hex_is_ringed_in_its_colour(qapp: object) -> None:
    size = QSize(1400, 900)
    plain, marked = (
        render_ground(country(), size, theme.LIGHT),
        render_ground(country(), size, theme.LIGHT, [VictoryHex(1105, "blue")]),
    )
    assert plain != marked


def test_the_smallest_map_has_a_picture(qapp: object) -> None:
    assert not render_ground(lone_hex(), QSize(300, 200), theme.LIGHT).isNull()


def test_a_view_shows_from_tiles_what_is_drawn_directly(qtbot: QtBot) -> None:
    ground = Ground(country(), theme.LIGHT)
    scene = QGraphicsScene()
    for item in ground.items():
        scene.addItem(item)
    scene.setSceneRect(ground.scene_rect())
    view = QGraphicsView(scene)
    qtbot.addWidget(view)
    view.setFrameShape(QGraphicsView.Shape.NoFrame)
    view.resize(700, 500)
    view.scale(0.8, 0.8)
    view.show()
    qtbot.waitUntil(ground.is_settled)
    view.scale(1.25, 1.25)
    view.viewport().repaint()
    assert not ground.is_settled()
    qtbot.waitUntil(ground.is_settled, timeout=10_000)
    view.viewport().repaint()
    tiles = view.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    direct = QImage(tiles.size(), QImage.Format.Format_RGB32)
    painter = QPainter(direct)
    scene.render(painter, QRectF(direct.rect()), view.mapToScene(view.viewport().rect()).boundingRect())
    painter.end()
    assert _difference(tiles, direct) < 6.0


def test_tiles_still_to_be_drawn_are_not_forgotten_when_a_corner_is_painted_again(qtbot: QtBot) -> None:
    drawn: list[QRectF] = []

    def draw(painter: QPainter, rect: QRectF, lod: float) -> None:
        if lod == 1.5:
            drawn.append(rect)
            time.sleep(0.01)  # longer than a slice: one tile at a time

    item = TiledItem(QRectF(0.0, 0.0, 2000.0, 2000.0), draw, "#ffffff")
    scene = QGraphicsScene()
    scene.addItem(item)
    view = QGraphicsView(scene)
    qtbot.addWidget(view)
    view.resize(1000, 800)
    with qtbot.waitExposed(view):
        view.show()
    view.scale(1.5, 1.5)
    qtbot.waitUntil(lambda: bool(drawn))
    view.viewport().repaint(QRect(0, 0, 9, 9))
    qtbot.waitUntil(item.is_settled)
    seen = view.viewport().rect()
    spots = [view.mapToScene(x, y) for x in range(20, seen.width(), 100) for y in range(20, seen.height(), 100)]
    assert all(any(rect.contains(spot) for rect in drawn) for spot in spots)


def _difference(first: QImage, second: QImage) -> float:
    total = 0
    spots = [(x, y) for x in range(4, first.width() - 4, 9) for y in range(4, first.height() - 4, 9)]
    for x, y in spots:
        a, b = first.pixelColor(x, y), second.pixelColor(x, y)
        total += abs(a.red() - b.red()) + abs(a.green() - b.green()) + abs(a.blue() - b.blue())
    return total / len(spots) / 3


def test_a_change_of_theme_repaints_the_view(qtbot: QtBot) -> None:
    ground = Ground(country(), theme.LIGHT)
    scene = QGraphicsScene()
    for item in ground.items():
        scene.addItem(item)
    view = QGraphicsView(scene)
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()
    qtbot.waitUntil(ground.is_settled)
    before = _mean(view.viewport().grab().toImage())
    ground.set_theme(theme.DARK)
    view.viewport().repaint()
    qtbot.waitUntil(ground.is_settled)
    assert _mean(view.viewport().grab().toImage()) < before - 40


def test_items_let_the_mouse_through(qapp: object) -> None:
    for item in Ground(country(), theme.LIGHT).items():
        assert item.acceptedMouseButtons() == Qt.MouseButton.NoButton


@pytest.mark.parametrize("look", THEMES)
def test_first_light_is_drawn_whole_with_its_legend(qapp: object, look: theme.Theme) -> None:
    scenario = load_scenario("first-light")
    goals = [VictoryHex(goal.hex, goal.colour) for goal in scenario.victory.hexes]
    image = render_ground(scenario.map, QSize(1600, 1000), look, goals)
    table = QColor(LIGHT.table if look is theme.LIGHT else DARK.table)
    assert image.pixelColor(2, 2).name() == table.name()
    assert image.pixelColor(500, 500).name() != table.name()


def test_the_map_point_of_a_picture_is_where_the_hex_is(scenery: Scenery) -> None:
    assert geometry.hex_at(geometry.center(904) + QPointF(3.0, -4.0)) == 904


def test_a_marsh_is_painted_in_small_blocks_and_only_where_it_is_seen(scenery: Scenery) -> None:
    drawn = list[int]()

    class Counting(QPainter):
        def drawPath(self, path: QPainterPath) -> None:
            drawn.append(path.elementCount())

    marshes, sheet = scenery.marshes, scenery.survey.sheet
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    painter = Counting(image)
    marshes.paint(Canvas(painter, sheet, 1.0, LIGHT))
    whole, most = len(drawn), max(drawn)
    drawn.clear()
    marshes.paint(Canvas(painter, QRectF(sheet.topLeft(), QSizeF(40.0, 40.0)), 1.0, LIGHT))
    beside = len(drawn)
    painter.end()
    assert whole > 4 and most < 500 and beside == 0, "one path of all reeds takes ten times as long"


def test_edges_of_levels_and_banks_are_stroked_only_where_they_are_seen(scenery: Scenery) -> None:
    drawn = list[int]()

    class Counting(QPainter):
        def drawPath(self, path: QPainterPath) -> None:
            drawn.append(path.elementCount())

    sheet = scenery.survey.sheet
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    painter = Counting(image)
    scenery.relief.paint_edges(Canvas(painter, sheet, 1.0, LIGHT))
    whole = sum(drawn)
    drawn.clear()
    scenery.relief.paint_edges(Canvas(painter, QRectF(sheet.topLeft(), QSizeF(150.0, 150.0)), 1.0, LIGHT))
    painter.end()
    assert 0 < sum(drawn) < whole / 3
