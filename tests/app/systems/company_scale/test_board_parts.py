"""The parts of the board one by one: trails, stacks, faces, pictures, markers, overlays."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView
from pytestqt.qtbot import QtBot

from app import colour, theme
from app.board.hexes import center, hex_path
from app.board.washes import union_path
from app.systems.company_scale.board.counters.face import Detail, Face, FireBox, Mark, detail_for, marks_of, outline_of
from app.systems.company_scale.board.counters.layer import PictureCache, render
from app.systems.company_scale.board.counters.painter import paint_counter
from app.systems.company_scale.board.counters.symbols import SYMBOLS
from app.systems.company_scale.board.effects import DRAWINGS, WORKS, EffectsItem
from app.systems.company_scale.board.ground.entries import VictoryHex
from app.systems.company_scale.board.ground.ground import Ground
from app.systems.company_scale.board.marker_art import LOOKS, marker_edge, marker_name
from app.systems.company_scale.board.markers import (
    LEGIBLE,
    Position,
    chip_picture,
    marker_chips,
    pixels_of,
    token_chips,
    tokens_of,
)
from app.systems.company_scale.board.overlays import ReachHex, points_text, reach_hexes
from app.systems.company_scale.board.routes import Reach, Trail, Way, sentences
from app.systems.company_scale.board.scene import BoardScene
from app.systems.company_scale.board.stacks import COUNTER, badge_at, fan_out, layout
from app.systems.company_scale.board.token_art import Token
from app.systems.company_scale.board.trails import SightItem
from app.systems.company_scale.panels.stack import SightPanel
from app.systems.company_scale.text.names import MARKERS
from rules.company_scale.records.view import FaceView, FireView, MarkerView
from rules.engine.command import Reason, cmd
from rules.engine.session import Session
from rules.hexes.grid import hex_name
from rules.systems import system
from tests.app.systems.company_scale.helpers.ground_maps import country
from tests.app.systems.company_scale.helpers.positions import leader, position, unit, weapon

pytestmark = pytest.mark.usefixtures("qtbot")
SYMBOLS_OF_THE_CONTRACT = {
    "infantry",
    "armor",
    "cavalry_armored",
    "cavalry",
    "artillery",
    "artillery_sp",
    "assault_gun",
    "anti_tank",
    "tank_destroyer",
    "anti_aircraft",
    "engineer",
    "mortar",
    "infantry_gun",
    "headquarters",
    "mechanized_infantry",
    "truck",
}
WAYS = {
    "18.40": {"way": {"mp_left": 2.5, "path": [["18.40", "trail"]], "fire": []}, "points": [2.5], "refused": []},
    "18.41": {
        "way": {
            "mp_left": 1.0,
            "path": [["18.40", "trail"], ["18.41", "terrain"]],
            "fire": ["19.41"],
            "watched": ["17.42"],
        },
        "points": [2.5, 1.0],
        "refused": [],
    },
    "18.42": {"way": None, "points": [], "refused": [{"text": "A stream is in the way.", "rule": "6.2.2"}]},
}


def reach(tell: Callable[[str], Any] = WAYS.get) -> Reach:
    return Reach.read(
        {
            "hexes": {"18.40": 2.5, "18.41": 1.0},
            "watched": ["18.41"],
            "second": False,
            "begin": [{"do": "move", "units": ["a"]}],
            "why": [],
        },
        tell,
    )


def image_of(face: Face, marks: Mark = Mark.NONE, detail: Detail = Detail.FULL) -> QImage:
    image = QImage(150, 150, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.translate(25, 25)
    paint_counter(painter, face, marks, detail)
    painter.end()
    return image


def test_a_reach_is_read_from_the_queries() -> None:
    way = Way(((1840, "trail"), (1841, "terrain")), 1.0, ("19.41",), ("17.42",), points=(2.5, 1.0))
    assert reach().way(1841) == way
    assert reach().begin == (cmd("move", units=("a",)),)
    assert reach().refusal(1842) == ("A stream is in the way. (6.2.2)",)
    assert Reach.read(None) == Reach()


def test_the_way_to_a_hex_is_asked_for_once_and_only_when_it_is_wanted() -> None:
    asked: list[str] = []
    told = reach(lambda at: asked.append(at) or WAYS.get(at))  # type: ignore[func-returns-value]
    assert 1840 in told and 1842 not in told and reach_hexes(told) == [
        ReachHex(1840, 2.5, False, False), ReachHex(1841, 1.0, True, False)
    ]  # fmt: skip
    assert asked == [] and told.way(1840) is told.way(1840) and told.refusal(1840) == ()
    assert asked == ["18.40"]


def test_a_trail_without_bends_is_the_cheapest_way_with_its_points() -> None:
    trail = Trail(1839, reach())
    assert trail.follow(1841) and not trail.follow(1842)
    assert trail.labelled() == [(1840, "trail", 2.5), (1841, "terrain", 1.0)]
    assert trail.follow(1839) and trail.end == 1839


def test_a_hex_that_has_gone_out_of_reach_since_is_not_followed() -> None:
    trail = Trail(1839, reach(lambda at: {"way": None, "points": [], "refused": []}))
    assert not trail.follow(1841) and trail.end == 1839


def test_reasons_are_told_once_each() -> None:
    assert sentences([Reason("No.", "6.0"), {"text": "No.", "rule": "6.0"}, Reason("Never.")]) == "No. (6.0)\nNever."


def test_a_stack_steps_up_and_to_the_right() -> None:
    places = layout(1840, ["a", "b", "c"])
    assert [place.unit for place in places] == ["a", "b", "c"]
    for low, high in pairwise(places):
        assert high.at.x() > low.at.x() and high.at.y() < low.at.y()
    assert badge_at(places) is None and badge_at(layout(1840, list("abcd"))) is None


def test_a_badge_counts_when_more_than_three_lie_below() -> None:
    places = layout(1840, list("abcdef"))
    badge = badge_at(places)
    assert badge is not None and badge[1] == 6
    assert [place.shown for place in places] == [False, False, True, True, True, True]


@pytest.mark.parametrize("scale", [0.2, 1.0, 3.0])
def test_a_fan_is_large_enough_to_read_and_stays_in_sight(scale: float) -> None:
    visible = QRectF(1000, 2500, 1400 / scale, 900 / scale)
    plan = fan_out(1736, list("abcdefg"), scale=scale, visible=visible)
    assert plan.size * scale >= 46 * scale and plan.size * scale >= 57.9
    assert visible.contains(plan.plate) and plan.spots[0][0] == "g"


def test_every_symbol_of_the_contract_is_drawn_and_differs() -> None:
    assert set(SYMBOLS) == SYMBOLS_OF_THE_CONTRACT
    drawn = {
        bytes(image_of(Face("A", name, "company", "#a9b27c", "#111111", "none", "soft", 0)).constBits())
        for name in SYMBOLS
    }
    assert len(drawn) == len(SYMBOLS)


def test_column_differs_from_deployed_by_shape() -> None:
    deployed = Face.of(unit("a", "A", "allied", "18.40"))
    column = Face.of(unit("a", "A", "allied", "18.40", deployed=False))
    assert outline_of(deployed).contains(QPointF(95, 9)) and not outline_of(column).contains(QPointF(95, 9))


@pytest.mark.parametrize("detail", list(Detail))
def test_each_state_looks_different_at_each_size(detail: Detail) -> None:
    face = Face.of(unit("a", "A", "allied", "18.40"))
    states = [Mark.NONE, Mark.SELECTED, Mark.ACTIVE, Mark.ACTED, Mark.SPENT, Mark.OUT_OF_COMMAND, Mark.CANDIDATE]
    drawn = {bytes(image_of(face, state, detail).constBits()) for state in states}
    assert len(drawn) == len(states)


def test_the_view_tells_the_states() -> None:
    spent = unit("a", "A", "allied", "18.40", active=True, actions_used=2, in_command=False)
    assert marks_of(spent) == Mark.ACTIVE | Mark.SPENT | Mark.OUT_OF_COMMAND


def test_a_unit_keeps_its_face_while_it_shows_the_same_to_the_same_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    view = position(units=(unit("a", "A", "allied", "18.40"), unit("b", "B", "german", "18.41")))
    first = Position.read(view)
    turned = position(units=(view.units[0], unit("b", "B", "german", "18.41", deployed=False)))
    second = Position.read(turned, first)
    assert second.faces["a"] is first.faces["a"]
    assert second.faces["b"] == Face.of(turned.units[1]) != first.faces["b"]
    monkeypatch.setattr(colour, "_chosen", ["tritanopia"])
    third = Position.read(turned, second)
    assert third.faces["a"] is not first.faces["a"] and third.faces["a"] == Face.of(turned.units[0])


def test_less_detail_at_smaller_sizes() -> None:
    assert [detail_for(px) for px in (8, 20, 30, 46, 150)] == list(Detail)


def test_pictures_are_kept_by_face_state_and_size_within_a_limit() -> None:
    cache = PictureCache(limit=60_000)
    face = Face.of(unit("a", "A", "allied", "18.40"))
    first = cache.make(face, Mark.NONE, 40)
    assert cache.make(face, Mark.NONE, 40) is first and cache.exact(face, Mark.ACTED, 40) is None
    assert cache.nearest(face, Mark.NONE, 30) is first and cache.nearest(face, Mark.ACTED, 30) is None
    for pixels in (50, 60, 70):
        cache.make(face, Mark.NONE, pixels)
    assert cache.used <= 60_000 and cache.exact(face, Mark.NONE, 40) is None
    assert render(face, Mark.NONE, 50).width() == 64


def test_markers_are_never_square_and_have_names() -> None:
    kinds = set(LOOKS)
    named = {"prepared_assault german" if kind == "prepared_assault" else kind for kind in MARKERS}
    assert named <= kinds, "a marker the rules place has no picture"
    assert all(not marker_edge(kind).contains(QPointF(6, 6)) for kind in kinds)
    assert marker_name("dg", 2) == "Disorganized 2"
    pictures = {chip_picture((kind, None), 40).toImage().pixelColor(26, 26).name() for kind in kinds}
    assert len(pictures) > 6


@pytest.mark.parametrize("pixels", [20, 36, 60, 120])
def test_a_loaded_transport_shows_that_somebody_is_aboard(pixels: int) -> None:
    truck = unit("t", "Truck", "allied", "18.40")
    assert marks_of(replace(truck, carries="a")) & Mark.LOADED and not marks_of(truck) & Mark.LOADED
    empty, loaded = (render(Face.of(truck), marks, pixels).toImage() for marks in (Mark.NONE, Mark.LOADED))
    assert empty != loaded


def test_markers_lie_on_the_lower_right_and_tokens_on_the_left() -> None:
    markers = [MarkerView("18.40", "dg", 2), MarkerView("18.40", "pinned")]
    chips = marker_chips(markers, {"18.40"})
    assert all(chip.at.x() > center(1840).x() for chip in chips) and chips[0].at.y() > center(1840).y()
    view = position(
        units=(unit("a", "A", "allied", "18.40"),),
        weapons=(weapon("w", "HMG", "18.40"),),
        leaders=(leader("l", "Butler", "18.40"),),
    )
    tokens = token_chips(tokens_of(view, {"l": Mark.JOINED}), {"18.40"})
    assert [chip.unit for chip in tokens] == ["w", "l"]
    assert all(chip.at.x() < center(1840).x() for chip in tokens)
    assert isinstance(tokens[0].art, Token) and tokens[0].art.colour == "#a9b27c"


def test_markers_of_a_hex_without_counters_lie_well_inside_it() -> None:
    kinds = ("kampfgruppe", "prepared_assault", "barrage")
    chips = marker_chips([MarkerView("18.40", kind) for kind in kinds], {"19.40"})
    middle, shape = center(1840), hex_path(1840)
    assert all(shape.contains(chip.at) for chip in chips)
    assert all(chip.at.y() + chip.size / 2 < middle.y() - 4 for chip in chips)  # the centre dot stays free
    assert sum(chip.at.x() for chip in chips) / 3 == pytest.approx(middle.x())


def test_tokens_of_a_hex_without_counters_lie_in_its_middle() -> None:
    view = position(weapons=(weapon("w", "HMG", "18.40"), weapon("v", "HMG", "18.40")))
    tokens = token_chips(tokens_of(view, {}), set())
    shape = hex_path(1840)
    assert all(shape.contains(chip.at) and chip.at.y() == center(1840).y() for chip in tokens)
    assert sum(chip.at.x() for chip in tokens) / 2 == pytest.approx(center(1840).x())


def test_points_are_printed_with_halves() -> None:
    assert [points_text(points) for points in (0.0, 0.5, 2.0, 2.5)] == ["0", "½", "2", "2½"]


def test_a_union_has_holes() -> None:
    ring = union_path(["17.39", "18.39", "19.39", "17.40", "19.40", "18.41"])
    assert ring.contains(center(1739)) and not ring.contains(center(1840))


def test_painting_counters_loses_no_reference_to_none(qtbot: QtBot) -> None:
    face = Face.of(unit("a", "A", "allied", "18.40"))
    image_of(face)
    before = sys.getrefcount(None)
    for _ in range(40):
        image_of(face, Mark.SELECTED | Mark.ACTED)
    assert sys.getrefcount(None) > before - 100


def test_the_four_barrages_and_the_assaults_of_both_sides_look_different_in_grey() -> None:
    def grey(kind: str, value: str) -> list[int]:
        image = chip_picture((kind, value), 40).toImage().convertToFormat(QImage.Format.Format_Grayscale8)
        return list(bytes(image.constBits()))

    wanted = [("barrage", size) for size in ("smoke", "light", "medium", "heavy")]
    wanted += [("prepared_assault", side) for side in ("german", "allied")]
    pictures = [grey(*art) for art in wanted]
    for i, one in enumerate(pictures):
        for other in pictures[:i]:
            assert sum(abs(a - b) > 40 for a, b in zip(one, other, strict=True)) > 40


@pytest.mark.parametrize(("kind", "value"), [(k, v) for k in DRAWINGS for v in ("smoke", "light", "medium", "heavy")])
@pytest.mark.parametrize("scale", [0.3, 1.5])
def test_what_lies_on_the_ground_stays_near_its_hex(kind: str, value: str, scale: float) -> None:
    image = QImage(160, 160, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.translate(80, 80)
    DRAWINGS[kind](painter, value, scale)
    painter.end()
    drawn = [(x, y) for x in range(0, 160, 2) for y in range(0, 160, 2) if image.pixelColor(x, y).alpha() > 20]
    assert drawn
    assert all(math.hypot(x - 80, y - 80) < 56 for x, y in drawn)


def test_the_board_draws_the_works_of_a_position() -> None:
    item = EffectsItem(WORKS)
    item.show_markers([MarkerView("14.40", "trench"), MarkerView("14.40", "dg", 1)])
    assert item.effects == [(1440, "trench", "")]
    assert [chip.words for chip in marker_chips([MarkerView("14.40", "trench")], ())] == []


@pytest.mark.parametrize("zoom", [0.3, 1.0, 1.7])
def test_a_view_shows_pictures_of_what_lies_on_the_ground_drawn_once_and_in_place(
    zoom: float, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[float] = []

    def dot(painter: QPainter, value: str, scale: float) -> None:
        drawn.append(scale)
        painter.fillRect(QRectF(-20, -12, 40, 24), Qt.GlobalColor.red)

    monkeypatch.setitem(DRAWINGS, "trench", dot)
    item, scene, spots = EffectsItem(WORKS), QGraphicsScene(0, 0, 900, 700), (303, 404, 506)
    item.set_bounds(scene.sceneRect())
    scene.addItem(item)
    item.show_markers([MarkerView(hex_name(at), "trench") for at in spots])
    view = QGraphicsView(scene)
    qtbot.addWidget(view)
    view.resize(1600, 1300)
    view.scale(zoom, zoom)
    view.show()
    picture = view.viewport().grab().toImage()
    assert drawn == [pytest.approx(zoom)]
    for at in spots:
        middle = view.viewportTransform().map(center(at))
        red = [
            x for x in range(picture.width()) if picture.pixelColor(x, round(middle.y())) == QColor(Qt.GlobalColor.red)
        ]
        near = [x for x in red if abs(x - middle.x()) < 30 * zoom]
        assert min(near) == pytest.approx(middle.x() - 20 * zoom, abs=1.6)
        assert max(near) == pytest.approx(middle.x() + 20 * zoom, abs=1.6)


@pytest.mark.parametrize("kind", WORKS)
def test_the_rim_of_a_victory_hex_does_not_hide_works(qtbot: QtBot, kind: str) -> None:
    at = 304
    scene, ground = BoardScene(), Ground(country(), theme.LIGHT, [VictoryHex(at, "red")])
    scene.set_ground(ground.items())
    scene.set_bounds(ground.scene_rect())

    def dark() -> int:
        image = QImage(240, 240, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        scene.render(painter, QRectF(0, 0, 240, 240), QRectF(center(at) - QPointF(40, 40), QSizeF(80, 80)))
        painter.end()
        return sum(image.pixelColor(x, y).value() < 90 for x in range(240) for y in range(240))

    bare = dark()
    scene.works.show_markers([MarkerView("03.04", kind)])
    assert dark() > bare + 500


def test_a_dual_purpose_unit_shows_its_second_fire_value_where_it_cannot_move() -> None:
    plain = Face("E", "assault_gun", "company", "#a9b27c", "#111111", "none", "hard", 0, FireBox("white", 4, 2))
    dual = replace(plain, indirect=FireBox("black", 3, 12))
    assert bytes(image_of(dual).constBits()) != bytes(image_of(plain).constBits())
    moving = replace(plain, move_class="tracked", move=14, deployed=False)
    assert bytes(image_of(replace(moving, indirect=dual.indirect)).constBits()) == bytes(image_of(moving).constBits())
    shown = replace(unit("e", "E", "allied", "18.40"), face=FaceView(None, FireView("black", 3, 12), 0, None))
    assert Face.of(shown).indirect == dual.indirect


def test_a_marker_stays_legible_on_a_small_map_and_never_hides_its_counter() -> None:
    [marker] = marker_chips([MarkerView("18.40", "dg", 2)], {"18.40"})
    widths = {scale: pixels_of(marker, scale) for scale in (0.17, 0.5, 1.0, 2.0)}
    assert widths[0.5] == LEGIBLE and widths[2.0] == marker.size * 2.0
    assert all(width < COUNTER * scale for scale, width in widths.items())


def test_disorganized_pinned_and_suppressed_differ_by_shape() -> None:
    corners = [QPointF(8, 14), QPointF(92, 14), QPointF(8, 86), QPointF(50, 3)]
    kinds = ("dg", "pinned", "suppressed")
    shapes = {kind: [marker_edge(kind).contains(corner) for corner in corners] for kind in kinds}
    assert len({tuple(inside) for inside in shapes.values()}) == 3


def test_map_and_panel_give_the_same_reason_for_a_blocked_line(qtbot: QtBot) -> None:
    game = system("company_scale")
    session = Session.new(game, game.load("first-light"), seed=7)
    los, item = session.query("los", a="18.47", b="22.41"), SightItem()
    item.show_line(1847, 2241, los)
    panel = SightPanel(session.query)
    qtbot.addWidget(panel)
    panel.show_line("18.47", "22.41")
    assert "19.44/20.45: the line runs along it. (7.1.2 d)" in panel.verdict.text()
    assert item.label == "the line runs along it (7.1.2 d)"  # a higher hex blocks nearer, but by a later test
