"""Routed units come back (8.5.2)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.counters import Stripe
from rules.company_scale.scenario import DivisionStart
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import entry, shoot
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, leader, named, us

OPEN = board("......\n......\n......\n......\n......\n", first="10.30")
HQ = us("12.32", formation="", division="d36", hq="division", command_range=3)
AROUND = {"12.32", "12.31", "12.33", "11.31", "11.32", "13.31", "13.32"}
ROUTED = us("", place="routed", deployed=False)


def returning(chit: str = "formation:r141", **pieces: Piece) -> TableTop:
    """Start an activation with a company in the routed box and its division headquarters in 12.32."""
    return activation(OPEN, {"a": ROUTED, "hq": HQ, **pieces}, chit)


def hexes(table: TableTop, unit: str = "a") -> set[str]:
    """Return where a unit may be brought back."""
    return {str(c.get("hex")) for c in table.offered("return_unit") if c.get("unit") == unit}


@pytest.mark.clause("CSS-8.5.2-01")
@pytest.mark.parametrize("chit", ["formation:r141", "division:d36"])
def test_an_active_routed_unit_may_return_and_need_not(chit: str) -> None:
    table = returning(chit)
    assert hexes(table)
    assert table.verbs() >= {"pass_unit", "end_activation"}
    events = table.do("return_unit", unit="a", hex="12.31", deployed=True)
    assert named(events, "UnitReturned") == [{"event": "UnitReturned", "unit": "a", "hex": "12.31"}]
    assert table.where("a") == "12.31"
    assert table.unit("a").deployed
    idle = returning(chit)
    idle.do("end_activation")
    assert idle.where("a") == "routed"


@pytest.mark.clause("CSS-8.7.5-01")
def test_an_indirect_unit_that_returns_next_to_an_enemy_goes_into_column() -> None:
    mortar = us("", fire=("black", 3, 6), place="routed", deployed=False)
    table = returning(a=mortar, x=ge("11.30", fire=None))
    events = table.do("return_unit", unit="a", hex="11.31", deployed=True)
    assert named(events, "ForcedFromPosition") and not table.unit("a").deployed


@pytest.mark.clause("CSS-8.5.2-01")
def test_a_routed_unit_returns_for_a_direct_command_and_not_under_a_foreign_chit() -> None:
    foreign = returning("formation:r142", b=us("10.30", formation="r142"))
    assert "5.1" in foreign.refused("return_unit", unit="a", hex="12.31", deployed=True)
    paid = activation(OPEN, {"a": ROUTED, "hq": HQ}, "command:allied", dice=[0])
    assert not hexes(paid)
    before = paid.state.divisions["d36"].commands
    paid.do("activate", unit="a")
    paid.do("return_unit", unit="a", hex="12.31", deployed=False)
    assert paid.where("a") == "12.31"
    assert paid.state.divisions["d36"].commands == before - 1


@pytest.mark.clause("CSS-8.5.2-01")
def test_a_unit_that_routs_under_its_own_direct_command_is_not_paid_for_again() -> None:
    pieces = {"a": us("14.34", deployed=False), "hq": HQ, "x": ge("15.33")}
    table = activation(OPEN, pieces, "command:allied", dice=[0], charts=entry("R"))
    table.do("activate", unit="a")
    table.do("move", units=("a",))
    table.step("13.34")
    shoot(table, "x", "14.34", 0, 9)
    assert table.where("a") == "routed"
    assert "5.1" in table.refused("activate", unit="a")


@pytest.mark.clause("CSS-8.5.2-01")
def test_a_unit_on_the_map_has_nothing_to_return_from() -> None:
    table = returning(b=us("10.30"))
    assert "8.5.2" in table.refused("return_unit", unit="b", hex="12.31", deployed=True)
    assert table.refused("return_unit", unit="nobody", hex="12.31", deployed=True)
    assert table.refused("return_unit", unit="a", hex="nowhere", deployed=True) == ["8.5.2"]


@pytest.mark.clause("CSS-8.5.2-02")
def test_units_return_in_or_next_to_the_hex_of_their_division_headquarters() -> None:
    butler = us("15.34", formation="", division="butler", hq="division")
    table = returning(regiment=us("10.34", hq="formation"), butler=butler)
    assert hexes(table) == AROUND
    assert table.refused("return_unit", unit="a", hex="10.34", deployed=True) == ["8.5.2"]
    assert table.refused("return_unit", unit="a", hex="12.30", deployed=True) == ["8.5.2"]
    homeless = activation(OPEN, {"a": ROUTED, "b": us("10.30")}, "formation:r141")
    assert hexes(homeless) == set()


@pytest.mark.clause("CSS-8.5.2-03")
def test_headquarters_return_at_the_leader_of_their_division() -> None:
    chief = leader("chief", 1, 3, formation="", division="d36", stripe=Stripe.NONE)
    colonel = leader("colonel", 1, 2)
    pieces = {
        "hq": us("", formation="", division="d36", hq="division", place="routed"),
        "reg": us("", hq="formation", place="routed"), "a": us("12.32"), "b": us("15.34"),
    }  # fmt: skip
    hero = leader("hero", 1, 3, formation="", division="d36", stripe=Stripe.NONE, hero=True)
    foreign = leader("foreign", 1, 3, formation="", division="butler", stripe=Stripe.NONE)
    both = {"chief": ("12.32", chief), "colonel": ("15.34", colonel), "foreign": ("15.34", foreign),
            "hero": ("15.34", hero)}  # fmt: skip
    table = activation(OPEN, pieces, "division:d36", leaders=both)
    assert hexes(table, "hq") == AROUND
    assert hexes(table, "reg") == AROUND
    assert table.refused("return_unit", unit="hq", hex="15.34", deployed=True) == ["8.5.2"]
    without = activation(OPEN, pieces, "division:d36", leaders={"colonel": ("15.34", colonel)})
    assert hexes(without, "hq") == set()


@pytest.mark.clause("CSS-8.5.2-04")
def test_no_unit_returns_into_an_enemy_fire_zone() -> None:
    table = returning(x=ge("14.32"))  # 13.31, 13.32, 14.31, 14.33, 15.31 and 15.32 are next to it
    assert hexes(table) == AROUND - {"13.31", "13.32"}
    assert table.refused("return_unit", unit="a", hex="13.32", deployed=True) == ["8.5.2"]
    surrounded = returning(x=ge("13.32"), y=ge("11.31"), z=ge("11.32"))
    assert hexes(surrounded) == set()
    harmless = returning(x=ge("13.32", fire=None))
    assert hexes(harmless) == AROUND - {"13.32"}


@pytest.mark.clause("CSS-8.5.2-04")
def test_the_hex_must_be_one_the_unit_could_enter() -> None:
    ground = board("......\n...C..\n.#mm..\n......\n", first="10.30")
    truck = us("", place="routed", deployed=False, move=("wheeled", 12))
    pieces = {"a": ROUTED, "t": truck, "hq": HQ}
    table = activation(ground, pieces, "formation:r141", markers=[("12.31", "on_fire", None)])
    assert hexes(table) == AROUND - {"11.32", "12.31"}
    assert hexes(table, "t") == AROUND - {"11.32", "12.31", "12.32", "13.32"}
    assert table.refused("return_unit", unit="t", hex="13.31", deployed=True) == ["6.2.1"]
    sides = {(str(c.get("unit")), str(c.get("hex")), c.get("deployed")) for c in table.offered("return_unit")}
    assert {("a", "13.31", True), ("a", "13.31", False), ("t", "12.33", True), ("t", "11.31", True)} <= sides
    table.do("return_unit", unit="t", hex="13.31", deployed=False)
    assert table.where("t") == "13.31"


@pytest.mark.clause("CSS-8.5.2-04")
def test_a_unit_returns_on_a_side_it_has() -> None:
    fixed = us("", place="routed", never_column=True)
    table = activation(OPEN, {"f": fixed, "hq": HQ}, "formation:r141")
    assert {c.get("deployed") for c in table.offered("return_unit")} == {True}
    assert table.refused("return_unit", unit="f", hex="12.31", deployed=False) == ["3.2"]


@pytest.mark.clause("CSS-8.5.2-05")
def test_the_return_is_an_action_after_which_a_second_one_may_be_paid_for() -> None:
    def returned(commands: int, reach: int) -> TableTop:
        pieces = {"a": ROUTED, "hq": us("12.32", formation="", division="d36", hq="division", command_range=reach)}
        points: dict[str, Any] = {"divisions": {"d36": DivisionStart(5, commands, 0, 5)}}
        table = activation(OPEN, pieces, "division:d36", **points)
        table.do("return_unit", unit="a", hex="12.31", deployed=False)
        assert table.state.activity["a"].used == 1
        return table

    table = returned(1, 3)
    table.do("move", units=("a",))
    table.step("12.30")
    assert table.where("a") == "12.30"
    assert table.state.divisions["d36"].commands == 0
    assert "5.1" in returned(0, 3).refused("move", units=("a",))
    assert "5.1" in returned(1, 0).refused("move", units=("a",))


@pytest.mark.clause("CSS-8.5.2-05", "CSS-10.2.3-04")
def test_a_unit_that_returns_to_a_disorganized_hex_is_under_its_marker() -> None:
    pieces = {"a": ROUTED, "hq": HQ}
    table = activation(OPEN, pieces, "division:d36", markers=[("12.32", "dg", 2)])
    table.do("return_unit", unit="a", hex="12.32", deployed=False)
    assert table.hex("12.32").dg == 2
    table.do("move", units=("a",))
    assert table.decision.subject["points"] == [8]
