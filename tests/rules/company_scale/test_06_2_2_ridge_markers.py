"""Ridge markers: who claims a ridge, when the marker goes (6.2.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.moves import (
    column,
    moving,
    next_chit,
    result,
    ridge_markers,
    shot_at,
    strip,
    table_of,
)
from tests.rules.company_scale.helpers.tables import TableTop, activation, ge, named, us

clause = pytest.mark.clause
CREST = ("10.31/10.32",)
LANE = strip("......", ridge=CREST)
COMING = ge("10.33", deployed=False, column_fire=("red", 4, 1))
HELD = [("10.31", "ridge", None)]


def approached(**facts: Any) -> TableTop:
    """Let the German g come to 10.32, across the ridge from the American f in 10.31."""
    table = table_of(LANE, {"f": us("10.31"), "g": COMING}, chit="formation:pg110", **facts)
    table.do("move", units=("g",))
    table.step("10.32")
    return table


# ---- claiming (6.2.2) ----


@clause("CSS-6.2.2-29")
def test_the_stationary_side_is_asked_first_and_claims() -> None:
    table = approached()
    assert table.asked == ("allied", "ridge_claim")
    assert table.decision.subject["hex"] == "10.31"
    assert table.decision.prompt == "Claim the ridge for 10.31 against 10.32?"
    events = table.do("claim")
    assert ridge_markers(table) == {"10.31"}
    assert [(e["event"], e["value"]) for e in events] == [("MarkerPlaced", "allied")]  # no opportunity fire comes of it
    assert table.asked == ("german", "movement")


@clause("CSS-6.2.2-29")
def test_nobody_is_asked_without_a_ridge_in_between() -> None:
    table = table_of(strip("......"), {"f": us("10.31"), "g": COMING}, chit="formation:pg110")
    table.do("move", units=("g",))
    table.step("10.32")
    assert table.asked == ("german", "movement")


@clause("CSS-6.2.2-29")
def test_nobody_is_asked_for_an_enemy_over_the_plain_side_of_a_ridge_hex() -> None:
    table = table_of(strip("......", ridge=["10.30/10.31"]), {"f": us("10.31"), "g": COMING}, chit="formation:pg110")
    table.do("move", units=("g",))
    table.step("10.32")
    assert table.asked == ("german", "movement")


@clause("CSS-6.2.2-30")
def test_the_mover_claims_when_the_other_declines() -> None:
    table = approached()
    table.do("decline")
    assert table.asked == ("german", "ridge_claim")
    assert table.decision.subject["hex"] == "10.32"
    table.do("claim")
    assert ridge_markers(table) == {"10.32"}
    assert table.asked == ("german", "movement")


@clause("CSS-6.2.2-30")
def test_if_both_decline_there_is_no_marker() -> None:
    table = approached()
    table.do("decline")
    table.do("decline")
    assert ridge_markers(table) == set()
    assert table.asked == ("german", "movement")


@clause("CSS-6.2.2-31")
def test_once_claimed_the_other_side_is_not_asked_on_account_of_that_hexside() -> None:
    table = table_of(LANE, {"f": us("10.31"), "g": COMING, "h": ge("10.34")}, chit="formation:pg110",
                     markers=[("10.31", "ridge", None)])  # fmt: skip
    table.do("move", units=("g",))
    table.step("10.32")
    assert table.asked == ("german", "movement")
    assert ridge_markers(table) == {"10.31"}


FORK = board(
    """
    .....
    .....
    .....
    .....
    .....
    """,
    first="10.30",
    ridge=["11.31/12.32", "12.31/12.32"],
)  # 11.31 and 12.31 lie next to each other, each across a ridge from 12.32


def fork(american: Iterable[str], *markers: tuple[str, str, None], german: str = "12.33") -> TableTop:
    """Put Americans on two hexes across ridges from 12.32 and let a German come there."""
    pieces = {f"f{i}": us(hex) for i, hex in enumerate(american)}
    table = activation(FORK, {**pieces, "g": ge(german, deployed=False), "h": ge("14.34")}, "formation:pg110",
                       markers=markers)  # fmt: skip
    table.do("move", units=("g",))
    table.step("12.32")
    return table


@clause("CSS-6.2.2-29", "CSS-6.2.2-31")
def test_two_hexes_across_are_asked_one_after_the_other_and_one_claim_bars_the_mover() -> None:
    table = fork(["11.31", "12.31"])
    asked = []
    while table.decision.kind == "ridge_claim":
        asked.append((table.decision.seat, table.decision.subject["hex"]))
        table.do("claim" if table.decision.subject["hex"] == "12.31" else "decline")
    assert sorted(asked) == [("allied", "11.31"), ("allied", "12.31")]
    assert ridge_markers(table) == {"12.31"}


@clause("CSS-6.2.2-31")
def test_a_mover_facing_one_marked_hex_claims_nothing_but_the_unmarked_hex_may() -> None:
    table = fork(["11.31", "12.31"], ("12.31", "ridge", None))
    assert (table.asked, table.decision.subject["hex"]) == (("allied", "ridge_claim"), "11.31")
    table.do("decline")
    assert table.asked == ("german", "movement")
    assert ridge_markers(table) == {"12.31"}


@clause("CSS-6.2.2-31")
def test_a_comrade_of_the_claimant_comes_without_a_question() -> None:
    pieces = {"g": ge("12.32"), "h": ge("12.33", deployed=False), "f": us("11.31")}
    table = activation(FORK, pieces, "formation:pg110", markers=[("12.32", "ridge", None)])
    table.do("move", units=("h",))
    table.step("12.32")
    assert ridge_markers(table) == {"12.32"}
    assert table.asked != ("allied", "ridge_claim")


def test_a_unit_shot_down_on_its_way_starts_no_claim() -> None:
    ground = strip("......", ridge=CREST)
    table = table_of(ground, {"f": us("10.31", fire=("red", 8, 2)), "g": COMING, "h": ge("10.34")},
                     chit="formation:pg110", charts=result("E"))  # fmt: skip
    table.do("move", units=("g",))
    table.step("10.32")
    shot_at(table, "f", "10.33")
    assert (table.where("g"), ridge_markers(table)) == ("eliminated", set())
    assert table.decision.kind != "ridge_claim"


# ---- removal (6.2.2) ----


@clause("CSS-6.2.2-32")
def test_an_idle_marker_goes_when_a_unit_of_the_hex_becomes_active() -> None:
    pieces = {"f": us("10.31"), "g": ge("10.32", deployed=False), "h": ge("10.34")}
    table = table_of(LANE, pieces, chit="formation:pg110", markers=HELD, cup=("formation:r141",))
    table.do("move", units=("g",))
    table.step("10.33")
    table.do("hold")
    table.do("stop")
    assert ridge_markers(table) == {"10.31"}
    next_chit(table, "formation:r141")
    assert ridge_markers(table) == set()
    assert table.state.activity["f"].used == 0


@clause("CSS-6.2.2-32")
def test_other_chits_leave_an_idle_marker_and_a_payment_removes_it() -> None:
    pieces = {"f": us("10.31"), "o": us("12.30", formation="r142"), "g": ge("10.34")}
    table = table_of(LANE, pieces, chit="formation:r142", markers=HELD, cup=("formation:pg110", "command:allied"))
    assert ridge_markers(table) == {"10.31"}
    next_chit(table, "formation:pg110")
    next_chit(table, "command:allied")
    assert ridge_markers(table) == {"10.31"}
    table.do("activate", unit="f")
    assert ridge_markers(table) == set()
    table.do("change_formation", unit="f")  # it has its action still


@clause("CSS-6.2.2-32")
@pytest.mark.parametrize("enemy", ["10.32", "10.30"])
def test_the_marker_stays_while_an_enemy_is_adjacent_on_any_side(enemy: str) -> None:
    table = table_of(LANE, {"f": us("10.31"), "g": ge(enemy)}, markers=HELD)
    assert ridge_markers(table) == {"10.31"}


@clause("CSS-6.2.2-32")
def test_the_marker_goes_at_once_when_active_units_drive_the_last_enemy_off() -> None:
    table = table_of(LANE, {"f": us("10.31", fire=("red", 8, 1)), "g": ge("10.32")}, markers=HELD, charts=result("E"))
    table.do("fire", unit="f", hex="10.32")
    events = table.dice(0).do("confirm")
    assert table.where("g") == "eliminated"
    assert ridge_markers(table) == set()
    assert [e["kind"] for e in named(events, "MarkerRemoved")] == ["ridge"]


@clause("CSS-6.2.2-32")
def test_an_active_unit_that_comes_to_an_idle_marker_removes_it() -> None:
    pieces = {"f": us("10.31", formation="r142"), "a": column("10.30")}
    table = table_of(LANE, pieces, markers=HELD)
    table.do("move", units=("a",))
    assert ridge_markers(table) == {"10.31"}
    table.step("10.31")
    assert ridge_markers(table) == set()


def test_the_marker_goes_with_the_last_unit() -> None:
    table = moving(LANE, {"a": column("10.31"), "x": ge("10.32", fire=None)}, markers=HELD)
    table.step("10.30")
    assert ridge_markers(table) == set()


@clause("CSS-6.2.2-33")
def test_an_active_owner_gives_the_ridge_up_and_the_enemy_claims_it() -> None:
    table = table_of(LANE, {"f": us("10.31"), "g": ge("10.32")}, markers=HELD)
    table.do("remove_ridge_marker", hex="10.31")
    assert ridge_markers(table) == set()
    assert (table.asked, table.decision.subject["hex"]) == (("german", "ridge_claim"), "10.32")
    table.do("claim")
    assert ridge_markers(table) == {"10.32"}
    assert table.asked == ("allied", "activation")
    assert table.state.activity["f"].used == 0


@clause("CSS-6.2.2-33")
def test_the_enemy_may_leave_it() -> None:
    table = table_of(LANE, {"f": us("10.31"), "g": ge("10.32")}, markers=HELD)
    table.do("remove_ridge_marker", hex="10.31")
    table.do("decline")
    assert (ridge_markers(table), table.asked) == (set(), ("allied", "activation"))


@clause("CSS-6.2.2-33")
def test_a_marker_is_given_up_only_by_active_units() -> None:
    pieces = {"f": us("10.31", formation="r142"), "g": ge("10.32"), "a": us("10.34")}
    table = table_of(LANE, pieces, markers=[*HELD, ("10.32", "ridge", None)])
    assert table.refused("remove_ridge_marker", hex="10.31") == ["6.2.2"]
    assert table.refused("remove_ridge_marker", hex="10.32") == ["6.2.2"]
    assert table.refused("remove_ridge_marker", hex="10.30") == ["6.2.2"]


@clause("CSS-6.2.2-32", "CSS-6.2.2-33")
def test_one_active_unit_of_the_hex_is_enough() -> None:
    pieces = {"f": us("10.31", formation="r142"), "a": us("10.31"), "g": ge("10.32")}
    table = table_of(LANE, pieces, markers=HELD)
    table.do("remove_ridge_marker", hex="10.31")
    assert ridge_markers(table) == set()
    idle = {**pieces, "g": ge("10.33")}
    assert ridge_markers(table_of(LANE, idle, markers=HELD)) == set()


@clause("CSS-6.2.2-33")
def test_an_enemy_over_a_plain_hexside_has_no_claim() -> None:
    table = table_of(LANE, {"f": us("10.31"), "g": ge("10.30")}, markers=HELD)
    table.do("remove_ridge_marker", hex="10.31")
    assert table.asked == ("allied", "activation")
