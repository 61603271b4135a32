"""Attachable formations for tests, and the divisions that may take them (26)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.counters import Division, Formation
from rules.company_scale.scenario import Reinforcement, Scenario
from rules.company_scale.system import SYSTEM
from rules.engine.nature import ScriptedNature
from rules.engine.session import Session
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers import tables
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import DIVISIONS, FORMATIONS, Piece, TableTop, ge, scenario_of, us

GROUND = board("\n".join(["............"] * 4), first="10.30")
D338 = Division("d338", "338th Infantry Division", "german", "#6b727a", "#ffffff", 5, 4, 5)
GUESTS = ("fr71", "fr63", "flak18")


def invite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put three attachable formations and a third German division among those tests may use."""
    monkeypatch.setitem(DIVISIONS, "d338", D338)
    monkeypatch.setitem(FORMATIONS, "gr757", Formation("gr757", "757th Regiment", "d338", "#123456"))
    for name in GUESTS:
        monkeypatch.setitem(FORMATIONS, name, Formation(name, name.upper(), "d338", "#654321", attachable=True))


def guest(hex: str, formation: str = "fr71", **changes: Any) -> Piece:
    """Return a company of an attachable formation."""
    return ge(hex, formation=formation, **changes)


ARMY: dict[str, Piece] = {
    "a": us("21.30"), "x": ge("10.30"), "y": ge("10.31", formation="gr305"), "z": ge("10.32", formation="gr757"),
}  # fmt: skip


def begin(pieces: dict[str, Piece], **facts: Any) -> TableTop:
    """Start a game at its first turn with these pieces."""
    return tables.game_from_start(GROUND, pieces, **facts)


def arriving(pieces: dict[str, Piece], *units: str, **facts: Any) -> TableTop:
    """Start a game in which some units arrive in the first turn."""
    due = Reinforcement(1, hex_id("10.33"), units)
    placed = {n: replace(p, place="reserve") if n in units else p for n, p in pieces.items()}
    scenario: Scenario = scenario_of(
        GROUND, placed, reinforcements=[due], entries={"german": frozenset({1033})}, **facts
    )
    nature = ScriptedNature(())
    return TableTop(Session.new(SYSTEM, scenario, nature=nature), nature)
