"""The cheapest ways over a map, and a move along one, as the script sees them (6.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from rules.company_scale.battle_map import BattleMap
from rules.company_scale.counters import MoveClass
from rules.company_scale.r06_2_terrain import (
    OFF_ROAD,
    WAYS,
    bars_weapons,
    crossing,
    passable,
    step_cost,
    terrain_defense,
)
from rules.engine.memory import make_room
from rules.hexes.grid import neighbours

KEPT: Final = 4
KEPT_REACHES: Final = 2048


@dataclass(frozen=True, slots=True)
class March:
    """A move worth making: the unit, the gain, and the steps with their ways."""

    unit: str
    gain: float
    steps: tuple[tuple[int, str], ...]


Onward: TypeAlias = tuple[tuple[int, int, str], ...]
"""The neighbours that can be entered, with the cost in halves and the way to go."""


class Defense(dict[int, int]):
    """The defense of the terrain of a map, by hex."""

    def __init__(self, ground: BattleMap) -> None:
        self._ground = ground

    def __missing__(self, here: int) -> int:
        value = self[here] = terrain_defense(self._ground, here)
        return value


class Ways:
    """The cheapest way over each hexside of a map per movement class; changes of road are free here.

    A `laden` unit keeps to ways that support weapons can go (6.2.2).
    """

    def __init__(self, ground: BattleMap) -> None:
        self.ground = ground
        self.defense = Defense(ground)
        self._hexes = max(ground.hexes) + 1  # each has a smaller number
        self._reached: dict[tuple[MoveClass, int, int, frozenset[int], bool], Mapping[int, int]] = {}
        self._steps: dict[tuple[MoveClass, bool], dict[int, Onward]] = {}

    def reached(
        self, move: MoveClass, start: int, points: int, closed: Set[int], *, laden: bool = False
    ) -> Mapping[int, int]:
        """Return what `reach` finds; closed hexes beyond the reach of a unit do not count."""
        free = self._kept(move, start, points, frozenset(), laden)
        hindering = closed & free.keys()
        return self._kept(move, start, points, frozenset(hindering), laden) if hindering else free

    def _kept(self, move: MoveClass, start: int, points: int, closed: frozenset[int], laden: bool) -> Mapping[int, int]:
        key = move, start, points, closed, laden
        found = self._reached.get(key)
        if found is None:
            make_room(self._reached, KEPT_REACHES)
            found = self._reached[key] = self.reach(move, start, points, closed, laden=laden)
        return found

    def steps(self, move: MoveClass, here: int, laden: bool = False) -> Onward:
        """Return each neighbour that can be entered, with the cost in halves and the way to go."""
        known = self._steps.setdefault((move, laden), {})
        steps = known.get(here)
        if steps is None:
            steps = known[here] = tuple(self._find(move, here, laden))
        return steps

    def _find(self, move: MoveClass, here: int, laden: bool) -> Iterator[tuple[int, int, str]]:
        for near in neighbours(here):
            if near not in self.ground.hexes:
                continue
            ways = WAYS if self.ground.side(here, near).roads else (OFF_ROAD,)
            crossings = [crossing(self.ground, here, near, by) for by in ways]
            able = [c for c in crossings if next(passable(self.ground, move, c), None) is None]
            if laden:
                able = [c for c in able if not bars_weapons(c)]
            if able:
                best = min(able, key=lambda c: step_cost(self.ground, move, c))
                yield near, step_cost(self.ground, move, best), best.by

    def reach(
        self, move: MoveClass, start: int, points: int, closed: Set[int], *, laden: bool = False
    ) -> dict[int, int]:
        """Return the hexes within so many half movement points, each with the one before it (start: itself)."""
        came = {start: start}
        edge: list[list[int]] = [[start], *([] for _ in range(points))]
        best, known = [points + 1] * self._hexes, self._steps.setdefault((move, laden), {})
        for here in (start, *(closed & self.ground.hexes.keys())):
            best[here] = 0
        for spent, hexes in enumerate(edge):
            for here in hexes:
                if best[here] < spent:
                    continue
                for near, cost, _ in known.get(here) or self.steps(move, here, laden):
                    total = spent + cost
                    if total < best[near]:
                        best[near], came[near] = total, here
                        edge[total].append(near)
        return came

    def along(self, move: MoveClass, path: list[int], *, laden: bool = False) -> tuple[tuple[int, str], ...]:
        """Return the steps of a path, each with its way."""
        return tuple(
            (to, next(by for near, _, by in self.steps(move, here, laden) if near == to)) for here, to in pairwise(path)
        )


_WAYS: Final[dict[int, Ways]] = {}


def ways_of(ground: BattleMap) -> Ways:
    """Return the ways of a map; those of the maps used last are kept."""
    ways = _WAYS.get(id(ground))
    if ways is None:  # it keeps its map alive, so that no other map can reuse the id
        make_room(_WAYS, KEPT)
        ways = _WAYS[id(ground)] = Ways(ground)
    return ways
