"""The ground of Savasse: what the rulebook says of its hexes, and what any good map must hold."""

from __future__ import annotations

import pytest

from rules.company_scale.battle_map import Edge, Road, Terrain
from rules.company_scale.loading.scenarios import load_scenario
from rules.hexes.grid import distance, hex_id, hex_name, neighbours

GROUND = load_scenario("first-light").map


def edges(text: str) -> frozenset[Edge]:
    """Return what a hexside written "18.39/18.40" carries."""
    a, b = text.split("/")
    return GROUND.side(hex_id(a), hex_id(b)).edges


def roads_of(name: str) -> set[Road]:
    """Return the kinds of road that cross any hexside of a hex."""
    here = hex_id(name)
    return {road for other in neighbours(here) for road in GROUND.side(here, other).roads}


def reached(start: int, closed: frozenset[Edge]) -> set[int]:
    """Return the hexes that can be reached over hexsides that carry none of `closed`."""
    found, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for other in neighbours(here):
            if other in GROUND.hexes and other not in found and not GROUND.side(here, other).edges & closed:
                found.add(other)
                todo.append(other)
    return found


def test_the_cut_has_its_columns_and_rows() -> None:
    assert (GROUND.columns, GROUND.rows) == ((10, 31), (34, 51))
    assert len(GROUND.hexes) + len(GROUND.art.water or ()) == 22 * 18
    assert {h.level for h in GROUND.hexes.values()} == {1, 2, 3}


@pytest.mark.clause("CSS-6.2.1-18")
@pytest.mark.parametrize(
    ("name", "road"), [("13.49", Road.EVACUATION), ("24.42", Road.PAVED), ("25.35", Road.TRAIL)], ids=str
)
def test_6_2_1_the_rulebook_samples_of_roads(name: str, road: Road) -> None:
    assert road in roads_of(name)


@pytest.mark.clause("CSS-6.2.2-13")
def test_6_2_2_the_rulebook_sample_of_a_steep_slope() -> None:
    assert edges("19.42/19.43") == {Edge.STEEP_SLOPE}
    assert GROUND.hexes[1942].level > GROUND.hexes[1943].level


@pytest.mark.clause("CSS-6.2.2-41")
def test_6_2_2_the_ridge_example_stands_on_this_ground() -> None:
    assert Edge.RIDGE in edges("18.39/18.40")
    assert Edge.RIDGE not in edges("18.39/19.38")
    assert {GROUND.hexes[h].level for h in (1839, 1840, 1938)} == {3}


@pytest.mark.clause("CSS-6.2.2-01")
def test_6_2_2_the_crest_of_the_spur_is_one_unbroken_line() -> None:
    ridges = [
        side for side, carried in GROUND.sides.items() if Edge.RIDGE in carried.edges and 17 <= side[0] // 100 <= 19
    ]
    assert len(ridges) == 14
    assert (1742, 1843) in ridges


def test_the_spur_is_high_ground_from_hill_300_to_its_north_top() -> None:
    assert [GROUND.hexes[h].level for h in range(1838, 1844)] == [3] * 6
    assert GROUND.hexes[2343].level == 3


def test_slopes_stand_only_between_different_levels() -> None:
    for (a, b), carried in GROUND.sides.items():
        if carried.edges & {Edge.SLOPE, Edge.STEEP_SLOPE}:
            assert GROUND.hexes[a].level != GROUND.hexes[b].level, (hex_name(a), hex_name(b))


def test_every_step_between_levels_is_marked() -> None:
    for here, about in GROUND.hexes.items():
        for other in neighbours(here):
            if other in GROUND.hexes and GROUND.hexes[other].level != about.level:
                assert GROUND.side(here, other).edges, (hex_name(here), hex_name(other))


@pytest.mark.clause("CSS-6.2.2-05")
def test_the_rhone_parts_the_banks() -> None:
    east = reached(hex_id("20.44"), frozenset({Edge.RIVER}))
    assert hex_id("13.45") in east
    assert hex_id("10.40") not in east
    assert all(Road.RAILROAD not in side.roads for side in GROUND.sides.values() if Edge.RIVER in side.edges)


def test_the_n7_runs_through_from_montelimar_to_the_north_edge() -> None:
    on_it = {h for side, carried in GROUND.sides.items() if Road.EVACUATION in carried.roads for h in side}
    assert hex_id("13.51") in on_it
    assert any(h % 100 == 34 for h in on_it)
    assert len(on_it) == 21


@pytest.mark.parametrize("kind", [Road.PAVED, Road.TRAIL, Road.RAILROAD])
def test_no_road_is_a_stump(kind: Road) -> None:
    """Every end of a road is at the map edge, at a place, or at another road."""
    ends: dict[int, int] = {}
    for (a, b), carried in GROUND.sides.items():
        if kind in carried.roads:
            ends[a] = ends.get(a, 0) + 1
            ends[b] = ends.get(b, 0) + 1
    for here in (h for h, count in ends.items() if count == 1):
        at_edge = here // 100 in GROUND.columns or here % 100 in GROUND.rows
        water = any(other in (GROUND.art.water or ()) for other in neighbours(here))
        assert at_edge or water or len(roads_of(hex_name(here))) > 1 or GROUND.hexes[here].name, hex_name(here)


def test_villages_have_names_and_names_stand_on_their_terrain() -> None:
    for label in GROUND.labels:
        if label.kind in ("village", "hamlet"):
            assert GROUND.hexes[label.hex].terrain is Terrain.VILLAGE, label.text
        if label.kind == "hill":
            assert GROUND.hexes[label.hex].level >= 2, label.text
    named = {label.hex for label in GROUND.labels}
    assert all(h in named for h, about in GROUND.hexes.items() if about.terrain is Terrain.VILLAGE)


def test_the_drawn_roads_stay_in_the_hexes_they_run_through() -> None:
    kinds = {Road.EVACUATION: "evacuation", Road.PAVED: "paved", Road.TRAIL: "trail", Road.RAILROAD: "railroad"}
    for road, kind in kinds.items():
        on_it = {h for side, carried in GROUND.sides.items() if road in carried.roads for h in side}
        for drawn in GROUND.art.roads:
            if drawn.kind != kind:
                continue
            for x, y in drawn.course[1:-1]:
                here = round(x) * 100 + round(y - 0.5 * (round(x) % 2))
                assert min(distance(here, h) for h in on_it) <= 1, (drawn.name, x, y)


def test_the_drawn_rivers_are_the_rhone_the_roubion_and_their_brooks() -> None:
    ranks = {river.name: river.rank for river in GROUND.art.rivers}
    assert ranks == {"Rhône": 1, "Roubion": 3, "Ancelle": 4, "Leyne": 4}
