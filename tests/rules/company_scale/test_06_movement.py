"""Movement actions: points, stacks, formation changes, what forbids and what does not hinder a move (6.0, 2.0)."""

from __future__ import annotations

import pytest

from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.moves import (
    CLASSES,
    column,
    end,
    moving,
    open_hexes,
    points,
    road,
    strip,
    table_of,
    ways,
)
from tests.rules.company_scale.helpers.tables import DivisionStart, activation, ge, named, tank, us

clause = pytest.mark.clause
POOR = {"d36": DivisionStart(dispatch=0, commands=0, fatigue=0, troop_quality=5)}


@clause("CSS-6.0-01")
def test_points_carry_a_unit_from_hex_to_hex_until_they_do_not_pay_for_another() -> None:
    table = moving(strip("wwww"), {"a": column(move=("leg", 4))})
    table.step("10.31", "10.32")
    assert table.decision.kind == "activation"  # nothing more can be paid: the movement is over
    assert table.where("a") == "10.32"


@clause("CSS-6.0-01")
def test_a_hex_that_costs_more_than_is_left_is_refused() -> None:
    table = moving(strip(".ww", roads=road("paved", 30, 31)), {"a": column(move=("leg", 3))})
    table.step("10.31")
    assert points(table) == [1]
    assert open_hexes(table) == {"10.30"}  # back by the road for half a point
    assert table.refused("step", to="10.32", by="terrain") == ["6.0"]


@clause("CSS-6.0-01")
def test_movement_goes_to_adjacent_hexes_only() -> None:
    table = moving(strip("...."), {"a": column()})
    assert table.refused("step", to="10.32", by="terrain") == ["6.0"]
    assert table.refused("step", to="10.30", by="terrain") == ["6.0"]


@clause("CSS-6.0-01")
def test_a_unit_may_stop_with_points_left_and_its_action_is_used() -> None:
    table = moving(strip("...."), {"a": column()}, divisions=POOR)
    table.step("10.31")
    table.do("stop")
    assert table.state.activity["a"].used == 1
    assert table.refused("move", units=("a",)) == ["5.1"]


def test_stopping_before_the_first_step_costs_nothing() -> None:
    table = moving(strip("...."), {"a": column()})
    table.do("stop")
    assert table.state.activity["a"].used == 0


@clause("CSS-2.0-37")
def test_a_leg_unit_with_five_points_has_four_left_after_a_clear_hex() -> None:
    table = moving(strip("...."), {"a": column()})
    table.step("10.31")
    assert points(table) == [4]


@clause("CSS-2.0-37")
def test_leaving_a_watched_hex_triggers_opportunity_fire() -> None:
    table = moving(strip("...."), {"a": column("10.31"), "x": ge("10.30")})
    table.step("10.32")
    assert table.asked == ("german", "opportunity_fire")


# ---- formations (2.0, 6.0) ----


@clause("CSS-2.0-08", "CSS-6.0-05")
def test_deployed_infantry_moves_only_after_turning_to_column() -> None:
    table = table_of(strip("...."), {"a": us("10.30")})
    assert table.refused("move", units=("a",)) == ["3.2"]
    table.do("change_formation", unit="a")
    table.do("move", units=("a",))
    table.step("10.31")
    assert (table.where("a"), table.unit("a").deployed) == ("10.31", False)


@clause("CSS-2.0-08")
def test_a_deployed_unit_with_a_boxed_allowance_moves_deployed() -> None:
    table = moving(strip("...."), {"a": tank("10.30", us)})
    assert points(table) == [4]
    table.step("10.31")
    assert (table.unit("a").deployed, points(table)) == (True, [2])


@clause("CSS-2.0-12")
def test_a_unit_is_deployed_or_in_column_and_shows_the_front_or_back_of_its_counter() -> None:
    table = table_of(strip("...."), {"a": us("10.30"), "b": us("10.30", deployed=False)})
    shown = {unit.id: unit for unit in table.session.view().units}
    front, back = table.game.scenario.units["a"].deployed, table.game.scenario.units["b"].column
    assert front is not None and back is not None
    assert (shown["a"].deployed, shown["a"].face.fire.value, shown["a"].face.defense) == (True, 4, front.defense)
    assert (shown["b"].deployed, shown["b"].face.fire.value, shown["b"].face.defense) == (False, 3, back.defense)
    table.do("change_formation", unit="a")
    shown = {unit.id: unit for unit in table.session.view().units}
    assert (shown["a"].deployed, shown["a"].face.defense) == (False, back.defense)


@clause("CSS-6.0-05")
def test_formation_is_not_changed_in_the_middle_of_a_move_nor_after_it() -> None:
    table = table_of(strip("...."), {"a": us("10.30")}, divisions=POOR)
    table.do("change_formation", unit="a")
    table.do("move", units=("a",))
    table.step("10.31")
    assert table.refused("change_formation", unit="a")
    table.do("stop")
    assert table.refused("change_formation", unit="a") == ["5.1"]


