"""Guns that an order would leave behind for good (21.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.text.names import Names
from rules.engine.command import Command

TURNING = ("change_formation", "return_unit", "advance")
"""Orders that may turn the guns of one unit to column; a confirmation may turn those of several."""
LOST = "leaves its guns for good"


def at_stake(command: Command, query: Callable[..., Any]) -> list[str]:
    """Return the units whose guns an order leaves for good."""
    turning = command.verb in TURNING and not command.get("deployed")
    if not turning and command.verb != "confirm":
        return []
    answer = query("abandoning", unit=str(command.get("unit"))) if turning else query("abandoning")
    return list((answer or {}).get("units", ()))


def guns_left(command: Command, names: Names, query: Callable[..., Any]) -> str:
    """Return a sentence that names them, or ""; whoever may still be left out of an advance is not asked about yet."""
    units = at_stake(command, query) if command.verb != "advance" else []
    if not units:
        return ""
    who, them = " and ".join(names.of(unit) for unit in units), "it" if len(units) == 1 else "they"
    leaves = "leaves its guns" if len(units) == 1 else "leave their guns"
    return f"{who} {leaves} behind for good: once in column {them} can never deploy again (21.2)."
