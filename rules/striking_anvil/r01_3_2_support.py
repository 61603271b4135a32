"""Support units: never alone; transports lost among enemies (1.3.2, 1.3.3)."""

from __future__ import annotations

from rules.striking_anvil.r01_1_map import is_area
from rules.striking_anvil.r01_3_units import counter_of, eliminate, fighters, is_vehicle, units_of
from rules.striking_anvil.scenario import SIDES, SUPPORT, other_side
from rules.striking_anvil.state import Anvil


def abandon(game: Anvil, area: str) -> None:
    """Remove support units without a combat unit of their side, then transports left alone with enemies.

    Asked whenever a unit enters, leaves or is removed, after all hits of a combat are paid; boxes are no areas.
    """
    if not is_area(game, area):
        return
    for side in SIDES:
        if fighters(game, area, side):
            continue
        for unit in units_of(game, area, side):
            if counter_of(game, unit).kind == SUPPORT:  # 1.3.2: no CD, train or transport saves it
                eliminate(game, unit, "abandoned")
    for side in SIDES:
        own = units_of(game, area, side)
        if own and all(is_vehicle(game, unit) for unit in own) and units_of(game, area, other_side(side)):
            for unit in own:  # 1.3.3: other transports and FFI markers are no company
                eliminate(game, unit, "caught")
