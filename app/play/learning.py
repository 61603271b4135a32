"""A little help for a player who learns: why an order is likely to be a mistake, told before it is given."""

from __future__ import annotations

from app.play.seat import SeatLike
from app.settings import Settings
from rules.engine.command import Command
from rules.engine.options import Decision

KEY = "little_help"
"""The preference of a player who wants to be warned, and told what the computer fears for him."""


class LittleHelp:
    """Warn before orders while the player wants it; what he cannot see plays no part in it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def warning(self, seat: SeatLike, decision: Decision, command: Command) -> str | None:
        """Return a sentence about an order of a seat that is likely to be a mistake, or None."""
        evaluator = seat.system.evaluator if self._settings.get(KEY, False) else None
        return evaluator.warning(seat.think(), decision, command) if evaluator is not None else None

    def fears(self, seat: SeatLike, side: str) -> tuple[str, ...]:
        """Return what the computer fears for a side, as a seat knows the position."""
        evaluator = seat.system.evaluator if self._settings.get(KEY, False) else None
        return evaluator.fears(seat.think(), side) if evaluator is not None else ()
