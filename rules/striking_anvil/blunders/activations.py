"""Activations that give something away: an area with points, one's own supply (1.8, VIC)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.engine.game import Game
from rules.striking_anvil.r01_1_map import area_name, is_area, is_friendly, is_supplied
from rules.striking_anvil.r01_3_units import fighters, good_strength, is_combat, label, side_of, units_of
from rules.striking_anvil.scenario import other_side
from rules.striking_anvil.state import ELIMINATED, Anvil, State
from rules.testing.blunder_counter import Blunder, BlunderCounter, Step


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
        for area, points in game.scenario.charts.victory.areas.items():
            was_held = is_friendly(over.start, seat, area) and fighters(over.start, area, seat)
            if not was_held or units_of(game, area, seat):
                continue
            left = [unit for unit in was_held if game.state.units[unit].at not in (area, ELIMINATED)]
            strengths = {near: good_strength(over.start, fighters(over.start, near, other_side(seat)))
                         for near in game.scenario.map.neighbours[area]}  # fmt: skip
            worst = max(strengths, key=strengths.__getitem__)
            own = good_strength(over.start, was_held)
            if left and 0 < strengths[worst] <= own:
                who = ", ".join(label(game, unit) for unit in left)
                enemy = f"{own} against {strengths[worst]} in {area_name(game, worst)}"
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
