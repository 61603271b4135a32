"""Indirect units with an enemy next to them (8.7.5, 6.0)."""

from __future__ import annotations

import pytest

from rules.company_scale.counters import WeaponCounter
from tests.rules.company_scale.helpers.guns import GE, HQ, US, field, gun, next_chit
from tests.rules.company_scale.helpers.preparing import HERE, prepared
from tests.rules.company_scale.helpers.tables import ge, named, us, weapon

MORTAR = {"fire": ("black", 3, 6), "move": ("leg", 4)}


@pytest.mark.clause("CSS-8.7.5-01", "CSS-6.0-07")
def test_a_gun_next_to_an_enemy_is_in_column_before_any_action_and_keeps_its_action() -> None:
    table = field({"m": gun("12.32", **MORTAR), "x": ge("12.33")})
    assert not table.unit("m").deployed
    assert table.state.activity["m"].used == 0
    assert [e["unit"] for _, e in table.session.events if e["event"] == "ForcedFromPosition"] == ["m"]
    table.do("move", units=("m",))
    table.step("12.31")


@pytest.mark.clause("CSS-8.7.5-01", "CSS-6.0-07")
def test_a_gun_paid_for_under_a_direct_command_chit_is_turned_too() -> None:
    table = field({"m": gun("12.32", **MORTAR), "x": ge("12.33")}, "command:allied")
    assert table.unit("m").deployed
    table.do("activate", unit="m")
    assert not table.unit("m").deployed
    assert table.state.activity["m"].used == 0


@pytest.mark.clause("CSS-8.7.5-01")
def test_inactive_guns_stay_deployed_until_their_own_chit() -> None:
    pieces = {"m": gun("12.32", **MORTAR), "x": ge("12.35", deployed=False), "o": us("30.32")}
    table = field(pieces, GE, cup=(US,))
    table.do("move", units=("x",))
    table.step("12.34", "12.33")
    assert table.unit("m").deployed
    if table.decision.kind == "movement":
        table.do("stop")
    next_chit(table, US)
    assert not table.unit("m").deployed


@pytest.mark.clause("CSS-8.7.5-01")
def test_a_deployed_gun_that_drives_up_to_an_enemy_is_turned_at_once() -> None:
    table = field({"m": gun("12.30", boxed=4, move=("tracked", 12)), "x": ge("12.33", fire=None)})
    table.do("move", units=("m",))
    table.step("12.31")
    assert table.unit("m").deployed
    table.step("12.32")
    assert not table.unit("m").deployed
    assert table.where("m") == "12.32"


@pytest.mark.clause("CSS-8.7.5-01")
def test_a_retreating_enemy_that_comes_next_to_an_active_gun_turns_it() -> None:
    pieces = {"a": us("14.32"), "b": us("13.31"), "m": gun("14.29", **MORTAR), "x": ge(HERE, deployed=False)}
    table = prepared(pieces)
    table.do("confirm")
    if table.asked[1] == "assault_indirect":
        table.do("pass")
    assert table.asked == ("german", "retreat")
    assert table.unit("m").deployed
    table.do("retreat", hex="14.30")
    assert not table.unit("m").deployed


@pytest.mark.clause("CSS-8.7.5-01")
def test_units_with_a_direct_value_and_companies_stay_as_they_are() -> None:
    both = us("12.32", fire=("white", 4, 2), indirect=("black", 3, 8), dual_purpose=True)
    table = field({"d": both, "i": us("12.32"), "x": ge("12.33")})
    assert table.unit("d").deployed and table.unit("i").deployed


@pytest.mark.clause("CSS-8.7.5-02")
def test_it_deploys_again_only_without_an_enemy_next_to_it() -> None:
    table = field({"m": gun("12.32", deployed=False, **MORTAR), "hq": us("12.30", **HQ), "x": ge("12.33", fire=None)})
    assert table.refused("change_formation", unit="m") == ["8.7.5"]
    table.do("move", units=("m",))
    table.step("12.31")
    table.do("stop")
    table.do("change_formation", unit="m")
    assert table.unit("m").deployed


@pytest.mark.clause("CSS-8.7.5-03")
def test_a_battery_with_one_side_only_is_eliminated_instead() -> None:
    table = field({"b": gun("12.32", never_column=True), "c": us("12.32"), "x": ge("12.33")})
    assert table.where("b") == "eliminated"
    assert table.state.losses == {"allied": 1}
    assert table.where("c") == "12.32"
    events = [e for _, e in table.session.events]
    assert [e["unit"] for e in named(events, "UnitEliminated")] == ["b"]
    safe = field({"b": gun("12.32", never_column=True), "x": ge("12.34")})
    assert safe.where("b") == "12.32"


@pytest.mark.clause("CSS-8.7.5-03")
def test_the_lost_battery_takes_markers_and_leaves_nothing_behind() -> None:
    table = field(
        {"b": gun("12.32", never_column=True), "o": us("30.32"), "x": ge("12.33")}, markers=[("12.32", "dg", 2)]
    )
    assert table.state.hexes == {}
    assert "b" not in table.state.activity
    assert table.session.check() == []


@pytest.mark.clause("CSS-8.7.5-03")
def test_paid_for_under_a_direct_command_chit_it_is_lost_as_well() -> None:
    table = field({"b": gun("12.32", never_column=True), "o": us("30.32"), "x": ge("12.33")}, "command:allied")
    table.do("activate", unit="b")
    assert table.where("b") == "eliminated"
    assert table.decision.kind == "activation"
    table.do("activate", unit="o")


@pytest.mark.clause("CSS-8.7.5-01", "CSS-5.1-01")
def test_the_way_of_a_gun_paid_for_begins_with_its_activation_alone_as_that_turns_it() -> None:
    table = field({"m": gun("12.32", **MORTAR), "x": ge("12.33")}, "command:allied")
    found = table.session.query("reach", units=["m"])
    assert [c["do"] for c in found["begin"]] == ["activate", "move"]
    assert "12.31" in found["hexes"] and found["why"] == []
    table.do("activate", unit="m")
    table.do("move", units=("m",))
    table.step("12.31")


@pytest.mark.clause("CSS-8.7.5-03")
@pytest.mark.parametrize("guns", [{}, {"w": ("12.32", weapon("w", ("red", 1, 1)))}])
def test_a_battery_that_its_activation_would_cost_goes_nowhere(guns: dict[str, tuple[str, WeaponCounter]]) -> None:
    pieces = {"b": gun("12.32", never_column=True), "o": us("30.32"), "x": ge("12.33")}
    table = field(pieces, "command:allied", weapons=guns)
    found = table.session.query("reach", units=["b"])
    assert found["hexes"] == {} and [reason["rule"] for reason in found["why"]] == ["8.5"]
    assert table.session.query("walk", units=["b"], hexes=["12.31"]) is None
    assert table.where("b") == "12.32"
