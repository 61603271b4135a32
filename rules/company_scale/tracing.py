"""Paths of any length for routs, returns and support weapons (8.5.1, 8.5.2, 12.2)."""

from __future__ import annotations

from collections.abc import Iterable, Set

from rules.company_scale.battle_map import BattleMap
from rules.company_scale.counters import MoveClass
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import enemy_holds
from rules.company_scale.r06_2_terrain import OFF_ROAD, Crossing, passable, roads_of
from rules.company_scale.state import Table
from rules.hexes.grid import neighbours


def can_step(game: Table, move: MoveClass, a: int, b: int) -> bool:
    """Tell whether a unit of a movement class could go from `a` to its neighbour `b` in any way (6.2)."""
    ground = ground_of(game)
    side = ground.side(a, b)
    ways = (*roads_of(side), OFF_ROAD)
    return any(next(passable(ground, move, Crossing(a, b, by, side)), None) is None for by in ways)


_KEPT_WAYS = 16
_WAYS: dict[tuple[int, MoveClass], tuple[BattleMap, dict[int, tuple[int, ...]]]] = {}


def ways_on(game: Table, move: MoveClass) -> dict[int, tuple[int, ...]]:
    """Return the neighbours a unit of a movement class could go to, for the hexes looked at so far on this ground."""
    ground = ground_of(game)
    found = _WAYS.get((id(ground), move))
    if found is None:  # the entry holds its map, so that no other map can take over the id
        while len(_WAYS) >= _KEPT_WAYS:
            del _WAYS[next(iter(_WAYS))]
        found = _WAYS[id(ground), move] = ground, {}
    return found[1]


def _passable(game: Table, ways: dict[int, tuple[int, ...]], move: MoveClass, here: int) -> tuple[int, ...]:
    known = ways.get(here)
    if known is None:
        known = ways[here] = tuple(near for near in neighbours(here) if can_step(game, move, here, near))
    return known


def _closed(game: Table, side: str) -> set[int]:
    """Return the hexes no path leads through: those of enemies and those on fire (8.8.1)."""
    return {h for h in game.state.stacks if enemy_holds(game, h, side)}.union(game.state.on_fire)


def can_trace(
    game: Table, side: str, start: int, ends: Iterable[int], zone: Set[int], move: MoveClass = MoveClass.LEG
) -> bool:
    """Tell whether a path of any length leads from `start` to one of `ends`.

    Every hex after the start must be free of enemies, fires (8.8.1) and `zone`, the enemy fire zones, the end included.
    """
    goals = {end for end in ends if end == start or end not in zone}
    ways, closed = ways_on(game, move), _closed(game, side)
    seen = {start}
    queue = [start]
    while queue and goals:
        here = queue.pop()
        if here in goals:
            return True
        for near in _passable(game, ways, move, here):
            if near not in seen and near not in zone and near not in closed:
                seen.add(near)
                queue.append(near)
    return False


def traced_from(
    game: Table, side: str, starts: Iterable[int], zone: Set[int], move: MoveClass = MoveClass.LEG
) -> frozenset[int]:
    """Return the hexes to which paths of any length lead from `starts`, these included (12.1, 13.1).

    A path may end in a hex of `zone`, the enemy fire zones, and may not go on from one; its start may lie in it.
    """
    ways, closed = ways_on(game, move), _closed(game, side)
    seen = set(starts)
    queue = list(seen)
    while queue:
        here = queue.pop()
        for near in _passable(game, ways, move, here):
            if near not in seen and near not in closed:
                seen.add(near)
                if near not in zone:
                    queue.append(near)
    return frozenset(seen)
