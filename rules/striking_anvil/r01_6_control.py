"""Control: whose area it is, and when it changes hands (1.6)."""

from __future__ import annotations

from typing import Final

from rules.striking_anvil.r01_3_units import fighters, units_of
from rules.striking_anvil.scenario import ALLIED, GERMAN, PORT, other_side
from rules.striking_anvil.state import Anvil

CONTROL: Final = "control"  # the sides of an FFI marker (1.3.4)
FIGHTERS: Final = "fighters"  # the other


def is_friendly(game: Anvil, side: str, area: str) -> bool:
    """Tell whether a side controls an area, whatever units stand in it (1.6)."""
    return (area in game.state.allied) == (side == ALLIED)


def fort_level(game: Anvil, area: str) -> int:
    """Return the fortification level of an area, 0 where there is none (1.5)."""
    return game.state.forts.get(area, 0)


def taker(game: Anvil, area: str) -> str:
    """Return who takes an area at a check now, or '' if it stays with its owner (1.6)."""
    owner = game.state.controller(area)
    rival = other_side(owner)
    arrived = fighters if game.scenario.rules.only_combat_units_take_control else units_of
    if not arrived(game, area, rival) or units_of(game, area, owner):
        return ""
    if owner == GERMAN and fort_level(game, area):  # 1.5: a fortification level keeps it
        return ""
    return rival


def check_control(game: Anvil) -> None:
    """Give each area to the side that alone has units in it; the marker goes with the area (1.3.4, 1.6)."""
    for area in [place for place in game.state.stacks if place in game.scenario.map.areas]:
        side = taker(game, area)
        if side:
            give(game, area, side)


def give(game: Anvil, area: str, side: str, marker: str = CONTROL) -> None:
    """Put an area under a side's control, with an FFI marker for the Allies, without one for the Germans (1.3.4)."""
    state = game.state
    if side == ALLIED:
        state.allied = tuple(sorted({*state.allied, area}))
        state.ffi.setdefault(area, marker)  # 1.3.4: a marker that lies there stays as it is
        if any(area in box.areas for box in game.scenario.map.boxes.values() if box.kind == PORT):
            state.ports[area] = state.turn
    else:
        state.allied = tuple(one for one in state.allied if one != area)
        state.ffi.pop(area, None)
        state.ports.pop(area, None)
    game.emit("ControlChanged", area=area, side=side)
