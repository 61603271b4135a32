"""Fire results: the entries of the table and what they do to a hex (8.5, 8.5.3, 10.1)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.records.view import MarkerView
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import choices, compose, entry, shoot
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, named, tank, us

OPEN = board("......\n......\n......\n......\n......\n", first="10.30")
US = "formation:r141"
SHOOTER = us("12.32", fire=("white", 8, 1))


def struck(pieces: dict[str, Piece], cell: str, *dice: int, hard: str = "", **facts: Any) -> TableTop:
    """Fire at 13.32 with a table that holds one entry only; the first die hits."""
    table = activation(OPEN, {"a": SHOOTER, **pieces}, US, charts=entry(cell, hard), **facts)
    shoot(table, "a", "13.32", 0, *dice)
    return table


def marked(kind: str, value: int | None = None) -> dict[str, Any]:
    """Return a marker on the target hex."""
    return {"markers": [("13.32", kind, value)]}


@pytest.mark.clause("CSS-8.5-01")
@pytest.mark.parametrize(("die", "stress"), [(4, ""), (5, "pinned")])
def test_disorganization_is_added_before_the_rout_check_is_made(die: int, stress: str) -> None:
    table = struck({"x": ge("13.32")}, "DG1 R", die, **marked("dg", 1))
    assert table.hex("13.32").dg == 2
    assert table.hex("13.32").stress == stress  # troop quality 5, less 1 for the new level


@pytest.mark.clause("CSS-8.5-01")
def test_results_come_in_printed_order() -> None:
    table = struck({"x": ge("13.32")}, "R DG1", 5, **marked("dg", 1))
    assert table.hex("13.32").dg == 2
    assert table.hex("13.32").stress == ""  # the check came first, against troop quality 5


@pytest.mark.clause("CSS-8.5-02", "CSS-8.2-03", "CSS-10.0-01")
def test_suppressed_marks_the_whole_hex_once() -> None:
    table = activation(OPEN, {"a": SHOOTER, "x": ge("13.32"), "y": ge("13.32"), "z": ge("13.32")}, US,
                       charts=entry("S"))  # fmt: skip
    shoot(table, "a", "13.32", 0)
    events = table.do("choose", unit="x")
    assert [(e["hex"], e["kind"]) for e in named(events, "MarkerPlaced")] == [("13.32", "suppressed")]
    assert table.game.state.status(1332).stress == "suppressed"
    view = table.session.view()
    assert [m for m in view.markers if m.hex == "13.32"] == [MarkerView("13.32", "suppressed")]


@pytest.mark.clause("CSS-8.5-03", "CSS-10.0-01")
@pytest.mark.parametrize(("before", "gain", "after"), [(0, 1, 1), (1, 2, 3), (0, 3, 3), (2, 1, 3), (0, 4, 4)])
def test_disorganization_adds_up(before: int, gain: int, after: int) -> None:
    table = struck({"x": ge("13.32")}, f"DG{gain}", **(marked("dg", before) if before else {}))
    assert table.hex("13.32").dg == after
    assert table.where("x") == "13.32"


@pytest.mark.clause("CSS-8.5-04", "CSS-10.2.3-07")
def test_each_point_above_4_costs_the_defender_a_unit_of_his_choice() -> None:
    table = struck({"x": ge("13.32"), "y": ge("13.32"), "z": ge("13.32")}, "DG3", **marked("dg", 3))
    table.do("choose", unit="x")  # the target unit
    assert table.asked == ("german", "lose_unit")
    assert choices(table) == {"x", "y", "z"}
    table.do("choose", unit="z")
    assert table.asked == ("german", "lose_unit")
    assert choices(table) == {"x", "y"}
    table.do("choose", unit="y")
    assert table.hex("13.32").dg == 4
    assert [table.where(u) for u in "xyz"] == ["13.32", "eliminated", "eliminated"]
    assert table.state.losses == {"german": 2}


@pytest.mark.clause("CSS-8.5-04")
def test_more_points_than_units_clear_the_hex() -> None:
    table = struck({"x": ge("13.32")}, "DG4 R", **marked("dg", 4))
    assert table.where("x") == "eliminated"
    assert 1332 not in table.state.hexes
    assert table.state.losses == {"german": 1}
    assert table.session.check() == []


@pytest.mark.clause("CSS-8.5-05")
@pytest.mark.parametrize(("die", "stress"), [(5, ""), (6, "pinned")])
def test_r_is_a_plain_rout_check(die: int, stress: str) -> None:
    assert struck({"x": ge("13.32")}, "R", die).hex("13.32").stress == stress


@pytest.mark.clause("CSS-8.5-06")
@pytest.mark.parametrize(("die", "stress"), [(6, ""), (7, "pinned")])
def test_one_star_takes_1_off_the_die(die: int, stress: str) -> None:
    assert struck({"x": ge("13.32")}, "R*", die).hex("13.32").stress == stress


@pytest.mark.clause("CSS-8.5-07")
@pytest.mark.parametrize(("die", "stress"), [(7, ""), (8, "pinned")])
def test_two_stars_take_2_off_the_die(die: int, stress: str) -> None:
    assert struck({"x": ge("13.32")}, "R**", die).hex("13.32").stress == stress


@pytest.mark.clause("CSS-8.5-06", "CSS-8.5-07")
@pytest.mark.parametrize(("cell", "passes", "fails"), [("R*", 4, 5), ("R**", 3, 4)])
def test_the_stars_can_be_made_harder(cell: str, passes: int, fails: int) -> None:
    rules = {"stars": "harder"}
    assert struck({"x": ge("13.32")}, cell, passes, rules=rules).hex("13.32").stress == ""
    assert struck({"x": ge("13.32")}, cell, fails, rules=rules).hex("13.32").stress == "pinned"


@pytest.mark.clause("CSS-8.5-08")
def test_e_eliminates_the_target_unit_and_nobody_else() -> None:
    table = struck({"x": ge("13.32"), "y": ge("13.32")}, "E")
    assert table.asked == ("german", "target_unit")
    table.do("choose", unit="y")
    assert table.where("y") == "eliminated"
    assert table.where("x") == "13.32"
    assert 1332 not in table.state.hexes


@pytest.mark.clause("CSS-8.5-08")
def test_a_target_unit_lost_to_disorganization_is_not_lost_again() -> None:
    table = struck({"x": ge("13.32"), "y": ge("13.32")}, "DG1 E", **marked("dg", 4))
    table.do("choose", unit="x")
    table.do("choose", unit="x")  # this time as the loss above 4
    assert table.where("y") == "13.32"
    assert table.state.losses == {"german": 1}


@pytest.mark.clause("CSS-8.5-09")
@pytest.mark.parametrize(
    ("cell", "before"), [("E", {}), ("DG1", marked("dg", 4)), ("S", marked("suppressed")), ("R", {})]
)
def test_a_headquarters_eliminated_in_any_way_goes_to_the_routed_box(cell: str, before: dict[str, Any]) -> None:
    table = struck({"hq": ge("13.32", hq="formation", deployed=False)}, cell, 9, **before)
    assert table.where("hq") == "routed"
    assert table.state.losses == {"german": 1}  # it counts as eliminated


@pytest.mark.clause("CSS-8.2-04")
def test_a_result_on_a_hard_target_is_its_own() -> None:
    tanks = {"x": tank("13.32"), "y": tank("13.32")}
    table = activation(OPEN, {"a": SHOOTER, **tanks}, US, charts=entry("S", "E"))
    compose(table, "a", "13.32")
    assert table.decision.subject["aim"] == "x"
    table.dice(0).do("confirm")
    assert table.where("x") == "eliminated"
    assert table.where("y") == "13.32"
    assert 1332 not in table.state.hexes


@pytest.mark.clause("CSS-8.2-04", "CSS-8.3-05")
def test_a_failed_check_of_a_hard_target_pins_the_rest_of_the_hex() -> None:
    tanks = {"x": tank("13.32", deployed=False), "y": tank("13.32")}
    table = activation(OPEN, {"a": SHOOTER, **tanks}, US, charts=entry("S", "R"))
    shoot(table, "a", "13.32", 0, 9)
    assert table.where("x") == "eliminated"
    assert table.where("y") == "13.32"
    assert table.hex("13.32").stress == "pinned"


@pytest.mark.clause("CSS-8.5.3-01", "CSS-10.1-08", "CSS-10.1-11")
def test_pinned_again_is_suppressed() -> None:
    table = struck({"x": ge("13.32")}, "R", 9, **marked("pinned"))
    assert table.hex("13.32").stress == "suppressed"
    assert [m.kind for m in table.session.view().markers if m.hex == "13.32"] == ["suppressed"]


@pytest.mark.clause("CSS-8.5.3-01", "CSS-10.1-11")
def test_pinned_again_by_the_rout_of_a_companion_is_suppressed() -> None:
    table = struck({"x": ge("13.32", deployed=False), "y": ge("13.32", deployed=False)}, "R", 9, **marked("pinned"))
    table.do("choose", unit="x")  # the target unit
    table.do("choose", unit="y")  # the unit that checks
    assert table.where("y") == "eliminated"
    assert table.where("x") == "13.32"
    assert table.hex("13.32").stress == "suppressed"


@pytest.mark.clause("CSS-8.5.3-02", "CSS-10.1-12", "CSS-10.2.1-06")
def test_suppressed_again_is_the_end_of_all() -> None:
    pieces = {"x": ge("13.32"), "y": tank("13.32"), "hq": ge("13.32", hq="division")}
    table = struck(pieces, "S", **marked("suppressed"))
    table.do("choose", unit="x")
    assert [table.where(u) for u in ("x", "y", "hq")] == ["eliminated", "eliminated", "routed"]
    assert table.state.losses == {"german": 3}
    assert 1332 not in table.state.hexes
    assert table.session.view().victory.points["allied"] == 3


@pytest.mark.clause("CSS-8.5.3-03", "CSS-10.2.1-06")
def test_a_pinned_hex_that_is_suppressed_is_lost() -> None:
    table = struck({"x": ge("13.32"), "y": ge("13.32")}, "S", **marked("pinned"))
    table.do("choose", unit="x")
    assert [table.where(u) for u in "xy"] == ["eliminated", "eliminated"]


@pytest.mark.clause("CSS-8.5.3-03", "CSS-10.1-10")
def test_the_other_reading_of_a_pinned_hex_suppressed_is_a_switch() -> None:
    rules = {"suppressed_while_pinned": "replaced"}
    table = struck({"x": ge("13.32")}, "S", rules=rules, **marked("pinned"))
    assert (table.hex("13.32").stress, table.where("x")) == ("suppressed", "13.32")
    assert struck({"x": ge("13.32")}, "S S", rules=rules).where("x") == "eliminated"  # suppressed twice


@pytest.mark.clause("CSS-8.5.3-04", "CSS-10.1-09")
def test_a_suppressed_hex_ignores_a_pin() -> None:
    table = struck({"x": ge("13.32"), "y": ge("13.32")}, "R", 9, **marked("suppressed"))
    table.do("choose", unit="x")
    assert table.hex("13.32").stress == "suppressed"
    assert [table.where(u) for u in "xy"] == ["13.32", "13.32"]


@pytest.mark.clause("CSS-8.5.3-02")
def test_a_suppression_later_in_the_same_entry_counts_as_again() -> None:
    table = struck({"x": ge("13.32")}, "S S")
    assert table.where("x") == "eliminated"


@pytest.mark.clause("CSS-8.5-04", "CSS-8.6-09")
def test_a_mover_lost_to_disorganization_ends_its_move_and_the_hex_goes_on() -> None:
    pieces = {"m": us("12.32", deployed=False), "n": us("12.32", deployed=False), "x": ge("13.32")}
    table = activation(OPEN, pieces, US, charts=entry("DG2"), markers=[("12.32", "dg", 3)])
    table.do("move", units=("m", "n"))
    table.step("11.32")
    shoot(table, "x", "12.32", 0)
    table.do("choose", unit="m")  # both are in column: the Germans name the target unit
    assert table.asked == ("allied", "lose_unit")
    table.do("choose", unit="m")
    assert table.where("m") == "eliminated"
    assert table.where("n") == "11.32"
    assert table.hex("11.32").dg == 4
    assert "12.32" not in {m.hex for m in table.session.view().markers}
