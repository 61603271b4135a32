"""Tables over the hexes of a map that positions share: each holds exactly what would be worked out anew.

They fill as they are asked, so that a game played out in the head finds what its parent has worked out.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from rules.hexes.grid import distance, distance_once, within

KEPT: Final = 4096
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


@lru_cache(KEPT)
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


@lru_cache(KEPT)
def area(places: tuple[tuple[int, int], ...]) -> frozenset[int]:
    """Return every hex within reach of one of some places, each a hex and a reach."""
    return frozenset().union(*(within(place, reach) for place, reach in places))


@lru_cache(KEPT_PULLS)
def nearest(hexes: frozenset[int]) -> Nearest:
    """Return how far the nearest of some hexes is from each hex."""
    return Nearest(hexes)
