"""Names on the map: complete at reading size, none over another or a dot or off the sheet."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFontInfo

from app import theme
from app.board import hexes as geometry
from app.systems.company_scale.board.ground import lettering
from app.systems.company_scale.board.ground.entries import VictoryHex
from app.systems.company_scale.board.ground.ground import Ground
from app.systems.company_scale.board.ground.label_places import STYLES, LabelPlaces, written
from app.systems.company_scale.board.ground.labels import Labels, _hidden
from app.systems.company_scale.board.ground.scenery import Scenery
from app.systems.company_scale.board.laying import standing_in
from app.theme import faces
from rules.company_scale.battle_map import Label, Road
from rules.company_scale.loading.scenarios import load_scenario
from tests.app.systems.company_scale.helpers.ground_maps import country

ZOOMS = [0.25, 0.5, 0.77, 1.0, 1.6, 3.0]


@pytest.fixture(scope="module", params=["country", "savasse"])
def scenery(request: pytest.FixtureRequest, qapp: object) -> Scenery:
    return Scenery(country() if request.param == "country" else load_scenario("first-light").map)


@pytest.mark.parametrize("zoom", ZOOMS)
def test_no_name_lies_over_another(scenery: Scenery, zoom: float) -> None:
    for first, second in combinations(scenery.labels.layout(zoom), 2):
        for box in first.boxes:
            for other in second.boxes:
                assert not box.intersects(other), (first.text, second.text)


@pytest.mark.parametrize("zoom", ZOOMS)
def test_every_name_is_on_the_sheet(scenery: Scenery, zoom: float) -> None:
    for placed in scenery.labels.layout(zoom):
        assert scenery.survey.sheet.contains(placed.path.boundingRect()), placed.text


def test_every_place_is_named_at_reading_size(scenery: Scenery) -> None:
    names = {placed.text for placed in scenery.labels.layout(1.0)}
    wanted = {written(label) for label in scenery.survey.map.labels if label.kind != "river"}
    assert wanted <= names


def test_the_great_river_is_named_on_its_water(scenery: Scenery) -> None:
    name = scenery.water.great_names[0]
    boxes = [box for placed in scenery.labels.layout(1.0) if placed.text == name for box in placed.boxes]
    assert len(boxes) == len(name)
    path = geometry.path_of(scenery.water.great)
    assert sum(path.contains(box.center()) for box in boxes) >= len(boxes) - 1


def test_names_keep_off_the_dots_at_reading_size(scenery: Scenery) -> None:
    dots = [geometry.center(hex_id) for hex_id in scenery.survey.playable]
    hidden = [
        placed.text
        for placed in scenery.labels.layout(1.0)
        if placed.kind in ("village", "hamlet", "hill", "town")
        and any(_holds(placed.path.boundingRect(), dot) for dot in dots)
    ]
    assert not hidden


@pytest.mark.parametrize("name", ["first-light", "the-feint", "rolins-night", "montelimar-campaign"])
def test_nothing_lies_on_the_letters_of_a_region_or_city(name: str, qapp: object) -> None:
    scenario = load_scenario(name)
    standing = frozenset(standing_in(scenario))
    scenery = Scenery(scenario.map, standing=standing)
    counters = [QRectF(-23, -23, 46, 46).translated(geometry.center(at)) for at in standing]
    dots = [QRectF(-4, -4, 8, 8).translated(geometry.center(at)) for at in scenery.survey.playable]
    large = [placed for placed in scenery.labels.layout(1.0) if placed.kind in ("region", "city", "town")]
    assert large
    for placed in large:
        near = [box for box in (counters if placed.kind == "region" else dots) if box.intersects(placed.reach)]
        assert not any(placed.path.intersects(box) for box in near), placed.text


def _holds(box: QRectF, dot: QPointF) -> bool:
    return box.adjusted(1, 1, -1, -1).contains(dot)


def test_fewer_names_are_written_when_they_could_not_be_read(scenery: Scenery) -> None:
    counts = [len(scenery.labels.layout(zoom)) for zoom in (0.12, 0.35, 1.0)]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


def test_a_layout_is_the_same_each_time(scenery: Scenery) -> None:
    again = Labels(LabelPlaces(scenery.survey, lambda: scenery.clutter, scenery.water))
    first, second = scenery.labels.layout(1.0), again.layout(1.0)
    assert [placed.text for placed in first] == [placed.text for placed in second]
    for one, other in zip(first, second, strict=True):  # Qt rounds a letter's width anew once the letter was painted
        for box, same in zip(one.boxes, other.boxes, strict=True):
            assert box.getCoords() == pytest.approx(same.getCoords(), abs=0.1)


def test_hills_carry_their_height_once() -> None:
    assert written(Label("Hill 300", "hill", 1843, 300)) == "Hill 300"
    assert written(Label("La Montagne", "hill", 2238, 430)) == "La Montagne 430"


@pytest.mark.parametrize("zoom", ZOOMS)
def test_on_paper_names_give_way_to_counters(scenery: Scenery, zoom: float) -> None:
    labels = Labels(LabelPlaces(scenery.survey, lambda: scenery.clutter, scenery.water))
    free = labels.layout(zoom)
    moved = [placed for placed in free if placed.label is not None]
    covers = [placed.path.boundingRect() for placed in moved[:3]]
    changed = labels.yield_to(covers, [], zoom, steady=False)
    for placed in labels.layout(zoom):
        if placed.label is not None:
            assert not any(placed.path.boundingRect().intersects(cover) for cover in covers), placed.text
    assert all(any(area.intersects(placed.path.boundingRect()) for area in changed) for placed in moved[:3])
    labels.yield_to([], [], zoom, steady=False)
    assert [placed.boxes for placed in labels.layout(zoom)] == [placed.boxes for placed in free]


@pytest.mark.parametrize("zoom", ZOOMS)
def test_on_the_board_no_counter_moves_a_name(scenery: Scenery, zoom: float) -> None:
    labels = Labels(LabelPlaces(scenery.survey, lambda: scenery.clutter, scenery.water))
    free = {placed.text: placed.boxes for placed in labels.layout(zoom) if placed.label is not None}
    for shift in (0, 1, 2):  # counters in every third hex, wherever they go
        at = sorted(scenery.survey.playable)[shift::3]
        covers = [QRectF(-23, -23, 46, 46).translated(geometry.center(hex_id)) for hex_id in at]
        labels.yield_to(covers, [], zoom)
        shown = {placed.text: placed.boxes for placed in labels.layout(zoom) if placed.label is not None}
        assert shown.items() <= free.items()
        hidden = [boxes[0] for text, boxes in free.items() if text not in shown]
        for box in hidden:
            under = sum(box.intersected(cover).width() * box.intersected(cover).height() for cover in covers)
            assert under > 0.3 * box.width() * box.height()


def test_a_name_stands_on_one_side_of_its_hex_at_every_zoom(scenery: Scenery) -> None:
    layouts = [{p.label: p.path.boundingRect() for p in scenery.labels.layout(z) if p.label} for z in ZOOMS]
    for label, box in layouts[-1].items():
        middle = geometry.center(label.hex)
        for layout in layouts:
            if label in layout:
                moved = layout[label].center() - box.center()
                grown = layout[label].width() / box.width()
                near = 0.55 * (layout[label].width() + layout[label].height())  # it grows from where it stands
                assert abs(moved.x()) + abs(moved.y()) <= (0 if grown == 1 else near), label
                for side in (QRectF.left, QRectF.top):
                    if side(box) >= (middle.x() if side is QRectF.left else middle.y()):
                        assert side(layout[label]) >= (middle.x() if side is QRectF.left else middle.y()), label


def test_objectives_are_named_at_every_zoom_and_under_every_counter(qapp: object) -> None:
    scenario = load_scenario("first-light")
    goals = [VictoryHex(goal.hex, goal.colour) for goal in scenario.victory.hexes]
    scenery = Scenery(scenario.map, goals)
    wanted = {"Hill 300", "Hill 300, north top", "Hill 294", "Derbières"}
    everywhere = [QRectF(-23, -23, 46, 46).translated(geometry.center(at)) for at in scenery.survey.playable]
    for zoom in (0.36, 0.5, 0.9, 2.0):
        assert wanted <= {placed.text for placed in scenery.labels.layout(zoom)}, zoom
        scenery.labels.yield_to(everywhere, [], zoom)
        assert wanted <= {placed.text for placed in scenery.labels.layout(zoom)}, zoom
        scenery.labels.yield_to([], [], zoom)


def test_counters_that_hide_nothing_change_nothing(scenery: Scenery) -> None:
    labels = Labels(LabelPlaces(scenery.survey, lambda: scenery.clutter, scenery.water))
    before = labels.layout(1.0)
    assert labels.yield_to([QRectF(-5000, -5000, 46, 46)], [], 1.0) == []
    assert labels.layout(1.0) == before


def test_a_name_that_has_given_way_is_not_told_again_while_it_stays(scenery: Scenery) -> None:
    labels = Labels(LabelPlaces(scenery.survey, lambda: scenery.clutter, scenery.water))
    named = [placed for placed in labels.layout(1.0) if placed.label is not None]
    first, second = (placed.path.boundingRect() for placed in (named[0], named[-1]))
    assert labels.yield_to([first], [], 1.0, steady=False)
    before = {id(placed) for placed in labels.layout(1.0)}
    changed = labels.yield_to([first, second], [], 1.0, steady=False)
    assert any(area.intersects(second) for area in changed) and not any(area.intersects(first) for area in changed)
    assert {id(placed) for placed in labels.layout(1.0)} != before  # it was placed anew, where it was


def test_what_changes_is_told_for_the_zoom_on_the_screen_whatever_was_painted_last(scenery: Scenery) -> None:
    labels = Labels(LabelPlaces(scenery.survey, lambda: scenery.clutter, scenery.water))
    hidden = next(placed for placed in labels.layout(1.0) if placed.label is not None)
    labels.layout(0.3)  # as for the picture that stands in for missing tiles, which is drawn ahead
    assert labels.yield_to([], [hidden.path.boundingRect()], 1.0)[0] == hidden.reach
    labels.layout(0.3)
    assert hidden.reach in labels.yield_to([], [], 1.0)


def test_names_of_regions_cross_no_road(qapp: object) -> None:
    scenery = Scenery(load_scenario("first-light").map)
    roads = [line.points for line in scenery.roads.lines if line.kind in (Road.EVACUATION, Road.PAVED)]
    for placed in scenery.labels.layout(1.0):
        if placed.kind == "region":
            box = placed.path.boundingRect()
            assert not any(box.contains(x, y) for points in roads for x, y in points.tolist()), placed.text


def test_a_name_is_broken_into_two_lines_alike() -> None:
    assert lettering.breaks("Combe de Savasse") == [["Combe de Savasse"], ["Combe de", "Savasse"]]
    assert lettering.breaks("Vivarais") == [["Vivarais"]]
    above, below = (path.boundingRect() for path in lettering.block(["Combe de", "Savasse"], STYLES["region"], 27.0))
    assert above.bottom() < below.top() and above.center().x() == pytest.approx(below.center().x())


def test_names_under_the_figures_of_a_reach_are_left_out_and_come_back(scenery: Scenery) -> None:
    labels = Labels(LabelPlaces(scenery.survey, lambda: scenery.clutter, scenery.water))
    free = labels.layout(1.0)
    hidden = next(placed for placed in free if placed.label is not None)
    changed = labels.yield_to([], [QRectF(hidden.path.boundingRect().center(), QSizeF(26, 18))], 1.0)
    assert [placed for placed in free if placed not in labels.layout(1.0)] == [hidden]
    assert changed == [hidden.reach]
    assert labels.yield_to([], [], 1.0) == [hidden.reach] and labels.layout(1.0) == free


@pytest.mark.parametrize("kind", STYLES)
def test_names_are_written_in_the_serif_of_the_house(kind: str, qapp: object) -> None:
    assert QFontInfo(STYLES[kind].font(24.0)).family() == faces.SERIF[0]


def test_what_names_keep_off_is_given_up_when_all_have_their_places(qapp: object) -> None:
    scenery = Scenery(load_scenario("first-light").map)
    scenery.labels.prepare()
    assert "clutter" not in vars(scenery.labels._places) and scenery.labels.layout(1.0)


def test_what_names_keep_off_is_given_up_also_when_a_picture_has_placed_them_first(qapp: object) -> None:
    ground = Ground(country(), theme.LIGHT)
    assert ground.labels.layout(1.0) and "clutter" in vars(ground.scenery.labels._places)
    while ground.lay_out_some():
        pass
    assert "clutter" not in vars(ground.scenery.labels._places)
    assert ground.labels.layout(2.0)  # another zoom


def test_counters_hide_a_name_by_the_share_of_its_boxes(qapp: object) -> None:
    scenery = Scenery(load_scenario("first-light").map)
    names = scenery.labels.layout(1.0)[:6]
    one = names[2].rows
    upper = np.asarray([[one[:, 0].min(), one[:, 1].min(), one[:, 2].max(), one[:, 1].min() + 3.0]])
    parts = np.clip(upper[0, 3] - one[:, 1], 0.0, one[:, 3] - one[:, 1]) * (one[:, 2] - one[:, 0])
    share = parts.sum() / ((one[:, 2] - one[:, 0]) * (one[:, 3] - one[:, 1])).sum()
    assert 0.0 < share < 1.0
    assert _hidden(names, upper) == pytest.approx([0.0, 0.0, share, 0.0, 0.0, 0.0])
