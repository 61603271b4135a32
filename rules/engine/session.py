"""A game in progress: the only way in, nature, undo and the line of entries."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from math import inf
from operator import itemgetter
from typing import Any, Final, NamedTuple, Protocol

from rules.engine.command import Command, IllegalCommand, MalformedCommand, NotYourDecision, Plain, Reason, ask_system
from rules.engine.compiling import mypyc_attr
from rules.engine.frames import Request
from rules.engine.game import Game
from rules.engine.history import NATURE as NATURE
from rules.engine.history import CannotReplay, History, Note, Save, missing_events, replay
from rules.engine.history import Entry as Entry
from rules.engine.nature import Doubt, NatureDriver, Origin, SeededNature
from rules.engine.options import Decision
from rules.engine.plain import canonical, digest
from rules.engine.refusals import check_turn, check_verb, explain
from rules.engine.system import System

_STEP: Final = 200  # entries replayed between two looks at the progress


class Update(NamedTuple):
    """What a submitted command led to."""

    seq: int
    events: list[dict[str, Any]]
    decision: Decision | None


class Unfinished(Protocol):
    """A proof that a load has not finished: `proved` of its `entries` are; `found` are sentences about what differs."""

    found: list[str]
    entries: int
    proved: int

    def go_on(self, seconds: float = inf) -> bool:
        """Prove for a time; return whether the proof is done."""
        ...


@mypyc_attr(allow_interpreted_subclasses=True)
class Listener:
    """Hears of everything accepted before anybody is shown it; the record is one."""

    def accepted(self, session: Session, entries: list[Entry], events: list[dict[str, Any]], *, snapshot: bool) -> None:
        """Hear of new entries and the events they led to; an error raised here undoes them."""

    def taken_back(self, session: Session, seq: int, *, agreed: bool) -> None:
        """Hear that the game went back to `seq` entries. If chance is asked there, its answer is `accepted` next.

        An error raised here, or then, undoes all of it.
        """

    def noted(self, session: Session, note: Note) -> None:
        """Hear of a note that a player has written; an error raised here undoes it."""

    def kept(self, session: Session, key: str) -> None:
        """Hear that something else is kept with the game under a key; an error raised here does not undo it."""


class _Past(NamedTuple):
    seq: int
    state: Any
    seat: str


@mypyc_attr(allow_interpreted_subclasses=True)
class Session:
    """A game in progress. `submit` is the only way to change it; `decision` says who decides what now.

    Earlier states are never touched: every command works on a copy. `seq` counts the entries of the present
    line (commands and nature's outcomes). `source` is what the scenario was loaded from: an id, a path or an
    inline document. `notices` are sentences to show the players after a load. `kept` is what `keep` was given: notes
    of the table that are no part of the game. `proof` is what a load has not finished proving, to be done before the
    game goes on. `origin` is what its record tells of its beginning, if it has one; `doubts` are
    what that record cannot prove. One that is not `is_whole` lacks what is hidden from a seat, and has no record.
    """

    def __init__(self, system: System, scenario: Any, state: Any, nature: NatureDriver, source: Any = None) -> None:
        self.system = system
        self.scenario = scenario
        self.source = source
        self.driver = nature
        self.state = state
        self.history = History(state)
        self.listeners: list[Listener] = []
        self.kept: dict[str, Plain] = {}
        self.notices: list[str] = []
        self.proof: Unfinished | None = None
        self.origin: Origin | None = None
        self.doubts: list[Doubt] = []
        self.pending: Decision | Request | None = None
        self.is_whole = True
        self._past: list[_Past] = []
        self._before_last: tuple[int, Any] | None = None
        """Position and state before the last step of a game that has just been restored."""

    @staticmethod
    def new(
        system: System,
        scenario: Any,
        *,
        seed: int = 0,
        nature: NatureDriver | None = None,
        listeners: Iterable[Listener] = (),
        source: Any = None,
        origin: Origin | None = None,
    ) -> Session:
        """Start a game and run it to the first decision."""
        session = Session(system, scenario, system.start(scenario), nature or SeededNature(seed), source)
        session.origin = origin
        session.listeners.extend(listeners)
        session.resume()
        return session

    @staticmethod
    def restore(
        system: System,
        scenario: Any,
        history: History,
        nature: NatureDriver,
        *,
        source: Any = None,
        free_undo: bool = True,
        progress: Callable[[float], None] | None = None,
    ) -> Session:
        """Restore a game from its line; raise CannotReplay, or ValueError if no save can be read. Then `resume` it.

        Replays from the newest save, or with `free_undo` from the newest that keeps undo as it was. `progress` hears
        how far that has come, from 0 to 1; an error it raises ends it.
        """
        session = Session(system, scenario, None, nature, source)
        session.history = history
        free = history.free_from() if free_undo else session.seq
        start, state = history.from_save(free)
        game = session._game(state.copy())
        replay(game, (), start + 1)
        asked = history.asked_from(session.seq)
        for begin, end in pairwise(sorted({*range(start, free, _STEP), max(start, min(asked, free)), free})):
            if progress is not None:
                progress(begin / free)
            if begin == asked:
                session._before_last = asked, game.state.copy()
            replay(game, history.log[begin:end], begin + 1)
        for seq, entry in enumerate(history.log[free:], free):
            session._past.append(_Past(seq, game.state, entry.seat))
            if seq == asked:
                session._before_last = asked, game.state
            game = session._game(game.state.copy())
            replay(game, [entry], seq + 1)
            if game.barrier:
                session._past.clear()
        session.state, session.pending = game.state, game.pending
        return session

    def resume(self) -> None:
        """Run on to the next decision (after a start or a load)."""
        asked = isinstance(self.pending, Request) and self.seq > 0
        self._go_on(missing_events(self._game, self.history, self.seq, at_end=True) if asked else [])

    def _go_on(self, happened: list[dict[str, Any]]) -> None:
        """Run on to the next decision; what has `happened` on the way here is recorded with it."""
        game = self._game(self.state.copy())
        game.events.extend(happened)
        self._commit(game, [], None)

    def keep(self, key: str, value: Plain) -> None:
        """Keep a note of the table with the game, in place of the one under this key; undo does not touch it."""
        if self.kept.get(key) == value:
            return
        self.kept[key] = value
        for listener in self.listeners:
            listener.kept(self, key)

    def write_note(self, note: Note) -> None:
        """Keep a player's note in place of the one with its number; raise ValueError if it is too long.

        The game stays as it is. An empty text removes the note.
        """
        before = self.history.notes.fork()
        try:
            self.history.notes.keep(note)
            for listener in self.listeners:
                listener.noted(self, note)
        except BaseException:
            self.history.notes = before
            raise

    def fork(self) -> Session:
        """Return an independent copy of the session without listeners."""
        other = Session(self.system, self.scenario, self.state, self.driver, self.source)
        other.history = self.history.fork()
        other.pending, other._past, other.is_whole = self.pending, list(self._past), self.is_whole
        return other

    def at(self, seq: int, state: Any = None) -> Session:
        """Return an independent game that stands where this one stood after `seq` entries; raise CannotReplay.

        It has no listeners. `state` is that of the position if it is known; else it is replayed.
        """
        other = self.fork()
        other.history.notes = other.history.notes.until(seq)
        missing = missing_events(self._game, self.history, seq)
        other.history.cut(seq)
        other.history.events += [(seq, event) for event in missing]
        other.state = (self.state_at(seq) if state is None else state).copy()
        other.pending = other._game(other.state).run()
        other._past = []
        return other

    def _game(self, state: Any) -> Game[Any, Any]:
        return Game(self.system.kinds, self.scenario, state)

    def _now(self) -> Game[Any, Any]:
        return self._game(self.state)

    @property
    def log(self) -> list[Entry]:
        """Return the entries of the present line."""
        return self.history.log

    @property
    def seq(self) -> int:
        """Return the number of entries in the present line."""
        return len(self.history.log)

    @property
    def decision(self) -> Decision | None:
        """Return the decision a player must make, or None (the game is over, or nature is asked)."""
        return self.pending if isinstance(self.pending, Decision) else None

    @property
    def request(self) -> Request | None:
        """Return nature's request while it waits for a person."""
        return self.pending if isinstance(self.pending, Request) else None

    @property
    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self.pending is None

    def submit(self, seat: str, seq: int, command: Command) -> Update:
        """Carry out a command of `seat`, given at position `seq`; raise one of the three errors if it is refused."""
        decision = check_turn(self.pending, self.seq, seat, seq)
        check_verb(self.system, self._now, decision, command)
        reasons = decision.options.reasons(command)
        if reasons:
            raise IllegalCommand(reasons)
        game = self._game(self.state.copy())
        game.apply(command)
        return self._commit(
            game, [Entry(seat, command, seat if decision.secret else None)], _Past(self.seq, self.state, seat)
        )

    def nature(self, outcome: Plain, parts: Mapping[str, str] | None = None) -> Update:
        """Answer nature's request by hand, e.g. {"die": 5}, or by the `parts` that both sides have given for it."""
        if self.request is None:
            raise NotYourDecision("No die roll or draw is needed now.")
        value = self.request.outcome(outcome)
        game = self._game(self.state.copy())
        game.happen(value)
        return self._commit(game, [Entry(NATURE, {self.request.kind: value}, self.request.only, parts)], None)

    def _commit(self, game: Game[Any, Any], entries: list[Entry], past: _Past | None) -> Update:
        history, first, before = self.history, self.seq, (self.state, self.pending, list(self._past))
        try:
            history.log.extend(entries)
            for entry in entries:
                if entry.seat == NATURE:
                    history.count(next(iter(entry.answer)))
            pending = self._run(game)
            self._remember(past, game.barrier or NATURE in [entry.seat for entry in history.log[first:]])
            self.state, self.pending = game.state, pending
            if history.saves[-1].seq == first and before[0] is not None:  # it is kept for long
                before[0].drop_caches()
            if game.snapshot:
                history.saves.append(Save.of(self.seq, self.state))
            seq = self.seq
            history.events.extend([(seq, event) for event in game.events])
            accepted = history.log[first:]
            for listener in self.listeners:
                listener.accepted(self, accepted, game.events, snapshot=game.snapshot)
        except BaseException:  # a command that cannot be carried out or recorded must leave no trace
            history.cut(first)
            self.state, self.pending, self._past = before
            raise
        return Update(self.seq, game.events, self.decision)

    def _run(self, game: Game[Any, Any]) -> Decision | Request | None:
        pending = game.run()
        while isinstance(pending, Request):
            value = self.driver.answer(pending, self.history.counts)
            if value is None:
                return pending
            self.history.count(pending.kind)
            self.history.log.append(Entry(NATURE, {pending.kind: value}, pending.only))
            game.happen(value)
            pending = game.run()
        game.pending = None  # the decision refers to the game: break the cycle so that both are freed at once
        return pending

    def _remember(self, past: _Past | None, barrier: bool) -> None:
        if barrier:  # a die, a draw or something revealed is a barrier
            self._past.clear()
        if barrier or past is None:
            return
        if self._past and self._past[-1].seat != past.seat:  # so is another seat's decision
            self._past.clear()
        self._past.append(past)

    def explain(self, seat: str, command: Command) -> list[Reason]:
        """Return every reason why the command would be refused now; empty if it would be accepted."""
        return explain(self.system, self._now, self.pending, seat, command)

    @property
    def can_undo(self) -> bool:
        """Tell whether the last command can be undone freely."""
        return bool(self._past)

    def undo(self) -> int:
        """Undo the last command, but not past a barrier; return the position reached."""
        if not self._past:
            raise IllegalCommand(
                [Reason("Nothing to undo: you can't undo past a die roll, a draw or the other side's move.")]
            )
        past = self._past[-1]
        self._return(past.seq, past.state, agreed=False)
        self._past.pop()
        return self.seq

    def follow_undo(self, seq: int) -> None:
        """Undo as another copy of the game has done, which may know of more that can be; raise MalformedCommand."""
        if self._past and self._past[-1].seq == seq:
            self.undo()
        elif not 0 <= seq < self.seq:
            raise MalformedCommand(f"There is nothing to undo at position {seq}.")
        else:
            self._return(seq, self.state_at(seq), agreed=False)
            self._past.clear()

    def take_back(self, seq: object) -> int:
        """Go back past barriers to position `seq`, by agreement of all players; return the position reached.

        Replays from the nearest snapshot. If nature was asked there, its driver answers once more.
        """
        if type(seq) is not int or not 0 <= seq < self.seq:
            raise MalformedCommand(
                f"You can take back to a position from 0 to {self.seq - 1}, not {seq}."
                if self.seq
                else "Nothing to take back: the game is at its start."
            )
        before = self.history, self.state, self.pending, list(self._past)
        try:
            state = self.state_at(seq)
        except CannotReplay as error:
            raise IllegalCommand([Reason(f"Position {seq} cannot be restored: entry {error.n}: {error}.")]) from error
        missing = missing_events(self._game, self.history, seq)
        try:
            self._return(seq, state, agreed=True)
            self._past.clear()
            if self.request is not None:
                self._go_on(missing)
        except BaseException:  # an outcome that cannot be recorded did not happen, and nobody else is asked for it
            self.history, self.state, self.pending, self._past = before
            raise
        return self.seq

    def state_at(self, seq: int) -> Any:
        """Return the state after `seq` entries, replayed from the nearest snapshot."""
        start, state = self.history.from_save(seq)
        game = self._game(state.copy())
        replay(game, self.log[start:seq], start + 1)
        return game.state

    def lacks_events(self) -> bool:
        """Tell whether a record that ends here lacks what its last command led to: it was being written."""
        known, self._before_last = self._before_last, None
        return bool(missing_events(self._game, self.history, self.seq, at_end=True, known=known))

    def supply_events(self, seq: int) -> None:
        """Supply what happened before a die at `seq` that the game once went back to, where its record lacks it.

        Earlier versions of the program dropped these events.
        """
        missing, events = missing_events(self._game, self.history, seq), self.history.events
        place = bisect_right(events, seq, key=itemgetter(0))
        recorded = [event for _, event in events[place : place + len(missing)]]
        if canonical([*recorded]) != canonical([*missing]):
            events[place:place] = [(seq, event) for event in missing]

    def _return(self, seq: int, state: Any, *, agreed: bool) -> None:
        before = self.history, self.state, self.pending
        self.history = self.history.fork()
        self.history.cut(seq)
        try:
            self.state = state.copy()
            self.pending = self._game(self.state).run()
            for listener in self.listeners:
                listener.taken_back(self, seq, agreed=agreed)
        except BaseException:  # what cannot be recorded did not happen
            self.history, self.state, self.pending = before
            raise

    @property
    def events(self) -> list[tuple[int, dict[str, Any]]]:
        """Return all events of the present line, each with its position."""
        return self.history.events

    def events_since(self, seq: int) -> list[dict[str, Any]]:
        """Return the events of all entries after position `seq`."""
        return self.history.events_since(seq)

    def view(self, seat: str | None = None) -> Any:
        """Return what a seat may see (None: everything public): a frozen record of the system."""
        return self.system.view(self._now(), seat)

    def query(self, name: str, /, **args: Any) -> Any:
        """Answer a question about the position (reach, los, odds …) with a frozen record, without changing it."""
        return ask_system(self.system.queries, name, self._now(), args)

    @property
    def result(self) -> dict[str, Any] | None:
        """Return the outcome of a finished game, None before its end."""
        return self.system.result(self.scenario, self.state) if self.is_over else None

    def check(self) -> list[str]:
        """Return every violated invariant of the present position."""
        return self.system.check(self.scenario, self.state)

    def digest(self) -> str:
        """Return the digest of the present position."""
        return digest(self.state.to_plain())
