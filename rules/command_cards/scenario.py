"""The static part of a game: map, sides, units as they begin, objectives and what is special."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.command_cards.charts import Ground, unit_types

SEATS: Final = ("allied", "german")


def other(seat: str) -> str:
    """Return the enemy."""
    return "german" if seat == "allied" else "allied"


@dataclass(frozen=True, slots=True)
class BattleMap:
    """The ground of every hex, the roads between hexes, and names."""

    id: str
    title: str
    terrain: Mapping[str, str]
    roads: frozenset[tuple[str, str]]  # both ways
    courses: tuple[tuple[str, ...], ...]
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Side:
    """One player's edge of the board, cards and medals to win."""

    seat: str
    edge: str
    hand: int
    medals: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A unit as it begins: `round` 0 on the board, else when it arrives."""

    kind: str
    seat: str
    hex: str
    round: int = 0
    entries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Objective:
    """Hexes worth medals to a side; `keep` says whether they stay when the hexes are left."""

    name: str
    seat: str
    hexes: tuple[str, ...]
    medals: int
    keep: bool
    need_all: bool = False


@dataclass(frozen=True, slots=True)
class Exit:
    """Hexes by which a side's units may leave for medals."""

    seat: str
    hexes: tuple[str, ...]
    medals: int


@dataclass(frozen=True, slots=True)
class Change:
    """Terrain that becomes another at the start of a round."""

    round: int
    hexes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Scenario:
    """Hold what never changes in a game."""

    id: str
    title: str
    hash: str
    note: str
    date: str
    north: str
    first: str
    map: BattleMap
    sides: Mapping[str, Side]
    units: Mapping[str, Placed]
    obstacles: Mapping[str, str]
    bunkers: Mapping[str, str]  # hex to the side a bunker serves
    objectives: tuple[Objective, ...]
    exits: tuple[Exit, ...]
    changes: tuple[Change, ...]
    set_aside: tuple[str, ...]
    night_until: int
    night_distance: int
    rounds: int
    limit_winner: str
    per_edge: bool
    terrains: Mapping[str, Ground]
    obstacle_kinds: Mapping[str, Ground]

    def figures(self, unit: str) -> int:
        """Return with how many figures a unit begins."""
        return unit_types()[self.units[unit].kind].figures
