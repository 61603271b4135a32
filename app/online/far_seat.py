"""A seat of a game that is carried out at its host: it sees, asks and explains here, and orders nothing itself."""

from __future__ import annotations

from typing import Any, Never

from rules.engine.adopted import AT_HOST
from rules.engine.command import Command, NotYourDecision
from rules.engine.seat import Seat
from rules.engine.session import Session


class FarSeat(Seat):
    """The game as one of its seats knows it; `plays` is the seat of this computer's player, None for a watcher."""

    def __init__(self, session: Session, plays: str | None, name: str | None = None) -> None:
        super().__init__(session, name)
        self._plays = plays

    @property
    def can_undo(self) -> bool:
        """Tell whether the host would take back the last command freely, which this player has given."""
        return super().can_undo and self._session.log[-1].seat == self._plays

    def submit(self, seq: int, command: Command) -> Never:
        """Refuse: the host carries out orders."""
        raise NotYourDecision(AT_HOST)

    def nature(self, outcome: Any) -> Never:
        """Refuse: the host rolls."""
        raise NotYourDecision(AT_HOST)

    def undo(self) -> Never:
        """Refuse: the host undoes."""
        raise NotYourDecision(AT_HOST)

    def take_back(self, seq: object) -> Never:
        """Refuse: the host goes back, by agreement."""
        raise NotYourDecision(AT_HOST)
