"""Leaving the map: who came by an entry box stays until it has fought, or until a turn (1.1, VIC)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.engine.command import Reason
from rules.striking_anvil.r01_1_map import area_name
from rules.striking_anvil.r01_3_units import label
from rules.striking_anvil.state import Anvil


def bind(game: Anvil, unit: str, box: str) -> None:
    """Remember that a unit comes onto the map by a box, if that keeps it there (VIC)."""
    turn = game.scenario.charts.victory.leave_from.get(box, 0)
    if game.state.turn < turn:
        game.state.bound[unit] = turn


def leaves_from(game: Anvil, unit: str) -> int:
    """Return the turn from which a unit may leave the map, 0 for any (VIC)."""
    at = game.state.units[unit].at
    return game.state.bound.get(unit, game.scenario.charts.victory.leave_from.get(at, 0))


def release(game: Anvil, units: Iterable[str]) -> None:
    """Let units that have fought leave the map (VIC)."""
    for unit in units:
        game.state.bound.pop(unit, None)


def leave_reasons(game: Anvil, units: Iterable[str], to: str) -> Iterator[Reason]:
    """Yield why units cannot leave the map by a box yet (VIC)."""
    for unit in units:
        turn = leaves_from(game, unit)
        if game.state.turn < turn:
            name = f"{label(game, unit)} can't leave the map ({area_name(game, to)})"
            yield Reason(f"{name} before turn {turn} unless it fights.", "VIC")
