"""Opportunity fire in tests: an American company in column leaves 12.32."""

from __future__ import annotations

from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, us

OPEN = board("\n".join([".........."] * 6), first="10.30")
US = "formation:r141"


def column(hex: str, **changes: object) -> Piece:
    """Return an American company in column."""
    return us(hex, deployed=False, **changes)


def leaving(pieces: dict[str, Piece], to: str = "11.32", mover: str = "a", **facts: object) -> TableTop:
    """Let `mover` take one step."""
    table = activation(OPEN, {**pieces}, US, **facts)
    table.do("move", units=(mover,))
    table.step(to)
    return table
