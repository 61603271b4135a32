"""All that the opponent is given: a position as its seat may know it."""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.engine.game import Game
from rules.engine.options import Decision
from rules.engine.system import System


class Position(NamedTuple):
    """A position as one seat may know it: no session, no driver, no seed. The state must not be changed."""

    system: System
    scenario: Any
    state: Any
    seat: str

    def game(self) -> Game[Any, Any]:
        """Return the position as a game that may only be looked at."""
        return Game(self.system.kinds, self.scenario, self.state)

    def decision(self) -> Decision | None:
        """Return the decision that is asked here if it is this seat's, else None."""
        asked = Game(self.system.kinds, self.scenario, self.state.copy()).run()
        return asked if isinstance(asked, Decision) and asked.seat == self.seat else None

    def dealt(self, sample: int) -> Any:
        """Return the state with all that the seat cannot see dealt anew."""
        return self.system.disguise(self.scenario, self.state, self.seat, sample)
