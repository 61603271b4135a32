"""What is agreed at a hosted game beside its rules: proposals, how it ended before its time, and its clock.

It knows no rules and no network. What must outlive the host is given to `keep` as plain data before anybody is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from time import time
from typing import Any, NamedTuple

from app.online.clock import Clock
from rules.engine.command import MalformedCommand, NotYourDecision
from rules.engine.frozen import frozen

TAKE_BACK, DRAW, PAUSE = WHAT = ("take_back", "draw", "pause")
PLAYED, RESIGNED, DRAWN, CLAIMED = ("played", "resigned", "draw", "claimed")


class OldRevision(NotYourDecision):
    """The order was given for a position that is no more."""


class Ending(NamedTuple):
    """How a game ended: "played" to its end, a "draw", "resigned" by a seat, or "claimed" by one from a late one."""

    how: str
    seat: str = ""


@frozen
class Proposal:
    """What a seat proposes to all, with the position that a take-back goes `to`; `yes` are the seats that agree."""

    id: int
    seat: str
    what: str
    to: int
    yes: frozenset[str]


class Table:
    """The players around one game: `keep` takes what must be kept by its name, `tell` tells everybody something."""

    def __init__(
        self, seats: Iterable[str], clock: Clock, *, ending: Ending | None = None,
        keep: Callable[[str, Any], None] = lambda name, told: None, now: Callable[[], float] = time,
    ) -> None:  # fmt: skip
        self.seats = frozenset(seats)
        self.clock, self.ending, self.proposal = clock, ending, None
        self.tell: Callable[[str, Mapping[str, Any]], object] = lambda method, told: None
        self._keep, self._now = keep, now
        self.keeps_clock = clock.pace is not None
        """Whether it must outlive the host since when somebody has been asked: for a pace, and for notices."""
        self._proposals = 0

    proposal: Proposal | None

    def check_open(self) -> None:
        """Raise NotYourDecision if the game is over."""
        if self.ending is not None:
            raise NotYourDecision("This game is over.")

    # --- Proposals -------------------------------------------------------------------------------------------------

    def propose(self, seat: str, what: str, to: int = 0) -> Proposal:
        """Propose something to all; raise MalformedCommand or NotYourDecision where that cannot be."""
        if what not in WHAT:
            raise MalformedCommand(f'You can propose {", ".join(WHAT)}, not "{what[:20]}".')
        if what == PAUSE and (self.clock.pace is None or self.clock.is_paused):
            raise NotYourDecision("The clock rests already." if self.clock.pace else "This game has no clock.")
        self._proposals += 1
        self.proposal = Proposal(self._proposals, seat, what, to, frozenset({seat}))
        self.tell("proposed", {"id": self.proposal.id, "seat": seat, "what": what, "to": to})
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
        agreed = Proposal(proposal.id, proposal.seat, proposal.what, proposal.to, proposal.yes | {seat})
        self.proposal = agreed
        if agreed.yes != self.seats:
            return None
        self.proposal = None
        if agreed.what == DRAW:
            self.end(Ending(DRAWN))
        elif agreed.what == PAUSE:
            self.clock.pause(self._now())
            self._clock_changed()
        return agreed

    # --- How it ends before its time -------------------------------------------------------------------------------

    def resign(self, seat: str) -> None:
        """End the game: this seat gives it up."""
        self.check_open()
        self.end(Ending(RESIGNED, seat))

    def claim(self, seat: str) -> None:
        """End the game for a seat whose opponent has no time left; raise NotYourDecision if that is not so."""
        self.check_open()
        if seat == self.clock.asked or not self.clock.is_late(self._now()):
            raise NotYourDecision("You can claim the game only while the player who is asked has no time left.")
        self.end(Ending(CLAIMED, seat))

    def end(self, ending: Ending) -> None:
        """End the game, unless it has ended."""
        if self.ending is not None:
            return
        self._keep("ending", list(ending))
        self.ending, self.proposal = ending, None
        self.moved_on("")
        self.tell("over", ending._asdict())

    # --- Time ------------------------------------------------------------------------------------------------------

    def moved_on(self, asked: str) -> None:
        """Take note of a step: what was proposed before it is void, and this seat is asked now, '' for none."""
        self.proposal = None
        if self.clock.ask(asked if self.ending is None else "", self._now()):
            self._clock_changed()

    def give(self, seat: str, seconds: int) -> None:
        """Give the other seats so much more time; raise MalformedCommand."""
        self.check_open()
        for other in self.seats - {seat}:
            self.clock.give(other, seconds, self._now())
        self._clock_changed()

    def keep_clock(self) -> None:
        """Keep the clock from now on, whether there is a pace or not."""
        self.keeps_clock = True
        self._keep("clock", self.clock.to_json())

    def told(self) -> dict[str, Any]:
        """Return what somebody who comes is told: clock, ending, and what is proposed."""
        proposal = self.proposal
        return {
            "clock": self.clock.told(self._now()),
            "over": self.ending._asdict() if self.ending is not None else None,
            "proposed": proposal and {name: getattr(proposal, name) for name in ("id", "seat", "what", "to")},
        }

    def _clock_changed(self) -> None:
        if self.keeps_clock:
            self._keep("clock", self.clock.to_json())
        self.tell("clock", self.clock.told(self._now()))
