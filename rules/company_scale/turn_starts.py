"""Where the turn of a position began (4.0)."""

from __future__ import annotations

from rules.company_scale.r04_sequence import TURN
from rules.engine import turn_starts
from rules.engine.session import Session
from rules.engine.turn_starts import TurnStart


def last_start(session: Session) -> TurnStart:
    """Return where the present turn started; raise CannotReplay if the record does not lead there."""
    return turn_starts.last_start(session, TURN, "1")
