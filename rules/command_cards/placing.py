"""What happens to the board when a unit enters a hex or leaves the board, in whatever way."""

from __future__ import annotations

from dataclasses import replace

from rules.command_cards.medals import anybody_left, award, hand_back
from rules.command_cards.obstacles import left_behind, run_over
from rules.command_cards.state import Medal, Table


def put(game: Table, unit: str, to: str) -> None:
    """Put a unit, all its figures together, into another hex (CMD-move-06)."""
    old = game.state.units[unit]
    new = game.state.units[unit] = replace(old, hex=to)
    left_behind(game, old.hex)
    run_over(game, new)
    hand_back(game)


def take_off(game: Table, unit: str) -> None:
    """Take a unit off the board."""
    old = game.state.units.pop(unit)
    game.state.orders.pop(unit, None)
    left_behind(game, old.hex)


def eliminate(game: Table, unit: str, seat: str) -> None:
    """Take a unit without figures off the board; its last one is a medal of the side that rolled (CMD-hit-03, -06)."""
    old = game.state.units[unit]
    take_off(game, unit)
    game.emit("UnitEliminated", unit=unit, hex=old.hex, kind=old.kind)
    award(game, seat, Medal("unit", old.kind))
    hand_back(game)
    anybody_left(game, old.seat)


def lose_figures(game: Table, unit: str, number: int, seat: str, why: str) -> None:
    """Remove figures, no more than there are; `seat` is who gets the medal for the last (CMD-hit-02, -05)."""
    old = game.state.units[unit]
    lost = min(number, old.figures)
    left = old.figures - lost
    game.state.units[unit] = replace(old, figures=left)
    game.emit("FiguresLost", unit=unit, hex=old.hex, lost=lost, left=left, why=why)
    if left == 0:
        eliminate(game, unit, seat)
