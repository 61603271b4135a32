"""The board of Striking the Anvil: shapes that fit, places, picking, stacks."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QImage, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem
from shapely.geometry import LineString, Point

from app.systems.striking_anvil.art import tokens as palettes
from app.systems.striking_anvil.art.counters import Look, edge, paint_counter
from app.systems.striking_anvil.art.tokens import LEAST, grown, is_legible
from app.systems.striking_anvil.board import margin, signs
from app.systems.striking_anvil.board.geometry import COUNTER, Sheet, sheet_of
from app.systems.striking_anvil.board.landscape import landscape_of
from app.systems.striking_anvil.board.scene import BoardScene
from app.systems.striking_anvil.board.shapes import COAST, MAJOR, PLAIN, shapes_of
from app.systems.striking_anvil.board.stacks import ordered
from app.systems.striking_anvil.pages import ROWS, marker_pictures, markers_page
from rules.engine.session import Session
from rules.striking_anvil.loading.scenarios import load_scenario
from rules.striking_anvil.scenario import ALLIED, GERMAN
from rules.striking_anvil.system import SYSTEM

pytestmark = pytest.mark.usefixtures("qapp")
HISTORICAL = "anvil-historical"


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    """Return the sheet of Provence."""
    return sheet_of(load_scenario(HISTORICAL).map)


@pytest.fixture
def scene() -> BoardScene:
    """Return a board with the historical scenario at its start."""
    session = Session.new(SYSTEM, load_scenario(HISTORICAL), seed=1)
    board = BoardScene()
    board.lay(session.scenario)
    board.show(session.view())
    return board


def test_areas_share_their_borders_and_never_overlap(sheet: Sheet) -> None:
    areas = sheet.shapes.areas
    assert set(areas) == set(sheet.map.areas)
    assert sum(shape.area for shape in areas.values()) == pytest.approx(sheet.shapes.played.area, rel=1e-9)
    for border in sheet.map.borders.values():
        first, second = (areas[area] for area in border.areas)
        assert first.boundary.intersection(second.boundary).length > COUNTER, border.id


def test_shapes_are_the_same_every_time() -> None:
    drawn, ground = load_scenario(HISTORICAL).map, landscape_of("provence")
    for one, other in zip(shapes_of(drawn, ground).chains, shapes_of(drawn, ground).chains, strict=True):
        assert one == other and np.array_equal(one.points, other.points)


def test_the_coast_is_finer_than_the_outlines_and_reaches_from_end_to_end(sheet: Sheet) -> None:
    coastal = {next(iter(chain.areas)) for chain in sheet.shapes.chains if chain.kind == COAST}
    assert coastal == {area.id for area in sheet.map.areas.values() if area.coastal}
    for area in coastal:
        assert len(sheet.map.areas[area].coast) >= 4


def test_only_the_northern_leg_of_the_border_of_valence_and_grenoble_is_the_isere(sheet: Sheet) -> None:
    legs = {chain.kind: chain for chain in sheet.shapes.chains if chain.border == "28-29"}
    assert set(legs) == {MAJOR, PLAIN}
    assert legs[MAJOR].points[:, 1].max() < legs[PLAIN].points[:, 1].max()
    assert sheet.map.borders["28-29"].river == "major"


def test_roads_run_from_town_to_town_across_their_border(sheet: Sheet) -> None:
    for name, border in sheet.map.borders.items():
        road, crossing = sheet.road(name), sheet.crossing(name)
        assert (road is not None) == border.road and crossing is not None
        if road is not None:
            assert LineString(road).distance(Point(crossing.x(), crossing.y())) < 2.0, name


def test_a_way_follows_the_road_in_either_direction_and_is_straight_where_there_is_none(sheet: Sheet) -> None:
    there, back = sheet.way("06", "01"), sheet.way("01", "06")
    road = sheet.road("01-06")
    assert road is not None and np.array_equal(back, road) and np.array_equal(there, road[::-1])
    assert len(sheet.way("04", "20")) == len(sheet.way("01", "LZW")) == 2


def test_every_place_is_picked_where_it_stands(sheet: Sheet) -> None:
    for area in sheet.map.areas:
        assert sheet.place_at(sheet.disc(area)) == area
    for box, room in sheet.boxes.items():
        assert sheet.place_at(room.center()) == box and sheet.bounds.contains(room)
    for area, tray in sheet.trays.items():
        assert sheet.place_at(tray.center()) == area
    assert sheet.place_at(sheet.bounds.bottomRight() - QPointF(5, 5)) == ""


def test_bridge_sites_are_picked_and_other_borders_are_not(sheet: Sheet) -> None:
    for name, border in sheet.map.borders.items():
        at = sheet.crossing(name)
        assert at is not None
        if border.is_site:
            assert sheet.site_at(at) == name


def test_the_cursor_reaches_every_place_by_arrow_keys(sheet: Sheet) -> None:
    seen, todo = {"06"}, ["06"]
    for place in todo:
        for key in ("left", "right", "up", "down"):
            if (near := sheet.beside(place, key)) not in seen:
                seen.add(near)
                todo.append(near)
    assert seen == set(sheet.places)


def test_the_top_of_a_stack_is_picked_and_all_of_it_once_it_is_fanned_out(scene: BoardScene) -> None:
    assert scene.sheet is not None
    stack = scene.stacks.stack("14", GERMAN)
    assert stack is not None and len(stack.units) == 4
    scene.scale_now = 1.0
    spot = scene.pick(scene.sheet.stand("14", GERMAN))
    assert (spot.place, spot.side) == ("14", GERMAN) and spot.unit in stack.units
    assert scene.fan_out("14", GERMAN) and scene.fan == ("14", GERMAN)
    assert {scene.pick(one.at).unit for one in scene.stacks.lying(stack)} == set(stack.units)
    scene.fold()
    assert not scene.fan_out("14", ALLIED)


def test_from_afar_a_plate_stands_for_the_stack(scene: BoardScene) -> None:
    assert scene.sheet is not None
    at = scene.sheet.stand("26", GERMAN) + QPointF(48, 0)
    scene.scale_now = 1.0
    assert not scene.pick(at).unit
    scene.scale_now = 0.25
    assert scene.pick(at).unit


def test_counters_in_a_box_lie_side_by_side(scene: BoardScene) -> None:
    assert scene.sheet is not None
    stack = scene.stacks.stack("LZW", ALLIED)
    assert stack is not None and len(stack.units) == 11
    spots = [one.at for one in scene.stacks.lying(stack)]
    assert len({(at.x(), at.y()) for at in spots}) == 11
    assert all(scene.sheet.boxes["LZW"].contains(at) for at in spots)
    assert {scene.pick(at).unit for at in spots} == set(stack.units)


def test_carried_counters_leave_their_stack_until_they_are_laid_down(scene: BoardScene) -> None:
    stack = scene.stacks.stack("14", GERMAN)
    assert stack is not None
    scene.carry(stack.units[:1], QPointF(0, 0))
    assert stack.units[0] not in {one.unit for one in scene.stacks.lying(stack)}
    scene.lay_down()
    assert stack.units[0] in {one.unit for one in scene.stacks.lying(stack)}


def test_good_order_lies_on_top_and_disorganized_below() -> None:
    session = Session.new(SYSTEM, load_scenario(HISTORICAL), seed=1)
    view = session.view()
    units = ["de-rgr28", "de-gr308", "de-gr759"]
    turned = replace(view.units["de-gr308"], disorganized=True)
    view = replace(view, units={**view.units, "de-gr308": turned})
    assert ordered(units, view) == ("de-gr759", "de-rgr28", "de-gr308")


def test_stored_places_keep_clear_of_one_another_and_inside_their_area(sheet: Sheet) -> None:
    assert set(sheet.landscape.places) == set(sheet.map.areas) and {"02", "05", "09", "12"} <= set(sheet.trays)
    for area, shape in sheet.shapes.areas.items():
        spots = [sheet.disc(area), sheet.marks(area)]
        if area not in sheet.trays:
            allied, german = sheet.stand(area, ALLIED), sheet.stand(area, GERMAN)
            assert max(abs(allied.x() - german.x()), abs(allied.y() - german.y())) > COUNTER, area
            spots += [allied, german]
        assert all(shape.contains(Point(at.x(), at.y())) for at in spots), area
    rooms = [*sheet.boxes.values(), *sheet.trays.values()]
    assert not any(a.intersects(b) for n, a in enumerate(rooms) for b in rooms[:n])


def test_small_letters_are_left_out_from_afar_and_needed_ones_grow() -> None:
    assert not is_legible(20.0, 0.3) and is_legible(20.0, 0.5)
    assert grown(24.0, 1.0) == 24.0 and grown(24.0, 0.3) * 0.3 >= LEAST


def test_the_impulse_marker_shows_side_and_pass(scene: BoardScene) -> None:
    view = Session.new(SYSTEM, load_scenario(HISTORICAL), seed=1).view()
    scene.show(replace(view, impulse=replace(view.impulse, side=GERMAN, passes=1)))
    assert (scene.turns.turn, scene.turns.side, scene.turns.passes) == (1, GERMAN, 1)
    assert scene.turns.labels[0] == "15–16 Aug" and scene.sheet is not None and scene.sheet.turns is not None
    assert scene.sheet.turns.adjusted(-1, -1, 1, 1).contains(scene.turns.cell(8))


def test_counters_differ_by_state_and_side_without_colour() -> None:
    looks = [Look("7IR", "3US", "us", "combat", "infantry", 8, 1, 0, 2)]
    looks += [replace(looks[0], reduced=True), replace(looks[0], disorganized=True), replace(looks[0], nation="de")]
    pictures = [counter_picture(look).convertToFormat(QImage.Format.Format_Grayscale8) for look in looks]
    assert all(a != b for n, a in enumerate(pictures) for b in pictures[:n])
    assert edge("us", QRectF(0, 0, 100, 100)) != edge("de", QRectF(0, 0, 100, 100))


def counter_picture(look: Look) -> QImage:
    """Return a counter of 64 pixels."""
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    paint_counter(painter, QRectF(6, 6, 52, 52), look, 52)
    painter.end()
    return image


def test_the_page_of_markers_has_a_picture_for_every_row_and_no_two_alike() -> None:
    pictures = marker_pictures(2.0)
    page = markers_page()
    assert all(f"'{name}'" in page for name in pictures) and len(pictures) == len(ROWS)
    images = list(pictures.values())
    assert not any(a == b for n, a in enumerate(images) for b in images[:n])


WHOLE_IN_A_SMALL_WINDOW = 0.196
"""Pixels to a scene unit when a window of 1280 by 720 shows the whole map."""


def printed(monkeypatch: pytest.MonkeyPatch, lod: float) -> dict[str, float]:
    """Return the words on the rim of the sheet as they are drawn at a zoom, with their heights in pixels."""
    found: dict[str, float] = {}

    def note(painter: QPainter, at: QPointF, words: str, font: QFont, *rest: object, **more: object) -> None:
        found[words] = max(found.get(words, 0.0), font.pixelSize() * lod)

    for module in (margin, signs, signs):
        for name in ("letter", "write"):
            monkeypatch.setattr(module, name, note, raising=False)
    drawn = BoardScene()
    drawn.lay(load_scenario(HISTORICAL))
    assert drawn.sheet is not None and drawn.ground is not None
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(lod, lod)
    drawn.ground.printed.paint(painter, drawn.sheet.bounds, lod, palettes.current(), wait=False)
    option = QStyleOptionGraphicsItem()
    option.exposedRect = drawn.sheet.bounds  # type: ignore[attr-defined]
    drawn.turns.paint(painter, option, None)
    painter.end()
    return found


def test_titles_of_boxes_and_trays_can_be_read_in_a_small_window(monkeypatch: pytest.MonkeyPatch) -> None:
    found = printed(monkeypatch, WHOLE_IN_A_SMALL_WINDOW)
    sheet = sheet_of(load_scenario(HISTORICAL).map)
    names = {area: sheet.map.areas[area].name for area in sheet.trays}
    names |= {box: box_.name[:1].upper() + box_.name[1:] for box, box_ in sheet.map.boxes.items()}
    for tag, name in names.items():
        assert max(found.get(tag, 0), found.get(name, 0)) >= 8, name
    assert {"Turns", "Fortress of Toulon"} <= {words for words, tall in found.items() if tall >= LEAST}


def test_the_legend_can_be_read_in_a_small_window(monkeypatch: pytest.MonkeyPatch) -> None:
    assert printed(monkeypatch, WHOLE_IN_A_SMALL_WINDOW)["Bridge down"] >= LEAST
    assert printed(monkeypatch, 0.26)["Bridge down"] >= LEAST
    assert "Bridge down" not in printed(monkeypatch, 0.12)


@pytest.mark.parametrize(("place", "most"), [("LZW", 24), ("WEST", 14), ("02", 8), ("PORT", 10)])
def test_counters_in_a_full_box_or_tray_grow_smaller_and_do_not_overlap(sheet: Sheet, place: str, most: int) -> None:
    room = sheet.trays.get(place) or sheet.boxes[place]
    sizes = [sheet.spread(place, ALLIED, count) for count in range(1, most + 1)]
    assert sizes[0] == COUNTER and sizes == sorted(sizes, reverse=True) and sizes[-1] < COUNTER
    for count, size in enumerate(sizes, start=1):
        boxes = [QRectF(at.x() - size / 2, at.y() - size / 2, size, size) for at in sheet.slots(place, ALLIED, count)]
        assert len(boxes) == count and all(room.contains(box) for box in boxes)
        assert not any(a.intersects(b) for a, b in combinations(boxes, 2)), count


def test_what_is_washed_of_the_areas_is_computed_once_for_a_map(sheet: Sheet) -> None:
    one, two = margin.ControlItem(sheet), margin.ControlItem(sheet_of(load_scenario(HISTORICAL).map))
    assert one._rims is two._rims and len(one._rims) == len(sheet.shapes.areas)
