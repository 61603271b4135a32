"""All that is counted in a game of Striking the Anvil."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.engine.game import Game
from rules.striking_anvil.mistakes import enemy_strength, goals_not_taken, points_left
from rules.striking_anvil.r01_1_map import area_name, is_area, is_supplied
from rules.striking_anvil.r01_3_units import fighters, good_strength, is_combat, label, side_of
from rules.striking_anvil.scenario import SIDES
from rules.striking_anvil.state import Anvil, State
from rules.testing.gear import Blunder, BlunderCounter, Step


class Activation(NamedTuple):
    """An activation that is over: whose, the game when its area was chosen, and the game at the next impulse."""

    seat: str
    start: Anvil
    game: Anvil


class ActivationAct(BlunderCounter):
    """An act that is judged when the impulse after an activation begins; one that is cancelled changes nothing."""

    def __init__(self) -> None:
        self._begun: tuple[str, State] | None = None

    def see(self, step: Step) -> Iterator[Blunder]:
        """Note where an activation begins; yield what is seen in it when the next impulse is decided on."""
        game: Anvil = step.before
        if step.decision.kind != "order":
            return
        if self._begun is not None:
            seat, state = self._begun
            yield from self.judge(Activation(seat, Game(game.kinds, game.base, state), game))
        self._begun = (step.seat, game.state) if step.command.verb == "activate" else None

    def judge(self, over: Activation) -> Iterator[Blunder]:
        """Yield what is seen in an activation."""
        raise NotImplementedError


class PointsLeft(ActivationAct):
    """Counts the areas with victory points left empty next to enemies no stronger than the units that leave them.

    Whoever gives way to a stronger enemy may be right.
    """

    name = "leaves an area with points empty next to the enemy"
    wanted = 0.1

    def judge(self, over: Activation) -> Iterator[Blunder]:
        """Yield each such area."""
        game, seat = over.game, over.seat
        for area, left, worst in points_left(over.start, game, seat):
            own = good_strength(over.start, fighters(over.start, area, seat))
            who = ", ".join(label(game, unit) for unit in left)
            enemy = f"{own} against {enemy_strength(over.start, worst, seat)} in {area_name(game, worst)}"
            points = game.scenario.charts.victory.areas[area]
            yield Blunder(seat, f"{area_name(game, area)} ({points}) by {who}, {enemy}")


class OutOfSupply(ActivationAct):
    """Counts the combat units that leave supply by their own move."""

    name = "moves out of supply"
    wanted = 0.3

    def judge(self, over: Activation) -> Iterator[Blunder]:
        """Yield each such unit."""
        game, seat = over.game, over.seat
        for unit, piece in over.start.state.units.items():
            to = game.state.units[unit].at
            if to == piece.at or not is_area(game, to) or not is_combat(game, unit) or side_of(game, unit) != seat:
                continue
            if is_supplied(over.start, seat, piece.at) and not is_supplied(game, seat, to):
                yield Blunder(seat, f"{label(game, unit)} from {area_name(game, piece.at)} to {area_name(game, to)}")


# --- Points that lie in the road (3, VIC) --------------------------------------------------------------------------


class GoalNotTaken(BlunderCounter):
    """Counts the empty enemy areas with victory points that a side could still have walked into when both pass.

    Nobody is expected to walk out of an area with points that he alone holds.
    """

    name = "both pass while an empty area with points is in reach"
    wanted = 0.1

    def see(self, step: Step) -> Iterator[Blunder]:
        """Yield each such area once, with a unit that could have taken it."""
        game: Anvil = step.before
        if step.decision.kind == "order" and step.command.verb == "pass" and game.state.passes:
            for side in SIDES:
                yield from self._missed(game, side)

    def _missed(self, game: Anvil, side: str) -> Iterator[Blunder]:
        for area, unit in goals_not_taken(game, side):
            way = f"{label(game, unit)} in {area_name(game, game.state.units[unit].at)}"
            points = game.scenario.charts.victory.areas[area]
            yield Blunder(side, f"{area_name(game, area)} ({points}), in reach of {way}")


def counters() -> list[BlunderCounter]:
    """Return what watches one game."""
    return [GoalNotTaken(), PointsLeft(), OutOfSupply()]
