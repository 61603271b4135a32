"""An activation that the bot thinks of."""

from __future__ import annotations

from typing import NamedTuple

from rules.striking_anvil.r04_movement import Reached


class Plan(NamedTuple):
    """An activation: where, who, what, by which way or on which bridge, who rides on which transport."""

    worth: float
    area: str
    units: tuple[str, ...]
    action: str
    way: tuple[str, ...] = ()
    bridge: str = ""
    loads: tuple[tuple[str, str], ...] = ()


def way_to(found: dict[str, Reached], to: str) -> tuple[str, ...]:
    """Return the steps to a place."""
    way: list[str] = []
    while to in found:
        way.insert(0, to)
        to = found[to].before
    return tuple(way)
