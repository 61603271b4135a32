"""Medal hexes given away and passed by (CMD-hit-06)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.command_cards.moving import reach
from rules.command_cards.state import State, Table
from rules.command_cards.targets import enemies_near, occupants, the
from rules.command_cards.turn import is_held, is_met
from rules.testing.blunder_counter import Blunder, BlunderCounter, Step


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
            if not gone or unit.hex not in self._contested(game):
                continue
            holder = at.get(unit.hex)
            near = [holder] if holder else enemies_near(game, seat, unit.hex)
            if near and units[near[0]].seat != seat:
                yield Blunder(seat, f"{the(game, name)} has left {unit.hex} to {the(game, near[0])}")

    def _contested(self, game: Table) -> set[str]:
        """Return the hexes whose medals can still change hands."""
        objectives = enumerate(game.scenario.objectives)
        open_ = [one for place, one in objectives if not (one.keep and is_held(game, place))]
        return {place for objective in open_ for place in objective.hexes}


class ObjectiveNotTaken(BlunderCounter):
    """Counts the empty medal hexes that an ordered unit could have entered when the moves of a turn end."""

    name = "does not enter an empty medal hex in reach"
    wanted = 0.1

    def see(self, step: Step) -> Iterator[Blunder]:
        """Yield each such objective once, with a unit that could have entered it."""
        game: Table = step.before
        if step.decision.kind != "moving" or step.command.verb != "done":
            return
        ways = {unit: reach(game, unit) for unit in game.state.orders}
        for place, objective in enumerate(game.scenario.objectives):
            if objective.seat != step.seat or objective.need_all or is_held(game, place) or is_met(game, objective):
                continue
            found = ((unit, to) for unit, way in ways.items() for to in objective.hexes if to in way)
            unit, to = next(found, ("", ""))
            if unit:
                yield Blunder(step.seat, f"{objective.name} in {to}, in reach of {the(game, unit)}")
