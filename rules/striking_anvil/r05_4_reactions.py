"""The composition of a reaction: the same limits as an activation (5.4, 5.6)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.command import Command, Reason
from rules.striking_anvil.r03_activation import Drop, Take, TakeAll
from rules.striking_anvil.r03_limits import reactors
from rules.striking_anvil.r05_6_pursuit import Confirm, Decline, Reaction, react_reasons
from rules.striking_anvil.r10_planning import block_of
from rules.striking_anvil.state import Anvil


class ReactTake(Take):
    """Add a unit to the reaction."""

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it cannot take part."""
        frame = game.frame
        yield from react_reasons(game, frame["seat"], frame["area"], frame["units"], command.text("unit"))


class ReactTakeAll(TakeAll):
    """Add everybody who can take part."""

    def chosen(self, game: Anvil) -> tuple[str, ...]:
        """Return who is chosen then."""
        frame, units = game.frame, tuple(game.frame["units"])
        for unit in reactors(game, frame["seat"], frame["area"]):
            if next(react_reasons(game, frame["seat"], frame["area"], units, unit), None) is None:
                units = (*units, *(one for one in block_of(game, unit) if one not in units))
        return units


class ReactionChoice(Reaction):
    """The window with its commands."""

    actions = (ReactTake(), ReactTakeAll(), Drop(), Confirm(), Decline())