@clause("CSS-6.0-05")
def test_formation_changes_once_before_an_action() -> None:
    table = table_of(strip("...."), {"a": us("10.30")})
    table.do("change_formation", unit="a")
    assert table.refused("change_formation", unit="a") == ["6.0"]


@clause("CSS-6.0-05")
def test_formation_changes_again_before_a_paid_second_action() -> None:
    table = table_of(strip("...."), {"a": us("10.30"), "x": ge("10.33")})
    table.do("change_formation", unit="a")
    table.do("move", units=("a",))
    table.step("10.31", "10.32")
    table.do("stop")
    before = table.state.divisions["d36"].commands
    table.do("change_formation", unit="a")
    assert table.state.divisions["d36"].commands == before - 1  # the payment for the second action
    table.do("fire", unit="a", hex="10.33")
    table.dice(9).do("confirm")
    assert table.state.divisions["d36"].commands == before - 1
    assert table.state.activity["a"].used == 2


@clause("CSS-6.0-05")
def test_with_the_strict_switch_formation_changes_before_the_first_action_only() -> None:
    table = table_of(strip("...."), {"a": column()}, rules={"formation_change": "once"})
    table.do("move", units=("a",))
    table.step("10.31")
    table.do("stop")
    assert table.refused("change_formation", unit="a") == ["4.0"]


@clause("CSS-6.0-05")
def test_only_active_units_change_formation() -> None:
    table = table_of(strip("...."), {"a": us("10.30"), "b": us("10.31", formation="r142"), "x": ge("10.33")})
    assert table.refused("change_formation", unit="b") == ["5.1"]
    assert table.refused("change_formation", unit="x") == ["5.1"]


@clause("CSS-6.0-06")
def test_a_unit_may_only_change_formation_and_has_no_action_left() -> None:
    table = table_of(strip("...."), {"a": column(), "b": column()}, chit="command:allied", dice=[0])
    before = table.state.divisions["d36"].commands
    table.do("activate", unit="a")
    table.do("change_formation", unit="a")
    table.do("pass_unit", unit="a")
    assert table.state.divisions["d36"].commands == before - 1
    assert table.unit("a").deployed
    for verb, args in {"activate": {"unit": "a"}, "change_formation": {"unit": "a"}, "rally": {"unit": "a"}}.items():
        assert "5.1" in table.refused(verb, **args)
    table.do("activate", unit="b")  # others still act under this chit


@clause("CSS-6.0-06")
def test_changing_formation_instead_of_an_action_in_a_formation_activation() -> None:
    table = table_of(strip("...."), {"a": us("10.30")}, divisions=POOR)
    table.do("change_formation", unit="a")
    table.do("pass_unit", unit="a")
    assert table.refused("move", units=("a",)) == ["5.1"]


# ---- stacks (6.0) ----


@clause("CSS-6.0-02")
def test_units_move_together_only_if_they_shared_a_hex_when_the_activation_began() -> None:
    pieces = {"a": column("10.31"), "b": column("10.31"), "c": column("10.30")}
    table = moving(strip("...."), pieces, "c")
    table.step("10.31")
    table.do("stop")
    for unit in ("a", "b"):
        table.do("pass_unit", unit=unit)  # now all three are at their second action
    assert table.refused("move", units=("a", "c")) == ["6.0"]
    assert table.refused("move", units=("a", "b", "c")) == ["6.0"]
    table.do("move", units=("a", "b"))
    assert table.decision.prompt.startswith("2 units move: ")
    table.step("10.32")
    assert (table.where("a"), table.where("b"), table.where("c")) == ("10.32", "10.32", "10.31")


@clause("CSS-6.0-02")
def test_units_in_different_hexes_do_not_move_together() -> None:
    table = table_of(strip("...."), {"a": column("10.30"), "b": column("10.31")})
    assert table.refused("move", units=("a", "b")) == ["6.0"]


@clause("CSS-6.0-02")
def test_units_that_parted_do_not_move_together_though_they_began_together() -> None:
    table = moving(strip("...."), {"a": column(), "b": column()}, "a")
    table.step("10.31")
    table.do("stop")
    table.do("pass_unit", unit="b")
    assert table.refused("move", units=("a", "b")) == ["6.0"]


@clause("CSS-6.0-02")
def test_units_that_returned_from_the_routed_box_never_shared_a_hex() -> None:
    home = us("10.31", formation="", division="d36", hq="division", command_range=3)
    routed = column(place="routed")
    table = table_of(strip("...."), {"a": routed, "b": routed, "home": home})
    for unit in ("a", "b"):
        table.do("return_unit", unit=unit, hex="10.31", deployed=False)
    assert table.refused("move", units=("a", "b")) == ["6.0"]
    table.do("move", units=("a",))


def test_a_stack_of_the_same_unit_twice_is_refused() -> None:
    table = table_of(strip("...."), {"a": column()})
    assert table.refused("move", units=("a", "a")) == ["6.0"]
    assert table.refused("move", units=()) == ["6.0"]


