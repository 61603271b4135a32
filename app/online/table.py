"""What is agreed at a hosted game beside its rules: proposals, how it ended before its time, and its clock.

It knows no rules and no network. What must outlive the host is given to `keep` as plain data before anybody is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from time import time
from typing import Any, Final, NamedTuple

from app.online.messages import ClockNow, Ending, Proposal
from rules.engine.command import MalformedCommand, NotYourDecision
from rules.engine.events import as_record
from rules.engine.frozen import frozen, to_plain

DAY: Final = 86_400
LEAST: Final = 60
MOST: Final = 90 * DAY
"""Seconds that a pace may allow for a hand-over or as a reserve."""
MOST_GIVEN: Final = 16
"""Requests for more time that are remembered with the clock of a game."""


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
        self.given: tuple[str, ...] = ()
        """The names of the requests by which time was given last."""
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

    def now(self, now: float) -> ClockNow:
        """Return what players are told of it."""
        waited = round(self._spent(now))
        if self.pace is None:
            return ClockNow(self.asked, waited, self.is_paused)
        reserve = {**self._reserve, self.asked: self._left_in_reserve(now)} if self.asked else self._reserve
        return ClockNow(
            self.asked,
            waited,
            self.is_paused,
            round(self.left(now)),
            {seat: round(left) for seat, left in reserve.items()},
        )

    def to_json(self) -> dict[str, Any]:
        """Return the clock as it is kept."""
        kept = KeptClock(self.asked, self.since, self.is_paused, self._used, self._reserve, self.pace, self.given)
        return dict(to_plain(kept))

    @staticmethod
    def from_json(told: Mapping[str, Any]) -> Clock:
        """Return a clock that was kept."""
        kept = as_record(KeptClock, told)
        assert kept is not None, "it was written by `to_json`"
        made = Clock(kept.reserve, None if kept.pace is None else Pace(*kept.pace))
        made.asked, made.since, made.is_paused = kept.asked, kept.since, kept.paused
        made._used, made._reserve, made.given = kept.used, dict(kept.reserve), kept.given
        return made


@frozen
class KeptClock:
    """A clock as its host keeps it."""

    asked: str
    since: float
    paused: bool
    used: float
    reserve: Mapping[str, float]
    pace: tuple[int, ...] | None
    given: tuple[str, ...] = ()


TAKE_BACK, DRAW, PAUSE = WHAT = ("take_back", "draw", "pause")
OVER: Final = "This game is over."
PLAYED, RESIGNED, DRAWN, CLAIMED = ("played", "resigned", "draw", "claimed")


class OldRevision(NotYourDecision):
    """The order was given for a position that is no more."""


class Table:
    """The players around one game: `keep` takes what must be kept by its name, `tell` tells everybody something."""

    def __init__(
        self,
        seats: Iterable[str],
        clock: Clock,
        *,
        ending: Ending | None = None,
        proposals: int = 0,
        keep: Callable[[str, Any], None] = lambda name, told: None,
        now: Callable[[], float] = time,
    ) -> None:
        """There were so many `proposals` before: an answer that comes late must not be one to another."""
        self.seats = frozenset(seats)
        self.clock, self.ending, self.proposal = clock, ending, None
        self.tell: Callable[[str, Mapping[str, Any]], object] = lambda method, told: None
        self._keep, self._now = keep, now
        self.keeps_clock = clock.pace is not None
        """Whether it must outlive the host since when somebody has been asked: for a pace, and for notices."""
        self._proposals, self._agreed = proposals, frozenset[str]()

    proposal: Proposal | None

    def check_open(self) -> None:
        """Raise NotYourDecision if the game is over."""
        if self.ending is not None:
            raise NotYourDecision(OVER)

    def check_running(self) -> None:
        """Raise NotYourDecision if the game is over, also by its rules: what they end can only be taken back."""
        self.check_open()
        if not self.clock.asked:
            raise NotYourDecision(OVER)

    # --- Proposals -------------------------------------------------------------------------------------------------

    def propose(self, seat: str, what: str, to: int = 0) -> Proposal:
        """Propose something to all; raise MalformedCommand or NotYourDecision where that cannot be."""
        if what not in WHAT:
            raise MalformedCommand(f'You can propose {", ".join(WHAT)}, not "{what[:20]}".')
        if what != TAKE_BACK:
            self.check_running()
        if what == PAUSE and (self.clock.pace is None or self.clock.is_paused):
            raise NotYourDecision("The clock rests already." if self.clock.pace else "This game has no clock.")
        self._keep("proposals", self._proposals + 1)
        self._proposals += 1
        self.proposal, self._agreed = Proposal(self._proposals, seat, what, to), frozenset({seat})
        self.tell("proposed", to_plain(self.proposal))
        return self.proposal

    def answer(self, seat: str, number: int, *, yes: bool) -> Proposal | None:
        """Answer a proposal; return it once all have agreed. Draw and pause are carried out here."""
        proposal = self.proposal
        if proposal is None or proposal.id != number:
            raise OldRevision("This proposal no longer stands.")
        if not yes:
            self.proposal = None
            self.tell("declined", {"id": number, "seat": seat, "what": proposal.what})
            return None
        self._agreed |= {seat}
        if self._agreed != self.seats:
            return None
        self.proposal = None
        if proposal.what == DRAW:
            self.end(Ending(DRAWN))
        elif proposal.what == PAUSE:
            self.clock.pause(self._now())
            self._clock_changed()
        return proposal

    # --- How it ends before its time -------------------------------------------------------------------------------

    def resign(self, seat: str) -> None:
        """End the game: this seat gives it up."""
        self.check_running()
        self.end(Ending(RESIGNED, seat))

    def claim(self, seat: str) -> None:
        """End the game for a seat whose opponent has no time left; raise NotYourDecision if that is not so."""
        self.check_running()
        if seat == self.clock.asked or not self.clock.is_late(self._now()):
            raise NotYourDecision("You can claim the game only while the player who is asked has no time left.")
        self.end(Ending(CLAIMED, seat))

    def end(self, ending: Ending) -> None:
        """End the game, unless it has ended."""
        if self.ending is not None:
            return
        self._keep("ending", [ending.how, ending.seat])
        self.ending, self.proposal = ending, None
        self.moved_on("")
        self.tell("over", to_plain(ending))

    # --- Time ------------------------------------------------------------------------------------------------------

    def moved_on(self, asked: str) -> None:
        """Take note of a step: what was proposed before it is void, and this seat is asked now, '' for none."""
        self.proposal = None
        if self.clock.ask(asked if self.ending is None else "", self._now()):
            self._clock_changed()

    def give(self, seat: str, seconds: int, once: str = "") -> None:
        """Give the other seats so much more time; raise MalformedCommand.

        What has been given by a name is not given again, even if the host was killed before it could answer.
        """
        self.check_running()
        if once and once in self.clock.given:
            return
        for other in self.seats - {seat}:
            self.clock.give(other, seconds, self._now())
        if once:
            self.clock.given = (*self.clock.given, once)[-MOST_GIVEN:]
        self._clock_changed()

    def keep_clock(self) -> None:
        """Keep the clock from now on, whether there is a pace or not."""
        self.keeps_clock = True
        self._keep("clock", self.clock.to_json())

    @property
    def clock_now(self) -> ClockNow:
        """Return what players are told of the clock."""
        return self.clock.now(self._now())

    def told(self) -> dict[str, Any]:
        """Return what somebody who comes is told: clock, ending, and what is proposed."""
        told = {"clock": self.clock_now, "over": self.ending, "proposed": self.proposal}
        return {name: to_plain(one) for name, one in told.items()}

    def _clock_changed(self) -> None:
        if self.keeps_clock:
            self._keep("clock", self.clock.to_json())
        self.tell("clock", to_plain(self.clock_now))
