"""What tests and measurements ask of Battle Cards, its blunders and what leads bots to rare cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

import yaml

from rules.command_cards.bot.evaluator import battles_left, contested, goals_not_taken, idle_card
from rules.command_cards.charts import scenario_folder
from rules.command_cards.hexes import distance
from rules.command_cards.queries import ask_odds
from rules.command_cards.state import State, Table, other
from rules.command_cards.targets import enemies_near, occupants, the
from rules.engine.command import Command
from rules.engine.game import Game
from rules.engine.options import Decision
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.hexes.lines import Measure, least
from rules.testing.gear import Bench, Blunder, BlunderCounter, CoverageBias, DecisionStep, Gear

# --- What leads the bot of rare commands to rare cases: it puts off what ends something ----------------------------

PUT_OFF: Final = {
    "done": 12,
    "confirm": 5,
    "choose": 3,
    "release": 12,
    "spare": 12,
    "hold": 2,
    "stay": 3,
    "forgo": 3,
    "keep": 2,
}


def prefer(seat: Seat, groups: Mapping[str, list[Command]], random: Random) -> Command | None:
    """Return the move that leads nearest to an enemy; None for the rest."""
    if "move" not in groups or not random.randrange(4):
        return None
    game: Table = seat.think()
    enemies = [unit.hex for unit in game.state.units.values() if unit.seat == other(game.state.seat)]
    gaps = [min(distance(command.text("to"), place) for place in enemies) for command in groups["move"]]
    return random.choice([c for c, gap in zip(groups["move"], gaps, strict=True) if gap == min(gaps)])


COVERAGE_BIAS: Final = CoverageBias(PUT_OFF, prefer)

# --- All that is counted in a game of Battle Cards -----------------------------------------------------------------


class ObjectiveLeft(BlunderCounter):
    """Counts the medal hexes a side leaves with an enemy next to them or in them at the end of its turn.

    Those whose medals are won for good are nobody's concern any more.
    """

    name = "leaves a medal hex to an enemy next to it"
    wanted = 0.05

    def __init__(self) -> None:
        self._turn: tuple[int, str] = (0, "")
        self._start = State()

    def see(self, step: DecisionStep) -> Iterator[Blunder]:
        """Note where everybody stands when a turn begins; yield the hexes left when it ends."""
        before: State = step.before.state
        if (before.round, before.seat) != self._turn:
            self._turn, self._start = (before.round, before.seat), before
        after: Table = step.after
        if (after.state.round, after.state.seat) != self._turn:
            yield from self._left(after, before.seat)

    def _left(self, game: Table, seat: str) -> Iterator[Blunder]:
        at, units = occupants(game), game.state.units
        for name, unit in self._start.units.items():
            gone = unit.seat == seat and name in units and units[name].hex != unit.hex
            if not gone or unit.hex not in contested(game):
                continue
            holder = at.get(unit.hex)
            near = [holder] if holder else enemies_near(game, seat, unit.hex)
            if near and units[near[0]].seat != seat:
                yield Blunder(seat, f"{the(game, name)} has left {unit.hex} to {the(game, near[0])}")


class ObjectiveNotTaken(BlunderCounter):
    """Counts the empty medal hexes that an ordered unit could have entered when the moves of a turn end."""

    name = "does not enter an empty medal hex in reach"
    wanted = 0.1

    def see(self, step: DecisionStep) -> Iterator[Blunder]:
        """Yield each such objective once, with a unit that could have entered it."""
        game: Table = step.before
        if step.decision.kind != "moving" or step.command.verb != "done":
            return
        for name, unit, to in goals_not_taken(game, step.seat):
            yield Blunder(step.seat, f"{name} in {to}, in reach of {the(game, unit)}")


# --- Orders given for nothing (CMD-turn-01, CMD-battle-02) ---------------------------------------------------------


def ends_battles(step: DecisionStep) -> bool:
    """Tell whether a step ends what ordered units do in a turn."""
    return step.decision.kind == "battling" and step.command.verb == "done"


class IdleCard(BlunderCounter):
    """Counts the cards played only to order units none of which then moves, battles or does anything else."""

    name = "cards that no unit acts on"
    wanted = 0.2

    def see(self, step: DecisionStep) -> Iterator[Blunder]:
        """Yield the card."""
        game: Table = step.before
        card = idle_card(game) if ends_battles(step) else ""
        if card:
            who = ", ".join(the(game, unit) for unit in game.state.orders)
            yield Blunder(step.seat, f"{card} orders {who}")


class BattleLeftOut(BlunderCounter):
    """Counts the ordered units that could battle and do not: dice cost nothing."""

    name = "battles not fought"
    wanted = 0.2

    def see(self, step: DecisionStep) -> Iterator[Blunder]:
        """Yield each such unit."""
        if ends_battles(step):
            game: Table = step.before
            for unit in battles_left(step.decision):
                yield Blunder(step.seat, the(game, unit))


class LastFigureForward(BlunderCounter):
    """Counts the units with one figure left that move up to an enemy, off any objective, and do not battle."""

    name = "last figures next to the enemy for nothing"
    wanted = 0.1

    def see(self, step: DecisionStep) -> Iterator[Blunder]:
        """Yield each such unit."""
        if not ends_battles(step):
            return
        game: Table = step.before
        goals = {place for objective in game.scenario.objectives for place in objective.hexes}
        for name, order in game.state.orders.items():
            unit = game.state.units[name]
            near = enemies_near(game, unit.seat, unit.hex)
            if unit.figures == 1 and order.moved and not order.battled and near and unit.hex not in goals:
                yield Blunder(step.seat, f"{the(game, name)}, next to {the(game, near[0])}")


def counters() -> list[BlunderCounter]:
    """Return what watches one game."""
    return [IdleCard(), BattleLeftOut(), ObjectiveLeft(), ObjectiveNotTaken(), LastFigureForward()]


# --- What tests and measurements ask of Battle Cards ---------------------------------------------------------------


def measures(session: Session) -> Iterator[Measure]:
    """Yield what the options of a card just laid out cost at most, and the exact odds of a close assault."""
    fresh = Session.new(session.system, session.scenario, seed=1)
    yield ("options of a card laid out, worst of the deck", max(map(_laid_out, _each_card(fresh))), 2e-3)
    game: Table = Game(fresh.system.kinds, fresh.scenario, fresh.state)
    ours, theirs = (next(n for n, u in game.state.units.items() if u.seat == seat) for seat in fresh.system.seats)
    place = game.state.units[theirs].hex
    near = next(h for h in game.scenario.map.terrain if distance(h, place) == 1)
    yield ("exact odds of a close assault", least(lambda: ask_odds(game, ours, theirs, near), 20), 5e-3)


def _each_card(session: Session) -> Iterator[Session]:
    """Yield the first decision of a game with each card of the deck laid out."""
    assert session.decision is not None
    seat = session.decision.seat
    for card in session.scenario.charts.cards:
        work = session.fork()
        work.state = work.state.copy()
        work.state.frames[-1] = work.state.frames[-1].having(card=card)
        work.state.hands[seat] = (card,)
        yield work


def _laid_out(session: Session) -> float:
    return least(lambda: _options(session), 5)


def _options(session: Session) -> int:
    decision = Game(session.system.kinds, session.scenario, session.state).run()
    return len(decision.options) if isinstance(decision, Decision) else 0


def prolonged(source: Any) -> Any:
    """Return a scenario's document with many rounds and medals."""
    data = yaml.safe_load((scenario_folder() / f"{source}.yaml").read_text(encoding="utf-8"))
    sides = {seat: {**side, "medals": 12} for seat, side in data["sides"].items()}
    return {**data, "sides": sides, "limit": {**data["limit"], "rounds": 200}}


BENCH: Final = Bench("last-attack", measures, prolonged)


GEAR: Final = Gear(COVERAGE_BIAS, BENCH, counters)
