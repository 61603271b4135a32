"""Positions as plain data: exact when whole, one sentence when not."""

from __future__ import annotations

import json

import pytest

from rules.company_scale.state import decode
from rules.company_scale.system import SYSTEM
from rules.engine.digest import canonical
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


def test_a_damaged_position_names_its_field() -> None:
    raw = json.loads(canonical(a_position().state.to_plain()))
    with pytest.raises(ValueError, match='The field "units" of the position cannot be read'):
        decode({**raw, "units": {"a": {"hex": 1130, "nonsense": 1}}})
    with pytest.raises(ValueError, match="missing or unknown fields: cup"):
        decode({name: value for name, value in raw.items() if name != "cup"})
