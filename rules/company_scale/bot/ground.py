"""Tables over the hexes of a map, the cheapest routes and a move along one (6.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from rules.company_scale.battle_map import BattleMap, results_of
from rules.company_scale.bot.weights import Weights
from rules.company_scale.counters import MoveClass
from rules.company_scale.pieces import counter, enemy, units_on_map
from rules.company_scale.r06_2_terrain import (
    OFF_ROAD,
    WAYS,
    bars_weapons,
    crossing,
    passable,
    step_cost,
    terrain_defense,
)
from rules.company_scale.r08_7_1_spotting import indirect_of
from rules.company_scale.r27_victory import points, takes_goal
from rules.company_scale.state import Battle
from rules.engine.caching import cached_in
from rules.engine.compiling import native_dataclass
from rules.engine.memory import evict_oldest
from rules.hexes.grid import distance, neighbours, within

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
        away = self[here] = min([distance(here, other) for other in self._hexes], default=FAR)
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


@native_dataclass(frozen=True, slots=True)
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


# --- Where no unit ends a move of its own will, whatever that is worth: the veto beneath every level (6.0, 7.2, 8.7)

FULL: Final = 3
"""Units in a hex that guns or aircraft reach: another one would make it a target."""
CONTACT: Final = 8
"""Hexes to an enemy within which headquarters and mortars stay behind their own."""
CLOSE: Final = 3
"""Hexes to an enemy that are too near for a headquarters."""
WITH_HEADQUARTERS: Final = 3
WITH_MORTAR: Final = 2
"""Hexes from the nearest company of its own at which a headquarters or a mortar is still with it."""
ALONE: Final = 3
HELP: Final = 3
"""Nobody goes this near to an enemy with no friend as near as that."""
FARTHEST: Final = 20
"""Range that counts at most, in hexes."""
FORWARD: Final = 3
"""Hexes of a move that sends a unit forward, or calls it back; an enemy nearer than that is fled from."""
ANY_DISTANCE: Final = 99


@native_dataclass(frozen=True, slots=True)
class Mover:
    """A unit that may move: its hex, the one it came from (0: none), whether it is in column and has another side.

    One that is `leaving` the map goes its way, wherever its own are (22.3).
    """

    unit: str
    here: int
    came_from: int
    in_column: bool
    has_deployed_side: bool
    leaving: bool = False


class Discipline:
    """The veto as one side has it in one position; `exposed` are the points of enemy fire by hex."""

    def __init__(self, game: Battle, seat: str, exposed: dict[int, int], enemies: list[int], weights: Weights) -> None:
        self._game, self._seat, self._exposed, self._enemies = game, seat, exposed, enemies
        self._least = int(weights.veto_fire)
        self._guns = [(game.state.units[unit].hex, reach) for unit, reach in _guns(game, enemy(seat))]
        self._has_aircraft = any(
            count
            for division, count in game.state.air_support.items()
            if game.scenario.divisions[division].side != seat
        )

    def bars(self, mover: Mover, to: int, *, deploys: bool) -> bool:
        """Tell whether a unit must not end its move in a hex; one that `deploys` has an action left to do so."""
        game = self._game
        if takes_goal(game, self._seat, to):
            return False
        printed, fire, now = counter(game, mover.unit), self._exposed.get(to, 0), self._exposed.get(mover.here, 0)
        if self._is_crowded(to, fire):
            return True
        if mover.leaving:
            return False
        if self._is_called_back(mover, to, now):
            return True
        if printed.hq or indirect_of(printed.deployed) is not None:
            return self._strays(mover, to, hq=bool(printed.hq))
        if self._is_alone(mover, to):
            return True
        if deploys or not mover.has_deployed_side or fire < self._least:
            return False
        return not mover.in_column or fire >= now

    def _is_crowded(self, to: int, fire: int) -> bool:
        """Tell whether a unit would be one too many in a hex that is fired at, or that guns or aircraft reach."""
        if len(self._game.state.stack(to)) < FULL:
            return False
        return bool(fire) or self._has_aircraft or any(distance(gun, to) <= reach for gun, reach in self._guns)

    def _is_called_back(self, mover: Mover, to: int, now: int) -> bool:
        """Tell whether a unit just sent somewhere would go back there, or away from an enemy that does it no harm."""
        sent, away = distance(mover.came_from, mover.here) if mover.came_from else 0, self._away(mover.here)
        if sent < FORWARD or now or away < FORWARD:
            return False
        return 2 * distance(mover.came_from, to) < sent or self._away(to) >= away + FORWARD

    def _is_alone(self, mover: Mover, to: int) -> bool:
        """Tell whether a company would leave its friends, or go nearer, to be next to the enemy with nobody to help."""
        away = self._away(to)
        if away > ALONE or self._has_help(mover.unit, to):
            return False
        return away < self._away(mover.here) or self._has_help(mover.unit, mover.here)

    def _has_help(self, unit: str, here: int) -> bool:
        """Tell whether a friend that fights is near a hex."""
        friends = (u for u in units_on_map(self._game, self._seat) if u != unit and not counter(self._game, u).hq)
        return any(distance(here, self._game.state.units[u].hex) <= HELP for u in friends)

    def _strays(self, mover: Mover, to: int, *, hq: bool) -> bool:
        """Tell whether a headquarters or a mortar would leave its own, go ahead of them or come under fire."""
        away, fire, reach = self._away(to), self._exposed.get(to, 0), WITH_HEADQUARTERS if hq else WITH_MORTAR
        if fire and fire >= self._exposed.get(mover.here, 0):
            return True
        if hq and away <= CLOSE and away <= self._away(mover.here):
            return True
        own = list(self._companies(mover.unit, hq=hq))
        if not own:
            return False
        with_own = min(distance(to, place) for place in own)
        if with_own > max(reach, min(distance(mover.here, place) for place in own)):
            return True
        if away > CONTACT:
            return False
        front = min(self._away(place) for place in own if distance(to, place) <= max(reach, with_own))
        return away <= front and away < self._away(mover.here)

    def _companies(self, unit: str, *, hq: bool) -> Iterator[int]:
        """Yield the hexes of the companies a headquarters leads, or of those a mortar is with: its formation's."""
        own = counter(self._game, unit)
        for other in units_on_map(self._game, self._seat):
            printed = counter(self._game, other)
            if other == unit or printed.hq or printed.marker or printed.division != own.division:
                continue
            if printed.formation == own.formation or (hq and not own.formation):
                yield self._game.state.units[other].hex

    def _away(self, here: int) -> int:
        return min((distance(here, enemy_hex) for enemy_hex in self._enemies), default=ANY_DISTANCE)


def _guns(game: Battle, side: str) -> Iterator[tuple[str, int]]:
    """Yield the guns and mortars of a side with their range."""
    for unit in units_on_map(game, side):
        power = indirect_of(counter(game, unit).deployed)
        if power is not None:
            yield unit, min(power.range, FARTHEST)


def is_last_chance(game: Battle, seat: str) -> bool:
    """Tell whether the last turn is on and a side is not ahead, so that only what it holds at the end counts (27)."""
    if game.state.turn < game.scenario.turns:
        return False
    now = points(game)
    return now[seat] <= now[enemy(seat)]
