"""Reinforcements and landings: arrivals, boxes, where they lead, the modifier of a landing (7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine.command import Reason
from rules.striking_anvil.r01_1_map import area_name, box_of, fort_level, is_friendly
from rules.striking_anvil.r01_3_units import fighters, units_of
from rules.striking_anvil.scenario import ALLIED, ASHORE, LANDING, PORT
from rules.striking_anvil.state import DUE, Anvil

LANDING_DIE: Final = -2  # 5.7


def arrive(game: Anvil) -> None:
    """Put the units that the scenario brings this turn into their boxes (7)."""
    for lot in game.scenario.lots:
        if lot.turn == game.state.turn:
            for unit in lot.units:
                game.state.place(unit, lot.box)
            game.emit("Arrived", units=lot.units, box=lot.box)


def is_port_open(game: Anvil, area: str) -> bool:
    """Tell whether ships land in a port: Allied without fortifications since a turn before this (ours, 7)."""
    taken = game.state.ports.get(area)
    return taken is not None and taken < game.state.turn and not fort_level(game, area)


def entry_reasons(game: Anvil, box_id: str, area: str) -> Iterator[Reason]:
    """Yield why units cannot come from a box into an area (7)."""
    box = box_of(game, box_id)
    if box is None or area not in box.areas:
        leads = ", ".join(area_name(game, one) for one in box.areas) if box is not None else "nowhere"
        yield Reason(f"{area_name(game, box_id)} only leads to {leads}.", "7")
        return
    if box.kind == PORT and not is_port_open(game, area):
        yield Reason(f"{area_name(game, area)} is not an open port. It opens the turn after the Allies take it.", "7")
    if box.kind == ASHORE and not (is_friendly(game, ALLIED, area) and fighters(game, area, ALLIED)):
        yield Reason(
            f"Units formed ashore only enter {area_name(game, area)} while it is Allied and holds an "
            "Allied combat unit.",
            "7",
        )


def lands(game: Anvil, box_id: str) -> bool:
    """Tell whether who comes from a box lands from the sea (5.7)."""
    box = box_of(game, box_id)
    return box is not None and box.kind in (LANDING, PORT)


def is_hostile_beach(game: Anvil, area: str) -> bool:
    """Tell whether a landing in an area counts against its mobile combat (5.7).

    On turn 1 always, later only in an enemy area without Allied units; FFI markers are no units.
    """
    if game.state.turn == 1:
        return True
    return not is_friendly(game, ALLIED, area) and not units_of(game, area, ALLIED)


def are_due(game: Anvil, side: str) -> bool:
    """Tell whether combat units of a side are still to come (7)."""
    counters, left = game.scenario.counters, game.state.stack(DUE)
    planned = {unit for lot in game.scenario.lots for unit in lot.units}
    planned |= {unit for drop in game.scenario.drops for unit in drop.units}
    return any(unit in planned and counters[unit].side == side and counters[unit].strength[0] for unit in left)
