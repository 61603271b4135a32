"""What tests and measurements ask of Striking the Anvil, its blunders and what leads bots to rare cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final, NamedTuple

import yaml

from rules.engine.command import Command
from rules.engine.game import Game
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.hexes.lines import Measure, least
from rules.striking_anvil.bot.value import enemy_strength, goals_not_taken, points_left
from rules.striking_anvil.loading.checks import home
from rules.striking_anvil.r01_1_map import area_name, check_control, is_area, is_supplied, trace
from rules.striking_anvil.r01_3_units import fighters, good_strength, is_combat, label, side_of, units_of
from rules.striking_anvil.r04_movement import Group, reach
from rules.striking_anvil.scenario import SIDES, other_side
from rules.striking_anvil.state import Anvil, State
from rules.testing.gear import Bench, Blunder, BlunderCounter, CoverageBias, DecisionStep, Gear

# --- What leads the bot of rare commands through whole turns and to the enemy --------------------------------------

PUT_OFF: Final = {
    "pass": 14,
    "cancel": 6,
    "done": 3,
    "decline": 3,
    "call_off": 3,
    "drop": 3,
    "stop": 3,
    "join": 2,
    "leave": 4,
}


def prefer(seat: Seat, groups: Mapping[str, list[Command]], random: Random) -> Command | None:
    """Return a step to where enemies stand, most of the time; None for the rest."""
    if "step" not in groups or not random.randrange(4):
        return None
    game: Anvil = seat.think()
    mover = str(game.state.active)
    met = [step for step in groups["step"] if units_of(game, step.text("to"), other_side(mover))]
    return random.choice(met) if met else None


COVERAGE_BIAS: Final = CoverageBias(PUT_OFF, prefer)

# --- All that is counted in a game of Striking the Anvil -----------------------------------------------------------


class Activation(NamedTuple):
    """An activation that is over: whose, the game when its area was chosen, and the game at the next impulse."""

    seat: str
    start: Anvil
    game: Anvil


class ActivationAct(BlunderCounter):
    """An act that is judged when the impulse after an activation begins; one that is cancelled changes nothing."""

    def __init__(self) -> None:
        self._begun: tuple[str, State] | None = None

    def see(self, step: DecisionStep) -> Iterator[Blunder]:
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

    def see(self, step: DecisionStep) -> Iterator[Blunder]:
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


# --- What tests and measurements ask of Striking the Anvil ---------------------------------------------------------


def measures(session: Session) -> Iterator[Measure]:
    """Yield what control and supply of the whole map cost, and the reach of a group."""
    game: Anvil = Game(session.system.kinds, session.scenario, session.state.copy())

    def whole_map() -> None:
        check_control(game)
        for side in SIDES:
            trace(game.scenario, side, game.state.allied)

    yield ("control and supply of the whole map", least(whole_map, 20), 0.001)
    game.state.allied = tuple(sorted(game.scenario.map.areas))  # nothing stops it
    group = Group(SIDES[0], ("us-tfb", "us-753tkb", "us-trp1"), {})
    yield ("reach of a motorized group over friendly ground", least(lambda: reach(game, group, "06"), 20), 0.005)


def prolonged(source: Any) -> Any:
    """Return a scenario's document with as many turns as it may have."""
    text = (home() / f"{source}.yaml").read_text(encoding="utf-8")
    return {**yaml.safe_load(text), "turns": 30}


BENCH: Final = Bench("anvil-historical", measures, prolonged)


GEAR: Final = Gear(COVERAGE_BIAS, BENCH, counters)
