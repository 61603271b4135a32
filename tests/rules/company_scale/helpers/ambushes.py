"""FFI ambushes for tests: some free units, and a German unit that comes by alone (23.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.company_scale.counters import Counter, Division
from rules.company_scale.scenario import Scenario, VictoryHex
from tests.rules.company_scale.helpers import tables
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, us

GROUND = board("\n".join(["............"] * 8), first="24.20")
FFI = Division("ffi", "FFI", "allied", "#cdb9dc", "#000000", 0, 0, 5, chits=(), paid_by=("butler", "d36"))
BUTLER = us("24.20", formation="cav117")
INFANTRY = us("24.21")


def ffi(hex: str, **changes: Any) -> Piece:
    """Return an FFI company."""
    return us(hex, **{"formation": "", "division": "ffi", "stripe": "none", "troop_quality": 5, **changes})


def lone(
    count: int = 5, mate: str = "35.27", entries: Any = None, victory: Sequence[VictoryHex] = (), **more: Piece
) -> TableTop:
    """Move a German unit next to empty hexes; its only division mate is at `mate`; some ambush units are free."""
    hidden = {f"amb{n}": ffi("24.20", never_column=True, place="reserve") for n in range(1, count + 1)}
    pieces = {"x": ge("26.23", deployed=False), "y": ge(mate, formation="pg111"), "i": INFANTRY, **hidden, **more}
    table = with_ambushers(pieces, entries=entries, victory=victory)
    table.do("move", units=("x",))
    table.step("27.23")
    return table


def with_ambushers(pieces: dict[str, Piece], chit: str = "formation:pg110", **facts: Any) -> TableTop:
    """Begin an activation in which the units whose names begin with amb are ambushes."""
    real = tables.scenario_of

    def marked(*args: Any, **facts: Any) -> Scenario:
        scenario = real(*args, **facts)
        units: dict[str, Counter] = {
            name: replace(known, ambush=name.startswith("amb")) for name, known in scenario.units.items()
        }
        return replace(scenario, units=units)

    tables.scenario_of, kept = marked, real
    try:
        return activation(GROUND, pieces, chit, **facts)
    finally:
        tables.scenario_of = kept
