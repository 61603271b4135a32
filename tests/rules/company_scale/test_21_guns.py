"""Dual-purpose units, and German guns abandoned in column (21.1, 21.2, 8.7)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.r06_reach import reach
from rules.company_scale.r07_line_of_sight import fire_zone
from rules.company_scale.records.answers import Abandoning
from rules.hexes.grid import hex_name
from tests.rules.company_scale.helpers.guns import barrages, field, gun, shell
from tests.rules.company_scale.helpers.preparing import HERE, prepared
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, named, tank, us
from tests.rules.company_scale.helpers.turns import OPEN

HQ: dict[str, Any] = {"hq": "formation", "command_range": 9}


def dual(hex: str, **changes: Any) -> Piece:
    """Return an assault gun troop: white 4 range 2, indirect 3 range 8."""
    plain: dict[str, Any] = {"fire": ("white", 4, 2), "indirect": ("black", 3, 8), "dual_purpose": True}
    return us(hex, **{**plain, "move": ("tracked", 14), **changes})


def flak(hex: str, **changes: Any) -> Piece:
    """Return German anti-aircraft guns: yellow 5 range 2; red 2 and 5 movement points once the guns are abandoned."""
    plain: dict[str, Any] = {"fire": ("yellow", 5, 2), "column_fire": ("red", 2, 1), "abandons_guns": True}
    return ge(hex, **{**plain, **changes})


def duals(**more: Piece) -> TableTop:
    """Put a dual-purpose troop in 12.31 of the open board, in command, with enemies in 14.32 and 19.33."""
    pieces = {"gun": dual("12.31"), "hq": us("11.33", **HQ), "x": ge("14.32"), "y": ge("19.33"), **more}
    return activation(OPEN, pieces, "formation:r141")


def guns(**more: Piece) -> TableTop:
    """Put German anti-aircraft guns in 12.31, in command, with a company of another formation far off."""
    pieces = {"flak": flak("12.31"), "hq": ge("11.33", **HQ), "a": us("21.33"), **more}
    return activation(OPEN, pieces, "formation:pg110", cup=("division:pz11",))


# --- 21.1 dual-purpose units ---


@pytest.mark.clause("CSS-21.1-01", "CSS-8.7-06")
def test_the_fire_zone_of_a_dual_purpose_unit_is_that_of_its_direct_fire() -> None:
    table = duals(x=ge("18.33"))
    zone = {hex_name(h) for h in fire_zone(table.game, "gun")}
    assert "14.32" in zone and "15.32" not in zone


@pytest.mark.clause("CSS-21.1-02", "CSS-8.7-06")
def test_a_dual_purpose_unit_fires_only_once_in_an_activation() -> None:
    table = duals()
    table.do("fire", unit="gun", hex="14.32")
    table.dice(9).do("confirm")
    assert table.unit("gun").deployed and table.state.activity["gun"].used == 1
    assert table.refused("fire", unit="gun", hex="14.32") == ["21.1"]


@pytest.mark.clause("CSS-21.1-02")
def test_a_hex_that_has_fired_with_a_dual_purpose_unit_fires_no_more_in_the_activation() -> None:
    table = duals(gun=dual("13.31"), b=us("13.31"))
    table.do("pass_unit", unit="b")
    table.do("fire", unit="gun", hex="14.32")
    table.dice(9).do("confirm")
    assert table.refused("fire", unit="b", hex="14.32") == ["21.1"]


@pytest.mark.clause("CSS-21.1-02")
def test_a_dual_purpose_unit_does_not_fire_or_support_once_its_hex_has_fired() -> None:
    table = duals(gun=dual("13.31"), b=us("13.31"), c=us("13.31"))
    table.do("pass_unit", unit="gun")
    table.do("pass_unit", unit="c")
    table.do("fire", unit="b", hex="14.32")
    table.dice(9).do("confirm")
    assert table.refused("fire", unit="gun", hex="14.32") == ["21.1"]
    table.do("fire", unit="c", hex="14.32")
    assert table.refused("support", unit="gun") == ["21.1"]


@pytest.mark.clause("CSS-21.1-02")
def test_a_dual_purpose_unit_that_supported_a_fire_has_had_its_one_fire() -> None:
    table = duals(gun=dual("13.31"), b=us("13.31"))
    table.do("fire", unit="b", hex="14.32")
    table.do("support", unit="gun")
    table.dice(9).do("confirm")
    assert table.refused("fire", unit="gun", hex="14.32") == ["21.1"]
    assert table.refused("fire", unit="b", hex="14.32") == ["21.1"]


@pytest.mark.clause("CSS-21.1-02", "CSS-8.7-06")
def test_fire_of_one_kind_excludes_the_other_in_an_activation() -> None:
    table = field({"gun": dual("12.31"), "hq": us("11.33", **HQ), "x": ge("14.32"), "z": ge("35.36")})
    shell(table, "gun", "14.32", 9)
    assert table.refused("fire", unit="gun", hex="14.32") == ["8.7.1"]
    assert set(table.refused("indirect_fire", unit="gun", hex="14.32")) == {"8.7.1", "21.1"}
    table = field({"gun": dual("12.31"), "hq": us("11.33", **HQ), "x": ge("14.32"), "z": ge("35.36")})
    table.do("fire", unit="gun", hex="14.32")
    table.dice(9).do("confirm")
    assert table.refused("indirect_fire", unit="gun", hex="14.32") == ["8.7.1"]


@pytest.mark.clause("CSS-21.1-02")
def test_a_hex_that_has_fired_indirectly_gets_no_second_fire_from_a_dual_purpose_unit() -> None:
    table = field({"gun": dual("12.31"), "m": gun("12.31"), "b": gun("12.31"), "hq": us("11.33", **HQ),
                   "x": ge("14.32"), "z": ge("35.36")})  # fmt: skip
    table.do("pass_unit", unit="gun")
    table.do("pass_unit", unit="b")
    shell(table, "m", "14.32", 9)
    assert table.refused("indirect_fire", unit="gun", hex="14.32") == ["21.1"]
    table.do("indirect_fire", unit="b", hex="14.32")
    assert "21.1" in table.refused("support", unit="gun")


@pytest.mark.clause("CSS-21.1-03")
def test_a_dual_purpose_unit_stays_deployed_with_an_enemy_next_to_it_and_a_mortar_does_not() -> None:
    table = field({"gun": dual("12.31"), "m": gun("12.31", move=("leg", 4)), "x": ge("13.31")})
    assert table.unit("gun").deployed and not table.unit("m").deployed


@pytest.mark.clause("CSS-21.1-04", "CSS-8.7-06")
@pytest.mark.parametrize(("die", "barrage"), [(8, {"19.32": "light"}), (9, {})])
def test_its_indirect_fire_follows_the_rules_of_indirect_fire(die: int, barrage: dict[str, str]) -> None:
    table = field({"gun": dual("12.31"), "s": us("18.32"), "x": tank("19.32")})
    table.do("indirect_fire", unit="gun", hex="19.32")
    assert {part["letter"]: part["value"] for part in table.decision.subject["modifiers"]}["d"] == -4  # type: ignore[index]
    table.dice(die).do("confirm")
    assert barrages(table) == barrage


# --- 21.2 guns abandoned ---


@pytest.mark.clause("CSS-21.2-01", "CSS-8.7-05")
def test_guns_turned_to_column_can_never_be_deployed_again() -> None:
    table = guns()
    events = table.do("change_formation", unit="flak")
    assert named(events, "GunsAbandoned") == [{"event": "GunsAbandoned", "unit": "flak"}]
    table.do("pass_unit", unit="flak")
    assert table.refused("change_formation", unit="flak") == ["21.2"]
    table.dice("division:pz11").do("end_activation")
    while table.decision.kind == "purchase":
        table.do("pass")
    assert table.state.chit == "division:pz11"
    assert table.refused("change_formation", unit="flak") == ["21.2"]


@pytest.mark.clause("CSS-21.2-01")
def test_guns_are_not_abandoned_by_a_drag_and_other_units_deploy_again() -> None:
    table = guns(b=ge("14.31"))
    found = reach(table.game, ["flak"])
    assert found["begin"] == [] and found["why"][0]["rule"] == "3.2"
    assert reach(table.game, ["b"])["begin"][0]["do"] == "change_formation"
    table.do("change_formation", unit="b")
    table.do("pass_unit", unit="b")
    table.do("change_formation", unit="b")
    assert table.unit("b").deployed and table.state.abandoned == ()


@pytest.mark.clause("CSS-21.2-01")
def test_guns_that_start_in_column_still_have_them() -> None:
    table = guns(flak=flak("12.31", deployed=False))
    table.do("change_formation", unit="flak")
    assert table.unit("flak").deployed


@pytest.mark.clause("CSS-21.2-01")
def test_a_routed_unit_without_guns_returns_in_column_only() -> None:
    table = guns(flak=flak("12.31", place="routed"), hq=ge("12.31", hq="division", command_range=9))
    assert {c.get("deployed") for c in table.offered("return_unit")} == {True, False}
    table.state.abandoned = ("flak",)
    table.session.resume()
    assert table.refused("return_unit", unit="flak", hex="12.31", deployed=True) == ["21.2"]
    table.do("return_unit", unit="flak", hex="12.31", deployed=False)
    assert not table.unit("flak").deployed


@pytest.mark.clause("CSS-21.2-02")
def test_abandoned_guns_leave_a_company_that_moves_and_fires_with_its_column_values() -> None:
    table = guns(a=us("12.33"))
    table.do("change_formation", unit="flak")
    table.do("move", units=("flak",))
    assert table.decision.subject["points"] == [10]
    table.step("12.32")
    table.do("stop")
    table.do("fire", unit="flak", hex="12.33")
    assert table.decision.subject["modifiers"][0]["value"] == 2  # type: ignore[index]
    table.dice(9).do("confirm")
    assert table.state.activity["flak"].used == 2


@pytest.mark.clause("CSS-21.2-01", "CSS-9.1-12")
def test_whose_guns_are_at_stake_is_known_before() -> None:
    table = guns()
    assert table.session.query("abandoning", unit="flak") == Abandoning(("flak",))
    assert table.session.query("abandoning", unit="hq") == Abandoning(())
    assert table.session.query("abandoning") == Abandoning(())
    table.do("change_formation", unit="flak")
    assert table.session.query("abandoning", unit="flak") == Abandoning(())


@pytest.mark.clause("CSS-21.2-01", "CSS-9.1-12")
@pytest.mark.parametrize("enemy", [HERE, "20.33"])
def test_an_assault_puts_the_guns_at_stake_also_where_nobody_is_left_to_assault(enemy: str) -> None:
    pieces = {"flak": ge("14.32", fire=("yellow", 5, 2), abandons_guns=True), "x": us(enemy)}
    table = prepared(pieces, chit="formation:pg110", side="german")
    assert table.asked == ("german", "assaults")
    assert table.session.query("abandoning") == Abandoning(("flak",))
    table.do("call_off", hex=HERE)
    assert table.session.query("abandoning") == Abandoning(())
