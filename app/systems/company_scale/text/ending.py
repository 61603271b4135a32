"""What the end of an activation does by itself: units in a fire are eliminated (8.8.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.text.names import Names
from rules.engine.command import Command

ENDING = "end_activation"
BURNS = "A unit still here when its activation ends is eliminated (8.8.1)."
"""Said of a burning hex."""


def burning(query: Callable[..., Any]) -> list[str]:
    """Return the units that are eliminated if the activation ends now (8.8.1)."""
    answer = query("ending")
    burn: Mapping[str, list[str]] = answer["burn"] if isinstance(answer, Mapping) else {}
    return [unit for units in burn.values() for unit in units]


def burnt(command: Command, names: Names, query: Callable[..., Any]) -> str:
    """Return a sentence that names the units an order leaves to burn, or ""."""
    units = burning(query) if command.verb == ENDING else []
    if not units:
        return ""
    dies = "stands in a burning hex. It is" if len(units) == 1 else "stand in burning hexes. They are"
    return f"{_listed(units, names)} {dies} eliminated if the activation ends now (8.8.1)."


def price(verb: str, query: Callable[..., Any]) -> str:
    """Return what giving an order costs by itself, in two words for its button, or ""."""
    units = burning(query) if verb == ENDING else []
    return "" if not units else "1 unit burns" if len(units) == 1 else f"{len(units)} units burn"


def leaving(query: Callable[..., Any], names: Names) -> str:
    """Return which units leave the map when the activation ends (22.3), or ""."""
    answer = query("ending")
    units = list(answer["leave"]) if isinstance(answer, Mapping) else []
    return f"{_listed(units, names)} will leave the map (22.3). " if units else ""


def _listed(units: list[str], names: Names) -> str:
    told = [names.label(unit) for unit in units]
    return " and ".join(filter(None, (", ".join(told[:-1]), told[-1])))
