"""The search for the cheapest ways (6.0, 6.2.1): that for units that move alike finds what that for any stack finds."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings

from rules.company_scale import r06_reach
from rules.company_scale.r06_search import _search_stack
from rules.company_scale.r06_steps import Steps
from rules.company_scale.system import SYSTEM
from rules.engine.session import Session
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.moves import column, table_of
from tests.rules.company_scale.test_06_reach_agrees import Position, positions


def both(session: Session, *units: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a reach as it is found, and as the search for any stack finds it."""
    found = session.query("reach", units=list(units))
    with patch.object(r06_reach, "search", lambda game, frame: _search_stack(Steps(game, frame))):
        return found, session.query("reach", units=list(units))


@settings(max_examples=60)
@given(positions())
def test_both_searches_find_the_same_on_random_boards(position: Position) -> None:
    found, slowly = both(position.table().session, *position.units)
    assert found == slowly


def test_both_searches_find_the_same_on_the_map() -> None:
    session = Session.new(SYSTEM, SYSTEM.load("first-light"))
    for stack in session.state.stacks.values():
        for units in ((stack[0],), stack):
            found, slowly = both(session, *units)
            assert found == slowly


@pytest.mark.parametrize("size", ["smoke", "medium", "heavy"])
def test_both_searches_find_the_same_where_a_barrage_takes_more_from_one(size: str) -> None:
    pieces = {"a": column("10.30", ("leg", 5)), "b": column("10.30", ("leg", 7))}
    table = table_of(board("......\n......\n......"), pieces, markers=[("11.30", "barrage", size)])
    found, slowly = both(table.session, "a", "b")
    assert found == slowly and "11.30" in found["hexes"]


def test_a_fire_that_has_cleared_a_hex_changes_what_it_costs() -> None:
    """The rows of costs belong to the ground as it is now (8.8.1)."""
    table = table_of(board("...\n.w.\n..."), {"a": column("10.30", ("tracked", 5))})
    assert "11.31" in table.session.query("reach", units=["a"])["refused"]
    table.state.fire_cleared = (hex_id("11.31"),)
    assert table.session.query("reach", units=["a"])["hexes"]["11.31"]["mp_left"] == 1.0
