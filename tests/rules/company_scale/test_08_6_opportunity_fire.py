"""Opportunity fire: who fires, at whom, how often (8.6)."""

from __future__ import annotations

import pytest

from tests.rules.company_scale.helpers import moves
from tests.rules.company_scale.helpers.fires import aims_of, choices, compose, entry, firers, parts, shoot, value
from tests.rules.company_scale.helpers.leaving import OPEN, US, column, leaving
from tests.rules.company_scale.helpers.tables import activation, ge, named, tank, us, weapon


@pytest.mark.clause("CSS-8.6-01")
def test_every_inactive_hex_whose_zone_holds_the_mover_may_fire_once() -> None:
    table = leaving(
        {"a": column("12.32"), "friend": us("14.34", formation="r142"), "x": ge("13.32"), "x2": ge("13.32"),
         "y": ge("13.31"), "far": ge("15.32")},
    )  # fmt: skip
    assert table.asked == ("german", "opportunity_fire")
    assert firers(table) == {"x", "x2", "y"}
    assert table.refused("fire", unit="far", hex="12.32")
    assert "8.6" in table.refused("fire", unit="friend", hex="12.32")
    shoot(table, "x", "12.32", 9)
    assert firers(table) == {"y"}
    assert "8.6" in table.refused("fire", unit="x2", hex="12.32")
    shoot(table, "y", "12.32", 9)
    assert table.asked == ("allied", "movement")


@pytest.mark.clause("CSS-8.6-01")
@pytest.mark.parametrize(("lane", "fires"), [(8, True), (9, False)])
def test_the_longest_fire_zones_end_at_eight_hexes(lane: int, fires: bool) -> None:
    here = f"10.{30 + lane}"
    pieces = {"a": moves.column(here), "x": moves.gun("10.30", fire=("red", 8, 9))}
    table = moves.moving(moves.strip("." * 11), pieces, "a")
    table.step(f"10.{31 + lane}")
    assert (table.asked == ("german", "opportunity_fire")) is fires


@pytest.mark.clause("CSS-8.6-01")
def test_opportunity_fire_goes_at_the_mover_only() -> None:
    table = leaving({"a": column("12.32"), "idle": us("13.33"), "x": ge("13.32")})
    assert "8.6" in table.refused("fire", unit="x", hex="13.33")


@pytest.mark.clause("CSS-8.6-04")
def test_the_inactive_player_orders_his_hexes_and_a_mover_gone_is_no_target_for_the_next() -> None:
    table = leaving({"a": column("12.32"), "x": ge("13.32"), "y": ge("13.31")}, charts=entry("R"))
    events = shoot(table, "y", "12.32", 0, 9)
    assert named(events, "RoutChecked")[0]["passed"] is False
    assert table.where("a") == "eliminated"
    assert not named(events, "Fired")[1:]
    assert table.hex("13.32").fire_marker == ""
    assert table.decision.kind != "opportunity_fire"


@pytest.mark.clause("CSS-8.6-04")
def test_a_mover_stopped_by_the_first_fire_can_still_be_fired_at_by_the_second_hex() -> None:
    table = leaving({"a": column("12.32"), "x": ge("13.32"), "y": ge("13.31")}, charts=entry("S"))
    shoot(table, "x", "12.32", 0)
    assert table.hex("12.32").stress == "suppressed"
    assert table.asked == ("german", "opportunity_fire")
    assert firers(table) == {"y"}
    table.do("hold")
    assert table.where("a") == "12.32"
    assert table.asked[1] != "movement"


@pytest.mark.clause("CSS-8.6-01")
def test_only_units_on_the_map_fire() -> None:
    gone = ge("", place="eliminated")
    table = leaving({"a": column("12.32"), "x": ge("13.32"), "gone": gone})
    assert table.refused("fire", unit="gone", hex="12.32") == ["8.6"]
    assert table.refused("fire", unit="nobody", hex="12.32") == ["8.6"]


