"""The ways from hex to hex with what they cost each movement class, worked out once for each map (6.2.1, 6.2.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final, TypeAlias

from rules.company_scale.battle_map import BattleMap, Terrain
from rules.company_scale.counters import MoveClass
from rules.company_scale.r06_2_terrain import (
    OFF_ROAD,
    Crossing,
    bars_weapons,
    change_cost,
    crossing,
    passable,
    step_cost,
    ways_of,
)
from rules.engine.command import Reason
from rules.engine.memory import make_room
from rules.hexes.grid import neighbours

KEPT: Final = 24
"""So many tables are kept: six for each of the maps used last."""
ENTERED_BY: Final = (OFF_ROAD, "paved", "railroad", "trail")
"""A *place* is a hex with the way it was entered by, as one number: its lowest bits (`ENTERED`) tell the way."""
BY_BITS: Final = 2
ENTERED: Final = (1 << BY_BITS) - 1
PLACE_BITS: Final = 14 + BY_BITS
PLACE: Final = (1 << PLACE_BITS) - 1
Row: TypeAlias = list[tuple[int, int]]
"""The steps from a place: the place each leads to and what it costs, in halves."""


def place_of(here: int, by: str) -> int:
    """Return the number of a hex entered by a way."""
    return here << BY_BITS | ENTERED_BY.index(by)


def hex_of(place: int) -> int:
    """Return the hex of a place; bits above those of a place are left out."""
    return (place & PLACE) >> BY_BITS


def entered_by(place: int) -> str:
    """Return the way by which the hex of a place was entered."""
    return ENTERED_BY[place & ENTERED]


@dataclass(frozen=True, slots=True)
class Way:
    """One way into a neighbouring hex: `costs` of each unit in halves, None where the ground bars it to one of them."""

    near: int
    by: str
    step: Crossing
    costs: tuple[int, ...] | None
    bars_weapons: bool


class Ways:
    """The ways of one movement class on one map, in column or deployed; `bound` to roads or rails (22.2, 25.0)."""

    def __init__(self, ground: BattleMap, move: MoveClass, deployed: bool, bound: bool = False) -> None:
        self.ground, self.move, self.deployed, self.bound = ground, move, deployed, bound
        self.places = (max(ground.hexes) + 1) << BY_BITS  # each has a smaller number
        self.rows: dict[int, Row] = {}
        self._of: dict[int, tuple[Way, ...]] = {}
        self._steep: frozenset[int] | None = None
        self._off_road: dict[tuple[int, int], tuple[tuple[Reason, ...], int]] = {}

    def of(self, here: int) -> tuple[Way, ...]:
        """Return every way into the neighbours of a hex, those barred too: clockwise, roads first."""
        ways = self._of.get(here)
        if ways is None:
            ways = self._of[here] = tuple(self._from(here))
        return ways

    @property
    def steep(self) -> frozenset[int]:
        """Return the hexes from which some way off the road bars support weapons (6.2.2)."""
        if self._steep is None:
            barred = (side for side in self.ground.sides if bars_weapons(crossing(self.ground, *side, OFF_ROAD)))
            self._steep = frozenset(chain.from_iterable(barred))
        return self._steep

    def row(self, place: int) -> Row:
        """Return the steps that the ground allows from a place, with any change of road before them (6.2.1)."""
        row = self.rows.get(place)
        if row is None:
            here, entered = hex_of(place), entered_by(place)
            others = {by for by in ENTERED_BY if OFF_ROAD not in (by, entered) and by != entered}
            change = change_cost(self.ground, self.move, here, entered) if others else None
            row = self.rows[place] = [
                (place_of(way.near, way.by), cost if change is None or way.by not in others else cost + change)
                for way in self._from(here)
                for cost in way.costs or ()
                if change is not None or way.by not in others
            ]
        return row

    def off_road(self, here: int, near: int) -> tuple[tuple[Reason, ...], int]:
        """Return why the ground bars the way off the road into a neighbouring hex, or else what it costs."""
        known = self._off_road.get((here, near))
        if known is None:
            step = crossing(self.ground, here, near, OFF_ROAD)
            reasons = tuple(passable(self.ground, self.move, step))
            cost = 0 if reasons else step_cost(self.ground, self.move, step)
            known = self._off_road[here, near] = reasons, cost
        return known

    def closes(self, near: int) -> bool:
        """Tell whether a hex is closed to the unit because it is deployed: a city, unless it is a leg unit (6.2.1)."""
        in_city = self.ground.hexes[near].terrain is Terrain.CITY
        return self.deployed and in_city and self.move is not MoveClass.LEG

    def _from(self, here: int) -> Iterator[Way]:
        ground = self.ground
        for near in neighbours(here):
            if near in ground.hexes:
                for by in ways_of(ground.side(here, near)):
                    yield self._way(crossing(ground, here, near, by, self.bound))

    def _way(self, step: Crossing) -> Way:
        off_limits = (self.deployed and step.on_road) or self.closes(step.b)
        barred = off_limits or next(passable(self.ground, self.move, step), None) is not None
        costs = None if barred else (step_cost(self.ground, self.move, step),)
        return Way(step.b, step.by, step, costs, bars_weapons(step))


_TABLES: Final[dict[tuple[int, MoveClass, bool, bool], Ways]] = {}


def ways_for(ground: BattleMap, move: MoveClass, deployed: bool, bound: bool = False) -> Ways:
    """Return the table of a class and formation on a map; the tables used last are kept."""
    table = _TABLES.get((id(ground), move, deployed, bound))
    if table is None or table.ground is not ground:
        make_room(_TABLES, KEPT)
        table = _TABLES[id(ground), move, deployed, bound] = Ways(ground, move, deployed, bound)
    return table
