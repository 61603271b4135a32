"""The pace of a hosted game: time for each hand-over, then a reserve that runs on. Nobody loses by it.

Only the seat that is asked uses time. When its reserve has run out the others may claim the game, give time or wait.
All times are seconds; moments are those of `time.time`, so that a clock goes on while its host is away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from rules.engine.command import MalformedCommand

DAY: Final = 86_400
LEAST: Final = 60
MOST: Final = 90 * DAY
"""Seconds that a pace may allow for a hand-over or as a reserve."""


class Pace(NamedTuple):
    """Seconds for each hand-over, and those of each seat's reserve."""

    each: int
    reserve: int

    @staticmethod
    def read(told: Mapping[str, Any] | None) -> Pace | None:
        """Return the pace that somebody asks for, None for none; raise MalformedCommand."""
        if told is None:
            return None
        each, reserve = told.get("each"), told.get("reserve")
        if not all(type(seconds) is int and LEAST <= seconds <= MOST for seconds in (each, reserve)):
            raise MalformedCommand(
                f'A pace is {{"each": 259200, "reserve": 604800}}: seconds for each hand-over and in reserve, {LEAST} '
                f"to {MOST} each."
            )
        return Pace(told["each"], told["reserve"])


class Clock:
    """Who is asked, since when, and how much time is left where there is a pace."""

    def __init__(self, seats: Iterable[str], pace: Pace | None = None) -> None:
        self.pace = pace
        self.asked = ""
        self.is_paused = False
        self.since = 0.0
        """The moment from which the seat that is asked is; while the clock rests, that at which it was stopped."""
        self._used = 0.0
        self._reserve = {seat: float(pace.reserve) if pace is not None else 0.0 for seat in seats}

    def ask(self, seat: str, now: float) -> bool:
        """Let the time of this seat run, '' for none; tell whether that changes anything."""
        if seat == self.asked and not self.is_paused:
            return False
        if seat != self.asked:
            if self.asked in self._reserve:
                self._reserve[self.asked] = self._left_in_reserve(now)
            self._used = 0.0
        self.asked, self.since, self.is_paused = seat, now, False
        return True

    def pause(self, now: float) -> None:
        """Let the clock rest until somebody orders something."""
        if not self.is_paused:
            self._used, self.since, self.is_paused = self._spent(now), now, True

    def give(self, seat: str, seconds: int, now: float) -> None:
        """Give a seat more reserve, from now on if its own has run out; raise MalformedCommand."""
        if self.pace is None or not LEAST <= seconds <= MOST:
            raise MalformedCommand(f"You can give {LEAST} to {MOST} seconds, in a game with a pace.")
        if seat == self.asked:
            self._reserve[seat] = self._left_in_reserve(now) + max(0.0, self._spent(now) - self.pace.each)
        self._reserve[seat] += seconds

    @property
    def ends(self) -> float:
        """Return the moment at which the seat that is asked has no time left, where there is a pace."""
        each = self.pace.each if self.pace is not None else 0
        return self.since - self._used + each + self._reserve.get(self.asked, 0.0)

    def is_late(self, now: float) -> bool:
        """Tell whether the seat that is asked has no time left."""
        return self.pace is not None and bool(self.asked) and self.left(now) <= 0

    def left(self, now: float) -> float:
        """Return the seconds that the seat that is asked has, those of its reserve included."""
        each = self.pace.each if self.pace is not None else 0
        return max(0.0, each - self._spent(now)) + self._left_in_reserve(now)

    def _spent(self, now: float) -> float:
        return self._used + (0.0 if self.is_paused else max(0.0, now - self.since))

    def _left_in_reserve(self, now: float) -> float:
        each = self.pace.each if self.pace is not None else 0
        return max(0.0, self._reserve.get(self.asked, 0.0) - max(0.0, self._spent(now) - each))

    def told(self, now: float) -> dict[str, Any]:
        """Return what players are told: for how many seconds somebody has been asked, and how many he has."""
        told: dict[str, Any] = {"asked": self.asked, "for": round(self._spent(now)), "paused": self.is_paused}
        if self.pace is not None:
            reserve = {**self._reserve, self.asked: self._left_in_reserve(now)} if self.asked else self._reserve
            told |= {"left": round(self.left(now)), "reserve": {seat: round(left) for seat, left in reserve.items()}}
        return told

    def to_json(self) -> dict[str, Any]:
        """Return the clock as it is kept."""
        return {
            "asked": self.asked, "since": self.since, "paused": self.is_paused, "used": self._used,
            "reserve": dict(self._reserve), "pace": self.pace,
        }  # fmt: skip

    @staticmethod
    def from_json(told: Mapping[str, Any]) -> Clock:
        """Return a clock that was kept."""
        made = Clock(told["reserve"], None if told["pace"] is None else Pace(*told["pace"]))
        made.asked, made.since, made.is_paused = told["asked"], told["since"], told["paused"]
        made._used, made._reserve = told["used"], dict(told["reserve"])
        return made
