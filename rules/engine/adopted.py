"""Games with hidden hands on two computers: what one seat is sent, and a game that is given its positions.

Commands and dice would give the other hands away, so a seat is sent no steps but, for each of them, the position with
what it cannot see dealt anew, and the entries and events that it may know. Its chain is over exactly that: one over the
hidden entries could be tried out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Never

from rules.engine.command import Command, MalformedCommand, NotYourDecision, Plain
from rules.engine.history import NATURE, Entry, Save
from rules.engine.nature import ManualNature
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.steps import OutOfStep, Step, chained
from rules.engine.system import System

AT_HOST: Final = "Orders of this game are carried out by its host."
Known = tuple[str, Any]
"""An entry as a seat knows it: who answered, and the command or outcome; None where the seat may not know."""


@dataclass(frozen=True, slots=True)
class SeatStep:
    """What a seat is sent for one step: the game is cut to `cut` entries, then `entries` follow, and `state` holds.

    `seq` is the number of entries then; `undo` tells whether the seat can take its last command back freely.
    """

    seq: int
    cut: int
    entries: tuple[Known, ...]
    events: tuple[dict[str, Any], ...]
    undo: bool
    state: dict[str, Any]

    def to_json(self) -> dict[str, Plain]:
        """Return the step as it travels."""
        entries: list[Plain] = [
            [seat, answer.to_json() if isinstance(answer, Command) else answer] for seat, answer in self.entries
        ]
        return {
            "seq": self.seq,
            "cut": self.cut,
            "entries": entries,
            "events": list(self.events),
            "undo": self.undo,
            "state": self.state,
        }

    @staticmethod
    def from_json(raw: object) -> SeatStep:
        """Read a step; raise MalformedCommand with one sentence if it is not one."""
        told = raw if isinstance(raw, Mapping) else {}
        seq, cut, undo, state = (told.get(key) for key in ("seq", "cut", "undo", "state"))
        entries, events = told.get("entries"), told.get("events")
        if type(seq) is not int or type(cut) is not int or type(undo) is not bool or not isinstance(state, dict):
            raise MalformedCommand('A step of a game with hidden hands needs "seq", "cut", "undo" and "state".')
        if not isinstance(entries, list) or not isinstance(events, list):
            raise MalformedCommand('A step of a game with hidden hands needs the lists "entries" and "events".')
        if not all(isinstance(event, dict) for event in events):
            raise MalformedCommand("Each event is an object.")
        return SeatStep(seq, cut, tuple(_known(entry) for entry in entries), tuple(events), undo, state)


def _known(raw: object) -> Known:
    if not isinstance(raw, list) or len(raw) != 2 or not isinstance(raw[0], str):
        raise MalformedCommand("Each entry is a seat with its answer, which may be null.")
    seat, answer = raw
    if answer is None or seat == NATURE:
        if answer is not None and (not isinstance(answer, dict) or len(answer) != 1):
            raise MalformedCommand('An answer from nature is an object such as {"die": 5}.')
        return seat, answer
    return seat, Command.from_json(answer)


def sent(step: SeatStep) -> bytes:
    """Return the bytes of a step that its chain is over."""
    return json.dumps(step.to_json(), separators=(",", ":"), default=dict).encode("ascii") + b"\n"


class SeatStream:
    """Turns the steps of a game into what one seat is sent; without a name, into what everybody may see.

    Told the same steps again, as from the record after a restart, it sends the same bytes. Secret orders of another
    seat are sent together when they end, so that neither their number nor their time shows.
    """

    def __init__(self, session: Session, seat: str | None) -> None:
        self._session = session
        self._seat = Seat(session, seat)
        self._cut = 0
        self._sent = 0
        self._events: list[dict[str, Any]] = []
        self._waits_for: str | None = None
        self.chain = ""

    def move_to(self, session: Session) -> None:
        """Go on in another copy of the game that stands at the same step."""
        self._session, self._seat = session, Seat(session, self._seat.name)

    def step(self, step: Step, events: Iterable[dict[str, Any]]) -> SeatStep | None:
        """Return what the seat is sent for the step that the session has just made, None for nothing yet."""
        session, seat = self._session, self._seat
        self._cut = min(self._cut, self._sent if step.back is None else step.back)
        heard = [event for event in events if seat.hears(event)]
        self._events += heard
        waited, self._waits_for = self._waits_for, self._secretive()
        if waited is not None and waited == self._waits_for and not heard and not step.agreed:
            return None
        state = session.system.redeal_hidden(session.scenario, session.state, seat.name, 0)
        made = SeatStep(
            session.seq,
            self._cut,
            tuple((entry.seat, entry.answer) for entry in seat.log(self._cut)),
            tuple(self._events),
            seat.can_undo,
            state.to_plain(),
        )
        self._cut = self._sent = session.seq
        self._events = []
        self.chain = chained(self.chain, sent(made))
        return made

    def _secretive(self) -> str | None:
        """Return which other seat decides in secret now, or None."""
        decision = self._session.decision
        return decision.seat if decision is not None and self._seat.decision is None else None


class AdoptedSession(Session):
    """A game that is given its positions; a Seat on it answers views, questions and history like any other.

    It carries out no command: these go to the host.
    """

    def __init__(self, system: System, scenario: Any, source: Any = None) -> None:
        super().__init__(system, scenario, None, ManualNature(), source)
        self.history.saves = []
        self.is_whole = False
        self.chain = ""
        self.rev = 0
        self._can_undo = False

    def adopt(self, step: SeatStep, chain: str = "") -> None:
        """Take over the next step; raise OutOfStep if it does not fit, or leads to another chain: nothing changes then.

        This game is still shown until the whole of it has been told again.
        """
        history, then = self.history, chained(self.chain, sent(step))
        if not 0 <= step.cut <= self.seq or step.cut + len(step.entries) != step.seq:
            raise OutOfStep(f"Step {self.rev + 1} does not fit: entries are missing.")
        if chain and chain != then:
            raise OutOfStep(f"After step {self.rev + 1} this is not what the host has sent.")
        try:
            state = self.system.decode(self.scenario, step.state)
            pending = self._game(state.copy()).run()
        except ValueError as error:
            raise OutOfStep(f"The position of step {self.rev + 1} cannot be read: {error}") from error
        if step.cut < self.seq:
            history.cut(step.cut)
        for seat, answer in step.entries:
            history.log.append(Entry(seat, answer))
            if seat == NATURE and isinstance(answer, Mapping):
                history.count(next(iter(answer)))
        self.state, self.pending, self._can_undo = state, pending, step.undo
        history.saves.append(Save.of(step.seq, state))
        history.events.extend((step.seq, event) for event in step.events)
        self.chain, self.rev = then, self.rev + 1

    def _commit(self, *told: Any) -> Never:
        raise NotYourDecision(AT_HOST)

    def _return(self, *told: Any, **more: Any) -> Never:
        raise NotYourDecision(AT_HOST)

    def undo(self) -> Never:
        """Refuse: the host undoes."""
        raise NotYourDecision(AT_HOST)

    def take_back(self, seq: object) -> Never:
        """Refuse: the host goes back."""
        raise NotYourDecision(AT_HOST)

    @property
    def can_undo(self) -> bool:
        """Tell whether the host would take the seat's last command back freely."""
        return self._can_undo
