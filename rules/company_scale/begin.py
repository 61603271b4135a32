"""A scenario that begins in the middle of a game: all of its position that a set-up cannot say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class OffMap:
    """The box of a piece that is not on the map, and whether its deployed side is up; None: as a set-up has it."""

    box: str
    deployed: bool | None = None


@dataclass(frozen=True, slots=True)
class Stacking:
    """Stacking already penalized in a hex, and the units that a Kampfgruppe brought together (6.1, 24.0)."""

    excess: int = 0
    mixed: bool = False
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Begin:
    """What a game under way has beside its set-up.

    `companions` maps heroes on the map to their units (14.0), `replaced` are the leaders who show their replacement
    (13.3), `abandoned` the units without their guns (21.2), `traffic_jam` is the hex of that marker or 0 (20.0).
    `rerolls` are the sides that may still re-roll a die today (28.0).
    `attached` and `absorbed` say who belongs to whom by now (26, 29).
    """

    off_map: Mapping[str, OffMap] = field(default_factory=dict)
    companions: Mapping[str, str] = field(default_factory=dict)
    replaced: tuple[str, ...] = ()
    stacking: Mapping[int, Stacking] = field(default_factory=dict)
    abandoned: tuple[str, ...] = ()
    traffic_jam: int = 0
    points: Mapping[str, int] = field(default_factory=dict)
    scored: Mapping[str, int] = field(default_factory=dict)
    losses: Mapping[str, int] = field(default_factory=dict)
    rerolls: tuple[str, ...] = ()
    attached: Mapping[str, str] = field(default_factory=dict)
    absorbed: Mapping[str, str] = field(default_factory=dict)
