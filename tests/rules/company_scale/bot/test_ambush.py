"""FFI ambushes: laid where they do something, taken up only for a better place (23.2)."""

from __future__ import annotations

import pytest

from rules.company_scale.bot.script import CompanyScript
from rules.company_scale.scenario import VictoryHex
from rules.engine.command import Command, cmd
from rules.engine.evaluator import Manner
from rules.engine.seat import Seat
from tests.rules.company_scale.helpers.ambushes import FFI, ffi, lone
from tests.rules.company_scale.helpers.tables import DIVISIONS, TableTop, ge

FARM = VictoryHex(2824, "The farm", "red", {"allied": 2, "german": 2})


@pytest.fixture(autouse=True)
def _resistance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DIVISIONS, "ffi", FFI)


def chosen(table: TableTop) -> Command:
    """Return what the script answers."""
    return CompanyScript(1, Manner()).choose(Seat(table.session).think(), table.decision).command


def test_a_free_ambush_takes_the_victory_hex() -> None:
    table = lone(victory=[FARM])
    assert table.asked == ("allied", "ambush")
    assert chosen(table) == cmd("ambush", hex="28.24", unit="amb1")


def test_it_lies_where_no_other_fire_reaches_it() -> None:
    strong = ge("29.25", formation="gr305", fire=("red", 9, 1))
    here = chosen(lone(z=strong))
    assert here.verb == "ambush" and str(here.get("hex")) not in {"28.24", "28.25"}


def test_one_on_the_map_leaves_a_useless_place_but_not_a_fight_or_a_victory_hex() -> None:
    idle = lone(count=0, amb1=ffi("24.26", never_column=True))
    assert chosen(idle).verb == "ambush"
    fighting = lone(count=0, amb1=ffi("30.20", never_column=True), z=ge("31.20", formation="gr305", fire=None))
    assert chosen(fighting).verb == "decline"
    guard = lone(count=0, amb1=ffi("28.26", never_column=True), victory=[VictoryHex(2826, "", "red", {"allied": 2})])
    assert chosen(guard).verb == "decline"
