"""Where the turn of a position began (CMD-turn-01)."""

from __future__ import annotations

from rules.command_cards.turn import TURN
from rules.engine import turn_starts
from rules.engine.session import Session
from rules.engine.turn_starts import TurnStart


def last_start(session: Session) -> TurnStart:
    """Return where the present turn started; raise CannotReplay if the record does not lead there."""
    first = session.scenario.first
    return turn_starts.last_start(session, TURN, "open", lambda state: 2 * state.round + (state.seat != first))
