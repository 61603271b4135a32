"""What provokes opportunity fire, what screens, and the example (8.6)."""

from __future__ import annotations

import pytest

from rules.company_scale.r08_6_opportunity_fire import is_provoked, watchers
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import entry, firers, shoot
from tests.rules.company_scale.helpers.leaving import OPEN, US, column, leaving
from tests.rules.company_scale.helpers.tables import Piece, activation, ge, tank, us

EXAMPLE = board("\n".join(["........"] * 8), first="36.38")


@pytest.mark.clause("CSS-8.6-05", "CSS-2.0-37")
def test_entering_a_fire_zone_is_no_trigger_but_leaving_it_is() -> None:
    table = leaving({"a": column("11.32"), "x": ge("13.32")}, "12.32")
    assert table.asked == ("allied", "movement")
    assert table.decision.subject["points"] == [8]  # in halves: 4 of 5 points are left
    table.step("11.32")
    assert table.asked == ("german", "opportunity_fire")
    assert table.where("a") == "12.32"


@pytest.mark.clause("CSS-8.6-05")
def test_the_points_are_spent_before_the_fire_and_the_fire_is_resolved_in_the_hex_left() -> None:
    table = leaving({"a": column("12.32"), "x": ge("13.32")}, charts=entry("DG1"))
    shoot(table, "x", "12.32", 0)
    assert table.where("a") == "11.32"
    assert table.decision.subject["points"] == [6]  # 5 less 1 for the step, less 1 for the new disorganization
    assert table.hex("11.32").dg == 1


@pytest.mark.clause("CSS-8.6-05")
def test_a_mover_suppressed_by_the_fire_stays_and_its_action_is_gone() -> None:
    table = leaving({"a": column("12.32"), "b": column("12.32"), "x": ge("13.32")}, charts=entry("S"))
    shoot(table, "x", "12.32", 0)
    assert table.where("a") == "12.32"
    assert table.state.activity["a"].used == 1
    assert table.asked == ("allied", "activation")


@pytest.mark.clause("CSS-8.6-06")
def test_a_deployed_unit_that_stays_screens_the_mover() -> None:
    screened = leaving({"a": column("12.32"), "b": us("12.32"), "x": ge("13.32")})
    assert screened.asked == ("allied", "movement")
    assert screened.where("a") == "11.32"
    open_to_fire = leaving({"a": column("12.32"), "b": column("12.32"), "x": ge("13.32")})
    assert open_to_fire.asked == ("german", "opportunity_fire")


@pytest.mark.clause("CSS-8.6-06")
def test_the_screen_fails_against_a_unit_that_covers_the_hex_left_and_the_hex_entered() -> None:
    table = leaving({"a": column("12.32"), "b": us("12.32"), "x": ge("13.32"), "y": ge("13.31")}, "12.33")
    assert firers(table) == {"x"}
    assert "8.6" in table.refused("fire", unit="y", hex="12.32")


@pytest.mark.clause("CSS-8.6-06")
def test_two_units_that_cover_one_hex_each_do_not_break_the_screen() -> None:
    table = leaving({"a": column("12.32"), "b": us("12.32"), "y": ge("13.31"), "z": ge("13.33")}, "12.33")
    assert table.asked == ("allied", "movement")


@pytest.mark.clause("CSS-8.6-06")
def test_a_vehicle_that_moves_deployed_does_not_screen_itself_or_its_companions_on_the_move() -> None:
    alone = leaving({"a": tank("12.32", us), "x": ge("13.32")})
    assert alone.asked == ("german", "opportunity_fire")
    together = activation(OPEN, {"a": tank("12.32", us), "b": column("12.32"), "x": ge("13.32")}, US)
    together.do("move", units=("a", "b"))
    together.step("11.32")
    assert together.asked == ("german", "opportunity_fire")


@pytest.mark.clause("CSS-8.6-01", "CSS-8.6-06")
@pytest.mark.parametrize(
    ("pieces", "markers", "to", "who"),
    [
        ({}, (), "11.32", {"x"}), ({}, (("13.32", "no_opportunity_fire", None),), "11.32", set()),
        ({"y": ge("14.31")}, (), "11.32", {"x"}), ({"b": us("12.32")}, (), "11.32", set()),
        ({"b": us("12.32"), "y": ge("13.31")}, (), "12.33", {"x"}),
    ],
)  # fmt: skip
def test_who_would_fire_is_known_before_the_step(
    pieces: dict[str, Piece], markers: tuple[tuple[str, str, None], ...], to: str, who: set[str]
) -> None:
    table = activation(OPEN, {"a": column("12.32"), "x": ge("13.32"), **pieces}, US, markers=markers)
    assert set(watchers(table.game, ("a",), 1232, hex_id(to))) == who
    assert is_provoked(table.game, ("a",), 1232, hex_id(to)) is bool(who)


@pytest.mark.clause("CSS-8.6-07")
def test_firing_rallying_and_changing_formation_provoke_nothing() -> None:
    pieces = {"a": us("12.32"), "b": us("12.32"), "c": us("13.33"), "x": ge("13.32")}
    table = activation(OPEN, pieces, US, markers=[("13.33", "dg", 1)])
    shoot(table, "a", "13.32", 9)
    assert table.asked == ("allied", "activation")
    table.do("change_formation", unit="b")
    assert table.asked == ("allied", "activation")
    table.do("rally", unit="c")
    assert table.asked == ("allied", "activation")


