"""Positions as plain data: exact when whole, one sentence when not."""

from __future__ import annotations

import json

import pytest

from rules.company_scale.state import decode
from rules.company_scale.system import SYSTEM
from rules.engine.plain import canonical
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import TableTop, activation, ge, leader, us

OPEN = board("....\n....\n....", first="10.30")


def a_position(**facts: object) -> TableTop:
    return activation(OPEN, {"a": us("11.30"), "x": ge("12.30")}, "formation:r141", **facts)


def test_a_position_comes_back_from_plain_data_exactly() -> None:
    table = a_position()
    table.do("fire", unit="a", hex="12.30")
    raw = json.loads(canonical(table.state.to_plain()))
    again = decode(raw)
    assert again == table.state and canonical(again.to_plain()) == canonical(table.state.to_plain())


def test_a_position_with_pieces_the_scenario_no_longer_has_is_refused_by_name() -> None:
    old = a_position(leaders={"hodge": ("11.30", leader("hodge", 1, 2))})
    raw = json.loads(canonical(old.state.to_plain()))
    with pytest.raises(ValueError, match=r"the leaders of the scenario .* have changed .*hodge"):
        SYSTEM.decode(a_position().session.scenario, raw)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("turn", "abc", 'state.turn: "abc" is not a whole number.'),
        ("winner", [1], "state.winner: [1] is not a text."),
        (
            "units",
            {"a": {"hex": 1130, "place": "map", "deployed": 1}},
            "state.units.a.deployed: 1 is not true or false.",
        ),
        ("units", {"a": {"hex": 1130, "nonsense": 1}}, "state.units.a.place: the field is missing."),
        ("stacks", {"11.30": ["a"]}, 'state.stacks.11.30: "11.30" is not a whole number.'),
        ("assault_markers", {"1130": "german"}, 'state.assault_markers.1130: "german" is not a list.'),
        ("cup", ["wind", 2], "state.cup[1]: 2 is not a text."),
        ("luck", 7, "state.luck: unknown field"),
    ],
)
def test_a_damaged_position_names_its_field(field: str, value: object, sentence: str) -> None:
    raw = json.loads(canonical(a_position().state.to_plain()))
    with pytest.raises(ValueError) as refused:
        decode({**raw, field: value})
    assert str(refused.value).startswith(sentence)


def test_a_position_without_one_of_its_fields_names_it() -> None:
    raw = json.loads(canonical(a_position().state.to_plain()))
    with pytest.raises(ValueError, match=r"^state\.cup: the field is missing\.$"):
        decode({name: value for name, value in raw.items() if name != "cup"})
