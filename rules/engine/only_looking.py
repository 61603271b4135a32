"""A game that is looked at while somebody else plays it."""

from __future__ import annotations

from typing import Any

from rules.engine.history import Entry, Note
from rules.engine.record import RecordError
from rules.engine.session import Listener, Session


class OnlyLooking(Listener):
    """Refuses every command of a game with a sentence: somebody else is playing it."""

    def __init__(self, why_not: str) -> None:
        self.why_not = why_not

    def accepted(self, session: Session, entries: list[Entry], events: list[dict[str, Any]], *, snapshot: bool) -> None:
        """Refuse what changes the game."""
        if entries:
            raise RecordError(self.why_not)

    def taken_back(self, session: Session, seq: int, *, agreed: bool) -> None:
        """Refuse to go back."""
        raise RecordError(self.why_not)

    def noted(self, session: Session, note: Note) -> None:
        """Refuse to write a note."""
        raise RecordError(self.why_not)