@pytest.mark.clause("CSS-8.6-04", "CSS-7.2-06")
def test_a_hard_mover_lost_to_the_first_fire_leaves_a_blue_gun_nothing_to_fire_at() -> None:
    pieces = {"a": column("12.32"), "t": tank("12.32", us, deployed=False), "x": ge("13.32"),
              "y": ge("13.31", fire=("blue", 6, 1))}  # fmt: skip
    table = activation(OPEN, pieces, US, charts=entry("DG1", "E"))
    table.do("move", units=("a", "t"))
    table.step("12.33", by="terrain")
    assert firers(table) == {"x", "y"}
    compose(table, "x", "12.32").do("aim", target="t")
    table.dice(0).do("confirm")
    assert table.where("t") == "eliminated"
    assert table.asked == ("allied", "movement")
    assert table.where("a") == "12.33"


@pytest.mark.clause("CSS-8.6-08")
def test_opportunity_fire_has_the_modifiers_of_direct_fire_but_no_concentrated_fire() -> None:
    table = leaving(
        {"a": column("12.32", column_defense=0), "x": ge("13.32"), "y": ge("13.32")},
        weapons={"mg": ("13.32", weapon("mg", ("red", 1, 1), formation="pg110"))},
    )
    compose(table, "x", "12.32").do("use_weapon", weapon="mg")
    table.do("support", unit="y")
    assert value(table) == 6
    assert parts(table) == {"": 4, "b": 1, "d": 1}
    assert table.refused("concentrate") == ["8.6"]


@pytest.mark.clause("CSS-8.6-09")
def test_only_the_provoking_hard_target_can_be_the_target_while_infantry_stays() -> None:
    table = leaving({"a": tank("12.32", us), "b": column("12.32"), "x": ge("13.32")}, charts=entry("E"))
    compose(table, "x", "12.32")
    assert aims_of(table) == {"a"}
    assert table.refused("aim", target="hex")
    assert table.refused("aim", target="b")
    assert parts(table) == {"": 4, "a": -2}
    table.dice(0).do("confirm")
    assert table.where("a") == "eliminated"
    assert table.where("b") == "12.32"


@pytest.mark.clause("CSS-8.6-09")
def test_the_target_unit_and_the_rout_are_the_movers_and_hex_markers_strike_everybody() -> None:
    pieces = {"a": column("12.32"), "b": column("12.32", column_defense=3), "x": ge("13.32")}
    table = leaving(pieces, charts=entry("DG1 R"))
    compose(table, "x", "12.32")
    assert parts(table) == {"": 4, "a": 1}
    events = table.dice(0, 9).do("confirm")
    assert named(events, "RoutChecked")[0]["unit"] == "a"
    assert table.where("a") == "eliminated"
    assert table.where("b") == "12.32"
    assert (table.hex("12.32").dg, table.hex("12.32").stress) == (1, "pinned")


@pytest.mark.clause("CSS-8.6-09", "CSS-8.3-04")
def test_a_hard_target_that_stays_counts_for_the_hex_but_cannot_be_aimed_at() -> None:
    table = leaving({"a": column("12.32"), "b": tank("12.32", us, deployed=False), "x": ge("13.32")})
    compose(table, "x", "12.32")
    assert aims_of(table) == {"hex"}
    assert parts(table) == {"": 4, "a": 1, "g": -2}


@pytest.mark.clause("CSS-8.6-09")
def test_movers_of_both_kinds_are_a_hex_target_or_the_hard_one() -> None:
    table = activation(OPEN, {"a": column("12.32"), "t": tank("12.32", us, deployed=False), "x": ge("13.32")}, US)
    table.do("move", units=("a", "t"))
    table.step("11.32")
    compose(table, "x", "12.32")
    assert aims_of(table) == {"hex", "t"}
    assert parts(table)["g"] == -2
    table.do("confirm")
    assert table.asked == ("german", "target_unit")  # both are in column
    assert choices(table) == {"a", "t"}


