"""What hexes, obstacles and special units do (CMD-terrain, CMD-obst, CMD-special)."""

from __future__ import annotations

from typing import Final

from rules.command_cards.charts import FORBIDDEN, FREE, Card, Ground, UnitType, stricter
from rules.command_cards.state import Table, Unit, cls_of

# --- Terrain: what a hex does to entering, battle and dice (CMD-terrain-01 to -05) ---------------------------------


def terrain_at(game: Table, place: str) -> Ground:
    """Return the terrain of a hex as it is now."""
    return game.scenario.charts.terrains[game.state.terrain.get(place) or game.scenario.map.terrain[place]]


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


# --- Obstacles: whom they help and what removes them (CMD-obst-01 to -04, CMD-order-08) ----------------------------

SANDBAGS: Final = "sandbags"
BUNKER: Final = "bunker"
WIRE: Final = "wire"


def obstacle_at(game: Table, place: str) -> Ground | None:
    """Return the obstacle of a hex (CMD-obst-03)."""
    name = game.state.obstacles.get(place)
    return None if name is None else game.scenario.charts.obstacles[name]


def serves(game: Table, place: str, seat: str) -> bool:
    """Tell whether the obstacle of a hex helps a side: a bunker only the one it belongs to (CMD-obst-04)."""
    return game.scenario.bunkers.get(place, seat) == seat


def may_ignore_flag(game: Table, unit: Unit) -> bool:
    """Tell whether a unit may disregard the first flag of a battle (CMD-retreat-08)."""
    obstacle = obstacle_at(game, unit.hex)
    return (
        obstacle is not None and cls_of(game, unit) in obstacle.ignore_first_flag and serves(game, unit.hex, unit.seat)
    )


def is_shut_in(game: Table, unit: Unit) -> bool:
    """Tell whether a unit is artillery in a bunker, which neither moves nor retreats."""
    return game.state.obstacles.get(unit.hex) == BUNKER and cls_of(game, unit) == "artillery"


def left_behind(game: Table, place: str) -> None:
    """Take away the sandbags of a hex that is empty again (CMD-obst-04)."""
    if game.state.obstacles.get(place) == SANDBAGS:
        remove_obstacle(game, place)


def run_over(game: Table, unit: Unit) -> None:
    """Take away the wire that armor has entered."""
    if game.state.obstacles.get(unit.hex) == WIRE and cls_of(game, unit) == "armor":
        remove_obstacle(game, unit.hex)


def remove_obstacle(game: Table, place: str) -> None:
    """Take an obstacle off the board."""
    kind = game.state.obstacles.pop(place)
    game.emit("ObstacleRemoved", hex=place, obstacle=kind)


def place_sandbags(game: Table, place: str) -> None:
    """Put sandbags on a hex."""
    game.state.obstacles[place] = SANDBAGS
    game.emit("ObstaclePlaced", hex=place, obstacle=SANDBAGS)


# --- Special units: badges, the Resistance and elite armor (CMD-special-01 to -08, CMD-move-09) --------------------

RESISTANCE: Final = "resistance"


def along_road(game: Table) -> int:
    """Return by how many hexes a move along a road is longer."""
    return game.scenario.charts.extra_road_hexes


def battle_limit(kind: UnitType, card: Card, road: int) -> int:
    """Return after how many hexes a unit may still battle, with the card in play and the hexes that a road adds.

    The Resistance may not after two hexes, whatever the card or the road (CMD-special-04); artillery after none.
    """
    if kind.id == RESISTANCE or kind.battle_after == 0:
        return kind.battle_after
    limit = max(kind.battle_after, card.battle_after.get(kind.cls, 0)) + card.move_extra.get(kind.cls, 0)
    return limit + road


def move_limit(kind: UnitType, card: Card, road: int) -> int:
    """Return how many hexes a unit may enter in a move, with those that a road adds."""
    return kind.move + card.move_extra.get(kind.cls, 0) + road


def is_barred(kind: UnitType, no_battle: tuple[str, ...]) -> bool:
    """Tell whether ground just entered keeps a unit from battle; never the Resistance (CMD-special-03)."""
    return kind.cls in no_battle and not kind.battle_in_new_terrain


def hexes_per_flag(kind: UnitType) -> int:
    """Return how far a unit may fall back for one flag: the Resistance up to three hexes (CMD-special-05)."""
    return kind.retreat_per_flag[1]
