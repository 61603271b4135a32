"""The board: geometry, picking, sections, pictures of every map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QApplication, QGraphicsScene, QGraphicsView
from pytestqt.qtbot import QtBot

from app import theme
from app.systems.command_cards.art.cards import number
from app.systems.command_cards.art.palette import DAY, LAMPLIGHT, current
from app.systems.command_cards.art.terrain import TERRAIN
from app.systems.command_cards.board.contents import draw, preview
from app.systems.command_cards.board.geometry import (
    HEIGHT,
    LINES,
    SIDE,
    WIDTH,
    beside,
    center,
    field,
    hex_at,
    hex_path,
    section,
)
from app.systems.command_cards.board.ground import WET, places
from app.systems.command_cards.board.layers import FrontLayer
from app.systems.command_cards.board.plans import lit_sections
from rules.command_cards.charts import house_charts
from rules.command_cards.hexes import HEXES, NEIGHBOURS, SECTIONS, sections
from rules.engine.seat import Seat
from tests.app.systems.command_cards.helpers.painted import Painted
from tests.app.systems.command_cards.helpers.table import game

pytestmark = pytest.mark.usefixtures("qapp")


def test_every_hex_is_picked_by_its_centre_and_near_its_corners() -> None:
    for name in HEXES:
        at = center(name)
        assert hex_at(at) == name
        for x, y in ((0, -0.9), (0, 0.9), (0.75, 0.4), (-0.75, -0.4)):
            assert hex_at(at + QPointF(x, y) * SIDE) == name


def test_hexes_stand_on_a_corner_and_neighbours_touch() -> None:
    box = hex_path("E5").boundingRect()
    assert box.height() == pytest.approx(HEIGHT) and box.width() == pytest.approx(WIDTH)
    for name in HEXES:
        for other in NEIGHBOURS[name]:
            away = center(other) - center(name)
            assert away.x() ** 2 + away.y() ** 2 == pytest.approx(WIDTH**2)


def test_nothing_is_picked_beside_the_board() -> None:
    assert hex_at(field().topLeft() - QPointF(5, 5)) == ""
    assert hex_at(center("B12") + QPointF(WIDTH, 0)) == ""


def test_rows_run_down_and_places_to_the_right() -> None:
    assert center("A1").y() < center("B1").y() < center("I1").y()
    assert center("A1").x() < center("B1").x() < center("A2").x()


def test_section_lines_run_through_the_hexes_that_belong_to_two_sections() -> None:
    for name in HEXES:
        on_line = any(abs(center(name).x() - x) < 1 for x in LINES)
        assert on_line == (len(sections(name)) == 2)


@pytest.mark.parametrize("edge", ["top", "bottom"])
def test_sections_share_the_board_out(edge: str) -> None:
    for name in HEXES:
        inside = [part for part in SECTIONS if section(part, edge).contains(center(name) + QPointF(0.4, 0))]
        assert len(inside) == 1 and inside[0] in sections(name, edge)


def test_a_card_lights_the_sections_it_orders() -> None:
    assert lit_sections("push-centre", house_charts()) == {"center"}
    assert lit_sections("wings", house_charts()) == {"left", "right"}
    assert lit_sections("tank-raid", house_charts()) == lit_sections("", house_charts()) == set(SECTIONS)


def test_the_cursor_stays_on_the_board() -> None:
    assert beside("A1", "up") == beside("A1", "left") == "A1"
    assert beside("E13", "down") == "F12" and beside("E5", "right") == "E6"


def test_every_terrain_is_drawn() -> None:
    assert house_charts().terrains.keys() <= {*TERRAIN, *WET}


@pytest.mark.parametrize("name", [info.id for info in game().system.scenarios()])
def test_every_scenario_has_a_preview_and_a_picture(name: str) -> None:
    session = game(name)
    small = preview(session.scenario, QSize(400, 300))
    assert small.width() == 400 or small.height() == 300
    colours = {small.pixel(x, y) for x in range(0, small.width(), 9) for y in range(0, small.height(), 9)}
    assert len(colours) > 40
    assert draw(Seat(session), QSize(500, 400)).size() == QSize(500, 400)
    assert draw(Seat(session), QSize(300, 300), 1.0).size() == QSize(300, 300)


def test_a_picture_is_the_same_whatever_is_in_the_hands() -> None:
    one, other = game(seed=1), game(seed=2)
    hands = [Seat(session, "german").view().hand for session in (one, other)]
    assert hands[0] != hands[1]
    assert draw(Seat(one), QSize(700, 500)) == draw(Seat(other), QSize(700, 500))


def test_the_colours_follow_the_theme(qapp: QApplication) -> None:
    theme.apply(qapp, "dark")
    assert current() is LAMPLIGHT
    theme.apply(qapp, "light")
    assert current() is DAY


def test_a_card_writes_how_many_it_orders() -> None:
    assert [number(order) for order in house_charts().cards["hinge-left"].orders] == ["2", "1"]
    assert number(house_charts().cards["registered-fire"].orders[0]) == "all"


def test_a_place_of_several_hexes_is_named_once() -> None:
    named = places(game("drome-flood").scenario.map.names)
    assert len({words for words, _ in named}) == len(named)
    assert any(len(hexes) > 1 for _, hexes in named)


def test_only_the_hexes_of_an_obstacle_are_painted_anew_however_far_apart(qtbot: QtBot) -> None:
    scene, layer = QGraphicsScene(), FrontLayer()
    scene.addItem(layer)
    view = QGraphicsView(scene)
    qtbot.addWidget(view)
    view.resize(1200, 900)
    view.fitInView(scene.itemsBoundingRect(), Qt.AspectRatioMode.KeepAspectRatio)
    with qtbot.waitExposed(view):
        view.show()
    QApplication.processEvents()
    watch = Painted(view.viewport())
    layer.show_obstacles({"A1": "wire", "I1": "wire"})
    qtbot.waitUntil(lambda: not watch.region.isEmpty())
    assert [watch.region.contains(view.mapFromScene(center(at))) for at in ("A1", "I1", "E1", "E5")] == [
        True, True, False, False,
    ]  # fmt: skip
    watch.region = QRegion()
    layer.show_obstacles({"A1": "wire", "I1": "wire"})
    qtbot.wait(20)
    assert watch.region.isEmpty()
