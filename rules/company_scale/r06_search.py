"""The search for the cheapest paths in reach, who may fire on the way, turning a counter (6.0, 6.2.1, 8.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import Final, NamedTuple

from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import enemy_hexes, side_of
from rules.company_scale.r06_2_terrain import OFF_ROAD, TRAIL_BONUS
from rules.company_scale.r06_steps import (
    BY_BITS,
    ENTERED,
    PLACE,
    PLACE_BITS,
    At,
    Best,
    Steps,
    entered_by,
    hex_of,
    place_of,
)
from rules.company_scale.r07_line_of_sight import sees, visible_from, zone_range
from rules.company_scale.r08_6_opportunity_fire import is_screened, may_fire
from rules.company_scale.r16_2_air_strikes import spotted_from_the_air
from rules.company_scale.r18_reinforcements import is_shelter
from rules.company_scale.r21_guns import abandon_guns
from rules.company_scale.state import Battle
from rules.engine.command import Reason
from rules.engine.compiling import native_dataclass
from rules.engine.frames import Frame
from rules.hexes.grid import distance, hex_name, neighbours
from rules.hexes.lines import REACH

# --- Turning a counter between column and deployed (6.0) -----------------------------------------------------------


def turn_over(game: Battle, unit: str) -> None:
    """Turn a counter to its other side."""
    deployed = not game.state.units[unit].deployed
    game.state.turn_to(unit, deployed)
    game.emit("FormationChanged", unit=unit, deployed=deployed)
    if not deployed:
        abandon_guns(game, unit)  # 21.2


# --- Who may fire at moving units on their way (8.6), or from the air (16.2.1) -------------------------------------

NO_HEX: Final = 0


class Watcher(NamedTuple):
    """An enemy unit that may fire, and how far its fire zone reaches while the moving units are not next to it."""

    unit: str
    hex: int
    range: int


class Danger:
    """Finds the enemy units that may fire at the moving units in some hexes; `game` is a copy it may change.

    `near` has those enemies that see a hex by day and in clear weather.
    """

    def __init__(self, game: Battle, units: tuple[str, ...], hexes: set[int]) -> None:
        self._game = game
        self._units = units
        self._side = side_of(game, units[0])
        self._seen: dict[int, list[Watcher]] = {}
        self._under_aircraft = spotted_from_the_air(game, units)
        for unit in units:
            game.state.place(unit, NO_HEX)
        self.near: dict[int, list[Watcher]] = {}
        for here in enemy_hexes(game, self._side):
            seen = visible_from(ground_of(game), here) & hexes
            if seen and may_fire(game, here):
                watchers = [Watcher(unit, here, zone_range(game, unit)) for unit in game.state.stack(here)]
                for other in seen:
                    self.near.setdefault(other, []).extend(watchers)

    def may_be_attacked_from_the_air(self, entered: int, by: str) -> bool:
        """Tell whether aircraft may attack the column in a hex entered by this way (16.2.1)."""
        return by != OFF_ROAD and entered in self._under_aircraft

    def watched(self, here: int) -> list[str]:
        """Return the enemy hexes that watch a hex while the moving units are there."""
        return _hexes(self._watching(here)) if here in self.near else []

    def leaving(self, here: int, to: int) -> list[str]:
        """Return the enemy hexes that may fire at the moving units on their way to the next hex."""
        if here not in self.near:
            return []
        watchers = self._watching(here)
        if watchers and is_screened(self._game, self._units, here):
            watchers = [watcher for watcher in watchers if self._has_in_zone(watcher, here, to)]
        return _hexes(watchers)

    def _watching(self, here: int) -> list[Watcher]:
        """Return the enemy units with a hex in their fire zone while the moving units are there."""
        if here not in self._seen:
            self._seen[here] = [watcher for watcher in self.near[here] if self._has_in_zone(watcher, here, here)]
        return self._seen[here]

    def _has_in_zone(self, watcher: Watcher, movers: int, target: int) -> bool:
        """Tell whether a hex is in a unit's fire zone while the moving units are in another (7.2)."""
        away = distance(watcher.hex, target)
        if not 0 < away <= REACH or is_shelter(self._game.scenario, self._side, target):
            return False
        reach = min(watcher.range, 1) if distance(watcher.hex, movers) == 1 else watcher.range
        return away <= reach and sees(self._game, watcher.hex, target)


