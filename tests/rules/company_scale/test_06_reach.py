"""Reach: where units could go, what it costs and who may fire (6.0, 8.6)."""

from __future__ import annotations

import pytest

from rules.engine.command import MalformedCommand
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.moves import column, moving, road, strip, table_of
from tests.rules.company_scale.helpers.tables import DivisionStart, TableTop, activation, ge, tank, us, weapon

OPEN = board(
    """
    ......
    ......
    ......
    """,
    first="10.30",
)


def test_a_deployed_company_is_told_to_change_formation_first() -> None:
    table = activation(OPEN, {"a": us("11.30"), "x": ge("15.32")}, "formation:r141")
    found = table.session.query("reach", units=["a"])
    assert [c["do"] for c in found["begin"]] == ["change_formation", "move"]
    assert found["hexes"]["11.31"] == {
        "mp_left": 4.0, "path": [["11.31", "terrain"]], "fire": [], "watched": [], "air": [],
        "second": False,
    }  # fmt: skip


def test_a_supposed_move_begins_with_the_change_of_formation_too() -> None:
    """The other side's company stands deployed and is not active: it is shown as if it had turned to column."""
    table = activation(OPEN, {"a": us("11.30"), "x": ge("15.32")}, "formation:r141")
    answer = table.session.query("reach", units=["x"])
    assert [c["do"] for c in answer["begin"]] == ["change_formation", "move"]
    assert answer["begin"][0]["unit"] == "x" and "14.32" in answer["hexes"]
    assert table.state.units["x"].deployed, "the game itself is left as it is"


def test_leaving_a_fire_zone_is_told_for_every_way_out() -> None:
    table = activation(OPEN, {"a": us("11.30", deployed=False), "x": ge("12.30")}, "formation:r141")
    found = table.session.query("reach", units=["a"])
    assert all(entry["fire"] == ["12.30"] for entry in found["hexes"].values())


def test_another_unit_is_reached_after_stopping_the_present_move() -> None:
    table = activation(
        OPEN, {"a": us("11.30", deployed=False), "b": us("13.30", deployed=False), "x": ge("15.32")}, "formation:r141"
    )
    table.do("move", units=("a",))
    table.step("11.31")
    assert [c["do"] for c in table.session.query("reach", units=["b"])["begin"]] == ["stop", "move"]
    assert table.session.query("reach", units=["a"])["begin"] == []


def test_a_walk_along_given_hexes_has_the_shape_of_one_hex_of_the_reach() -> None:
    table = activation(OPEN, {"a": us("11.30", deployed=False), "x": ge("15.32")}, "formation:r141")
    way = table.session.query("walk", units=["a"], hexes=["11.31", "11.32"])
    assert way == table.session.query("reach", units=["a"])["hexes"]["11.32"]
    assert table.session.query("walk", units=["a"], hexes=["12.32"]) is None


def found(table: TableTop, *units: str) -> dict[str, dict[str, object]]:
    """Return the hexes of a reach."""
    hexes: dict[str, dict[str, object]] = table.session.query("reach", units=list(units))["hexes"]
    return hexes


def why(table: TableTop, *units: str) -> list[str]:
    """Return the rule numbers of the reasons why nothing can move."""
    answer = table.session.query("reach", units=list(units))
    assert (answer["begin"], answer["hexes"], answer["refused"]) == ([], {}, {})
    return [reason["rule"] for reason in answer["why"]]


# ---- why nothing moves ----


def test_a_unit_that_cannot_move_says_why() -> None:
    pieces = {"a": column(), "gun": us("10.31", never_column=True), "x": ge("10.34")}
    table = table_of(strip("....."), pieces, markers=[("10.30", "pinned", None)])
    assert why(table, "a") == ["10.2.2"]
    assert why(table, "gun") == ["3.2"]
    assert "6.0" in why(table, "a", "gun")


def test_a_unit_that_has_turned_to_fire_cannot_turn_back_and_march() -> None:
    table = table_of(strip("..."), {"a": column()})
    table.do("change_formation", unit="a")
    assert why(table, "a") == ["6.0"]


def test_a_unit_without_an_action_left_says_so() -> None:
    table = table_of(strip("..."), {"a": column()}, divisions={"d36": DivisionStart(0, 0, 0, 5)})
    table.do("pass_unit", unit="a")
    assert why(table, "a") == ["5.1"]


def test_a_routed_unit_goes_nowhere() -> None:
    table = table_of(
        strip("..."), {"a": column(place="routed"), "b": us("10.30", formation="r142")}, chit="command:german"
    )
    assert why(table, "a") == [""]


def test_units_that_are_not_active_are_shown_as_if_they_were() -> None:
    table = table_of(strip("..."), {"a": column(), "x": ge("10.32", deployed=False)}, chit="formation:pg110")
    assert set(found(table, "a")) == {"10.31"}
    assert set(found(table, "x")) == {"10.31"}


