"""Paths of any length for routs, returns and support weapons (8.5.1, 8.5.2, 12.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import NamedTuple

from rules.company_scale.battle_map import PLAIN, BattleMap, results_of
from rules.company_scale.counters import MoveClass
from rules.company_scale.derived_state import Foes, results_of_foes
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import foes_of
from rules.company_scale.r06_2_terrain import OFF_ROAD, Crossing, passable, roads_of
from rules.company_scale.state import Battle, State, derived
from rules.engine.caching import cached_in
from rules.hexes.grid import HexSet, bits_of, neighbours


def can_step(game: Battle, move: MoveClass, a: int, b: int) -> bool:
    """Tell whether a unit of a movement class could go from `a` to its neighbour `b` in any way (6.2)."""
    return _can_cross(ground_of(game), move, a, b)


def _can_cross(ground: BattleMap, move: MoveClass, a: int, b: int) -> bool:
    side, to = ground.side(a, b), ground.hexes.get(b)
    if side is PLAIN:  # most are
        return to is not None and ground.charts.entry[to.terrain][move] is not None
    ways = (*roads_of(side), OFF_ROAD)
    return any(next(passable(ground, move, Crossing(a, b, by, side)), None) is None for by in ways)


# For speed over hundreds of paths and thousands of hexes, a set of hexes is a number here (see `HexSet`).


class MapSteps(NamedTuple):
    """Steps, by the difference of two ids: the hexes each can be taken from; whether every one can be taken back."""

    froms: Mapping[int, int]
    both_ways: bool

    @staticmethod
    def of(froms: Mapping[int, int]) -> MapSteps:
        """Return ways, having looked at whether each step can be taken back."""
        back = {step: hexes << step if step > 0 else hexes >> -step for step, hexes in froms.items()}
        return MapSteps(froms, all(froms.get(-step, 0) == hexes for step, hexes in back.items()))


@cached_in(results_of)
def _printed_ways(ground: BattleMap, move: MoveClass) -> MapSteps:
    starts: dict[int, list[int]] = {}
    for to in ground.hexes:
        for near in neighbours(to):
            if near in ground.hexes and _can_cross(ground, move, near, to):
                starts.setdefault(to - near, []).append(near)
    return MapSteps.of({step: bits_of(hexes) for step, hexes in starts.items()})


def _ways(game: Battle, move: MoveClass) -> MapSteps:
    """Return the steps open to a movement class: the printed ones, and those into hexes cleared by fire (8.8.1)."""
    ways = _printed_ways(game.scenario.map, move)
    if game.state.fire_cleared:
        froms = dict(ways.froms)
        for to in game.state.fire_cleared:
            for near in neighbours(to):
                if can_step(game, move, near, to):
                    froms[to - near] = froms.get(to - near, 0) | 1 << near
        return MapSteps.of(froms)
    return ways


def _spread(ways: MapSteps, hexes: int) -> int:
    """Return where one step leads from any of some hexes."""
    reached = 0
    for step, froms in ways.froms.items():
        reached |= (hexes & froms) << step if step > 0 else (hexes & froms) >> -step
    return reached


class _Pool:
    """Hexes that paths lead to from some hexes, as far as they have been followed.

    From those `inside` they go on, at the `edge` they have not been followed yet; `reached` are all, with the hexes of
    the zone in which they end.
    """

    def __init__(self, starts: int) -> None:
        self.inside = self.reached = self.edge = starts


class _Paths:
    """Paths that avoid some closed hexes and may end in a zone, but not go on from it.

    Where every step can be taken back, the paths from any hex of a pool are those of the whole pool.
    """

    def __init__(self, ways: MapSteps, closed: int, zone: int) -> None:
        self._ways, self._closed, self._zone = ways, closed, zone
        self._pools: list[_Pool] = []

    def reached(self, starts: int, goals: int) -> int:
        """Return hexes that paths lead to from some starts, closed or not: every such goal, and perhaps others."""
        first = _spread(self._ways, starts) & ~self._closed
        reached, begin = starts | first, first & ~self._zone
        for pool in self._pools:
            if begin & pool.inside and goals & ~reached:
                reached |= self._follow(pool, goals & ~reached)
                begin &= ~pool.inside
        while begin and goals & ~reached:
            pool = _Pool(begin & -begin if self._ways.both_ways else begin)
            if self._ways.both_ways:
                self._pools.append(pool)
            reached |= self._follow(pool, goals & ~reached)
            begin &= ~pool.inside
        return reached

    def _follow(self, pool: _Pool, goals: int) -> int:
        while pool.edge and goals & ~pool.reached:
            new = _spread(self._ways, pool.edge) & ~self._closed
            pool.reached |= new
            pool.edge = new & ~(self._zone | pool.inside)
            pool.inside |= pool.edge
        return pool.reached


@derived(State.on_board)
def _paths(game: Battle, side: str, zone: int, move: MoveClass) -> _Paths:
    """Return the paths that avoid enemies and fires, and enter hexes of a zone only at their ends."""
    return _Paths(_ways(game, move), _closed(game, side), zone)


def _closed(game: Battle, side: str) -> int:
    """Return the hexes no path may cross: those of enemies and those on fire (8.8.1)."""
    return _bits_of(foes_of(game, side)) | bits_of(game.state.on_fire)


@cached_in(results_of_foes)
def _bits_of(foes: Foes) -> int:
    return bits_of(foes.hexes)


def can_trace(
    game: Battle, side: str, start: int, ends: Iterable[int], zone: HexSet, move: MoveClass = MoveClass.LEG
) -> bool:
    """Tell whether a path of any length leads from `start` to one of `ends`.

    Every hex after the start must be free of enemies, fires (8.8.1) and `zone`, the enemy fire zones, the end included.
    """
    goals = {end for end in ends if end == start or end not in zone}
    if not goals or start in goals:
        return bool(goals)
    wanted = bits_of(goals)
    return bool(_paths(game, side, zone.bits, move).reached(1 << start, wanted) & wanted)


def traced_from(
    game: Battle, side: str, starts: Iterable[int], goals: Set[int], zone: HexSet, move: MoveClass = MoveClass.LEG
) -> frozenset[int]:
    """Return the hexes of `goals` that paths of any length reach from `starts`, included themselves (12.1, 13.1).

    A path may end in a hex of `zone`, the enemy fire zones, and may not go on from one; its start may lie in it.
    """
    begin, wanted = bits_of(starts), bits_of(goals)
    reached = _paths(game, side, zone.bits, move).reached(begin, wanted)
    return frozenset(goal for goal in goals if reached >> goal & 1)