def _hexes(watchers: list[Watcher]) -> list[str]:
    return sorted({hex_name(watcher.hex) for watcher in watchers})


# --- The search for the cheapest ways to every hex that moving units could reach (6.0, 6.2.1) ----------------------

DEBT: Final = TRAIL_BONUS + 1
"""Added to the points left, which the trail bonus lets fall below zero, so that 0 is less than can ever be left."""


@native_dataclass(frozen=True, slots=True)
class Found:
    """What a search has found.

    `hexes` maps each hex reached to the points left there, those of the unit with the fewest in halves, and the number
    of its way, whose lowest bits are the place where it ends (see `Ways`). `before` tells which way each continues; -1:
    none, it is the start. `tried` are the ways from whose ends steps were tried, `at` what the movement comes to there.
    """

    steps: Steps
    hexes: dict[int, tuple[int, int]]
    before: dict[int, int]
    tried: Sequence[int]
    at: Callable[[int], At]

    def refused(self, asked: Iterable[int] | None = None) -> dict[int, Sequence[Reason]]:
        """Return why neighbours of reached hexes cannot be entered, as the first try found: of these hexes or all."""
        ground, steps = self.steps.ground.hexes, self.steps
        wanted = set(ground if asked is None else asked) & ground.keys() - self.hexes.keys() - {steps.here}
        refused: dict[int, Sequence[Reason]] = {}
        for way in self.tried:
            here = hex_of(way)
            if not wanted.isdisjoint(neighbours(here)):
                others = [near for near in neighbours(here) if near in wanted]
                wanted.difference_update(others)
                refused.update(steps.refusals(self.at(way), here, others))
        return refused


def along(before: Mapping[int, int], way: int) -> list[int]:
    """Return the ways that a way continues and itself, from the first step on."""
    ways = []
    while before[way] >= 0:
        ways.append(way)
        way = before[way]
    return ways[::-1]


def search(game: Battle, frame: Frame) -> Found:
    """Try every step from every place reached, most points first; keep the best way to each hex."""
    steps = Steps(game, frame)
    if steps.same_ground:
        found = _search_alike(steps if steps.alike else Steps(game, frame, by_poorest=True))
        if steps.alike or steps.marked.isdisjoint(found.hexes):
            return found
    return _search_stack(steps)


def _search_alike(steps: Steps) -> Found:
    """Search for units that move alike: one number is what they have left, one tells the place and what counts there.

    The queue holds the places by the points left, which only become fewer.
    """
    places, table, most = _Places(steps), steps.tables[0], steps.begin.left + DEBT
    halting, hampered, known, best, burdened = steps.halting, steps.hampered, table.rows, places.best, places.burdened
    before, hexes, tried = {places.begin: -1}, dict[int, tuple[int, int]](), []
    queue: list[list[int]] = [[] for _ in range(most + 1)]
    queue[most].append(places.begin)
    places.note(places.begin, most)
    for left in range(most, 0, -1):
        for place in queue[left]:
            if (best[place] if place < table.places else burdened[place]) != left:  # it has been reached with more
                continue
            here = (place & PLACE) >> BY_BITS  # hex_of, without the call
            if here not in hexes:
                hexes[here] = left - DEBT, place
            if here in halting:
                continue
            if place >= places.free or here in hampered:
                for to, rest in places.onward(place, left):
                    before[to] = place
                    queue[rest].append(to)
            elif best[place & ~ENTERED] <= left:  # else as much could be done from the hex entered off the road
                for to, cost in known.get(place) or table.row(place):
                    rest = left - cost
                    if rest > best[to] and rest >= DEBT:
                        best[to], before[to] = rest, place
                        queue[rest].append(to)
            tried.append(place)
    del hexes[steps.here]
    return Found(steps, hexes, before, tried, lambda place: places.at(place, places.left(place)))


