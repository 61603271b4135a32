"""The composition of a reaction: the same limits as an activation (5.4, 5.6)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.command import Command, Reason
from rules.striking_anvil.r03_activation import Drop, Take, TakeAll
from rules.striking_anvil.r03_impulses import all_together, reactors
from rules.striking_anvil.r05_6_pursuit import Confirm, Decline, Reaction, react_reasons
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
        seat, area = game.frame["seat"], game.frame["area"]
        return all_together(game, seat, area, tuple(game.frame["units"]), reactors(game, seat, area))


class ReactionChoice(Reaction):
    """The window with its commands."""

    actions = (ReactTake(), ReactTakeAll(), Drop(), Confirm(), Decline())
