"""Earlier positions of a game as a seat may know them: they answer questions and take no order."""

from __future__ import annotations

from typing import Any

from app.play.game_view import LOOKING_BACK
from rules.engine.command import Command, IllegalCommand, Reason
from rules.engine.game import Game
from rules.engine.history import replay
from rules.engine.options import Decision
from rules.engine.seat import Seat
from rules.engine.session import Session, Update

KEPT = 200
"""How many positions are kept, so that a step forward replays little."""


class PastSeat(Seat):
    """A seat at an earlier position. It sees what it saw then, is asked nothing, and gives no orders."""

    @property
    def asked(self) -> None:
        """Return None: nobody is asked here."""
        return None

    @property
    def decision(self) -> Decision | None:
        """Return None: nothing is decided here."""
        return None

    @property
    def request(self) -> None:
        """Return None: no die is waited for here."""
        return None

    @property
    def can_undo(self) -> bool:
        """Return False."""
        return False

    def submit(self, seq: int, command: Command) -> Update:
        """Refuse the command."""
        raise _refusal()

    def nature(self, outcome: Any) -> Update:
        """Refuse the die or draw."""
        raise _refusal()

    def explain(self, command: Command) -> list[Reason]:
        """Return why nothing can be ordered here."""
        return [Reason(LOOKING_BACK)]

    def undo(self) -> int:
        """Refuse to undo."""
        raise _refusal()

    def take_back(self, seq: int) -> int:
        """Refuse to take back."""
        raise _refusal()


class Past:
    """The positions along the present line of a game, had from the nearest one kept."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._kept: dict[int, Any] = {}

    def at(self, seq: int) -> Session:
        """Return the game as it stood after `seq` entries; raise ValueError if it cannot be had again."""
        state = self._kept.pop(seq, None)
        self._kept[seq] = state = self._state(seq) if state is None else state
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return self.session.at(seq, state)

    def _state(self, seq: int) -> Any:
        session = self.session
        start, state = session.history.from_save(seq)
        near = max((kept for kept in self._kept if start < kept < seq), default=start)
        game = Game(session.system.kinds, session.scenario, self._kept.get(near, state).copy())
        replay(game, session.log[near:seq], near + 1)
        return game.state


def _refusal() -> IllegalCommand:
    return IllegalCommand([Reason(LOOKING_BACK)])
