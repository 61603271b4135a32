"""Terrain: what a hex does to entering, battle and dice (CMD-terrain-01 to -05)."""

from __future__ import annotations

from rules.command_cards.charts import FORBIDDEN, FREE, Ground, stricter
from rules.command_cards.obstacles import obstacle_at, serves
from rules.command_cards.state import Table


def terrain_at(game: Table, place: str) -> Ground:
    """Return the terrain of a hex as it is now."""
    return game.scenario.terrains[game.state.terrain.get(place) or game.scenario.map.terrain[place]]


def entering(game: Table, cls: str, place: str) -> str:
    """Return free, stop or forbidden, the stricter of terrain and obstacle (CMD-terrain-01, -04, CMD-obst-02, -03)."""
    rule, obstacle = terrain_at(game, place).enter.get(cls, FREE), obstacle_at(game, place)
    return rule if obstacle is None else stricter(rule, obstacle.enter.get(cls, FREE))


def may_enter(game: Table, cls: str, place: str) -> bool:
    """Tell whether a class of units may be in a hex at all (CMD-retreat-11, CMD-ground-09)."""
    return entering(game, cls, place) != FORBIDDEN


def closed_by(game: Table, cls: str, place: str) -> str:
    """Return the name of what closes a hex to a class."""
    obstacle = obstacle_at(game, place)
    if obstacle is not None and obstacle.enter.get(cls) == FORBIDDEN:
        return obstacle.name
    return terrain_at(game, place).name


def stopped_by(game: Table, cls: str, place: str) -> str:
    """Return the name of what ends a move into a hex."""
    terrain = terrain_at(game, place)
    obstacle = obstacle_at(game, place)
    return terrain.name if terrain.enter.get(cls) or obstacle is None else obstacle.name


def defence(game: Table, cls: str, origin: str, place: str, owner: str) -> tuple[int, str]:
    """Return by how much the dice of a class change against a unit in a hex, and by what (CMD-terrain-02, -03).

    The larger of terrain and obstacle counts alone (CMD-obst-01); a hill does nothing against an attacker on a hill.
    """
    terrain = terrain_at(game, place)
    lost = terrain.defence_lost_if_attacker_on == terrain_at(game, origin).id
    change, by = (0 if lost else terrain.defence.get(cls, 0)), terrain.name
    obstacle = obstacle_at(game, place)
    if obstacle is not None and serves(game, place, owner) and obstacle.defence.get(cls, 0) < change:
        change, by = obstacle.defence[cls], obstacle.name
    return change, by


def idle_cover(game: Table, cls: str, origin: str, place: str, owner: str) -> str:
    """Return the name of the cover in a hex that the better one leaves without effect, or "" (CMD-obst-01)."""
    terrain, obstacle = terrain_at(game, place), obstacle_at(game, place)
    lost = terrain.defence_lost_if_attacker_on == terrain_at(game, origin).id
    if obstacle is None or lost or not serves(game, place, owner):
        return ""
    if not terrain.defence.get(cls, 0) or not obstacle.defence.get(cls, 0):
        return ""
    return obstacle.name if defence(game, cls, origin, place, owner)[1] == terrain.name else terrain.name


def attack_from(game: Table, cls: str, origin: str) -> tuple[int, str]:
    """Return by how much the dice of a class change out of a hex, and by what (CMD-terrain-05)."""
    terrain = terrain_at(game, origin)
    change, by = terrain.attack_from.get(cls, 0), terrain.name
    obstacle = obstacle_at(game, origin)
    if obstacle is not None and obstacle.attack_from.get(cls, 0) < change:
        change, by = obstacle.attack_from[cls], obstacle.name
    return change, by
