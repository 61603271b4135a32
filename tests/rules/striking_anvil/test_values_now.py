"""Cards of values: what a unit is worth now and why, what an area does; as the combat adds them up."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.command import MalformedCommand
from tests.rules.striking_anvil.table import Table, position


def card(table: Table, **asked: str) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in table.query("values", **asked)["card"]}


def why(row: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["change"], one["rule"]) for one in row["why"]]


def test_a_full_unit_in_supply_has_its_printed_values() -> None:
    rows = card(Table({"07": ["us-7ir"]}, allied="01 02 07"), unit="us-7ir")
    assert rows["Strength"]["now"] == rows["Strength"]["printed"] == "8" and why(rows["Strength"]) == []
    assert rows["Order"]["now"] == "Good Order"


def test_out_of_supply_the_strength_is_halved_as_in_combat() -> None:
    table = Table({"27": ["us-7ir", "de-gr932"]}, allied="27")
    rows = card(table, unit="us-7ir")
    assert rows["Strength"]["now"] == "4" and why(rows["Strength"]) == [("halved", "1.8")]
    assert table.query("odds", units=("us-7ir",))["strength"] == 4


def test_an_entrenched_unit_says_how_it_gets_out() -> None:
    rows = card(Table({"10": ["de-gr932"]}), unit="de-gr932")
    moves = rows["Movement"]
    assert (moves["printed"], moves["now"], why(moves)) == ("E", "none", [("", "4")])
    assert card(Table({"10": ["de-cd10"]}), unit="de-cd10")["Movement"]["now"] == "none"


def test_the_ground_of_an_area_and_its_rivers() -> None:
    table = Table({"07": ["us-7ir"]}, allied="01 02 07")
    rows = card(table, place="18")
    assert rows["Allied attacks"]["now"] == rows["German attacks"]["now"] == "-2 to the die"
    assert why(rows["German attacks"]) == [("-2", "5.7")]
    assert any(name.startswith("Var to ") and row["why"][0]["rule"] == "9" for name, row in rows.items())
    assert card(table, place="02")["German attacks"]["now"] == "no change"


def test_a_fortress_weighs_on_allied_attacks_only() -> None:
    rows = card(position("anvil-historical", 3), place="09")
    assert ("1.5") in [rule for _, rule in why(rows["Allied attacks"])]
    assert "1.5" not in [rule for _, rule in why(rows["German attacks"])]


def test_a_box_does_nothing_and_a_wrong_name_is_said_so() -> None:
    table = position("anvil-historical", 3)
    assert card(table, place="LZW") == {}
    for asked in ({"place": "77"}, {"unit": "nobody"}):
        with pytest.raises(MalformedCommand):
            table.query("values", **asked)
