"""The traffic jam in Montélimar: its marker comes with the evacuation and goes with the next event (22.1)."""

from __future__ import annotations

from rules.company_scale.state import Battle
from rules.hexes.ids import hex_name


def place_jam(game: Battle) -> None:
    """Put the marker in the city; it affects the whole city wherever it lies, so it lies at the city's name."""
    if game.state.traffic_jam or not game.scenario.city:
        return
    named = (label.hex for label in game.scenario.map.labels if label.hex in game.scenario.city)
    game.state.traffic_jam = next(named, min(game.scenario.city))
    game.emit("MarkerPlaced", hex=hex_name(game.state.traffic_jam), kind="traffic_jam", value=None)


def clear_jam(game: Battle) -> None:
    """Take the marker off the map."""
    if game.state.traffic_jam:
        game.emit("MarkerRemoved", hex=hex_name(game.state.traffic_jam), kind="traffic_jam", value=None)
        game.state.traffic_jam = 0
