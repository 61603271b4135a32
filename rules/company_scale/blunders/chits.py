"""Chits that do nothing, and units that a chit makes active for nothing (4.0, 5.1)."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping

from rules.company_scale.blunders.activations import Activation, ActivationAct
from rules.company_scale.pieces import counter, side_of
from rules.company_scale.r04_cup import is_free
from rules.company_scale.r05_command import chit_name, under_direct_command
from rules.company_scale.r09_2_markers import marked_hexes
from rules.company_scale.state import MAP, Activity, Battle
from rules.testing.blunder_counter import Blunder


def has_acted(activity: Activity) -> bool:
    """Tell whether an active unit has done anything: acted, changed formation, assaulted."""
    return activity.used > activity.passed or activity.flipped or activity.finished


def active_units(game: Battle, seat: str) -> list[str]:
    """Return the units of a side on the map that the chit in play has made active."""
    return [
        unit for unit in game.state.activity
        if game.state.units[unit].place == MAP and side_of(game, unit) == seat and not counter(game, unit).marker
    ]  # fmt: skip


class WastedChits(ActivationAct):
    """Counts the chits paid for with which nobody does anything, nor prepares an assault."""

    name = "chits with nobody acting"
    wanted = 0.5

    def judge(self, over: Activation) -> Iterator[Blunder]:
        """Yield the chit if all its units are idle."""
        game, seat = over.game, over.seat
        units = active_units(game, seat)
        if not units or under_direct_command(game) or is_free(game, game.state.chit):
            return
        prepared = set(marked_hexes(game.state, seat)) - set(marked_hexes(over.start, seat))
        if not prepared and not any(has_acted(game.state.activity[unit]) for unit in units):
            who = "its one unit does not act" if len(units) == 1 else f"none of {len(units)} units acts"
            yield Blunder(seat, f"{chit_name(game.scenario, game.state.chit)}: {who}")


class IdleUnits(ActivationAct):
    """Counts the units a chit makes active that do nothing, as a share of all it makes active."""

    name = "active units that do nothing"
    wanted = None
    is_share = True

    def __init__(self) -> None:
        super().__init__()
        self._active: Tally[str] = Tally()

    def judge(self, over: Activation) -> Iterator[Blunder]:
        """Yield how many do nothing."""
        game, seat = over.game, over.seat
        if under_direct_command(game):
            return
        units = active_units(game, seat)
        self._active[seat] += len(units)
        idle = [unit for unit in units if not has_acted(game.state.activity[unit])]
        if idle:
            chit = chit_name(game.scenario, game.state.chit)
            yield Blunder(seat, f"{chit}: {len(idle)} of {len(units)}", len(idle))

    def base(self) -> Mapping[str, int]:
        """Return how many were made active."""
        return self._active
