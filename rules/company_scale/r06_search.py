"""The search for the cheapest ways to every hex that moving units could reach (6.0, 6.2.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Final, TypeAlias

from rules.company_scale.r06_2_terrain import OFF_ROAD, TRAIL_BONUS
from rules.company_scale.r06_steps import At, Best, Steps
from rules.company_scale.r06_ways import HEX, PLACE_BITS, Row, entered_by, place_of
from rules.company_scale.state import Battle
from rules.engine.command import Reason
from rules.engine.frames import Frame
from rules.hexes.grid import neighbours

NEVER: Final = -TRAIL_BONUS - 1
"""Fewer points than any unit can have left."""


Link: TypeAlias = tuple[int, int, str]
"""The end of a way: the number of the way it continues (-1: it is the start), the hex, by what it is entered."""


@dataclass(slots=True)
class Found:
    """What a search has found.

    `hexes` maps each hex reached to the points left there, those of the unit with the fewest in halves, and the number
    of its way in `ways`, where each way comes after the one it continues. `refused` says why neighbours of reached
    hexes cannot be entered.
    """

    hexes: dict[int, tuple[int, int]] = field(default_factory=dict)
    ways: dict[int, Link] = field(default_factory=dict)
    refused: dict[int, Sequence[Reason]] = field(default_factory=dict)


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
    places, table, found = _Places(steps), steps.tables[0], Found()
    hexes, ways, halting, hampered, known = found.hexes, found.ways, steps.halting, steps.hampered, table.rows
    begin, most = places.begin, steps.begin.left
    best, before = {begin: most}, {begin: -1}
    left_at = best.get
    queue: list[list[int]] = [[] for _ in range(max(most, 0) + TRAIL_BONUS + 1)]  # a debt counts from the end
    queue[most].append(begin)
    tried = []
    for left in range(most, NEVER, -1):
        for place in queue[left]:
            if best[place] != left:  # it has been reached with more
                continue
            here = place & HEX
            ways[place] = before[place], here, entered_by(place)
            if here not in hexes:
                hexes[here] = left, place
            if here in halting:
                continue
            tried.append(place)
            if place < places.free and here not in hampered:
                row, least = known.get(place) or table.row(place), 0
            else:
                row, least = places.row(place, left), NEVER
            for to, cost in row:
                rest = left - cost
                if rest >= least and rest > left_at(to, NEVER):
                    best[to], before[to] = rest, place
                    queue[rest].append(to)
    del hexes[steps.here]
    hexes_tried = [place & HEX for place in tried]
    found.refused = _refusals(steps, hexes, hexes_tried, lambda n: places.at(tried[n], best[tried[n]]))
    return found


class _Places:
    """The numbers of places, with what counts for the next step besides the road: `trail`, `dg` and `carried`.

    They are numbered as they come up, above the bits of a place in `Ways`; those below `free` are as in its table.
    """

    def __init__(self, steps: Steps) -> None:
        self._steps, begin = steps, steps.begin
        self._burdens = [(False, begin.dg, begin.carried)]
        self._numbers = {self._burdens[0]: 0}
        self.free = 1 << PLACE_BITS if steps.is_free(begin.carried) else 0
        self.begin = self.of(begin, steps.here)

    def of(self, at: At, here: int) -> int:
        """Return the number of a place."""
        burden = at.trail, at.dg, at.carried
        number = self._numbers.get(burden)
        if number is None:
            number = self._numbers[burden] = len(self._burdens)
            self._burdens.append(burden)
        return number << PLACE_BITS | place_of(here, at.road or OFF_ROAD)

    def at(self, place: int, left: int) -> At:
        """Return what the movement has come to in a place, with these points left."""
        by = entered_by(place)
        trail, dg, carried = self._burdens[place >> PLACE_BITS]
        road, steps = "" if by == OFF_ROAD else by, self._steps.begin.steps + (place != self.begin)
        return At((left,), road, trail, dg, carried, steps)

    def row(self, place: int, left: int) -> Row:
        """Return the steps that can be paid for where more than the ground counts, by what they leave."""
        here, (trail, _, carried) = place & HEX, self._burdens[place >> PLACE_BITS]
        if not trail and here not in self._steps.hampered and self._steps.is_free(carried):
            base = place >> PLACE_BITS << PLACE_BITS
            return [(base + to, cost) for to, cost in self._steps.tables[0].row(place - base) if cost <= left]
        return [
            (self.of(after, near), left - after.left)
            for near, after, _ in self._steps.of(self.at(place, left), here)
        ]  # fmt: skip


def _search_stack(steps: Steps) -> Found:
    """Search for units that do not move alike: one way may leave more points to one of them, another to the next."""
    begin, best, found = steps.begin, Best(), Found()
    best.is_better(begin, steps.here)
    found.ways[0] = -1, steps.here, OFF_ROAD
    queue: list[tuple[int, int, int, At]] = [(-begin.left, 0, steps.here, begin)]
    tried: list[tuple[int, At]] = []
    while queue:
        _, way, here, at = heappop(queue)
        if not best.has(at, here):
            continue
        tried.append((here, at))
        for near, after, by in steps.of(at, here):
            if not best.is_better(after, near):
                continue
            longer = len(found.ways)
            found.ways[longer] = way, near, by
            if near != steps.here and (near not in found.hexes or found.hexes[near][0] < after.left):
                found.hexes[near] = after.left, longer
            if near not in steps.halting:
                heappush(queue, (-after.left, longer, near, after))
    found.refused = _refusals(steps, found.hexes, [here for here, _ in tried], lambda n: tried[n][1])
    return found


def _refusals(
    steps: Steps, hexes: Mapping[int, object], tried: list[int], at: Callable[[int], At]
) -> dict[int, Sequence[Reason]]:
    """Return why the other neighbours of hexes that steps were tried from are refused, as found at the first try."""
    reached = {steps.here, *hexes}
    refused: dict[int, Sequence[Reason]] = {}
    for n, here in enumerate(tried):
        if not reached.issuperset(neighbours(here)):
            others = [near for near in neighbours(here) if near not in reached and near in steps.ground.hexes]
            if others:
                reached.update(others)
                refused.update(steps.refusals(at(n), here, others))
    return refused
