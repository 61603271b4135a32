"""The example of aircraft and re-rolls, played as its note says (16.2.1, 16.2.2, 28.0)."""

from __future__ import annotations

from rules.engine.command import Plain
from tests.rules.company_scale.helpers.tables import TableTop, named
from tests.rules.company_scale.helpers.turns import told
from tests.scenarios.test_examples import opened

QUIET = ("wind", "event", "command:german", "command:allied")


def settle(table: TableTop, *kinds: str) -> None:
    """Let every die stand until one of these kinds of decision is asked."""
    while table.decision.kind == "reroll" and "reroll" not in kinds:
        table.do("keep")


def column_moves(*dice: Plain) -> TableTop:
    """Buy the German chit for immediate play and move the column to 56.11."""
    table = opened("16-airpower")
    table.dice(9, 9)
    for _ in range(2):
        if table.asked[1] == "preparation":
            table.do("done")
    settle(table)
    table.do("buy_now", chit="formation:pgr_110")
    table.do("move", units=("pg_1",))
    table.step("56.11", by="paved")
    assert table.asked == ("allied", "interdiction")
    table.dice(*dice).do("interdict", division="us_36", target="hex")
    return table


def test_the_column_is_attacked_on_the_road_and_both_players_react_to_the_die() -> None:
    table = column_moves(7)
    assert (table.asked, table.decision.subject["die"]) == (("allied", "reroll"), 7)
    table.dice(3).do("reroll")
    assert table.asked == ("german", "reroll")
    table.dice(2).do("reroll")
    events = told(table, "AirAttackDeclared", "AirAttacked")
    assert [e["value"] for e in events] == [6, 6] and events[1]["die"] == 2
    assert events[1]["result"] == "S"  # high explosive at a hex
    assert table.state.rerolls == () and table.state.divisions["us_36"].commands == 2
    assert table.asked == ("allied", "air_barrage") and table.decision.subject["barrage"] == "heavy"
    table.do("place_barrage")
    assert table.state.barrages == {5611: "heavy"} and table.hex("56.11").stress == "suppressed"


def test_the_division_chit_brings_an_air_strike_at_the_panthers() -> None:
    table = opened("16-airpower")
    table.do("done")
    table.do("buy_chit", chit="division:us_36")
    table.dice(9, 9).do("done")
    settle(table)
    table.dice("division:us_36")
    while table.asked[1] == "purchase":
        table.do("pass")
    assert table.asked == ("allied", "air_strikes")
    events = table.dice(6).do("air_strike", hex="58.10", target="pz_1")
    assert named(events, "AirAttackDeclared")[0]["value"] == 6
    settle(table)
    assert told(table, "AirAttacked")[0]["result"] == "E" and table.where("pz_1") == "eliminated"
    assert table.state.air_support == {"us_36": 1}
