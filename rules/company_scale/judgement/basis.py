"""What the judgement of a fire follows from, as keys: where they are equal, what was judged before still holds."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from rules.company_scale.r08_5_4_status import current_troop_quality
from rules.company_scale.state import Battle, HexStatus, Unit

KEPT: Final = 2000
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
            state.turn, state.weather, state.illuminated, state.fire_cleared, state.traffic_jam, state.abandoned,
            state.attached, state.absorbed, state.weapons, state.leaders,
        )  # fmt: skip
        if now != self._now:
            self._number += 1
            self._now = (*now[:6], *(kept.copy() for kept in (state.attached, state.absorbed)), state.weapons.copy(),
                         state.leaders.copy())  # fmt: skip
        return self._number


def target_basis(game: Battle, target: int) -> Basis:
    """Return what a hex adds to what is fired at it: its units with their quality, and its markers."""
    state, stack = game.state, game.state.stack(target)
    qualities = [(state.units[unit], current_troop_quality(game, unit)) for unit in stack]
    return target, stack, state.status(target), state.barrages.get(target), *qualities


def firer_basis(game: Battle, unit: str) -> tuple[str, Unit, HexStatus, str | None]:
    """Return what a unit and its hex add to its fire."""
    state = game.state
    record = state.units[unit]
    return unit, record, state.status(record.hex), state.barrages.get(record.hex)
