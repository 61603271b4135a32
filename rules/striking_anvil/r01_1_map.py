"""The map: areas, what separates them, boxes, Italy (1.1, 1.2, 1.7)."""

from __future__ import annotations

from rules.striking_anvil.scenario import EXIT, Border, Box
from rules.striking_anvil.state import Anvil


def area_name(game: Anvil, place: str) -> str:
    """Return a place as players read it: 07 Draguignan-Le Muy."""
    area = game.scenario.map.areas.get(place)
    if area is not None:
        return f"{area.id} {area.name}"
    box = game.scenario.map.boxes.get(place)
    return box.name if box is not None else place


def is_area(game: Anvil, place: str) -> bool:
    """Tell whether a place is an area of the map (1.1)."""
    return place in game.scenario.map.areas


def box_of(game: Anvil, place: str) -> Box | None:
    """Return a box off the map, or None."""
    return game.scenario.map.boxes.get(place)


def is_exit(game: Anvil, place: str) -> bool:
    """Tell whether who goes there has left the game: Italy, the northern edge (1.1)."""
    box = box_of(game, place)
    return box is not None and box.kind == EXIT


def exits(game: Anvil, side: str, area: str) -> list[str]:
    """Return the boxes by which a side may leave the map from an area (1.1)."""
    boxes = game.scenario.map.boxes.values()
    return [box.id for box in boxes if box.kind == EXIT and box.side == side and area in box.areas]


def border_of(game: Anvil, a: str, b: str) -> Border | None:
    """Return the border between two areas; None from or into a box (1.1)."""
    return game.scenario.map.border(a, b)


def is_bridged(game: Anvil, border: Border) -> bool:
    """Tell whether a bridge stands on a border: all are down but those with a finished marker (9)."""
    return game.state.bridges.get(border.id) == 0