@clause("CSS-6.0-02")
def test_units_at_their_first_and_second_actions_do_not_move_together() -> None:
    table = table_of(strip("...."), {"a": column(), "b": column()})
    table.do("pass_unit", unit="a")
    assert table.refused("move", units=("a", "b")) == ["5.1"]


def test_unknown_and_routed_units_do_not_move() -> None:
    table = table_of(strip("...."), {"a": column(), "r": column(place="routed")})
    assert table.refused("move", units=("nobody",)) == ["2.0"]
    assert table.refused("move", units=("r",)) == ["8.5.2"]


@clause("CSS-6.0-03")
def test_each_unit_of_a_stack_pays_its_own_cost() -> None:
    table = moving(strip("...."), {"a": column(), "b": column(move=("tracked", 12), armor="tank")}, "a", "b")
    table.step("10.31")
    assert points(table) == [4, 10]


@clause("CSS-6.0-03")
def test_a_stack_enters_only_what_every_member_can_pay() -> None:
    pieces = {"a": column(), "b": column(move=("tracked", 3))}
    table = moving(strip("...", roads=road("paved", 30, 31)), pieces, "a", "b")
    table.step("10.31")
    assert points(table) == [4, 1]
    assert open_hexes(table) == {"10.30"}
    assert table.refused("step", to="10.32", by="terrain") == ["6.0"]


@clause("CSS-6.0-03")
def test_a_stack_goes_only_where_every_member_may() -> None:
    table = moving(strip(".m"), {"a": column(), "b": column(move=("wheeled", 18))}, "a", "b")
    assert "6.2.1" in table.refused("step", to="10.31", by="terrain")


def test_second_actions_of_a_stack_cost_one_direct_command_for_each_unit_not_paid_yet() -> None:
    one_left = {"d36": DivisionStart(dispatch=0, commands=2, fatigue=0, troop_quality=5)}
    table = table_of(strip("...."), {"a": us("10.30"), "b": column()}, divisions=one_left)
    for unit in ("a", "b"):
        table.do("pass_unit", unit=unit)
    table.do("change_formation", unit="a")  # pays for the second action of a
    table.do("move", units=("a", "b"))
    table.step("10.31")
    assert table.state.divisions["d36"].commands == 0


def test_a_stack_cannot_take_second_actions_it_cannot_pay() -> None:
    one = {"d36": DivisionStart(dispatch=0, commands=1, fatigue=0, troop_quality=5)}
    table = table_of(strip("...."), {"a": column(), "b": column()}, divisions=one)
    for unit in ("a", "b"):
        table.do("pass_unit", unit=unit)
    assert table.refused("move", units=("a", "b")) == ["5.1"]
    table.do("move", units=("a",))


# ---- what forbids a move, what does not (6.0) ----


@clause("CSS-6.0-08")
@pytest.mark.parametrize(
    ("move", "dg", "terrain"), [("leg", 1, "w"), ("leg", 2, "v"), ("wheeled", 1, "."), ("tracked", 2, ".")]
)
def test_there_is_no_minimum_move(move: str, dg: int, terrain: str) -> None:
    table = moving(strip("." + terrain), {"a": column(move=(move, 2))}, markers=[("10.30", "dg", dg)])
    assert points(table) == [1]
    assert ways(table) == set()
    assert table.refused("step", to="10.31", by="terrain") == ["6.0"]


@clause("CSS-6.0-08")
def test_a_unit_without_points_cannot_begin_to_move() -> None:
    table = table_of(strip(".."), {"a": column(move=("leg", 1))}, markers=[("10.30", "dg", 1)])
    assert table.refused("move", units=("a",)) == ["10.2.3"]


@clause("CSS-6.0-09")
@pytest.mark.parametrize("move", CLASSES)
def test_a_hex_with_an_enemy_unit_is_not_entered(move: str) -> None:
    ground = strip("...", roads=road("paved", 30, 32))
    table = moving(ground, {"a": column(move=(move, 12)), "x": ge("10.31", fire=None)})
    assert ways(table) == set()
    assert table.refused("step", to="10.31", by="terrain") == ["6.0"]
    assert table.refused("step", to="10.31", by="paved") == ["6.0"]


@clause("CSS-6.0-10")
def test_fire_zones_cost_nothing_and_stop_nobody() -> None:
    ground = board("....\n....\n....", first="10.30")
    table = activation(ground, {"a": column("10.31"), "x": ge("12.31")}, "formation:r141")
    watched = table.session.query("fire_zone", unit="x").hexes
    assert {"11.30", "11.31"} <= set(watched)
    table.do("move", units=("a",))
    table.step("11.30")
    assert points(table) == [4]
    table.step("11.31")
    table.do("hold")
    assert (table.where("a"), points(table)) == ("11.31", [3])
    table.step("11.32")
    table.do("hold")
    assert (table.where("a"), points(table)) == ("11.32", [2])


def test_events_tell_each_step() -> None:
    table = moving(strip("...."), {"a": column()})
    (moved,) = named(table.step("10.31"), "UnitMoved")
    assert (moved["unit"], moved["from"], moved["to"]) == ("a", "10.30", "10.31")
    table.do("stop")
    end(table)
