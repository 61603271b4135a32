"""The ways from hex to hex with what they cost each movement class, worked out once for each map (6.2.1, 6.2.2)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.company_scale.battle_map import BattleMap, Terrain
from rules.company_scale.counters import MoveClass
from rules.company_scale.r06_2_terrain import OFF_ROAD, Crossing, bars_weapons, crossing, passable, step_cost, ways_of
from rules.engine.command import Reason
from rules.hexes.grid import neighbours

KEPT = 24
"""So many tables are kept: six for each of the maps used last."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way into a neighbouring hex: `costs` of each unit in halves, None where the ground bars it to one of them."""

    near: int
    by: str
    step: Crossing
    costs: tuple[int, ...] | None
    bars_weapons: bool


class Ways:
    """The ways of one movement class, in column or deployed, on one map."""

    def __init__(self, ground: BattleMap, move: MoveClass, deployed: bool) -> None:
        self.ground, self.move, self.deployed = ground, move, deployed
        self._of: dict[int, tuple[Way, ...]] = {}
        self._bars: dict[tuple[int, int], tuple[Reason, ...]] = {}

    def of(self, here: int) -> tuple[Way, ...]:
        """Return every way into the neighbours of a hex, those barred too: clockwise, roads first."""
        ways = self._of.get(here)
        if ways is None:
            ground = self.ground
            ways = self._of[here] = tuple(
                self._way(crossing(ground, here, near, by))
                for near in neighbours(here)
                if near in ground.hexes
                for by in ways_of(ground.side(here, near))
            )
        return ways

    def bars(self, here: int, near: int) -> tuple[Reason, ...]:
        """Return why the ground bars the way off the road into a neighbouring hex."""
        reasons = self._bars.get((here, near))
        if reasons is None:
            step = crossing(self.ground, here, near, OFF_ROAD)
            reasons = self._bars[here, near] = tuple(passable(self.ground, self.move, step))
        return reasons

    def _way(self, step: Crossing) -> Way:
        barred = self._is_barred(step) or next(passable(self.ground, self.move, step), None) is not None
        costs = None if barred else (step_cost(self.ground, self.move, step),)
        return Way(step.b, step.by, step, costs, bars_weapons(step))

    def _is_barred(self, step: Crossing) -> bool:
        """Tell whether a deployed unit cannot go this way: roads, and cities unless it is a leg unit (6.2.1)."""
        in_city = self.ground.hexes[step.b].terrain is Terrain.CITY
        return self.deployed and (step.on_road or (in_city and self.move is not MoveClass.LEG))


_TABLES: dict[tuple[int, MoveClass, bool], Ways] = {}


def ways_for(ground: BattleMap, move: MoveClass, deployed: bool) -> Ways:
    """Return the table of a class and formation on a map; the tables used last are kept."""
    table = _TABLES.get((id(ground), move, deployed))
    if table is None or table.ground is not ground:
        while len(_TABLES) >= KEPT:
            del _TABLES[next(iter(_TABLES))]
        table = _TABLES[id(ground), move, deployed] = Ways(ground, move, deployed)
    return table
