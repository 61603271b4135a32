"""The layers of the ground agree with the map data: roads, water, slopes, houses, heights."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot
from shapely.geometry import Point

from app.board import hexes as geometry
from app.systems.company_scale.board.ground import roads, shapes
from app.systems.company_scale.board.ground.palette import DARK, LIGHT, Palette
from app.systems.company_scale.board.ground.scenery import Scenery
from app.systems.company_scale.board.ground.shapes import chains
from app.systems.company_scale.board.ground.survey import Survey
from rules.company_scale.battle_map import Edge, Road, Terrain
from rules.company_scale.loading.map_building import cut
from rules.company_scale.loading.scenarios import load_scenario
from rules.hexes import grid
from rules.hexes.grid import within
from tests.app.systems.company_scale.helpers.ground_maps import country, lone_hex


@pytest.fixture(scope="module")
def scenery(qapp: object) -> Scenery:
    return Scenery(country())


@pytest.fixture(scope="module")
def savasse(qapp: object) -> Scenery:
    return Scenery(load_scenario("first-light").map)


def test_chains_join_links_and_stop_at_junctions() -> None:
    web = [(801, 802), (802, 803), (803, 804), (803, 904)]
    lines = chains(web, geometry.center_xy)
    assert sorted(len(chain) for chain in lines) == [2, 4]
    assert [801, 802, 803, 804] in lines or [804, 803, 802, 801] in lines


def test_a_closed_line_comes_back_to_its_start() -> None:
    around = grid.neighbours(1840)
    lines = chains(list(zip(around, around[1:] + around[:1], strict=True)), geometry.center_xy)
    assert len(lines) == 1
    assert lines[0][0] == lines[0][-1]


@pytest.mark.parametrize("which", ["scenery", "savasse"])
def test_roads_touch_only_the_hexes_they_run_through(which: str, request: pytest.FixtureRequest) -> None:
    ground: Scenery = request.getfixturevalue(which)
    for line in ground.roads.lines:
        touched = {geometry.hex_at(QPointF(x, y), ground.survey.playable) for x, y in line.points.tolist()} - {None}
        strays = touched - set(line.hexes)
        # A smooth line may clip a corner, but not run through a hex that it does not cross by the rules.
        for stray in strays:
            depth = max(
                0.5 * geometry.STEP_Y - _inner_distance(x, y, stray or 0)
                for x, y in line.points.tolist()
                if geometry.hex_at(QPointF(x, y)) == stray
            )
            assert depth < 6.0, (line.kind, stray, depth)


def _inner_distance(x: float, y: float, hex_id: int) -> float:
    cx, cy = geometry.center_xy(hex_id)
    dx, dy = abs(x - cx), abs(y - cy)
    return max(dy, dx * math.sqrt(3.0) / 2.0 + dy / 2.0)


def test_every_road_of_the_data_is_drawn(scenery: Scenery) -> None:
    steps = {(line.kind, grid.hexside(a, b)) for line in scenery.roads.lines for a, b in pairwise(line.hexes)}
    for side, carried in scenery.survey.map.sides.items():
        for kind in carried.roads:
            assert (kind, side) in steps


def test_roads_of_a_part_run_as_on_the_whole_map(savasse: Scenery) -> None:
    whole = savasse.map
    part = cut(whole, (whole.columns[0] + 4, whole.columns[1] - 4), (whole.rows[0] + 4, whole.rows[1] - 4))
    courses = roads.real_courses(savasse.survey)
    inside = {kind: {at: xy for at, xy in own.items() if at in part.hexes} for kind, own in courses.items()}
    found = roads.real_courses(Survey(part))
    assert any(inside.values())
    for kind, own in inside.items():
        assert own.keys() == found[kind].keys()
        assert all(np.array_equal(xy, found[kind][at]) for at, xy in own.items())


def test_a_ring_is_sampled_at_the_same_points_wherever_it_begins_and_ends() -> None:
    ring = np.asarray(geometry.loop_points(geometry.outlines(within(2020, 3))[0]))
    points = shapes.resample_ring(ring, 5.0)
    assert np.hypot(*np.diff(points, axis=0).T).max() < 7.5
    turned = shapes.resample_ring(np.roll(ring, 7, axis=0), 5.0)
    assert sorted(map(tuple, points.round(6))) == sorted(map(tuple, turned.round(6)))
    longer = np.asarray(geometry.loop_points(geometry.outlines([*within(2020, 3), 2419])[0]))
    other = {tuple(point) for point in shapes.resample_ring(longer, 5.0).round(6)}
    west = [tuple(point) for point in points.round(6) if point[0] < geometry.center_xy(2220)[0]]
    assert west and other.issuperset(west)
    small = np.asarray([(0.0, 20.0), (3.0, 20.0), (3.0, 22.0)])  # meets no line
    assert shapes.resample_ring(small, 1.0)[0].tolist() == [0.0, 20.0]


def test_a_line_that_ends_at_another_is_laid_out_after_it() -> None:
    side, first, cross, ring = [1, 2, 3], [3, 4, 5], [0, 3, 9], [7, 8, 7]
    assert list(roads._through_first([side, first, cross, ring])) == [cross, side, first, ring]
    one, other = [1, 2, 3], [3, 1, 2]  # each ends at the other
    assert list(roads._through_first([one, other])) == [one, other]


def test_dashes_fill_the_way_from_hex_to_hex(savasse: Scenery) -> None:
    dashed = [line for line in savasse.roads.lines if line.kind in (Road.TRAIL, Road.RAILROAD)]
    assert dashed and not any(line.steps for line in savasse.roads.lines if line not in dashed)
    for line in dashed:
        ends = [path.currentPosition() for path, _ in line.steps]
        starts = [path.elementAt(0) for path, _ in line.steps]
        assert (starts[0].x, starts[0].y) == tuple(line.points[0]) and len(line.steps) >= len(line.hexes) - 1
        assert all((a.x(), a.y()) == (b.x, b.y) for a, b in zip(ends, starts[1:], strict=False))
        assert sum(length for _, length in line.steps) == pytest.approx(line.path.length(), rel=0.001)


def test_a_bridge_stands_where_a_road_crosses_a_stream(scenery: Scenery) -> None:
    paved = [bridge for bridge in scenery.bridges if bridge.kind is Road.PAVED]
    middle = geometry.hexside_midpoint(703, 804)
    assert any(math.hypot(b.x - middle.x(), b.y - middle.y()) < 18.0 for b in paved)
    assert not [bridge for bridge in scenery.bridges if bridge.kind is Road.TRAIL]


@pytest.mark.parametrize("which", ["scenery", "savasse"])
def test_every_stream_hexside_lies_under_drawn_water(which: str, request: pytest.FixtureRequest) -> None:
    ground: Scenery = request.getfixturevalue(which)
    for (a, b), side in ground.survey.map.sides.items():
        wet = side.edges & {Edge.STREAM, Edge.RIVER}
        if wet and a not in ground.survey.water and b not in ground.survey.water:
            middle = geometry.hexside_midpoint(a, b)
            gap = ground.water.area.distance(_point(middle))
            assert gap < 6.0, (a, b, gap)


def _point(at: QPointF) -> Point:
    return Point(at.x(), at.y())


@pytest.mark.parametrize("which", ["scenery", "savasse"])
def test_no_dot_of_a_hex_in_play_stands_in_the_great_river(which: str, request: pytest.FixtureRequest) -> None:
    ground: Scenery = request.getfixturevalue(which)
    assert not ground.water.great.is_empty
    for hex_id in ground.survey.playable:
        assert ground.water.great.distance(_point(geometry.center(hex_id))) > 3.0


def test_slopes_fall_to_the_lower_level(scenery: Scenery) -> None:
    assert scenery.hexsides.is_downhill(303, 203)
    assert not scenery.hexsides.is_downhill(203, 303)
    assert scenery.hexsides.is_downhill(1003, 1002)


def test_houses_keep_off_dots_roads_and_water(scenery: Scenery) -> None:
    assert len(scenery.settlements.houses) > 40
    for house in scenery.settlements.houses:
        hex_id = geometry.hex_at(QPointF(house.x, house.y))
        assert hex_id is not None
        cx, cy = geometry.center_xy(hex_id)
        assert math.hypot(house.x - cx, house.y - cy) > 5.0
        assert scenery.water.area.distance(_point(QPointF(house.x, house.y))) > 2.0


def test_towns_have_more_houses_than_villages_and_the_city_is_full(savasse: Scenery, scenery: Scenery) -> None:
    def count(hex_id: int) -> int:
        return sum(geometry.hex_at(QPointF(h.x, h.y)) == hex_id for h in scenery.settlements.houses)

    assert count(706) > count(904) >= 4
    assert count(707) >= 12


def test_water_hexes_are_not_veiled_and_not_in_play(scenery: Scenery) -> None:
    assert scenery.survey.water == {701, 602, 503, 504, 405, 406, 307, 308}
    assert not scenery.survey.water & scenery.survey.playable
    assert all(scenery.survey.terrain[hex_id] is Terrain.CLEAR for hex_id in scenery.survey.water)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_the_three_levels_differ_in_grey(scenery: Scenery, palette: Palette) -> None:
    image = scenery.relief.image(palette)
    sheet, cell = scenery.survey.sheet, scenery.relief.cell
    greys: dict[int, list[float]] = {1: [], 2: [], 3: []}
    for hex_id, ground in scenery.survey.map.hexes.items():
        x, y = geometry.center_xy(hex_id)
        colour = image.pixelColor(int((x - sheet.left()) / cell), int((y - sheet.top()) / cell))
        greys[ground.level].append(0.299 * colour.red() + 0.587 * colour.green() + 0.114 * colour.blue())
    means = [float(np.mean(greys[level])) for level in (1, 2, 3)]
    steps = np.diff(means) * (-1.0 if palette is LIGHT else 1.0)
    assert (steps > 10.0).all(), means


def test_the_smallest_map_can_be_laid_out(qapp: object, qtbot: QtBot) -> None:
    ground = Scenery(lone_hex())
    assert ground.survey.height(505) > 0
    assert not ground.roads.lines