def test_bad_names_are_told() -> None:
    table = table_of(strip("..."), {"a": column()})
    with pytest.raises(MalformedCommand, match="nobody"):
        table.session.query("reach", units=["nobody"])
    with pytest.raises(MalformedCommand, match="Name the units"):
        table.session.query("reach", units=[])
    with pytest.raises(MalformedCommand, match=r"99\.10"):
        table.session.query("way", units=["a"], hex="99.10")


def test_under_a_direct_command_chit_the_payment_comes_first() -> None:
    table = table_of(strip("..."), {"a": us("10.30")}, chit="command:allied")
    answer = table.session.query("reach", units=["a"])
    assert [c["do"] for c in answer["begin"]] == ["activate", "change_formation", "move"]
    pieces = {"a": us("10.30"), "b": us("10.32", formation="cav117")}  # another division has direct commands
    poor = table_of(strip("..."), pieces, chit="command:allied", divisions={"d36": DivisionStart(0, 0, 0, 5)})
    assert why(poor, "a") == ["5.1"]


def test_a_second_action_is_told() -> None:
    table = table_of(strip("...."), {"a": column()})
    assert not any(entry["second"] for entry in found(table, "a").values())
    table.do("pass_unit", unit="a")
    assert all(entry["second"] for entry in found(table, "a").values())


# ---- what markers, weapons and roads do on the way ----


def test_the_same_level_met_twice_costs_once() -> None:
    pieces = {"a": column(), "b": us("10.31"), "c": us("10.32")}
    table = table_of(strip("......"), pieces, markers=[("10.31", "dg", 1), ("10.32", "dg", 1)])
    assert found(table, "a")["10.32"]["mp_left"] == 2


def test_a_unit_without_weapons_crosses_a_ridge_on_its_way() -> None:
    ground = strip(".....", ridge=["10.31/10.32"])
    assert found(table_of(ground, {"a": column()}), "a")["10.32"]["mp_left"] == 1
    armed = table_of(ground, {"a": column()}, weapons={"m": ("10.30", weapon("m", ("red", 1, 1)))})
    assert "10.32" not in found(armed, "a")


@pytest.mark.clause("CSS-6.2.2-25")
def test_a_weapon_that_goes_along_stops_its_unit_before_a_ridge_though_another_could_hold_it() -> None:
    ground = strip(".....", ridge=["10.31/10.32"])
    pieces = {"a": column(), "b": us("10.31")}
    table = table_of(ground, pieces, weapons={"m": ("10.30", weapon("m", ("red", 1, 1)))})
    assert "10.31" in found(table, "a")
    assert "10.32" not in found(table, "a")


def test_deployed_tanks_have_their_boxed_reach() -> None:
    table = table_of(strip("....", roads=road("paved", 30, 33)), {"a": tank("10.30", us)})
    answer = table.session.query("reach", units=["a"])
    assert [c["do"] for c in answer["begin"]] == ["move"]
    assert {name: entry["mp_left"] for name, entry in answer["hexes"].items()} == {"10.31": 2, "10.32": 0}


# ---- who may fire (8.6) ----


def test_a_screen_hides_the_start_but_not_a_step_into_the_same_fire_zone() -> None:
    pieces = {"a": column("11.31"), "b": us("11.31"), "x": ge("12.31", fire=("red", 4, 1))}
    table = activation(OPEN, pieces, "formation:r141")
    hexes = found(table, "a")
    assert hexes["10.31"]["fire"] == []
    assert hexes["11.30"]["fire"] == ["12.31"]  # next to the enemy as well


def test_an_enemy_that_the_units_come_next_to_watches_its_neighbours_only() -> None:
    """The range of 3 shrinks to 1 while the units stand next to the gun (7.2)."""
    ground = strip("........")
    table = table_of(ground, {"a": column("10.33"), "x": ge("10.31", fire=("red", 4, 3))})
    hexes = found(table, "a")
    assert (hexes["10.32"]["fire"], hexes["10.32"]["watched"]) == (["10.31"], ["10.31"])
    assert (hexes["10.36"]["fire"], hexes["10.36"]["watched"]) == (["10.31"], [])


def test_a_hex_that_has_fired_is_no_danger() -> None:
    table = table_of(strip("....."), {"a": column("10.31"), "x": ge("10.30")},
                     markers=[("10.30", "no_opportunity_fire", None)])  # fmt: skip
    assert found(table, "a")["10.32"]["fire"] == []


def test_reach_in_the_middle_of_a_move_counts_what_is_left() -> None:
    table = moving(strip("......"), {"a": column()})
    table.step("10.31", "10.32")
    assert found(table, "a")["10.34"]["mp_left"] == 1


def test_a_walk_does_not_go_on_from_a_pinned_hex() -> None:
    table = table_of(strip("...."), {"a": column(), "b": us("10.31")}, markers=[("10.31", "pinned", None)])
    assert set(found(table, "a")) == {"10.31"}
    assert table.session.query("walk", units=["a"], hexes=["10.31"]) is not None
    assert table.session.query("walk", units=["a"], hexes=["10.31", "10.32"]) is None