class _Places:
    """The numbers of places, with what counts for the next step besides the road: `trail`, `dg` and `carried`.

    They are numbered as they come up, above the bits of a place in `Ways`; those below `free` are as in its table.
    `best` has the most points left in each place of the table, plus DEBT, `burdened` in the others; 0 where none has
    been reached.
    """

    def __init__(self, steps: Steps) -> None:
        self._steps, begin = steps, steps.begin
        self._burdens = [(False, begin.dg, begin.carried)]
        self._numbers = {self._burdens[0]: 0}
        self.free = steps.tables[0].places if steps.is_free(begin.carried) else 0
        self.best = [0] * steps.tables[0].places
        self.burdened: dict[int, int] = {}
        self.begin = self.of(begin, steps.here)

    def left(self, place: int) -> int:
        """Return the most points left in a place, plus DEBT; 0 if it has not been reached."""
        return self.best[place] if place < len(self.best) else self.burdened.get(place, 0)

    def note(self, place: int, left: int) -> None:
        """Note that a place has been reached with more points than before."""
        if place < len(self.best):
            self.best[place] = left
        else:
            self.burdened[place] = left

    def of(self, at: At, here: int) -> int:
        """Return the number of a place."""
        burden = at.trail, at.dg, at.carried
        number = self._numbers.get(burden)
        if number is None:
            number = self._numbers[burden] = len(self._burdens)
            self._burdens.append(burden)
        return number << PLACE_BITS | place_of(here, at.road or OFF_ROAD)

    def at(self, place: int, left: int) -> At:
        """Return what the movement has come to in a place, with these points left, plus DEBT."""
        by = entered_by(place)
        trail, dg, carried = self._burdens[place >> PLACE_BITS]
        road, steps = "" if by == OFF_ROAD else by, self._steps.begin.steps + (place != self.begin)
        return At((left - DEBT,), road, trail, dg, carried, steps)

    def onward(self, place: int, left: int) -> Iterator[tuple[int, int]]:
        """Yield and note the places that are entered from here with more points than so far, and what is left there.

        This is for places where more than the ground counts.
        """
        for to, rest in self._onward(place, left):
            if rest > self.left(to):
                self.note(to, rest)
                yield to, rest

    def _onward(self, place: int, left: int) -> Iterator[tuple[int, int]]:
        here, (trail, _, carried) = hex_of(place), self._burdens[place >> PLACE_BITS]
        if trail or here in self._steps.hampered or not self._steps.is_free(carried):
            for near, after, _ in self._steps.of(self.at(place, left), here):
                yield self.of(after, near), after.left + DEBT
        else:
            base = place & ~PLACE
            for to, cost in self._steps.tables[0].row(place & PLACE):
                if cost <= left - DEBT:
                    yield base + to, left - cost


def _search_stack(steps: Steps) -> Found:
    """Search for units that do not move alike: one way may leave more points to one of them, another to the next."""
    begin, best, start = steps.begin, Best(), place_of(steps.here, OFF_ROAD)
    best.is_better(begin, steps.here)
    ends, before, hexes = {start: begin}, {start: -1}, dict[int, tuple[int, int]]()
    queue = [(-begin.left, start)]
    tried = []
    while queue:
        _, way = heappop(queue)
        here, at = hex_of(way), ends[way]
        if not best.has(at, here):
            continue
        tried.append(way)
        for near, after, by in steps.of(at, here):
            if not best.is_better(after, near):
                continue
            longer = len(ends) << PLACE_BITS | place_of(near, by)
            ends[longer], before[longer] = after, way
            if near != steps.here and (near not in hexes or hexes[near][0] < after.left):
                hexes[near] = after.left, longer
            if near not in steps.halting:
                heappush(queue, (-after.left, longer))
    return Found(steps, hexes, before, tried, ends.__getitem__)
