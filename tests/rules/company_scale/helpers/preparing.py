"""Prepared assaults in tests: Americans with a marker on 14.31, and the steps of an assault one by one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.engine.command import Plain
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, us

OPEN = board("\n".join(["............"] * 6), first="10.30")
HERE, OTHER = "14.31", "16.31"  # two marked hexes; 15.30 and 15.31 are next to both
US = "formation:r141"
PASSIVE: dict[str, dict[str, str]] = {
    "assaults": {"verb": "confirm"}, "assault_indirect": {"verb": "pass"}, "retreat": {"verb": "stand"},
    "defensive_fire": {"verb": "hold"}, "assault_modifiers": {"verb": "confirm"}, "assault_markers": {"verb": "done"},
}  # fmt: skip


def column(hex: str, **changes: Any) -> Piece:
    """Return an American company in column."""
    return us(hex, deployed=False, **changes)


def prepared(pieces: Mapping[str, Piece], *dice: Plain, marks: tuple[str, ...] = (HERE,), chit: str = US,
             side: str = "allied", **facts: Any) -> TableTop:  # fmt: skip
    """Draw a chit with prepared assault markers on the map; "far" is a company that could still act afterwards."""
    pieces = {**pieces, "far": us("21.35")}
    markers = [*facts.pop("markers", ()), *((mark, "prepared_assault", side) for mark in marks)]
    return activation(facts.pop("ground", OPEN), pieces, chit, dice=dice, markers=markers, **facts)


def go(table: TableTop, until: str) -> list[dict[str, Any]]:
    """Answer passively until a decision of kind `until` is asked; return the events."""
    events: list[dict[str, Any]] = []
    while table.decision.kind != until and table.decision.kind in PASSIVE:
        events += table.do(PASSIVE[table.decision.kind]["verb"])
    assert table.decision.kind == until, table.decision.kind
    return events


def marks(table: TableTop) -> set[tuple[str, str]]:
    """Return every prepared assault marker: (hex, side)."""
    found = table.session.view().markers
    return {(m.hex, m.value) for m in found if m.kind == "prepared_assault"}


def plan(table: TableTop) -> dict[str, Any]:
    """Return the marked hexes of the declaration by name."""
    subject: Any = table.decision.subject
    return {marker["hex"]: marker for marker in subject["markers"]}


def hexes(table: TableTop, verb: str) -> set[str]:
    """Return the hexes offered with a verb."""
    return {str(command.get("hex")) for command in table.offered(verb)}


def units(table: TableTop, verb: str) -> set[str]:
    """Return the units offered with a verb."""
    return {str(command.get("unit")) for command in table.offered(verb)}
