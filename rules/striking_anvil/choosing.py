"""What several choices share: ending one, and toggling units."""

from __future__ import annotations

from rules.engine.command import Command
from rules.engine.frames import BareAction
from rules.striking_anvil.state import Anvil


class Done(BareAction):
    """End what was asked."""

    verb = "done"

    def apply(self, game: Anvil, command: Command) -> None:
        """Leave the choice."""
        game.finish()
