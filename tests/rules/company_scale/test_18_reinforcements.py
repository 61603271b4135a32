"""Reinforcements: arrival and the hexes that shelter them (18.0)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.r05_command import in_command
from rules.company_scale.r07_line_of_sight import fire_zone, in_fire_zone
from rules.company_scale.scenario import Reinforcement
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.guns import gun
from tests.rules.company_scale.helpers.tables import TableTop, activation, game_from_start, ge, named, us

OPEN = board("\n".join(["........"] * 10), first="10.30")
ENTRY: dict[str, Any] = {"entries": {"german": frozenset({1030})}}
LEAVING = {"reinforcement_zone": "may_leave"}


def arriving(turn: int, **facts: Any) -> TableTop:
    """Start a game in which a German company is due at 10.30."""
    due = Reinforcement(turn, 1030, ("late",))
    pieces = {"a": us("17.39"), "x": ge("12.30"), "late": ge("10.30", formation="pg111", place="reserve")}
    return game_from_start(OPEN, pieces, reinforcements=[due], **{**ENTRY, **facts})


@pytest.mark.clause("CSS-18.0-01", "CSS-4.0-20")
def test_a_unit_due_now_is_placed_after_dispatch_points_are_gained() -> None:
    table = arriving(1)
    assert table.where("late") == "reserve"
    table.do("done")
    table.dice(9, 9)
    events = table.do("done")
    kinds = [e["event"] for e in events]
    assert table.where("late") == "10.30" and kinds.index("UnitArrived") > kinds.index("DispatchGained")


@pytest.mark.clause("CSS-18.0-01")
def test_a_unit_due_later_waits() -> None:
    table = arriving(2)
    table.do("done")
    table.dice(9, 9)
    assert not named(table.do("done"), "UnitArrived") and table.where("late") == "reserve"


@pytest.mark.clause("CSS-18.0-02")
def test_the_chit_of_an_arriving_formation_is_on_sale_in_that_turn_only() -> None:
    def on_sale(turn: int) -> bool:
        return "formation:pg111" in [command.get("chit") for command in arriving(turn).offered("buy_chit")]

    assert on_sale(1) and not on_sale(2)


@pytest.mark.clause("CSS-18.0-03")
def test_a_division_that_arrives_now_gains_dispatch_points_from_the_next_turn_on() -> None:
    due = Reinforcement(1, 1030, ("late",))
    pieces = {"a": us("17.39"), "x": ge("12.30"), "late": ge("10.30", formation="gr305", place="reserve")}
    table = game_from_start(OPEN, pieces, reinforcements=[due], **ENTRY)
    table.do("done")
    table.dice(9, 9)
    gained = [e["division"] for e in named(table.do("done"), "DispatchGained")]
    assert gained == ["d36", "pz11"] and table.where("late") == "10.30"


@pytest.mark.clause("CSS-18.0-04")
def test_by_the_switch_enemies_within_six_hexes_of_the_entry_may_only_move_away() -> None:
    pieces = {"far": us("17.33", deployed=False), "near": us("14.32", deployed=False), "x": ge("10.39")}
    table = activation(OPEN, pieces, "formation:r141", rules=LEAVING, **ENTRY)
    table.do("move", units=("far",))
    assert table.refused("step", to="16.33") == ["18.0"]
    table.step("17.34")
    table.do("stop")
    table.do("move", units=("near",))
    assert table.refused("step", to="13.32") == ["18.0"] and table.refused("step", to="14.31") == ["18.0"]
    table.step("15.32")


@pytest.mark.clause("CSS-18.0-04")
def test_enemies_may_not_move_within_six_hexes_of_the_entry_not_even_away() -> None:
    pieces = {"edge": us("16.33", deployed=False), "near": us("14.32", deployed=False), "x": ge("10.39")}
    table = activation(OPEN, pieces, "formation:r141", **ENTRY)
    table.do("move", units=("near",))
    assert [table.refused("step", to=to) for to in ("13.32", "14.31", "15.32")] == [["18.0"]] * 3
    table = activation(OPEN, pieces, "formation:r141", **ENTRY)
    table.do("move", units=("edge",))
    table.step("17.33")  # 7 hexes away: it has left


@pytest.mark.clause("CSS-18.0-05", "CSS-18.0-06")
def test_nobody_fires_into_or_out_of_a_reinforcement_hex() -> None:
    pieces = {"a": us("11.30"), "x": ge("10.30")}
    table = activation(OPEN, pieces, "formation:r141", **ENTRY)
    assert table.refused("fire", unit="a", hex="10.30") == ["18.0"]
    table = activation(OPEN, pieces, "formation:pg110", **ENTRY)
    assert "18.0" in table.refused("fire", unit="x", hex="11.30")
    assert fire_zone(table.game, "x") == frozenset() and fire_zone(table.game, "a")


@pytest.mark.clause("CSS-18.0-05", "CSS-7.2-01")
def test_no_fire_zone_covers_an_enemy_reinforcement_hex() -> None:
    pieces = {"a": us("13.32", fire=("red", 4, 8)), "b": us("11.30"), "x": ge("17.39")}
    table = activation(OPEN, pieces, "formation:r141", **ENTRY)
    for unit in ("a", "b"):
        assert 1030 not in fire_zone(table.game, unit) and not in_fire_zone(table.game, unit, 1030)
    assert 1130 in fire_zone(table.game, "a") and in_fire_zone(table.game, "a", 1130)
    open_ground = activation(OPEN, pieces, "formation:r141")
    assert 1030 in fire_zone(open_ground.game, "a") and 1030 in fire_zone(open_ground.game, "b")


@pytest.mark.clause("CSS-18.0-07")
def test_a_reinforcement_hex_knows_no_stacking_limit() -> None:
    pieces = {f"u{i}": ge("10.30", formation="pg110" if i % 2 else "pg111") for i in range(5)}
    table = activation(OPEN, {**pieces, "a": us("17.39")}, "formation:pg110", cup=("wind",), **ENTRY)
    table.dice("wind")
    table.do("end_activation")
    assert table.hex("10.30").dg == 0


@pytest.mark.clause("CSS-18.0-08")
def test_a_headquarters_in_a_reinforcement_hex_brings_direct_commands() -> None:
    pieces = {"hq": ge("10.30", hq="division", command_range=1), "a": us("17.39")}
    table = activation(OPEN, pieces, "command:german", dice=[4], **ENTRY)
    assert table.state.divisions["pz11"].commands == 10 + 2 + 7


@pytest.mark.clause("CSS-18.0-09")
def test_units_in_a_reinforcement_hex_are_in_command() -> None:
    pieces = {"x": ge("10.30"), "y": ge("12.30"), "a": us("17.39")}
    table = activation(OPEN, pieces, "formation:pg110", **ENTRY)
    assert in_command(table.game, "x") and not in_command(table.game, "y")


def test_the_hex_tells_what_is_still_to_come() -> None:
    assert arriving(1).session.query("stack", hex="10.30").arrivals == ()
    due = arriving(2).session.query("stack", hex="10.30").arrivals
    assert [(d.turn, d.side, d.units) for d in due] == [(2, "german", ("late",))]


@pytest.mark.clause("CSS-18.0-05", "CSS-18.0-06")
def test_no_opportunity_fire_goes_into_or_out_of_a_reinforcement_hex() -> None:
    pieces = {"a": us("10.33", fire=("red", 4, 4)), "x": ge("10.30", deployed=False)}
    table = activation(OPEN, pieces, "formation:pg110", **ENTRY)
    table.do("move", units=("x",))
    table.step("10.31")
    assert table.asked == ("german", "movement")  # it has left the shelter unseen
    table.step("10.32")
    assert table.asked == ("allied", "opportunity_fire")
    table = activation(OPEN, {"b": us("10.33", deployed=False), "x": ge("10.30", fire=("red", 4, 4))}, "formation:r141",
                       rules=LEAVING, **ENTRY)  # fmt: skip
    table.do("move", units=("b",))
    table.step("10.34", "10.35", "10.36")
    assert table.asked != ("german", "opportunity_fire")


@pytest.mark.clause("CSS-18.0-04")
def test_no_indirect_fire_falls_within_six_hexes_of_the_entry() -> None:
    pieces = {"g": gun("17.39"), "o": us("13.36"), "x": ge("10.37"), "y": ge("10.36")}
    table = activation(OPEN, pieces, "formation:r141", **ENTRY)
    assert table.refused("indirect_fire", unit="g", hex="10.36") == ["18.0"]
    table.do("indirect_fire", unit="g", hex="10.37")
    own = activation(OPEN, {"k": gun("17.39", base=ge), "o": ge("13.36"), "a": us("10.36")}, "formation:pg110", **ENTRY)
    own.do("indirect_fire", unit="k", hex="10.36")  # one's own reinforcement hex bars nobody