@pytest.mark.clause("CSS-8.6-07")
def test_placing_a_ridge_marker_provokes_nothing() -> None:
    ridge = board("......\n......\n......\n", first="10.30", ridge=["12.31/13.31"])
    table = activation(ridge, {"a": column("11.31"), "x": ge("13.31", fire=("red", 4, 2))}, US)
    table.do("move", units=("a",))
    table.step("12.31")
    table.do("hold")  # the step itself left a hex in the zone
    table.do("decline")  # the German does not claim
    assert table.asked == ("allied", "ridge_claim")
    table.do("claim")
    assert table.hex("12.31").ridge
    assert table.asked == ("allied", "movement")


@pytest.mark.clause("CSS-8.6-12")
def test_opportunity_fire_comes_before_anything_else_of_the_step() -> None:
    ridge = board("......\n......\n......\n......\n", first="10.30", ridge=["11.32/10.32"])
    pieces = {"a": column("12.32"), "d": column("11.32"), "x": ge("13.32"), "y": ge("10.32", fire=None)}
    table = activation(ridge, pieces, US, markers=[("11.32", "dg", 3)], charts=entry("DG1"))
    table.do("move", units=("a",))
    table.step("11.32")
    assert table.asked == ("german", "opportunity_fire")
    assert table.where("a") == "12.32"
    assert table.hex("12.32").dg == 0
    shoot(table, "x", "12.32", 0)
    assert table.where("a") == "11.32"
    assert table.hex("11.32").dg == 3
    assert table.asked[1] == "ridge_claim"


@pytest.mark.clause("CSS-8.6-16")
def test_the_opportunity_fire_example() -> None:
    pieces = {
        "e": us("38.42"), "f": column("38.42"), "g": us("38.42"),
        "flak": ge("39.41", fire=("yellow", 5, 2), sustained_fire=True), "c5": ge("39.41"),
        "hq": ge("42.38", hq="division"),
    }  # fmt: skip
    table = activation(EXAMPLE, pieces, US, charts=entry("DG1"), cup=("command:german",))
    table.do("move", units=("f",))
    table.step("38.43")  # from a zone to no zone, past a deployed friend: nothing
    assert table.asked == ("allied", "movement")
    assert table.where("f") == "38.43"
    assert table.hex("39.41").fire_marker == ""
    table.do("stop")
    table.do("change_formation", unit="e")
    table.do("move", units=("e",))
    table.step("38.41")  # from a zone to a zone of the same Germans
    assert table.asked == ("german", "opportunity_fire")
    shoot(table, "flak", "38.42", 5)
    assert table.hex("39.41").fire_marker == "sustained_fire"
    assert table.where("e") == "38.41"
    table.step("38.40")  # out of the zone, with no deployed friend in the hex left
    assert table.asked == ("german", "opportunity_fire")
    shoot(table, "flak", "38.41", 8)
    assert table.hex("39.41").fire_marker == "no_opportunity_fire"
    assert table.where("e") == "38.40"
    table.do("stop")
    table.do("end_activation")
    table.dice("command:german", 4)
    while table.decision.kind == "purchase":
        table.do("pass")
    assert table.asked == ("german", "activation")
    assert table.hex("39.41").fire_marker == "no_opportunity_fire"
    table.do("activate", unit="c5")
    assert table.hex("39.41").fire_marker == ""


@pytest.mark.clause("CSS-8.6-16")
def test_the_eight_of_the_example_is_still_resolved() -> None:
    pieces = {"e": column("38.41"), "flak": ge("39.41", fire=("yellow", 8, 2), sustained_fire=True)}
    table = activation(EXAMPLE, pieces, US, charts=entry("DG1"), markers=[("39.41", "sustained_fire", None)])
    table.do("move", units=("e",))
    table.step("38.40")
    shoot(table, "flak", "38.41", 8)
    assert table.hex("38.40").dg == 1  # the mover took it along
    assert table.hex("39.41").fire_marker == "no_opportunity_fire"


@pytest.mark.clause("CSS-8.6-07")
@pytest.mark.parametrize("act", ["foxhole", "trench", "smoke", "illuminate", "indirect_fire", "place_assault"])
def test_building_smoke_guns_and_assault_markers_provoke_nothing(act: str) -> None:
    pieces = {"a": us("12.32", engineer=True), "m": us("10.30", fire=("black", 3, 6)), "x": ge("13.32")}
    table = activation(OPEN, pieces, US, dice=[0, 0], first_turn="night_1" if act == "illuminate" else "0900")
    assert set(watchers(table.game, ("a",), 1232, 1232)) == {"x"}  # it would fire at a movement
    if act in ("foxhole", "trench"):
        table.do("build", unit="a", what=act)
    elif act == "smoke":
        table.do("smoke", unit="a", hex="12.31")
    elif act == "place_assault":
        table.do("place_assault", hex="13.32")
    else:
        table.do(act, unit="m", hex="13.32")
        if act == "indirect_fire":
            table.do("confirm")
    assert table.asked == ("allied", "activation")
