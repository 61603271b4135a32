"""Prepared assault markers: where, when, for what, and how long (9.2)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.scenario import CoverValues, DivisionStart
from rules.hexes.grid import hex_name
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import entry
from tests.rules.company_scale.helpers.preparing import HERE, OPEN, US, column, go, hexes, marks, prepared
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, named, tank, us
from tests.rules.company_scale.helpers.turns import story

FACING = {"a": us("14.32"), "x": ge(HERE)}


def placing(pieces: dict[str, Piece], chit: str = US, **facts: Any) -> TableTop:
    """Come to the question for new markers, or to the activation where nobody is next to an enemy."""
    return activation(facts.pop("ground", OPEN), pieces, chit, prepare=True, **facts)


def points(table: TableTop, division: str = "d36") -> int:
    """Return the dispatch points of a division."""
    return table.state.divisions[division].dispatch


@pytest.mark.clause("CSS-9.2-01", "CSS-9.2-02", "CSS-4.0-35", "CSS-9.2-07")
def test_a_marker_costs_a_dispatch_point_and_no_action() -> None:
    table = placing(FACING)
    assert table.asked == ("allied", "assault_markers")
    events = table.do("place_assault", hex=HERE)
    assert [e["event"] for e in events] == ["DispatchSpent", "MarkerPlaced"]
    assert (points(table), marks(table)) == (4, {(HERE, "allied")})
    assert table.asked[1] == "activation"  # no other enemy to prepare for
    before = table.state.divisions["d36"].commands
    table.do("change_formation", unit="a")
    table.do("move", units=("a",))
    table.step("14.33")
    assert table.state.divisions["d36"].commands == before


@pytest.mark.clause("CSS-2.0-39", "CSS-9.0-04")
def test_the_german_places_markers_just_as_the_american() -> None:
    table = placing(FACING, "formation:pg110", divisions={"pz11": DivisionStart(1, 0, 0, 5)})
    assert table.asked == ("german", "assault_markers")
    table.do("place_assault", hex="14.32")
    assert (points(table, "pz11"), marks(table)) == (0, {("14.32", "german")})


@pytest.mark.clause("CSS-9.2-02", "CSS-4.0-35", "CSS-9.2-08")
def test_each_marker_is_paid_for_and_a_hex_takes_one() -> None:
    table = placing({**FACING, "y": ge("13.31")}, divisions={"d36": DivisionStart(2, 0, 0, 5)})
    table.do("place_assault", hex=HERE)
    assert table.refused("place_assault", hex=HERE) == ["9.2"]
    table.do("place_assault", hex="14.33")
    assert points(table) == 0
    assert table.asked[1] == "activation"
    assert "9.2" in table.refused("place_assault", hex="13.31")


@pytest.mark.clause("CSS-9.2-08")
def test_a_third_marker_on_the_same_hex_is_refused_and_costs_nothing() -> None:
    table = placing({**FACING, "y": ge("13.31")}, divisions={"d36": DivisionStart(3, 0, 0, 5)})
    table.do("place_assault", hex=HERE)
    table.do("place_assault", hex="14.33")
    assert table.refused("place_assault", hex=HERE) == ["9.2"]
    assert points(table) == 1


@pytest.mark.clause("CSS-9.2-02")
def test_the_active_division_pays_alone() -> None:
    nothing = {"d36": DivisionStart(0, 0, 0, 5), "butler": DivisionStart(9, 0, 0, 5)}
    table = placing({**FACING, "c": us("13.32", formation="cav117")}, divisions=nothing)
    assert table.asked[1] == "activation"
    assert table.refused("place_assault", hex=HERE) == ["9.2"]


@pytest.mark.clause("CSS-9.2-01")
@pytest.mark.parametrize("act", ["move", "change_formation", "pass_unit"])
def test_markers_are_placed_before_anybody_acts(act: str) -> None:
    table = placing({"a": column("14.32"), "b": column("18.32")})
    assert table.asked[1] == "activation"
    assert "13.32" in hexes(table, "place_assault")
    if act == "move":
        table.do("move", units=("b",))
        table.step("18.33")
        table.do("stop")
    else:
        table.do(act, unit="b")
    assert table.refused("place_assault", hex="13.32") == ["9.2"]
    assert "place_assault" not in table.verbs()


@pytest.mark.clause("CSS-9.2-04")
def test_any_neighbouring_hex_of_an_active_unit_may_be_marked() -> None:
    table = placing({"a": us("14.32"), "b": us("13.32"), "q": us("18.32", formation="r142")})
    assert table.asked[1] == "activation"  # nobody is asked without an enemy nearby, but may
    near = {"14.31", "14.33", "13.31", "13.32", "15.31", "15.32"}
    assert near <= hexes(table, "place_assault")
    assert table.refused("place_assault", hex="14.34") == ["9.2"]
    assert table.refused("place_assault", hex="18.31") == ["9.2"]  # only an inactive unit is next to it
    assert table.refused("place_assault", hex="99.99") == ["9.2"]
    assert table.refused("place_assault", hex="nowhere") == ["9.2"]
    table.do("place_assault", hex="13.32")  # friends stand there
    assert marks(table) == {("13.32", "allied")}


BARRIERS = board(
    "\n".join(["............"] * 6), first="10.30", stream=["14.31/14.32"], river=["14.32/14.33"],
    ridge=["13.31/14.32"], roads={"paved": ["14.32 15.32"]},
)  # fmt: skip


@pytest.mark.clause("CSS-9.2-05")
@pytest.mark.parametrize(
    ("unit", "hex", "rules"),
    [
        (tank("14.32", us), "14.33", ["6.2.2"]),
        (us("14.32"), "14.33", ["6.2.2"]),
        (us("14.32"), "14.31", []),
        (tank("14.32", us), "14.31", ["6.2.2"]),
        (tank("14.32", us), "13.31", ["6.2.2"]),
        (us("14.32"), "13.31", []),
        (us("14.32", move=("wheeled", 12)), "15.32", []),
        (us("14.32", move=("leg", None)), "15.31", ["9.3"]),
    ],
)
def test_the_hex_must_be_one_the_unit_could_move_into(unit: Piece, hex: str, rules: list[str]) -> None:
    table = placing({"a": unit, "b": us("20.30")}, ground=BARRIERS)
    if rules:
        assert table.refused("place_assault", hex=hex) == rules
    else:
        assert hex in hexes(table, "place_assault")


@pytest.mark.clause("CSS-9.2-05")
@pytest.mark.parametrize(
    ("marker", "rules"),
    [
        (("14.32", "suppressed", None), "10.2.1"),
        (("14.32", "pinned", None), "10.2.2"),
        (("14.32", "barrage", "heavy"), "9.3"),
    ],
)
def test_markers_that_forbid_moving_forbid_supporting_an_assault_marker(
    marker: tuple[str, str, str | None], rules: str
) -> None:
    table = placing({**FACING, "b": us("20.30")}, markers=[marker])
    assert table.asked[1] == "activation"
    assert rules in table.refused("place_assault", hex=HERE)


@pytest.mark.clause("CSS-9.2-05")
def test_no_unit_moves_when_a_marker_is_placed_nor_must_it_be_in_column() -> None:
    table = placing(FACING)
    table.do("place_assault", hex=HERE)
    assert (table.where("a"), table.unit("a").deployed) == ("14.32", True)
    assert table.state.activity["a"].used == 0


@pytest.mark.clause("CSS-9.2-06")
def test_units_that_assaulted_or_supported_cannot_serve_for_a_new_marker() -> None:
    gun = us("17.33", fire=("black", 3, 6))
    table = prepared({"a": us("14.32"), "m": gun, "x": ge(HERE), "y": ge("15.31")}, 9, 3, 3)
    table.do("confirm")
    table.do("indirect_fire", unit="m", hex=HERE)
    table.do("confirm")
    go(table, "activation")
    assert table.where("a") == "14.32"
    assert table.refused("place_assault", hex="15.31") == ["9.2"]
    assert table.refused("place_assault", hex="18.33") == ["9.2"]


@pytest.mark.clause("CSS-9.0-06", "CSS-9.2-01")
def test_after_the_assaults_new_markers_may_be_placed_in_the_same_activation() -> None:
    table = prepared({"a": us("14.32"), "b": us("18.32"), "x": ge(HERE), "y": ge("18.31")}, 4, 3, prepare=True)
    table.do("confirm")
    go(table, "assault_markers")
    assert "18.31" in hexes(table, "place_assault")
    table.do("place_assault", hex="18.31")
    assert marks(table) == {("18.31", "allied")}


@pytest.mark.clause("CSS-9.2-09")
def test_a_marker_stays_while_any_friendly_unit_is_next_to_it() -> None:
    pieces = {"a": column("14.32"), "b": us("13.30", formation="r142"), "x": ge("12.30"), "far": us("20.30")}
    table = placing(pieces, markers=[(HERE, "prepared_assault", "allied")], chit="formation:pg110")
    assert marks(table) == {(HERE, "allied")}
    moved = activation(OPEN, pieces, US, prepare=True)
    moved.do("place_assault", hex=HERE)
    moved.do("move", units=("a",))
    moved.step("14.33")
    assert marks(moved) == {(HERE, "allied")}


@pytest.mark.clause("CSS-9.2-09")
def test_a_marker_goes_when_its_last_neighbour_moves_away() -> None:
    table = placing({"a": column("14.32"), "far": us("20.30")})
    table.do("place_assault", hex=HERE)
    table.do("move", units=("a",))
    events = table.step("14.33")
    assert {"event": "MarkerRemoved", "hex": HERE, "kind": "prepared_assault", "value": "allied"} in events
    assert marks(table) == set()


@pytest.mark.clause("CSS-9.2-09")
@pytest.mark.parametrize("result", ["E", "R"])
def test_a_marker_goes_when_its_last_neighbour_is_lost_or_routs_in_the_enemys_activation(result: str) -> None:
    pieces = {"b": column("13.30"), "x": ge("12.30"), "hq": us("20.33", hq="formation", command_range=6)}
    table = activation(OPEN, pieces, "formation:pg110", charts=entry(result),
                       markers=[(HERE, "prepared_assault", "allied")])  # fmt: skip
    assert marks(table) == {(HERE, "allied")}
    table.do("fire", unit="x", hex="13.30")
    table.dice(1, 9).do("confirm")
    assert table.unit("b").place == ("eliminated" if result == "E" else "routed")
    assert marks(table) == set()


@pytest.mark.clause("CSS-9.2-10")
def test_a_unit_in_the_marked_hex_itself_does_not_keep_the_marker() -> None:
    table = placing({"a": column("14.32"), "far": us("20.30")})
    table.do("place_assault", hex=HERE)
    table.do("move", units=("a",))
    table.step(HERE)
    assert marks(table) == set()


@pytest.mark.clause("CSS-9.2-11")
def test_a_waiting_marker_hinders_nobody() -> None:
    pieces = {"a": us("14.33"), "x": ge("13.30", deployed=False), "y": ge("18.30")}
    reaches = []
    for markers in ([], [("14.32", "prepared_assault", "allied")]):
        table = activation(OPEN, pieces, "formation:pg110", markers=markers)
        reaches.append(table.session.query("reach", units=["x"]))
        table.do("move", units=("x",))
        events = table.step("14.31")
        reaches.append([e["event"] for e in events])
        reaches.append([table.asked, table.decision.subject.get("points")])
        assert table.where("x") == "14.31"
    assert reaches[:3] == reaches[3:]


@pytest.mark.clause("CSS-10.0-04")
def test_a_rally_does_not_remove_a_marker() -> None:
    table = activation(OPEN, {"a": us("14.32"), "x": ge(HERE)}, "formation:pg110",
                       markers=[(HERE, "prepared_assault", "allied"), (HERE, "dg", 1)])  # fmt: skip
    table.dice(0, 0).do("rally", unit="x")
    assert table.hex(HERE).dg == 0
    assert marks(table) == {(HERE, "allied")}


@pytest.mark.clause("CSS-3.2-22")
def test_the_markers_carry_a_bonus_and_a_defense_modifier_for_each_side() -> None:
    charts = placing(FACING).session.scenario.charts.prepared_assault
    assert charts == dict.fromkeys(("german", "allied"), CoverValues(defense=1, troop_quality=2))


def test_both_sides_may_have_a_marker_on_one_hex() -> None:
    both = [(HERE, "prepared_assault", "german"), (HERE, "prepared_assault", "allied")]
    table = activation(OPEN, {"a": us("14.32"), "x": ge("14.30")}, US, markers=both)
    assert table.asked[1] == "assaults"
    assert marks(table) == {(HERE, "german"), (HERE, "allied")}
    table.do("call_off", hex=HERE)
    table.do("confirm")
    assert marks(table) == {(HERE, "german")}


def test_a_position_with_a_marker_without_its_side_next_to_it_is_damaged() -> None:
    table = placing(FACING)
    assert table.session.check() == []
    table.state.assault_markers[1435] = ("german",)
    assert any("14.35" in fault for fault in table.session.check())
    table.state.assault_markers[1435] = ()
    assert any(hex_name(1435) in fault for fault in table.session.check())


def test_the_question_for_markers_ends_with_done() -> None:
    table = placing(FACING)
    assert table.verbs() == {"place_assault", "done"}
    table.do("done")
    assert table.asked[1] == "activation"
    assert HERE in hexes(table, "place_assault")  # he may think better of it before anybody acts
    assert named(story(table), "DispatchSpent") == []


@pytest.mark.clause("CSS-9.2-01")
def test_where_no_enemy_is_near_nobody_is_asked_but_a_marker_can_be_placed() -> None:
    table = placing({"a": us("14.32"), "x": ge("20.30")})
    assert table.asked == ("allied", "activation") and HERE in hexes(table, "place_assault")


@pytest.mark.clause("CSS-9.2-01", "CSS-9.3-01")
def test_a_marker_of_the_enemy_falls_due_for_him_alone_and_goes_without_mine() -> None:
    pieces = {"a": us("14.32"), "x": ge("15.31"), "y": ge("20.30")}
    both = [(HERE, "prepared_assault", side) for side in ("allied", "german")]
    table = placing(pieces, markers=both)
    assert table.asked == ("allied", "assaults")
    table.do("call_off", hex=HERE)
    table.do("confirm")
    assert marks(table) == {(HERE, "german")} and table.session.check() == []
    only = placing(pieces, markers=both[1:])
    assert only.asked[1] != "assaults" and marks(only) == {(HERE, "german")}


@pytest.mark.clause("CSS-9.2-03")
def test_a_hex_is_offered_if_one_of_the_units_next_to_it_could_enter_it() -> None:
    ground = board("\n".join(["....m......."] * 6), first="10.30")
    table = placing({"a": us("14.32"), "t": tank("13.31", us), "x": ge(HERE)}, ground=ground)
    assert HERE in hexes(table, "place_assault")
    alone = placing({"t": tank("13.31", us), "x": ge(HERE), "f": us("20.33")}, ground=ground)
    assert HERE not in hexes(alone, "place_assault")
    assert alone.refused("place_assault", hex=HERE)
