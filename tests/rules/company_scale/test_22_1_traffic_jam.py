"""The traffic jam: what it costs, how it protects, when it ends (22.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.battle_map import Label
from rules.company_scale.ground import ground_of
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.r06_2_terrain import terrain_defense
from rules.company_scale.r08_5_results import rout_total
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.assaults import at_dice, defense
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import compose, value
from tests.rules.company_scale.helpers.tables import HOUSE, Piece, TableTop, activation, ge, us
from tests.rules.company_scale.helpers.turns import told
from tests.rules.company_scale.test_20_events import CITY, NEAR, drawn

TOWN = replace(
    board(".CCC.\n.....", first="10.30", roads={"paved": ["10.30 11.30 12.30 13.30 14.30"]}),
    labels=(Label("Montélimar", "city", hex_id("12.30")),),
)


def jam(pieces: dict[str, Piece], chit: str = "formation:r141", **facts: Any) -> TableTop:
    """Start an activation in a city with a traffic jam."""
    table = activation(TOWN, pieces, chit, charts=HOUSE, **facts)
    table.state.traffic_jam = hex_id("12.30")
    return table


@pytest.mark.clause("CSS-22.1-01")
def test_the_jam_fills_the_32_city_hexes_of_montelimar() -> None:
    scenario = load_scenario("montelimar-campaign")
    assert len(scenario.city) == 32 and hex_id("15.53") in scenario.city


@pytest.mark.clause("CSS-22.1-02", "CSS-22.1-03")
@pytest.mark.parametrize(("move", "cost"), [("leg", 2), ("wheeled", 8), ("tracked", 6)])
@pytest.mark.parametrize("by", ["terrain", "paved"])
def test_a_city_hex_costs_double_by_road_and_across(move: str, cost: int, by: str) -> None:
    table = jam({"a": us("10.30", deployed=False, move=(move, 10)), "x": ge("14.31")})
    table.do("move", units=("a",))
    table.step("11.30", by=by)
    assert table.decision.subject["mp"] == 10 - cost if "mp" in table.decision.subject else True
    assert table.state.frames[-1]["points"] == (2 * (10 - cost),)


@pytest.mark.clause("CSS-22.1-03")
def test_the_road_out_of_the_city_is_open_again() -> None:
    table = jam({"a": us("13.30", deployed=False, move=("wheeled", 10)), "x": ge("10.31")})
    table.do("move", units=("a",))
    table.step("14.30", by="paved")
    assert table.state.frames[-1]["points"] == (19,)


@pytest.mark.clause("CSS-22.1-04")
def test_the_city_protects_no_more() -> None:
    pieces = {"a": us("11.31"), "x": ge("11.30")}
    table = activation(TOWN, pieces, "formation:r141", charts=HOUSE)
    assert value(compose(table, "a", "11.30")) == 1
    table = jam(pieces)
    assert value(compose(table, "a", "11.30")) == 5
    assert rout_total(table.game, "x")[0] == 1
    assert terrain_defense(ground_of(table.game), hex_id("12.30")) == 1


@pytest.mark.clause("CSS-22.1-05", "CSS-20.0-14")
@pytest.mark.parametrize(("die", "more", "stays"), [(6, (), False), (3, (0,), True), (2, (), True)])
def test_the_next_event_that_happens_ends_the_jam_unless_it_is_an_evacuation_again(
    die: int, more: tuple[int, ...], stays: bool
) -> None:
    """No aircraft fly in the rain, and an event that cannot be applied is no event (RULINGS 148)."""
    table = drawn(3, 0, "event", die, *more, pieces=NEAR, ground=CITY, cup=("event",), weather="rain")
    assert bool(table.state.traffic_jam) is stays
    assert len([e for e in told(table, "MarkerPlaced") if e["kind"] == "traffic_jam"]) == 1
    assert len([e for e in told(table, "MarkerRemoved") if e["kind"] == "traffic_jam"]) == (0 if stays else 1)


@pytest.mark.clause("CSS-22.1-04")
def test_in_an_assault_the_jam_turns_the_city_against_its_defender() -> None:
    table = at_dice(TOWN, {"x": ge("11.31"), "a": us("11.30")}, "11.30", charts=HOUSE)
    before = defense(table)
    table.state.traffic_jam = hex_id("12.30")
    after = defense(table)
    assert {letter: (before[letter], after[letter]) for letter in before if before[letter] != after[letter]} == {
        "a": (3, -1),
    }  # fmt: skip


@pytest.mark.clause("CSS-22.1-02")
def test_the_jam_is_the_same_for_both_sides_and_spares_hexes_outside() -> None:
    table = jam({"x": ge("10.30", deployed=False, move=("wheeled", 10)), "a": us("14.31")}, "formation:pg110")
    table.do("move", units=("x",))
    table.step("11.30", by="paved")
    assert table.state.frames[-1]["points"] == (4,)
    table = jam({"a": us("10.30", deployed=False), "x": ge("14.31")})
    table.do("move", units=("a",))
    table.step("10.31")
    assert table.state.frames[-1]["points"] == (8,)


BRIDGE = replace(
    board(".CCC.\n.....", first="10.30", stream=["11.30/12.30"], roads={"paved": ["10.30 11.30 12.30 13.30 14.30"]}),
    labels=(Label("Montélimar", "city", hex_id("12.30")),),
)


def at_the_bridge(move: tuple[str, int], **facts: Any) -> TableTop:
    """Start to move beside a bridge inside the jammed city."""
    table = activation(BRIDGE, {"a": us("11.30", deployed=False, move=move), "x": ge("14.31")}, "formation:r141",
                       charts=HOUSE, **facts)  # fmt: skip
    table.state.traffic_jam = hex_id("12.30")
    table.do("move", units=("a",))
    return table


@pytest.mark.clause("CSS-22.1-03")
def test_no_bridge_serves_in_a_jam_and_hexsides_cost_their_points() -> None:
    assert at_the_bridge(("wheeled", 12)).refused("step", to="12.30", by="paved") == ["22.1"]
    table = at_the_bridge(("leg", 6))
    table.step("12.30", by="paved")
    assert table.state.frames[-1]["points"] == (2 * (6 - 2 - 1),)  # doubled terrain, and the stream


@pytest.mark.clause("CSS-22.1-03")
def test_by_the_switch_bridges_serve_in_a_jam() -> None:
    for move, cost in (("wheeled", 8), ("leg", 2)):
        table = at_the_bridge((move, 12), rules={"traffic_jam": "bridges_open"})
        table.step("12.30", by="paved")
        assert table.state.frames[-1]["points"] == (2 * (12 - cost),)
