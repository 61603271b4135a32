"""Questions of the table: who acts together, why a way is closed, how hits could be paid."""

from __future__ import annotations

import pytest

from rules.engine.command import MalformedCommand
from tests.rules.striking_anvil.table import Table, position


def reasons(table: Table, to: str, *units: str) -> str:
    """Return why units cannot reach a place."""
    return " ".join(f"{row['text']} ({row['rule']})" for row in table.query("way", to=to, units=units)["reasons"])


def test_who_acts_together_is_whom_take_all_chooses() -> None:
    table = position("anvil-historical", 3).do("done")
    units = table.query("together", area="LZW")["units"]
    assert tuple(units) == tuple(table.act("LZW").decision.subject["units"])


def test_who_moves_together_leaves_guns_trenches_and_empty_lorries_behind() -> None:
    table = Table({"10": ["de-gr932", "de-gr308", "de-cd10", "de-haa1196", "de-eaa640"]}, side="german")
    assert set(table.query("together", area="10", moving=True)["units"]) == {"de-gr308", "de-haa1196"}
    with pytest.raises(MalformedCommand):
        table.query("together", area="77")


def test_a_way_that_is_open_has_no_reason_against_it() -> None:
    table = Table({"07": ["us-7ir"]}, allied="01 02 07")
    assert table.query("way", to="02", units=("us-7ir",))["reasons"] == []


def test_a_closed_way_says_why_with_its_rule() -> None:
    table = Table({"07": ["us-7ir"], "20": ["fr-cc1"], "10": ["de-cd10"]}, allied="01 02 07 18 20")
    assert "runs through 24" in reasons(table, "26", "us-7ir") and "(4)" in reasons(table, "26", "us-7ir")
    near = Table({"07": ["us-7ir"]}, allied="01 02 07 08 17 21")
    assert "21 Sisteron costs 5 movement points; only 1 left. (4)" in reasons(near, "21", "us-7ir")
    assert "out of supply" in reasons(Table({"27": ["us-7ir"]}, allied="01 27"), "28", "us-7ir")
    assert "never moves. (1.3.3)" in reasons(table, "09", "de-cd10")
    landing = position("anvil-historical", 3).do("done")
    assert "runs through 01 Saint-Tropez, which is German" in reasons(landing, "06", "us-7ir")
    with pytest.raises(MalformedCommand):
        table.query("way", to="77", units=("us-7ir",))


def test_units_out_of_supply_reach_nothing() -> None:
    assert Table({"27": ["us-7ir"]}, allied="01 27").query("reach", units=("us-7ir",))["places"] == []


def test_a_plan_of_payment_is_counted_by_the_rules() -> None:
    table = position("anvil-example-2")
    assert table.query("payment")["left"] == 5 and not table.query("payment")["complete"]
    plan = ("disorganize de-pzr33", "disorganize de-gr326", "reduce de-gr326")
    found = table.query("payment", plan=plan)
    ways = {row["unit"]: row["ways"] for row in found["units"]}
    assert found["left"] == 1 and ways["de-gr326"] == {"eliminate": 2} and "disorganize" not in ways["de-pzr33"]
    found = table.query("payment", plan=(*plan, "eliminate de-pzj50"))
    assert found["left"] == 0 and found["complete"]
    assert table.query("payment")["left"] == 5
    with pytest.raises(MalformedCommand):
        table.query("payment", plan=("eliminate de-pzr33", "eliminate de-gr326"))