@pytest.mark.clause("CSS-8.6-10")
def test_a_hex_fires_once_while_inactive() -> None:
    table = leaving({"a": column("12.32"), "x": ge("13.32", fire=("red", 4, 3))})
    shoot(table, "x", "12.32", 9)
    assert table.hex("13.32").fire_marker == "no_opportunity_fire"
    table.step("10.32")
    assert table.asked == ("allied", "movement")
    assert table.where("a") == "10.32"


@pytest.mark.clause("CSS-8.6-10")
def test_a_marked_hex_stays_silent_while_another_may_fire() -> None:
    pieces = {"a": column("12.32"), "x": ge("13.32"), "y": ge("13.31"), "s": ge("12.31")}
    marked = [("13.32", "no_opportunity_fire", None), ("12.31", "suppressed", None)]
    table = leaving(pieces, markers=marked)
    assert firers(table) == {"y"}
    assert table.refused("fire", unit="x", hex="12.32") == ["8.6"]
    assert table.refused("fire", unit="s", hex="12.32")[0] == "8.5.4"


@pytest.mark.clause("CSS-8.6-11")
def test_fire_can_be_saved_for_a_later_trigger() -> None:
    table = leaving({"a": column("12.32"), "x": ge("13.32", fire=("red", 4, 3))})
    table.do("hold")
    assert table.hex("13.32").fire_marker == ""
    table.step("10.32")
    assert table.asked == ("german", "opportunity_fire")
    assert firers(table) == {"x"}


@pytest.mark.clause("CSS-8.6-11")
def test_a_composition_left_has_fired_nothing() -> None:
    table = leaving({"a": column("12.32"), "x": ge("13.32")})
    compose(table, "x", "12.32").do("cancel")
    assert table.asked == ("german", "opportunity_fire")
    assert table.hex("13.32").fire_marker == ""


@pytest.mark.clause("CSS-8.6-13", "CSS-7.2-04")
def test_units_with_only_indirect_fire_never_opportunity_fire() -> None:
    table = leaving({"a": column("12.32"), "x": ge("13.32", fire=("black", 3, 6))})
    assert table.asked == ("allied", "movement")


@pytest.mark.clause("CSS-8.6-14", "CSS-10.2.1-01")
def test_suppressed_units_do_not_fire() -> None:
    table = leaving({"a": column("12.32"), "x": ge("13.32")}, markers=[("13.32", "suppressed", None)])
    assert table.asked == ("allied", "movement")


@pytest.mark.clause("CSS-8.6-14", "CSS-10.2.2-04")
def test_pinned_units_fire_at_minus_3() -> None:
    table = leaving({"a": column("12.32", column_defense=0), "x": ge("13.32")}, markers=[("13.32", "pinned", None)])
    assert value(compose(table, "x", "12.32")) == 1
    assert parts(table) == {"": 4, "c": -3}


@pytest.mark.clause("CSS-8.6-15", "CSS-10.0-05")
def test_the_no_opportunity_fire_marker_goes_when_any_unit_of_the_hex_becomes_active() -> None:
    other = {"formation": "r142"}
    pieces = {"a": us("12.32"), "b": us("12.32", **other), "c": us("15.32", **other), "x": ge("13.32")}
    marked = [("12.32", "no_opportunity_fire", None), ("15.32", "no_opportunity_fire", None)]
    table = activation(OPEN, pieces, US, markers=marked)
    assert table.hex("12.32").fire_marker == ""
    assert table.hex("15.32").fire_marker == "no_opportunity_fire"


@pytest.mark.clause("CSS-8.6-15")
def test_the_no_opportunity_fire_marker_goes_with_the_last_unit() -> None:
    table = activation(OPEN, {"a": us("12.32"), "x": ge("13.32", deployed=False)}, US, charts=entry("R"),
                       markers=[("13.32", "no_opportunity_fire", None)])  # fmt: skip
    shoot(table, "a", "13.32", 0, 9)
    assert table.where("x") == "eliminated"
    assert table.hex("13.32").fire_marker == ""
