"""What the judgement of a fire follows from, as keys: where they are equal, what was judged before still holds."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from rules.company_scale.pieces import is_night
from rules.company_scale.r08_5_4_status import current_troop_quality
from rules.company_scale.state import Battle

KEPT: Final = 400
"""So many judgements of each kind are kept."""
Basis: TypeAlias = tuple[object, ...]


class Conditions:
    """Numbers what a fire follows from besides the hexes concerned: the same number, the same conditions."""

    def __init__(self) -> None:
        self._now: tuple[Any, ...] = ()
        self._number = 0

    def number(self, game: Battle) -> int:
        """Return the number of the present conditions."""
        state = game.state
        now = (
            is_night(game), state.weather, state.illuminated, state.fire_cleared, state.traffic_jam, state.abandoned,
            state.attached, state.absorbed, state.weapons, state.leaders,
        )  # fmt: skip
        if now != self._now:
            self._number += 1
            self._now = (*now[:6], *(kept.copy() for kept in (state.attached, state.absorbed)), state.weapons.copy(),
                         state.leaders.copy())  # fmt: skip
        return self._number


def target_basis(game: Battle, target: int) -> Basis:
    """Return what a hex adds to what is fired at it: its units, the sides that are up, their quality, its markers."""
    state, stack = game.state, game.state.stack(target)
    sides = [(state.units[unit].deployed, current_troop_quality(game, unit)) for unit in stack]
    return target, stack, *markers_of(game, target), *sides


def firer_basis(game: Battle, unit: str) -> Basis:
    """Return what a unit and its hex add to its fire."""
    record = game.state.units[unit]
    return unit, record.hex, record.deployed, *markers_of(game, record.hex)


def markers_of(game: Battle, here: int) -> Basis:
    """Return the markers of a hex that change what a fire from it or at it does."""
    status = game.state.status(here)
    return status.dg, status.stress, status.ridge, status.fortification, game.state.barrages.get(here)
