"""What one seat may see and do: the only way out of a session, as `submit` is the only way in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rules.engine.command import Command, MalformedCommand, NotYourDecision, Plain, Reason, ask_system
from rules.engine.frames import Request
from rules.engine.game import Game
from rules.engine.history import NATURE, Entry, Note
from rules.engine.nature import SeededNature
from rules.engine.options import Decision
from rules.engine.record import RecordError
from rules.engine.session import Listener, Session, Update
from rules.engine.system import System

# --- What one seat may see and do: the only way out of a session, as `submit` is the only way in -------------------


class Seat:
    """The game as the player at one seat knows it; players, bots and clients hold a Seat and never a session.

    Without a name it is a spectator, who sees what is open. Where everything is (`System.hides` is false) it stands
    for all players at one table and also gives the orders of whoever decides.
    Whatever is marked `only` for another seat, and another seat's `secret` decision, is withheld.
    """

    def __init__(self, session: Session, name: str | None = None) -> None:
        if name is not None and name not in session.system.seats:
            raise MalformedCommand(f'Unknown seat "{name}". The seats are {", ".join(session.system.seats)}.')
        self._session = session
        self._hides = session.system.hides
        self.name = name

    @property
    def system(self) -> System:
        """Return the system being played."""
        return self._session.system

    @property
    def scenario(self) -> Any:
        """Return the scenario, which holds nothing hidden."""
        return self._session.scenario

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the names of all seats."""
        return self._session.system.seats

    @property
    def seq(self) -> int:
        """Return the number of entries in the present line."""
        return self._session.seq

    @property
    def asked(self) -> str | None:
        """Return who is asked now: a seat or "nature"; None if the game is over."""
        pending = self._session.pending
        if isinstance(pending, Decision):
            return pending.seat
        return None if pending is None else NATURE

    @property
    def decision(self) -> Decision | None:
        """Return the pending decision if it is this seat's own or not secret."""
        decision = self._session.decision
        return None if decision is None or (decision.secret and decision.seat != self.name) else decision

    @property
    def request(self) -> Request | None:
        """Return nature's request while it waits for a person, if everybody or this seat may know it.

        The items of a draw for one seat are left out: the contents of the deck would give away the other hands.
        """
        request = self._session.request
        if request is None or request.only is None:
            return request
        return replace(request, items=()) if request.only == self.name else None

    @property
    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self._session.is_over

    @property
    def result(self) -> dict[str, Any] | None:
        """Return the outcome of a finished game, None before its end."""
        return self._session.result

    def view(self) -> Any:
        """Return what the seat may see of the position: a frozen record of the system."""
        return self._session.view(self.name)

    def events(self, since: int = -1) -> list[dict[str, Any]]:
        """Return the events after position `since` that the seat hears."""
        return self._heard(self._session.events_since(since))

    def events_at(self) -> list[tuple[int, dict[str, Any]]]:
        """Return the events of the present line that the seat hears, each with its position."""
        return [(seq, event) for seq, event in self._session.events if self.hears(event)]

    def log(self, since: int = 0) -> list[Entry]:
        """Return the entries of the present line from a position on; answers not meant for this seat are None."""
        entries = self._session.log[since:]
        if not self._hides:
            return entries
        return [entry if self._may_know(entry.only) else entry._replace(answer=None, parts=None) for entry in entries]

    def notes(self) -> list[Note]:
        """Return the notes that the seat may read, in the order of the game."""
        return self._session.history.notes.shown(self.name)

    def write_note(self, text: str, at: int, *, bookmark: bool = False, number: int = 0) -> Note:
        """Write a note about the position after `at` entries, or rewrite that of a number; raise ValueError.

        Where hands are hidden, only the seat itself reads it. An empty text removes it.
        """
        number = number or self._session.history.notes.next_id
        note = Note(number, at, text, bookmark, self.name if self._hides else None)
        self._session.write_note(note)
        return note

    def hears(self, event: dict[str, Any]) -> bool:
        """Tell whether an event is for everybody or for this seat."""
        return self._may_know(event.get("only"))

    def _heard(self, events: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        return [event for event in events if self.hears(event)]

    def _may_know(self, only: object) -> bool:
        return only is None or only == self.name

    def submit(self, seq: int, command: Command) -> Update:
        """Carry out a command of this seat, given at position `seq`; raise one of the three errors if it is refused."""
        if self._hides and self.name is None:
            raise NotYourDecision("A spectator can't give orders.")
        return self._updated(self._session.submit(self._acting(), seq, command))

    def nature(self, outcome: Plain) -> Update:
        """Answer nature's request by hand, e.g. {"die": 5}; raise one of the three errors if it is refused."""
        request = self._session.request
        if request is not None and self.request is None:
            raise NotYourDecision(f"Only the {request.only} player may see and answer this roll or draw.")
        return self._updated(self._session.nature(outcome))

    def _acting(self) -> str:
        """Return the seat to act for: without a name at an open table, whoever is asked; "" is refused as nobody's."""
        return self.name or (not self._hides and self.asked) or ""

    def _updated(self, update: Update) -> Update:
        return Update(update.seq, self._heard(update.events), self.decision) if self._hides else update

    def explain(self, command: Command) -> list[Reason]:
        """Return every reason why a command of this seat would be refused now; empty if it would be accepted."""
        return self._session.explain(self._acting(), command)

    def query(self, question: str, /, **args: Any) -> Any:
        """Answer a query about the position as the seat may imagine it."""
        return ask_system(self._session.system.queries, question, self.think(), args)

    def think(self, seed: int = 0) -> Game[Any, Any]:
        """Return the position as the seat may imagine it: what it cannot see is dealt anew from the seed.

        Its state must not be changed; `branch` returns a game that may be.
        """
        session = self._session
        return Game(session.system.kinds, session.scenario, self._imagined(seed))

    def fork(self, seed: int = 0) -> Session:
        """Return an independent game from the position as the seat may imagine it, with its own dice."""
        session = self._session
        other = Session(session.system, session.scenario, self._imagined(seed), SeededNature(seed), session.source)
        other.resume()
        return other

    def _imagined(self, seed: int) -> Any:
        session = self._session
        return session.system.redeal_hidden(session.scenario, session.state, self.name, seed)

    @property
    def can_undo(self) -> bool:
        """Tell whether the last command was this seat's and can be undone freely."""
        return self._session.can_undo and (not self._hides or self._session.log[-1].seat == self.name)

    def undo(self) -> int:
        """Undo this seat's last command, but not past a barrier; return the position reached."""
        if self._session.can_undo and not self.can_undo:
            raise NotYourDecision("Only the player who gave the last command can undo it.")
        return self._session.undo()

    def take_back(self, seq: int) -> int:
        """Go back past barriers to position `seq`, by agreement of all players; return the position reached."""
        return self._session.take_back(seq)


def seats_of(session: Session) -> dict[str, Seat]:
    """Return the seats of a game by name."""
    return {name: Seat(session, name) for name in session.system.seats}


# --- A game that is looked at while somebody else plays it ---------------------------------------------------------


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
