"""The activations of a game as watched from outside: where each begins and ends, and places in words."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rules.company_scale.mistakes import FAR
from rules.company_scale.pieces import counter, enemy_holds, side_of, units_on_map
from rules.company_scale.r04_chits_in_play import is_free
from rules.company_scale.r05_command import chit_name, chit_side, under_direct_command
from rules.company_scale.r09_2_markers import marked_hexes
from rules.company_scale.state import MAP, Activity, Battle, State
from rules.engine.game import Game
from rules.hexes.grid import distance
from rules.testing.gear import Blunder, BlunderCounter, DecisionStep


class EndedActivation(NamedTuple):
    """An activation that is over: whose it was, the position at its first decision, and the game at its end."""

    seat: str
    start: State
    game: Battle


class Activations:
    """Finds the end of each division, formation or direct command activation."""

    def __init__(self) -> None:
        self._key, self._start, self._is_over = (0, 0), State(), True

    def ended(self, step: DecisionStep) -> EndedActivation | None:
        """Return the activation that a step ends: by command, or because nobody can act any more."""
        before: Battle = step.before
        key = _key_of(before.state)
        if key != self._key:
            self._key, self._start, self._is_over = key, before.state, False
        by_command = step.command.verb == "end_activation"
        if self._is_over or not _is_acting(before.state):
            return None
        if not by_command and _is_acting(step.after.state) and _key_of(step.after.state) == key:
            return None
        self._is_over = True
        seat = chit_side(before.scenario, before.state.chit)
        return EndedActivation(seat, self._start, before if by_command else step.after)


def _key_of(state: State) -> tuple[int, int]:
    return state.turn, len(state.played)


def _is_acting(state: State) -> bool:
    return any(frame.kind in ("formation_activation", "direct_command") for frame in state.frames)


class ActivationAct(BlunderCounter):
    """An act that is judged where an activation ends."""

    def __init__(self) -> None:
        self._activations = Activations()

    def see(self, step: DecisionStep) -> Iterator[Blunder]:
        """Yield what is seen at the end of an activation."""
        over = self._activations.ended(step)
        if over is not None:
            yield from self.judge(over)

    def judge(self, over: EndedActivation) -> Iterator[Blunder]:
        """Yield what is seen in an activation."""
        raise NotImplementedError


def moved_units(over: EndedActivation) -> Iterator[tuple[str, int, int]]:
    """Yield each unit of the active side that is now in another hex of the map, with the old and the new hex."""
    for unit in units_on_map(over.game, over.seat):
        old, new = over.start.units[unit].hex, over.game.state.units[unit].hex
        if old and old != new and not counter(over.game, unit).marker:
            yield unit, old, new


def nearest_of_both(over: EndedActivation, here: int) -> int:
    """Return how far the nearest enemy is from a hex who stood there before the activation and still does."""
    then, now = Game(over.game.kinds, over.game.base, over.start), over.game
    enemies = [h for h in now.state.stacks if enemy_holds(now, h, over.seat) and enemy_holds(then, h, over.seat)]
    return min((distance(here, h) for h in enemies), default=FAR)


# --- Chits that do nothing, and units that a chit makes active for nothing (4.0, 5.1) ------------------------------


def has_acted(activity: Activity) -> bool:
    """Tell whether an active unit has done anything: acted, changed formation, assaulted."""
    return activity.used > activity.passed or activity.flipped or activity.finished


def active_units(game: Battle, seat: str) -> list[str]:
    """Return the units of a side on the map that the chit in play has made active."""
    return [
        unit
        for unit in game.state.activity
        if game.state.units[unit].place == MAP and side_of(game, unit) == seat and not counter(game, unit).marker
    ]


class WastedChits(ActivationAct):
    """Counts the chits paid for with which nobody does anything, nor prepares an assault."""

    name = "chits with nobody acting"
    wanted = 0.5

    def judge(self, over: EndedActivation) -> Iterator[Blunder]:
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

    def judge(self, over: EndedActivation) -> Iterator[Blunder]:
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
