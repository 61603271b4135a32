"""The FFI: who pays for their activations, and how much (23.1)."""

from __future__ import annotations

from typing import Final

from rules.company_scale.pieces import counter
from rules.company_scale.state import MAP, ROUTED, Battle

PRICE: Final = 2  # direct commands per activation of a unit that another division pays for


def payer_of(game: Battle, division: str) -> str:
    """Return the division whose direct commands pay for a division's units: of those named, the first in the game."""
    units = game.state.units
    for name in game.scenario.divisions[division].paid_by:
        if any(units[unit].place in (MAP, ROUTED) for unit in game.scenario.roster.divisions.get(name, ())):
            return name
    return division


def price_of(game: Battle, unit: str) -> int:
    """Return what activating a unit costs under a direct command chit: 1, for the FFI 2 (5.1, 23.1)."""
    return PRICE if game.scenario.divisions[counter(game, unit).division].paid_by else 1
