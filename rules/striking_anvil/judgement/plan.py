"""An activation that the script thinks of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.engine.judgement import Part
from rules.striking_anvil.r04_movement import Reached


class Plan(NamedTuple):
    """An activation: where, who, what, by which way or on which bridge, who rides on which transport.

    `parts` add up to its worth.
    """

    worth: float
    area: str
    units: tuple[str, ...]
    action: str
    way: tuple[str, ...] = ()
    bridge: str = ""
    loads: tuple[tuple[str, str], ...] = ()
    parts: tuple[Part, ...] = ()

    @property
    def key(self) -> tuple[str, tuple[str, ...], str, tuple[str, ...], str]:
        """Return what tells it from others at the same position."""
        return self.area, self.units, self.action, self.way, self.bridge


def worth_of(parts: Iterable[Part]) -> float:
    """Return the sum of parts."""
    return sum(part.points for part in parts)


def way_to(found: dict[str, Reached], to: str) -> tuple[str, ...]:
    """Return the steps to a place."""
    way: list[str] = []
    while to in found:
        way.insert(0, to)
        to = found[to].before
    return tuple(way)
