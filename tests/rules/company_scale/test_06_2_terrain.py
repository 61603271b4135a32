"""Terrain of hexes and hexsides: what it costs, whom it bars, how it protects (6.2, 6.2.1, 6.2.2)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.battle_map import BattleMap, Edge
from rules.company_scale.counters import MoveClass
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.tracing import can_step, can_trace
from rules.engine.command import cmd
from rules.hexes.grid import HexSet
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.moves import (
    CLASSES,
    column,
    moving,
    open_hexes,
    points,
    result,
    road,
    shot_at,
    strip,
    table_of,
    value_of,
    ways,
)
from tests.rules.company_scale.helpers.tables import Piece, activation, ge, tank, us, weapon

clause = pytest.mark.clause
STEP: dict[str, str] = {"to": "10.31", "by": "terrain"}

COSTS: dict[str, tuple[str, tuple[int | None, int | None, int | None]]] = {  # leg, wheeled, tracked
    ".": ("CSS-6.2.1-02", (1, 3, 2)),
    "w": ("CSS-6.2.1-04", (2, 8, 6)),
    "v": ("CSS-6.2.1-06", (2, 4, 3)),
    "m": ("CSS-6.2.1-08", (2, None, None)),
    "V": ("CSS-6.2.1-10", (1, 3, 2)),
    "T": ("CSS-6.2.1-12", (1, 4, 3)),
    "C": ("CSS-6.2.1-14", (1, 4, 3)),
}
EACH_COST = [
    pytest.param(letter, name, cost, marks=clause(number), id=f"{letter}-{name}")
    for letter, (number, costs) in COSTS.items()
    for name, cost in zip(CLASSES, costs, strict=True)
]


def assert_cost(ground: BattleMap, move: str, cost: int) -> None:
    """Check that 10.31 is entered with exactly `cost` points, and not with one less (6.0)."""
    table = moving(ground, {"a": column(move=(move, cost))})
    table.step("10.31")
    assert table.where("a") == "10.31"
    if cost > 1:
        table = moving(ground, {"a": column(move=(move, cost - 1))})
        assert table.refused("step", **STEP) == ["6.0"]
    table = moving(ground, {"a": column(move=(move, cost + 12))})
    table.step("10.31")
    assert points(table) == [12]


@pytest.mark.parametrize(("letter", "move", "cost"), EACH_COST)
def test_entering_terrain_costs_each_class_its_own(letter: str, move: str, cost: int | None) -> None:
    ground = strip(f".{letter}")
    if cost is not None:
        assert_cost(ground, move, cost)
        return
    table = moving(ground, {"a": column(move=(move, 18))})
    assert table.refused("step", **STEP) == ["6.2.1"]


@pytest.mark.parametrize(
    ("terrain", "move", "allowance", "left"),
    [
        pytest.param(".", "wheeled", 7, 1, marks=clause("CSS-6.2.1-02")),
        pytest.param("v", "leg", 5, 1, marks=clause("CSS-6.2.1-06")),
        pytest.param("T", "tracked", 7, 1, marks=clause("CSS-6.2.1-12")),
        pytest.param("C", "wheeled", 8, 0, marks=clause("CSS-6.2.1-14")),
    ],
)
def test_two_hexes_of_one_terrain(terrain: str, move: str, allowance: int, left: int) -> None:
    table = moving(strip(f".{terrain}{terrain}", roads=road("paved", 31, 32)), {"a": column(move=(move, allowance))})
    table.step("10.31", "10.32")
    assert table.where("a") == "10.32"
    assert points(table) == [left] if left else table.decision.kind == "activation"


# ---- terrain and fire (6.2) ----


def fire_at(letter: str, power: int = 4, **defender: Any) -> int:
    """Return the fire value of a company firing at its neighbour in some terrain."""
    table = table_of(strip(f".{letter}"), {"a": us("10.30", fire=("red", power, 1)), "x": ge("10.31", **defender)})
    return value_of(table, "a", "10.31")


@clause("CSS-6.2-01")
@pytest.mark.parametrize(("letter", "expected"), [("C", 2), (".", 5), ("m", 7)])
def test_defense_values_of_terrain_are_added_as_they_stand(letter: str, expected: int) -> None:
    assert fire_at(letter, 5) == expected


@pytest.mark.parametrize(
    ("letter", "expected"),
    [
        pytest.param(".", 4, marks=clause("CSS-6.2.1-01")),
        pytest.param("w", 2, marks=clause("CSS-6.2.1-03")),
        pytest.param("v", 3, marks=clause("CSS-6.2.1-05")),
        pytest.param("m", 6, marks=clause("CSS-6.2.1-07")),
        pytest.param("V", 3, marks=clause("CSS-6.2.1-09")),
        pytest.param("T", 2, marks=clause("CSS-6.2.1-11")),
        pytest.param("C", 1, marks=clause("CSS-6.2.1-13")),
    ],
)
def test_terrain_protects_infantry_under_fire(letter: str, expected: int) -> None:
    assert fire_at(letter) == expected


@clause("CSS-6.2-01")
@pytest.mark.parametrize(
    ("letter", "die", "passes"), [("C", 8, True), (".", 5, True), (".", 6, False), ("m", 4, False)]
)
def test_rout_checks_take_the_same_sign(letter: str, die: int, passes: bool) -> None:
    """Troop quality 5, defense 0: in a city 3 come off the die, in a marsh 2 go on it."""
    pieces = {"a": column("10.31", column_defense=0), "x": ge("10.30", fire=("red", 8, 1))}
    table = moving(strip(f".{letter}."), pieces, charts=result("R"))
    table.step("10.32")
    shot_at(table, "x", "10.31", die)
    assert (table.where("a") == "10.32") is passes


# ---- cities (6.2.1) ----


@clause("CSS-6.2.1-15")
@pytest.mark.parametrize("move", CLASSES)
def test_vehicles_do_not_deploy_in_a_city(move: str) -> None:
    table = table_of(strip("C."), {"a": column(move=(move, 12))})
    if move == "leg":
        table.do("change_formation", unit="a")
        assert table.unit("a").deployed
    else:
        assert table.refused("change_formation", unit="a") == ["6.2.1"]


@clause("CSS-6.2.1-15")
def test_a_deployed_vehicle_does_not_enter_a_city() -> None:
    ground = strip(".C.", roads=road("paved", 30, 32))
    table = moving(ground, {"a": tank("10.30", us)})
    assert table.refused("step", **STEP) == ["6.2.1"]
    assert set(table.refused("step", to="10.31", by="paved")) == {"6.2.1"}
    table = moving(ground, {"a": tank("10.30", us, deployed=False)})
    table.step("10.31")
    assert table.where("a") == "10.31"


@clause("CSS-6.2.1-15")
def test_infantry_deployed_in_a_city_turns_and_marches_on() -> None:
    table = table_of(strip("C."), {"a": us("10.30")})
    table.do("change_formation", unit="a")
    table.do("move", units=("a",))
    table.step("10.31")
    assert table.where("a") == "10.31"


@clause("CSS-6.2.1-15")
def test_a_vehicle_comes_back_to_a_city_in_column_only() -> None:
    pieces = {"a": tank("10.30", us, place="routed"), "home": us("10.30", hq="division", command_range=1)}
    table = table_of(strip("C~"), pieces, chit="division:d36")
    assert "6.2.1" in table.refused("return_unit", unit="a", hex="10.30", deployed=True)
    table.do("return_unit", unit="a", hex="10.30", deployed=False)
    assert table.where("a") == "10.30"


# ---- grayed-out hexsides (6.2.1) ----

EXAMPLE = board(
    """
    ....
    ....
    ....
    ....
    ....
    """,
    first="28.07",
    gray=["29.08/29.09", "28.09/29.08", "30.09/30.10"],
)


@clause("CSS-6.2.1-17")
def test_the_grayed_out_example() -> None:
    table = activation(EXAMPLE, {"i": column("29.08"), "g": column("30.10")}, "formation:r141")
    table.do("move", units=("i",))
    assert {"28.08", "30.09"} <= open_hexes(table)
    assert open_hexes(table).isdisjoint({"29.09", "28.09"})
    assert table.refused("step", to="29.09", by="terrain") == ["6.2.1"]
    table.do("stop")
    table.do("move", units=("g",))
    assert {"29.09", "29.10", "31.09", "31.10"} <= open_hexes(table)
    assert "30.09" not in open_hexes(table)
    assert table.refused("step", to="30.09", by="terrain") == ["6.2.1"]


@clause("CSS-6.2.1-16")
@pytest.mark.parametrize("move", list(MoveClass))
def test_a_gray_hexside_bars_moves_and_traces_even_by_road(move: MoveClass) -> None:
    ground = strip("...", gray=["10.30/10.31"], roads=road("paved", 30, 32))
    table = moving(ground, {"a": column(move=(move.value, 12))})
    assert ways(table) == set()
    assert table.refused("step", to="10.31", by="paved") == ["6.2.1"]
    assert not can_step(table.game, move, 1030, 1031)
    assert can_step(table.game, move, 1031, 1032)
    assert not can_trace(table.game, "allied", 1030, [1032], HexSet(), move)


@clause("CSS-6.2.1-16")
def test_fire_crosses_a_gray_hexside() -> None:
    table = table_of(strip("..", gray=["10.30/10.31"]), {"a": us("10.30"), "x": ge("10.31")})
    assert value_of(table, "a", "10.31") == 4


# ---- streams and rivers (6.2.2) ----

STREAM = strip("..", stream=["10.30/10.31"])
RIVER = strip("..", river=["10.30/10.31"])


@clause("CSS-6.2.2-02")
@pytest.mark.parametrize("ground", [STREAM, RIVER])
def test_streams_and_rivers_do_not_change_fire(ground: BattleMap) -> None:
    table = table_of(ground, {"a": us("10.30"), "x": ge("10.31")})
    assert value_of(table, "a", "10.31") == 4


@clause("CSS-6.2.2-03")
@pytest.mark.parametrize(("letter", "cost"), [(".", 2), ("w", 3), ("V", 2)])
def test_a_leg_unit_pays_one_more_over_a_stream(letter: str, cost: int) -> None:
    assert_cost(strip(f".{letter}", stream=["10.30/10.31"]), "leg", cost)


@clause("CSS-6.2.2-04")
@pytest.mark.parametrize("move", ["wheeled", "tracked"])
def test_vehicles_do_not_cross_a_stream(move: str) -> None:
    table = moving(STREAM, {"a": column(move=(move, 18))})
    assert table.refused("step", **STEP) == ["6.2.2"]
    table = moving(strip("..", stream=["10.30/10.31"], roads=road("trail", 30, 31)), {"a": column(move=(move, 18))})
    table.step("10.31", by="trail")
    assert points(table) == [16]


@clause("CSS-6.2.2-05")
@pytest.mark.parametrize("move", CLASSES)
@pytest.mark.parametrize("kind", ["trail", "paved", "railroad", "evacuation"])
def test_a_river_is_crossed_only_along_a_road(move: str, kind: str) -> None:
    table = moving(RIVER, {"a": column(move=(move, 18))})
    assert table.refused("step", **STEP) == ["6.2.2"]
    bridge = strip("..", river=["10.30/10.31"], roads=road(kind, 30, 31))
    table = moving(bridge, {"a": column(move=(move, 18))})
    assert table.refused("step", **STEP) == ["6.2.2"]  # swimming beside the bridge
    table.step("10.31", by="paved" if kind == "evacuation" else kind)
    assert table.where("a") == "10.31"


@clause("CSS-6.2.2-05")
def test_deployed_units_do_not_use_bridges() -> None:
    bridge = strip("..", river=["10.30/10.31"], roads=road("paved", 30, 31))
    table = moving(bridge, {"a": tank("10.30", us)})
    assert ways(table) == set()
    assert table.refused("step", to="10.31", by="paved") == ["6.2.1"]


# ---- slopes (6.2.2) ----

UP = "CSS-6.2.2-06", "CSS-6.2.2-08"


@clause(*UP)
@pytest.mark.parametrize(
    ("levels", "move", "cost"),
    [("12", "leg", 2), ("21", "leg", 1), ("22", "leg", 1), ("23", "leg", 2), ("13", "leg", 2),
     ("12", "wheeled", 4), ("12", "tracked", 3), ("21", "wheeled", 3), ("21", "tracked", 2)],
)  # fmt: skip
def test_only_going_up_a_slope_costs_one_more(levels: str, move: str, cost: int) -> None:
    assert_cost(strip("..", levels=levels, slope=["10.30/10.31"]), move, cost)


def test_levels_without_a_slope_cost_nothing() -> None:
    assert_cost(strip("..", levels="13"), "leg", 1)


def over(levels: str, edge: str, power: int, **defender: Any) -> int:
    """Return the fire value over a feature of the hexside between a firer and its neighbour."""
    ground = strip("..", levels=levels, **{edge: ["10.30/10.31"]})
    pieces: dict[str, Piece] = {"a": us("10.30", fire=("red", power, 1)), "x": ge("10.31", **defender)}
    return value_of(table_of(ground, pieces), "a", "10.31")


@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        pytest.param("12", 3, marks=clause("CSS-6.2.2-09", "CSS-6.2.2-06")),
        pytest.param("21", 5, marks=clause("CSS-6.2.2-10", "CSS-6.2.2-06")),
        pytest.param("11", 4, marks=clause("CSS-6.2.2-06")),
    ],
)
def test_fire_over_a_slope(levels: str, expected: int) -> None:
    assert over(levels, "slope", 4) == expected


# ---- steep slopes (6.2.2) ----


@pytest.mark.parametrize(
    ("letter", "levels", "cost"),
    [
        pytest.param(".", "21", 2, marks=clause("CSS-6.2.2-14")),
        pytest.param(".", "11", 2, marks=clause("CSS-6.2.2-14")),
        pytest.param("w", "21", 3, marks=clause("CSS-6.2.2-14")),
        pytest.param("w", "12", 5, marks=clause("CSS-6.2.2-15")),
        pytest.param(".", "12", 4, marks=clause("CSS-6.2.2-15")),
        pytest.param(".", "13", 4, marks=clause("CSS-6.2.2-15")),
    ],
)
def test_a_leg_unit_on_a_steep_slope(letter: str, levels: str, cost: int) -> None:
    assert_cost(strip(f".{letter}", levels=levels, steep_slope=["10.30/10.31"]), "leg", cost)


@clause("CSS-6.2.2-16")
@pytest.mark.parametrize("move", ["wheeled", "tracked"])
@pytest.mark.parametrize("levels", ["12", "21", "11"])
def test_vehicles_do_not_cross_a_steep_slope_off_the_road(move: str, levels: str) -> None:
    table = moving(strip("..", levels=levels, steep_slope=["10.30/10.31"]), {"a": column(move=(move, 18))})
    assert table.refused("step", **STEP) == ["6.2.2"]
    rails = strip("..", levels=levels, steep_slope=["10.30/10.31"], roads=road("railroad", 30, 31))
    table = moving(rails, {"a": column(move=(move, 18))})
    table.step("10.31", by="railroad")
    assert points(table) == [17]


@clause("CSS-6.2.2-13")
def test_the_shipped_map_carries_the_sample_of_a_steep_slope() -> None:
    edges = load_scenario("first-light").map.side(1942, 1943).edges
    assert edges == {Edge.STEEP_SLOPE}
    assert edges.isdisjoint({Edge.SLOPE, Edge.RIDGE})


MG = {"m": ("10.30", weapon("m", ("red", 1, 1)))}
BARS = [pytest.param("steep_slope", marks=clause("CSS-6.2.2-17")), pytest.param("ridge", marks=clause("CSS-6.2.2-25"))]


@pytest.mark.parametrize("edge", BARS)
def test_a_lone_unit_with_a_support_weapon_does_not_cross(edge: str) -> None:
    barrier: dict[str, Any] = {edge: ["10.30/10.31"]}
    table = moving(strip("..", **barrier), {"a": column()}, weapons=MG)
    assert table.refused("step", **STEP) == ["6.2.2"]
    table = moving(strip("..", **barrier, roads=road("paved", 30, 31)), {"a": column()}, weapons=MG)
    assert table.refused("step", **STEP) == ["6.2.2"]
    table.step("10.31", by="paved")
    assert table.state.weapons["m"].hex == 1031


@pytest.mark.parametrize("edge", BARS)
def test_a_unit_crosses_if_the_weapon_stays_with_another(edge: str) -> None:
    ground = strip("..", **{edge: ["10.30/10.31"]})
    pieces = {"a": column(), "b": column()}
    table = moving(ground, pieces, "a", "b", weapons=MG)
    assert table.refused("step", **STEP) == ["6.2.2"]
    table = moving(ground, pieces, "a", weapons=MG)
    table.step("10.31")
    assert (table.where("a"), table.state.weapons["m"].hex) == ("10.31", 1030)
    table = moving(ground, pieces, "a", weapons={**MG, "n": ("10.30", weapon("n", ("red", 1, 1)))})
    assert table.refused("step", **STEP) == ["6.2.2"]  # one unit cannot keep two


@pytest.mark.parametrize("edge", BARS)
def test_a_weapon_taken_along_is_not_dropped_in_silence(edge: str) -> None:
    ground = strip("...", **{edge: ["10.31/10.32"]})
    table = moving(ground, {"a": column(), "b": column(), "c": column("10.31")}, weapons=MG)
    table.do("take", weapon="m")
    table.step("10.31")
    assert table.refused("step", to="10.32") == ["6.2.2"]  # "c" could hold it, but nothing is dropped on the way
    assert table.state.weapons["m"].hex == 1031


@pytest.mark.parametrize("edge", BARS)
def test_a_weapon_taken_along_can_be_left_again_before_the_first_step(edge: str) -> None:
    ground = strip("..", **{edge: ["10.30/10.31"]})
    table = moving(ground, {"a": column(), "b": column()}, weapons=MG)
    table.do("take", weapon="m")
    (reason,) = table.session.explain("allied", cmd("step", **STEP))
    assert (reason.rule, "leave it with the units that stay" in reason.text) == ("6.2.2", True)
    table.do("take", weapon="m")
    table.step("10.31")
    assert (table.where("a"), table.state.weapons["m"].hex) == ("10.31", 1030)


@pytest.mark.parametrize(
    ("levels", "power", "expected"),
    [
        pytest.param("12", 5, 2, marks=clause("CSS-6.2.2-19")),
        pytest.param("13", 5, 2, marks=clause("CSS-6.2.2-19")),
        pytest.param("21", 5, 4, marks=clause("CSS-6.2.2-20")),
        pytest.param("11", 5, 4, marks=clause("CSS-6.2.2-20")),
    ],
)
def test_fire_over_a_steep_slope(levels: str, power: int, expected: int) -> None:
    assert over(levels, "steep_slope", power) == expected
