"""Tables over the hexes of a map, the cheapest routes and a move along one (6.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from rules.company_scale.battle_map import BattleMap, results_of
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
from rules.engine.caching import cached_in
from rules.engine.memory import evict_oldest
from rules.hexes.grid import distance, distance_once, neighbours, within

# --- Tables over the hexes of a map that positions share: each holds exactly what would be worked out anew ---------
# They fill as they are asked, so that a game played out in the head finds what its parent has worked out.

KEPT_TABLES: Final = 4096
KEPT_PULLS: Final = 256
"""Tables kept at most: those of one hex or one set of places, and those of several victory hexes or enemies."""
FAR: Final = 9
"""The nearest of no hexes is as far as this."""


class Goal(NamedTuple):
    """A victory hex as one unit sees it: the worth of being there, and of being near, before it fades."""

    hex: int
    at: float
    near: float


class Fading(dict[int, float]):
    """What is left in each hex of something that fades with the distance from one."""

    def __init__(self, start: int, share: float) -> None:
        self._start, self._share = start, share

    def __missing__(self, here: int) -> float:
        left = self[here] = self._share ** distance(self._start, here)
        return left


class Pull(dict[int, float]):
    """What some victory hexes together are worth to a unit, by the hex it is in."""

    def __init__(self, goals: tuple[Goal, ...], fading: float, second: float) -> None:
        self._goals, self._fading, self._second = goals, fading, second

    def __missing__(self, here: int) -> float:
        best, total = 0.0, 0.0
        for goal, at, near in self._goals:
            pull = at if here == goal else near * self._fading ** distance(here, goal)
            best, total = max(best, pull), total + pull
        worth = self[here] = best + self._second * total
        return worth


class Arrival(dict[int, float]):
    """The worth of a victory hex to a unit that only passes it on its way out (22.3), by the hex it is in."""

    def __init__(self, goals: tuple[Goal, ...]) -> None:
        self._goals = goals

    def __missing__(self, here: int) -> float:
        best = self[here] = max((goal.at for goal in self._goals if goal.hex == here), default=0.0)
        return best


class Nearest(dict[int, int]):
    """How far the nearest of some hexes is, by hex; `FAR` where there are none."""

    def __init__(self, hexes: frozenset[int]) -> None:
        self._hexes = hexes

    def __missing__(self, here: int) -> int:
        away = self[here] = min([distance_once(here, other) for other in self._hexes], default=FAR)
        return away


@lru_cache(KEPT_TABLES)
def fading(start: int, share: float) -> Fading:
    """Return what is left in each hex of something that fades with the distance from one, by a share each hex."""
    return Fading(start, share)


@lru_cache(KEPT_PULLS)
def pull(goals: tuple[Goal, ...], fading: float, second: float) -> Pull:
    """Return the pull of some victory hexes; `second` is the share of all pulls added to the strongest."""
    return Pull(goals, fading, second)


@lru_cache(KEPT_PULLS)
def arrival(goals: tuple[Goal, ...]) -> Arrival:
    """Return the worth of arriving in a victory hex."""
    return Arrival(goals)


@lru_cache(KEPT_TABLES)
def area(places: tuple[tuple[int, int], ...]) -> frozenset[int]:
    """Return every hex within reach of one of some places, each a hex and a reach."""
    return frozenset().union(*(within(place, reach) for place, reach in places))


@lru_cache(KEPT_PULLS)
def nearest(hexes: frozenset[int]) -> Nearest:
    """Return how far the nearest of some hexes is from each hex."""
    return Nearest(hexes)


# --- The cheapest ways over a map, and a move along one, as the script sees them (6.2) -----------------------------

KEPT_REACHES: Final = 2048


@dataclass(frozen=True, slots=True)
class March:
    """A move worth making: the unit, the gain and the steps with their ways; told of it, its victory hex and parts."""

    unit: str
    gain: float
    steps: tuple[tuple[int, str], ...]
    goal: int = 0
    parts: tuple[tuple[str, float], ...] = ()


Onward: TypeAlias = tuple[tuple[int, int, str], ...]
"""The neighbours that can be entered, with the cost in halves and the way to go."""


class Defense(dict[int, int]):
    """The defense of the terrain of a map, by hex."""

    def __init__(self, ground: BattleMap) -> None:
        self._ground = ground

    def __missing__(self, here: int) -> int:
        value = self[here] = terrain_defense(self._ground, here)
        return value


class CheapestEdges:
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
            evict_oldest(self._reached, KEPT_REACHES)
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


@cached_in(results_of)
def ways_of(ground: BattleMap) -> CheapestEdges:
    """Return the ways of a map."""
    return CheapestEdges(ground)
