"""Roads: what they cost, whom they serve, bridges, changing roads, the trail bonus (6.2.1)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.battle_map import Road
from rules.company_scale.loading.scenarios import load_scenario
from rules.hexes.grid import hex_id, neighbours
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.moves import CLASSES, column, moving, points, road, strip, table_of, ways
from tests.rules.company_scale.helpers.tables import TableTop, activation, ge, tank, us

clause = pytest.mark.clause
BY = {"trail": "trail", "paved": "paved", "railroad": "railroad", "evacuation": "paved"}
MAP = load_scenario("first-light").map


def along(kind: str, terrain: str, move: tuple[str, int], **features: Any) -> TableTop:
    """Begin to move a column standing on a road of one kind down a strip."""
    ground = strip(terrain, roads=road(kind, 30, 29 + len(terrain)), **features)
    return moving(ground, {"a": column(move=move)})


def go(table: TableTop, *rows: int, by: str) -> TableTop:
    """Step down the strip."""
    table.step(*(f"10.{row}" for row in rows), by=by)
    return table


# ---- kinds and costs (6.2.1) ----


@clause("CSS-6.2.1-18")
@pytest.mark.parametrize(
    ("name", "kind"),
    [("25.35", Road.TRAIL), ("24.42", Road.PAVED), ("13.49", Road.EVACUATION), ("14.41", Road.RAILROAD)],
)
def test_the_samples_of_the_four_road_types(name: str, kind: Road) -> None:
    """22.04, the railroad sample of the rulebook, lies outside the shipped map; 14.41 stands for it."""
    here = hex_id(name)
    assert {road for near in neighbours(here) for road in MAP.side(here, near).roads} == {kind}


HALVES = [
    pytest.param("trail", 4, marks=clause("CSS-6.2.1-24")),
    pytest.param("paved", 1, marks=clause("CSS-6.2.1-26")),
    pytest.param("railroad", 2, marks=clause("CSS-6.2.1-27")),
    pytest.param("evacuation", 1, marks=clause("CSS-6.2.1-28")),
]


@clause("CSS-6.2.1-19")
@pytest.mark.parametrize(("kind", "halves"), HALVES)
@pytest.mark.parametrize("move", CLASSES)
@pytest.mark.parametrize("terrain", [".", "w", "C"])
def test_every_class_pays_the_road_instead_of_the_terrain(kind: str, halves: int, move: str, terrain: str) -> None:
    table = go(along(kind, "." + terrain, (move, 10)), 31, by=BY[kind])
    assert points(table) == [10 - halves / 2]


@clause("CSS-6.2.1-19", "CSS-6.2.1-08")
@pytest.mark.parametrize("move", ["wheeled", "tracked"])
def test_a_road_leads_vehicles_into_a_marsh(move: str) -> None:
    table = along("paved", ".m.", (move, 10))
    assert table.refused("step", to="10.31", by="terrain") == ["6.2.1"]
    go(table, 31, 32, by="paved")
    assert (table.where("a"), points(table)) == ("10.32", [9])


@clause("CSS-6.2.1-19")
def test_the_mover_chooses_the_road_or_the_terrain_for_each_hex() -> None:
    table = along("trail", "...", ("leg", 5))
    assert ways(table) == {("10.31", "trail"), ("10.31", "terrain")}
    go(table, 31, by="terrain")
    assert points(table) == [4]  # a trail is dearer on clear ground
    assert {("10.32", "trail"), ("10.32", "terrain")} <= ways(table)


@clause("CSS-6.2.1-20")
def test_a_road_hex_entered_beside_the_road_costs_its_terrain() -> None:
    ground = board("..\nww", roads={"paved": ["10.31 11.31"]})
    table = activation(ground, {"a": column("11.30", ("wheeled", 12))}, "formation:r141")
    table.do("move", units=("a",))
    assert table.refused("step", to="11.31", by="paved") == ["6.2.1"]
    table.step("11.31")
    assert points(table) == [4]
    table.step("10.31", by="paved")
    assert points(table) == [3.5]


@clause("CSS-6.2.1-21")
@pytest.mark.parametrize("kind", list(BY))
def test_roads_do_not_block_sight(kind: str) -> None:
    table = table_of(strip("...", roads=road(kind, 30, 32)), {"a": us("10.30"), "x": ge("10.32")})
    assert table.session.query("los", a="10.30", b="10.32").clear


@clause("CSS-6.2.1-26")
@pytest.mark.parametrize("move", CLASSES)
def test_three_points_are_six_hexes_of_paved_road(move: str) -> None:
    table = go(along("paved", "wwwwwwww", (move, 3)), 31, 32, 33, 34, 35, 36, by="paved")
    assert (table.where("a"), table.decision.kind) == ("10.36", "activation")


@clause("CSS-6.2.1-26")
def test_half_points_are_lost_when_a_marker_halves_what_is_left() -> None:
    ground = strip("......", roads=road("paved", 30, 35))
    table = moving(ground, {"a": column(), "b": us("10.31")}, "a", markers=[("10.31", "dg", 3)])
    go(table, 31, by="paved")
    assert points(table) == [2]  # half of 4½


@clause("CSS-6.2.1-27")
def test_five_points_are_five_hexes_of_railroad() -> None:
    table = go(along("railroad", "wwwwwww", ("wheeled", 5)), 31, 32, 33, 34, 35, by="railroad")
    assert (table.where("a"), table.decision.kind) == ("10.35", "activation")


@clause("CSS-6.2.1-28")
def test_the_evacuation_road_joins_a_paved_road_without_a_change() -> None:
    ground = strip("wwww", roads={**road("evacuation", 30, 31), **road("paved", 31, 33)})
    table = go(moving(ground, {"a": column(move=("wheeled", 3))}), 31, 32, 33, by="paved")
    assert points(table) == [1.5]


# ---- columns only (6.2.1) ----


@clause("CSS-6.2.1-22")
def test_a_deployed_unit_pays_terrain_on_a_road() -> None:
    ground = strip("....", roads=road("paved", 30, 33))
    table = moving(ground, {"a": tank("10.30", us)})
    assert ways(table) == {("10.31", "terrain")}
    assert table.refused("step", to="10.31", by="paved") == ["6.2.1"]
    go(table, 31, 32, by="terrain")
    assert (table.where("a"), table.decision.kind) == ("10.32", "activation")  # boxed 4: two clear hexes


@clause("CSS-6.2.1-22")
def test_a_stack_with_a_deployed_unit_does_not_use_the_road() -> None:
    ground = strip("....", roads=road("paved", 30, 33))
    table = moving(ground, {"a": column(), "b": tank("10.30", us)}, "a", "b")
    assert ways(table) == {("10.31", "terrain")}


# ---- road crossings and hexsides (6.2.1) ----


@clause("CSS-6.2.1-29")
@pytest.mark.parametrize("move", CLASSES)
@pytest.mark.parametrize("edge", ["stream", "river", "slope", "steep_slope", "ridge"])
def test_a_road_crossing_removes_the_bar_of_every_hexside_and_the_cost_of_a_ridge(move: str, edge: str) -> None:
    """A road spares the cost of the hex; streams, slopes and steep slopes still cost their points (RULINGS 5)."""
    extra = {"stream": {"leg": 1}, "slope": dict.fromkeys(CLASSES, 1), "steep_slope": {"leg": 3}}.get(edge, {})
    table = along("paved", "..", (move, 6), levels="12", **{edge: ["10.30/10.31"]})
    go(table, 31, by="paved")
    assert points(table) == [5.5 - extra.get(move, 0)]


@clause("CSS-6.2.1-29")
@pytest.mark.parametrize("edge", ["slope", "steep_slope"])
def test_along_a_road_a_slope_down_costs_a_leg_unit_what_it_costs_across_country(edge: str) -> None:
    table = along("paved", "..", ("leg", 6), levels="21", **{edge: ["10.30/10.31"]})
    go(table, 31, by="paved")
    assert points(table) == [5.5 - (edge == "steep_slope")]


@clause("CSS-6.2.1-29")
@pytest.mark.parametrize("move", CLASSES)
@pytest.mark.parametrize("edge", ["stream", "slope", "steep_slope", "ridge"])
def test_by_the_switch_a_road_removes_every_cost_of_the_hexside(move: str, edge: str) -> None:
    ground = strip("..", roads=road("paved", 30, 31), levels="12", **{edge: ["10.30/10.31"]})
    table = moving(ground, {"a": column(move=(move, 4))}, rules={"roads_over_hexsides": "free"})
    go(table, 31, by="paved")
    assert points(table) == [3.5]


@clause("CSS-6.2.1-29")
def test_a_road_beside_the_hexside_removes_nothing() -> None:
    ground = strip("...", ridge=["10.30/10.31"], roads=road("paved", 31, 32))
    table = moving(ground, {"a": column(move=("tracked", 8))})
    assert table.refused("step", to="10.31", by="terrain") == ["6.2.2"]
    assert table.refused("step", to="10.31", by="paved") == ["6.2.1"]


# ---- changing roads (6.2.1) ----


def junction(terrain: str, move: tuple[str, int], first: str = "paved", then: str = "trail", **more: Any) -> TableTop:
    """Begin on a road of one kind that ends in 10.31, where one of another kind begins."""
    ground = strip(terrain, roads={**road(first, 30, 31), **road(then, 31, 33)}, **more)
    return moving(ground, {"a": column(move=move)})


@clause("CSS-6.2.1-23")
def test_changing_roads_costs_the_terrain_of_the_hex_in_place_of_the_road() -> None:
    table = go(junction("....", ("leg", 5)), 31, by="paved")
    go(table, 32, by="trail")
    assert points(table) == [2]  # 1 for the clear hex, 2 for the trail
    go(table, 33, by="trail")
    assert (table.where("a"), table.decision.kind) == ("10.33", "activation")


@clause("CSS-6.2.1-23")
def test_entering_at_terrain_cost_leaves_every_road_open() -> None:
    table = go(junction("....", ("leg", 5)), 31, by="terrain")
    assert points(table) == [4]
    go(table, 32, by="trail")
    assert points(table) == [2]


@clause("CSS-6.2.1-23")
@pytest.mark.parametrize(
    ("terrain", "move", "first", "then", "left"),
    [
        (".w..", ("wheeled", 18), "paved", "trail", 8),  # 8 for the woods, 2 for the trail
        (".w..", ("tracked", 12), "railroad", "paved", 5.5),  # 6 for the woods
        ("....", ("wheeled", 18), "trail", "paved", 14.5),  # 3 for the clear hex
        ("....", ("leg", 5), "trail", "paved", 2.5),  # the trail was dearer than the ground already
    ],
)
def test_what_a_change_costs(terrain: str, move: tuple[str, int], first: str, then: str, left: float) -> None:
    table = go(junction(terrain, move, first, then), 31, by=first)
    go(table, 32, by=then)
    assert points(table) == [left]


@clause("CSS-6.2.1-23")
def test_a_change_that_cannot_be_paid_is_refused() -> None:
    table = go(junction(".w..", ("wheeled", 9)), 31, by="paved")
    assert table.refused("step", to="10.32", by="trail") == ["6.0"]
    assert ("10.32", "terrain") in ways(table)


@clause("CSS-6.2.1-23")
def test_a_vehicle_does_not_change_roads_in_a_marsh() -> None:
    table = go(junction(".m..", ("wheeled", 18)), 31, by="paved")
    assert table.refused("step", to="10.32", by="trail") == ["6.2.1"]
    table = go(junction(".m..", ("leg", 5)), 31, by="paved")
    go(table, 32, by="trail")
    assert points(table) == [1]


@clause("CSS-6.2.1-23", "CSS-6.2.1-29")
@pytest.mark.parametrize("edge", ["river", "ridge", "steep_slope", "stream"])
def test_a_change_of_roads_behind_a_bridge_or_a_pass(edge: str) -> None:
    table = go(junction("....", ("tracked", 12), **{edge: ["10.30/10.31"]}), 31, by="paved")
    go(table, 32, by="trail")
    assert points(table) == [8]  # 2 for the clear hex, 2 for the trail, nothing for the hexside


@clause("CSS-6.2.1-23")
def test_a_movement_begins_on_any_road_of_its_hex() -> None:
    ground = strip("..", roads={**road("paved", 30, 31), **road("trail", 30, 31), **road("railroad", 30, 31)})
    table = moving(ground, {"a": column()})
    assert {by for _, by in ways(table)} == {"paved", "trail", "railroad", "terrain"}


@clause("CSS-6.2.1-23")
def test_a_second_action_begins_afresh() -> None:
    table = go(junction("....", ("leg", 5)), 31, by="paved")
    table.do("stop")
    table.do("move", units=("a",))
    go(table, 32, by="trail")
    assert points(table) == [3]


# ---- the trail bonus (6.2.1) ----


@clause("CSS-6.2.1-25")
@pytest.mark.parametrize(
    ("move", "hexes"), [(("leg", 4), 3), (("leg", 5), 3), (("wheeled", 6), 4), (("tracked", 1), 1)]
)
def test_the_bonus_is_one_more_trail_hex(move: tuple[str, int], hexes: int) -> None:
    table = along("trail", "w" * 7, move)
    for row in range(31, 31 + hexes):
        assert table.decision.kind == "movement"
        go(table, row, by="trail")
    assert (table.where("a"), table.decision.kind) == (f"10.{30 + hexes}", "activation")


@clause("CSS-6.2.1-25")
def test_without_the_bonus_when_the_last_step_leaves_the_trail() -> None:
    table = go(along("trail", "wwww", ("leg", 5)), 31, 32, by="trail")
    assert points(table) == [1]
    assert table.refused("step", to="10.33", by="terrain") == ["6.0"]
    assert ways(table) == {("10.33", "trail"), ("10.31", "trail")}


@clause("CSS-6.2.1-25")
def test_no_bonus_for_a_unit_that_comes_to_the_trail() -> None:
    ground = strip("wwwww", roads=road("trail", 31, 34))
    table = moving(ground, {"a": column()})
    go(go(table, 31, by="terrain"), 32, by="trail")
    assert table.decision.kind == "activation"  # 1 point left, a trail hex costs 2


@clause("CSS-6.2.1-25")
def test_no_bonus_for_a_unit_that_left_the_trail_and_came_back() -> None:
    table = along("trail", "......", ("leg", 5))
    go(go(table, 31, by="terrain"), 32, 33, by="trail")
    assert (table.where("a"), table.decision.kind) == ("10.33", "activation")


@clause("CSS-6.2.1-25")
def test_no_bonus_with_a_piece_of_another_road() -> None:
    ground = strip("wwwww", roads={**road("trail", 30, 31), **road("paved", 31, 32)})
    table = go(moving(ground, {"a": column(move=("leg", 2))}), 31, by="trail")
    assert ways(table) == {("10.30", "trail")}


@clause("CSS-6.2.1-25")
def test_the_bonus_comes_after_reductions_and_not_to_a_unit_that_cannot_move() -> None:
    ground = strip("wwwww", roads=road("trail", 30, 34))
    table = moving(ground, {"a": column()}, markers=[("10.30", "dg", 3)])
    go(table, 31, 32, by="trail")  # 2 points and 2 more
    assert table.decision.kind == "activation"
    table = table_of(ground, {"a": column(move=("leg", 1))}, markers=[("10.30", "dg", 1)])
    assert table.refused("move", units=("a",)) == ["10.2.3"]


@clause("CSS-6.2.1-25")
@pytest.mark.parametrize("dg", [1, 2, 3, 4])
def test_the_bonus_is_not_had_again_when_a_marker_comes_in_between(dg: int) -> None:
    ground = strip("wwwwwww", roads=road("trail", 30, 36))
    table = moving(ground, {"a": column(), "b": us("10.33")}, "a", markers=[("10.33", "dg", dg)])
    go(table, 31, 32, 33, by="trail")  # 6 of 5 points
    assert (table.where("a"), table.decision.kind) == ("10.33", "activation")


@clause("CSS-6.2.1-25")
def test_each_movement_action_has_the_bonus() -> None:
    table = go(along("trail", "w" * 8, ("leg", 4)), 31, 32, 33, by="trail")
    table.do("move", units=("a",))
    go(table, 34, 35, 36, by="trail")
    assert table.where("a") == "10.36"


@clause("CSS-6.2.1-25")
def test_deployed_vehicles_have_no_bonus() -> None:
    table = moving(strip("...", roads=road("trail", 30, 32)), {"a": tank("10.30", us)})
    assert table.refused("step", to="10.31", by="trail") == ["6.2.1"]
