"""Obstacles: whom they help and what removes them (CMD-obst-01 to -04, CMD-order-08)."""

from __future__ import annotations

from typing import Final

from rules.command_cards.charts import Ground
from rules.command_cards.state import Table, Unit

SANDBAGS: Final = "sandbags"
BUNKER: Final = "bunker"
WIRE: Final = "wire"


def obstacle_at(game: Table, place: str) -> Ground | None:
    """Return the obstacle of a hex (CMD-obst-03)."""
    name = game.state.obstacles.get(place)
    return None if name is None else game.scenario.obstacle_kinds[name]


def serves(game: Table, place: str, seat: str) -> bool:
    """Tell whether the obstacle of a hex helps a side: a bunker only the one it belongs to (CMD-obst-04)."""
    return game.scenario.bunkers.get(place, seat) == seat


def may_ignore_flag(game: Table, unit: Unit) -> bool:
    """Tell whether a unit may disregard the first flag of a battle (CMD-retreat-08)."""
    obstacle = obstacle_at(game, unit.hex)
    return obstacle is not None and unit.cls in obstacle.ignore_first_flag and serves(game, unit.hex, unit.seat)


def is_shut_in(game: Table, unit: Unit) -> bool:
    """Tell whether a unit is artillery in a bunker, which neither moves nor retreats."""
    return unit.cls == "artillery" and game.state.obstacles.get(unit.hex) == BUNKER


def left_behind(game: Table, place: str) -> None:
    """Take away the sandbags of a hex that is empty again (CMD-obst-04)."""
    if game.state.obstacles.get(place) == SANDBAGS:
        remove_obstacle(game, place)


def run_over(game: Table, unit: Unit) -> None:
    """Take away the wire that armor has entered."""
    if unit.cls == "armor" and game.state.obstacles.get(unit.hex) == WIRE:
        remove_obstacle(game, unit.hex)


def remove_obstacle(game: Table, place: str) -> None:
    """Take an obstacle off the board."""
    kind = game.state.obstacles.pop(place)
    game.emit("ObstacleRemoved", hex=place, obstacle=kind)


def place_sandbags(game: Table, place: str) -> None:
    """Put sandbags on a hex."""
    game.state.obstacles[place] = SANDBAGS
    game.emit("ObstaclePlaced", hex=place, obstacle=SANDBAGS)
