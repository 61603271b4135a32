"""Prepared assault markers on the map: placing and removing them (9.2)."""

from __future__ import annotations

from rules.company_scale.pieces import holder, stacked
from rules.company_scale.state import Battle, State
from rules.hexes.grid import hex_name, neighbours


def has_marker(state: State, hex_id: int, side: str) -> bool:
    """Tell whether a side has a prepared assault marker in a hex."""
    return side in state.assault_markers.get(hex_id, ())


def marked_hexes(state: State, side: str) -> list[int]:
    """Return the hexes with a prepared assault marker of a side, in order."""
    return sorted(hex_id for hex_id, sides in state.assault_markers.items() if side in sides)


def put_marker(game: Battle, hex_id: int, side: str) -> None:
    """Put a prepared assault marker of a side on a hex."""
    markers = game.state.assault_markers
    markers[hex_id] = tuple(sorted({*markers.get(hex_id, ()), side}))
    game.emit("MarkerPlaced", hex=hex_name(hex_id), kind="prepared_assault", value=side)


def take_marker(game: Battle, hex_id: int, side: str) -> None:
    """Take the prepared assault marker of a side off a hex, if it is still there."""
    markers = game.state.assault_markers
    if not has_marker(game.state, hex_id, side):
        return
    rest = tuple(other for other in markers[hex_id] if other != side)
    if rest:
        markers[hex_id] = rest
    else:
        del markers[hex_id]
    game.emit("MarkerRemoved", hex=hex_name(hex_id), kind="prepared_assault", value=side)


def drop_lonely_markers(game: Battle, left: int) -> None:
    """Remove the markers next to a hex units have left that have no adjacent friendly unit any more (9.2)."""
    if not game.state.assault_markers:
        return
    for near in neighbours(left):
        for side in game.state.assault_markers.get(near, ()):
            if not is_supported(game, near, side):
                take_marker(game, near, side)


def is_supported(game: Battle, hex_id: int, side: str) -> bool:
    """Tell whether a unit of a side is next to a hex, which keeps its marker there in play (9.2; RULINGS 130)."""
    return any(holder(game, near) == side and stacked(game, near) for near in neighbours(hex_id))
