"""All that is counted in a game of Battle Cards."""

from __future__ import annotations

from collections.abc import Iterator

from rules.command_cards.mistakes import battles_left, contested, goals_not_taken, idle_card
from rules.command_cards.state import State, Table
from rules.command_cards.targets import enemies_near, occupants, the
from rules.testing.gear import Blunder, BlunderCounter, Step


class ObjectiveLeft(BlunderCounter):
    """Counts the medal hexes a side leaves with an enemy next to them or in them at the end of its turn.

    Those whose medals are won for good are nobody's concern any more.
    """

    name = "leaves a medal hex to an enemy next to it"
    wanted = 0.05

    def __init__(self) -> None:
        self._turn: tuple[int, str] = (0, "")
        self._start = State()

    def see(self, step: Step) -> Iterator[Blunder]:
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

    def see(self, step: Step) -> Iterator[Blunder]:
        """Yield each such objective once, with a unit that could have entered it."""
        game: Table = step.before
        if step.decision.kind != "moving" or step.command.verb != "done":
            return
        for name, unit, to in goals_not_taken(game, step.seat):
            yield Blunder(step.seat, f"{name} in {to}, in reach of {the(game, unit)}")


# --- Orders given for nothing (CMD-turn-01, CMD-battle-02) ---------------------------------------------------------


def ends_battles(step: Step) -> bool:
    """Tell whether a step ends what ordered units do in a turn."""
    return step.decision.kind == "battling" and step.command.verb == "done"


class IdleCard(BlunderCounter):
    """Counts the cards played only to order units none of which then moves, battles or does anything else."""

    name = "cards that no unit acts on"
    wanted = 0.2

    def see(self, step: Step) -> Iterator[Blunder]:
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

    def see(self, step: Step) -> Iterator[Blunder]:
        """Yield each such unit."""
        if ends_battles(step):
            game: Table = step.before
            for unit in battles_left(step.decision):
                yield Blunder(step.seat, the(game, unit))


class LastFigureForward(BlunderCounter):
    """Counts the units with one figure left that move up to an enemy, off any objective, and do not battle."""

    name = "last figures next to the enemy for nothing"
    wanted = 0.1

    def see(self, step: Step) -> Iterator[Blunder]:
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
