"""Every hex and hexside the rulebook names has the terrain it states, on the map of the whole ground."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest

from rules.company_scale.battle_map import BattleMap, Edge, Road, Terrain
from rules.company_scale.loading.map_building import build_map
from rules.company_scale.scenario import scenario_folder
from rules.files.documents import read_file
from rules.hexes.grid import are_adjacent, hex_id, hex_name, hexside, neighbours

PATH = scenario_folder() / "maps" / "montelimar.yaml"
DATA = read_file(PATH).mapping


@pytest.fixture(scope="module")
def ground() -> BattleMap:
    """Return the whole map."""
    return build_map(DATA)


def edges(ground: BattleMap, text: str) -> frozenset[Edge]:
    """Return the features of a hexside written "18.40/18.41"."""
    a, b = (hex_id(name) for name in text.split("/"))
    assert are_adjacent(a, b)
    return ground.side(a, b).edges


def roads_at(ground: BattleMap, name: str) -> set[Road]:
    """Return the kinds of road that run through a hex."""
    h = hex_id(name)
    return {road for other in neighbours(h) for road in ground.side(h, other).roads}


def towards(ground: BattleMap, starts: Iterable[int], kinds: set[Road]) -> set[int]:
    """Return the hexes that can be reached along roads of the given kinds."""
    reached, front = set(starts), list(starts)
    while front:
        here = front.pop()
        for other in neighbours(here):
            if other not in reached and kinds & ground.side(here, other).roads:
                reached.add(other)
                front.append(other)
    return reached


@pytest.mark.parametrize(
    ("name", "terrain"),
    [
        ("15.53", Terrain.CITY),  # the city block of the example of 8.6
        ("47.41", Terrain.TOWN),  # the town of the example of 9
        ("39.37", Terrain.CLEAR),  # the target of the example of 8.3
    ],
)
def test_terrain(ground: BattleMap, name: str, terrain: Terrain) -> None:
    assert ground.hexes[hex_id(name)].terrain is terrain


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("76.49/76.50", Edge.STREAM),  # 6.2.2
        ("13.27/13.28", Edge.STREAM),
        ("14.28/14.29", Edge.RIVER),
        ("50.26/50.27", Edge.SLOPE),
        ("19.42/19.43", Edge.STEEP_SLOPE),
        ("18.39/18.40", Edge.RIDGE),
        ("29.08/29.09", Edge.GRAY),  # 6.2.1
        ("28.09/29.08", Edge.GRAY),
        ("30.09/30.10", Edge.GRAY),
    ],
)
def test_hexsides(ground: BattleMap, text: str, edge: Edge) -> None:
    assert edge in edges(ground, text)
    if edge in (Edge.SLOPE, Edge.STEEP_SLOPE):
        a, b = (ground.hexes[hex_id(name)].level for name in text.split("/"))
        assert a != b


@pytest.mark.parametrize("text", ["18.39/19.38", "18.40/19.39", "18.40/18.41"])
def test_no_ridge_where_the_example_sees_none(ground: BattleMap, text: str) -> None:
    assert Edge.RIDGE not in edges(ground, text)


@pytest.mark.parametrize(
    "text", ["28.08/29.08", "29.08/30.09", "29.09/30.10", "29.10/30.10", "30.10/31.09", "30.10/31.10"]
)
def test_hexsides_of_the_gray_example_that_can_be_crossed(ground: BattleMap, text: str) -> None:
    assert edges(ground, text).isdisjoint({Edge.GRAY, Edge.RIVER})


@pytest.mark.parametrize(
    ("name", "road"),
    [
        ("13.49", Road.EVACUATION),
        ("29.01", Road.EVACUATION),
        ("11.60", Road.EVACUATION),
        ("24.42", Road.PAVED),
        ("03.60", Road.PAVED),
        ("01.12", Road.PAVED),
        ("25.35", Road.TRAIL),
        ("22.04", Road.RAILROAD),
        ("18.16", Road.RAILROAD),  # where the rail guns stand and what lies before their muzzles (25)
        ("18.15", Road.RAILROAD),
        ("18.14", Road.RAILROAD),
        ("19.13", Road.RAILROAD),
        ("20.13", Road.RAILROAD),
        ("21.12", Road.RAILROAD),
    ],
)
def test_roads(ground: BattleMap, name: str, road: Road) -> None:
    assert road in roads_at(ground, name)


@pytest.mark.parametrize(
    "name",
    [
        *("10.33", "11.31", "12.34", "18.13", "18.43", "19.12", "19.38", "19.39", "23.43", "29.08", "29.09", "30.10"),
        *("31.10", "32.11", "38.40", "38.41", "38.42", "38.43", "39.41", "40.37", "40.38", "41.37", "41.38", "46.41"),
        *("46.42", "55.12", "59.52"),
    ],
)
def test_hexes_where_units_stand_can_be_entered(ground: BattleMap, name: str) -> None:
    assert hex_id(name) in ground.hexes


@pytest.mark.parametrize("name", ["18.43", "23.43"])
def test_the_hills_of_the_battle_are_high_ground(ground: BattleMap, name: str) -> None:
    h = hex_id(name)
    assert ground.hexes[h].level == 3
    assert {label.text for label in ground.labels if label.hex == h} & {"Hill 300", "Hill 294"}


def test_the_city_is_32_hexes_in_one_piece(ground: BattleMap) -> None:
    city = {h for h, known in ground.hexes.items() if known.terrain is Terrain.CITY}
    reached = front = {1553}
    while front:
        front = {other for h in front for other in neighbours(h)} & city - reached
        reached = reached | front
    assert reached == city
    assert len(city) == 32
    assert {ground.hexes[h].name for h in city} == {"Montélimar"}


def test_the_evacuation_road_runs_from_the_south_edge_to_29_01() -> None:
    roads = [road for road in DATA["roads"] if road["kind"] == "evacuation"]
    assert [road["name"] for road in roads] == ["N7"]
    way = [hex_id(name) for name in roads[0]["hexes"]]
    assert (way[0], way[-1]) == (1160, 2901)
    assert 1349 in way
    assert all(are_adjacent(a, b) for a, b in pairwise(way))


@pytest.mark.parametrize("start", ["11.60", "03.60", "01.12"])
def test_reinforcements_find_a_road_where_they_come_in(ground: BattleMap, start: str) -> None:
    assert start in {entry["hex"] for entry in DATA["entries"]}
    assert len(towards(ground, [hex_id(start)], {Road.PAVED, Road.EVACUATION})) > 60


def test_railways_run_along_both_banks_and_to_crest(ground: BattleMap) -> None:
    left = towards(ground, [2601], {Road.RAILROAD})
    right = towards(ground, [360], {Road.RAILROAD})
    assert {960, 1815, 2204, 6116, 8422} <= left  # the main line, La Voulte branch, Crest branch
    assert 1601 in right
    assert left.isdisjoint(right)  # the bridges over the Rhône are down


def test_no_road_crosses_the_rhone(ground: BattleMap) -> None:
    west = towards(ground, [360], {Road.PAVED, Road.EVACUATION, Road.TRAIL, Road.RAILROAD})
    assert 112 in west
    assert 1160 not in west


def test_entries_stand_at_the_edge_of_the_map(ground: BattleMap) -> None:
    for entry in DATA["entries"]:
        h = hex_id(entry["hex"])
        assert h // 100 in ground.columns or h % 100 in ground.rows, hex_name(h)
        assert roads_at(ground, entry["hex"]) & {Road.PAVED, Road.EVACUATION}


def test_gray_hexsides_touch_the_river(ground: BattleMap) -> None:
    gray = [side for side, known in ground.sides.items() if Edge.GRAY in known.edges]
    assert hexside(2908, 2909) in gray
    assert all(Edge.RIVER in ground.sides[side].edges for side in gray)
