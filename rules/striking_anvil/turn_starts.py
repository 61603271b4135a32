"""Where the turn of a position began (2)."""

from __future__ import annotations

from rules.engine import turn_starts
from rules.engine.session import Session
from rules.engine.turn_starts import TurnStart
from rules.striking_anvil.r02_sequence import TURN


def last_start(session: Session) -> TurnStart:
    """Return where the present turn started; raise CannotReplay if the record does not lead there."""
    return turn_starts.last_start(session, TURN, "begin")
