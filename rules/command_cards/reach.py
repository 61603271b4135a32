"""Where a unit can move, by which way, and whether it may battle afterwards (CMD-move-07 to -12)."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from rules.command_cards.charts import FORBIDDEN
from rules.command_cards.hexes import NEIGHBOURS, ORDER
from rules.command_cards.moving import card_in_play, stepped, unit_reasons
from rules.command_cards.pieces import occupants
from rules.command_cards.special import battle_limit, move_limit
from rules.command_cards.state import Ordered, Table
from rules.command_cards.terrain import entering


class Way(NamedTuple):
    """A way into a hex: its steps, what the unit has done then, and whether it may still battle."""

    path: tuple[str, ...]
    order: Ordered
    battle: bool


def reach(game: Table, unit: str) -> dict[str, Way]:
    """Return the best way of an ordered unit into each hex: one after which it may battle, then the shortest."""
    if next(unit_reasons(game, unit), None) is not None:
        return {}
    found: dict[str, Way] = {}
    piece, start = game.state.units[unit], game.state.orders[unit]
    kind, card, at = piece.type, card_in_play(game), occupants(game)
    furthest = {road: move_limit(kind, card, road) for road in (False, True)}
    fighting = {road: battle_limit(kind, card, road) for road in (False, True)}
    roads = game.scenario.map.roads
    closed: dict[str, bool] = {}
    seen = set()
    queue: deque[tuple[str, Ordered, tuple[str, ...]]] = deque([(piece.hex, start, ())])
    while queue:
        here, order, path = queue.popleft()
        for to in NEIGHBOURS[here]:
            road = order.road and (here, to) in roads
            if order.moved >= furthest[road] or (to in at and to != piece.hex):
                continue
            if to not in closed:
                closed[to] = entering(game, kind.cls, to) == FORBIDDEN
            alike = to, order.moved, road, order.barred
            if closed[to] or alike in seen:
                continue
            seen.add(alike)
            then, way = stepped(game, piece, order, here, to), (*path, to)
            battle = not then.barred and then.moved <= fighting[then.road]
            if to not in found or (battle and not found[to].battle):
                found[to] = Way(way, then, battle)
            if not then.halted:
                queue.append((to, then, way))
    return {place: found[place] for place in sorted(found, key=ORDER.__getitem__) if place != piece.hex}
