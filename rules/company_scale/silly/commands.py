"""Direct commands and dispatch points thrown away (4.0, 5.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.company_scale.pieces import name_of
from rules.company_scale.r04_sequence import divisions_in_play
from rules.company_scale.r05_command import pending_unit
from rules.company_scale.silly.activations import place
from rules.company_scale.state import Battle, DivisionStatus
from rules.testing.acts import Act, Seen, Step


def _left(game: Battle, what: str, count: Callable[[DivisionStatus], int]) -> Iterator[Seen]:
    for division in divisions_in_play(game):
        printed, left = game.scenario.divisions[division], count(game.state.divisions[division])
        if left:
            yield Seen(printed.side, f"{printed.name} ends with {left} {what}{'s' if left > 1 else ''}", left)


class CommandsLeft(Act):
    """Counts the direct commands that divisions still in play never used."""

    name = "direct commands left at the end"
    wanted = 10

    def end(self, game: Battle) -> Iterator[Seen]:
        """Yield those of each division."""
        return _left(game, "direct command", lambda status: status.commands)


class DispatchLeft(Act):
    """Counts the dispatch points that divisions still in play never used."""

    name = "dispatch points left at the end"
    wanted = None

    def end(self, game: Battle) -> Iterator[Seen]:
        """Yield those of each division."""
        return _left(game, "dispatch point", lambda status: status.dispatch)


class PaidForNothing(Act):
    """Counts the direct commands paid to activate a unit that then does nothing, not even change formation."""

    name = "commands paid for a unit that passes"

    def see(self, step: Step) -> Iterator[Seen]:
        """Yield the unit that passes, or that is left when the activation is ended."""
        game: Battle = step.before
        if step.command.verb in ("pass_unit", "end_activation"):
            unit = pending_unit(game)
            if unit and not game.state.activity[unit].flipped:
                yield Seen(step.seat, f"{name_of(game, unit)}, {place(game, game.state.units[unit].hex)}")
