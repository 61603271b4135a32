"""A game being played: the one gate, nature, undo and the line of entries."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.engine.command import Command, IllegalCommand, MalformedCommand, NotYourDecision, Plain, Reason
from rules.engine.digest import digest
from rules.engine.frames import Request
from rules.engine.game import Game
from rules.engine.nature import NatureDriver, SeededNature
from rules.engine.options import Decision
from rules.engine.system import System

NATURE = "nature"


class Entry(NamedTuple):
    """One accepted answer: a seat with its command, or nature with {"die": n} or {"draw": item}."""

    seat: str
    answer: Any

    def to_json(self) -> dict[str, Plain]:
        """Return the entry as a line of a record."""
        if self.seat == NATURE:
            return {"nature": dict(self.answer)}
        return {"seat": self.seat, "command": self.answer.to_json()}


@dataclass(frozen=True, slots=True)
class Update:
    """What a submitted command led to."""

    seq: int
    events: list[dict[str, Any]]
    decision: Decision | None


class Listener:
    """Hears of everything accepted, before anybody is shown it; the record is one."""

    def accepted(self, session: Session, entries: list[Entry], *, snapshot: bool) -> None:
        """Hear of new entries."""

    def taken_back(self, session: Session, seq: int, *, agreed: bool) -> None:
        """Hear that the game went back to `seq` entries."""


class _Past(NamedTuple):
    seq: int
    state: Any
    seat: str


class Session:
    """A running game. `submit` is the only way to change it; `decision` says who decides what now.

    Earlier states are never touched: every command works on a copy. `seq` counts the entries of the present
    line (commands and nature's outcomes).
    """

    def __init__(self, system: System, scenario: Any, state: Any, nature: NatureDriver) -> None:
        self.system = system
        self.scenario = scenario
        self.driver = nature
        self.state = state
        self.log: list[Entry] = []
        self.events: list[tuple[int, dict[str, Any]]] = []
        self.listeners: list[Listener] = []
        self.pending: Decision | Request | None = None
        self._counts: dict[str, int] = {}
        self._past: list[_Past] = []
        self._saves: list[tuple[int, Any]] = [(0, state)]

    @staticmethod
    def new(
        system: System,
        scenario: Any,
        *,
        seed: int = 0,
        nature: NatureDriver | None = None,
        listeners: Iterable[Listener] = (),
    ) -> Session:
        """Start a game and run it to the first decision."""
        session = Session(system, scenario, system.start(scenario), nature or SeededNature(seed))
        session.listeners.extend(listeners)
        session.resume()
        return session

    def resume(self) -> None:
        """Run on to the next decision (after a start or a load)."""
        state = self.state.copy()
        game = self._game(state)
        self._commit(game, [], None)

    def _game(self, state: Any) -> Game[Any, Any]:
        return Game(self.system.kinds, self.scenario, state)

    @property
    def seq(self) -> int:
        """Return how many entries the present line has."""
        return len(self.log)

    @property
    def decision(self) -> Decision | None:
        """Return the decision a player has to make, or None (game over, or nature is asked)."""
        return self.pending if isinstance(self.pending, Decision) else None

    @property
    def request(self) -> Request | None:
        """Return what nature is asked while it waits for a person."""
        return self.pending if isinstance(self.pending, Request) else None

    @property
    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self.pending is None

    def submit(self, seat: str, seq: int, command: Command) -> Update:
        """Carry out a command of `seat`, given at position `seq`; raise one of the three errors if it cannot be."""
        self._check_turn(seat, seq)
        game = self._game(self.state.copy())
        game.take(command)
        return self._commit(game, [Entry(seat, command)], _Past(self.seq, self.state, seat))

    def nature(self, outcome: Plain) -> Update:
        """Answer nature's request by hand, e.g. {"die": 5}."""
        if self.request is None:
            raise NotYourDecision("Nature is not asked for anything now.")
        value = self.request.outcome(outcome)
        kind = self.request.kind
        game = self._game(self.state.copy())
        game.happen(value)
        self._count(kind)
        return self._commit(game, [Entry(NATURE, {kind: value})], None)

    def _check_turn(self, seat: str, seq: int) -> None:
        if self.pending is None:
            raise NotYourDecision("The game is over.")
        if self.request is not None:
            raise NotYourDecision(f"Nature is asked first: a {self.request.kind} for {self.request.purpose}.")
        assert self.decision is not None
        if seat != self.decision.seat:
            raise NotYourDecision(f"The {self.decision.seat} player decides now: {self.decision.prompt}")
        if seq != self.seq:
            raise NotYourDecision(f"The command answers position {seq}, but the game stands at {self.seq}.")

    def _count(self, kind: str) -> None:
        self._counts[kind] = self._counts.get(kind, 0) + 1

    def _commit(self, game: Game[Any, Any], entries: list[Entry], past: _Past | None) -> Update:
        counts = dict(self._counts)
        try:
            pending = self._run(game, entries)
        except BaseException:
            self._counts = counts
            raise
        chance = any(entry.seat == NATURE for entry in entries)
        self._remember(past, chance)
        first = self.seq
        self.log.extend(entries)
        self.state = game.state
        self.pending = pending
        if game.snapshot:
            self._saves.append((self.seq, self.state))
        for listener in self.listeners:
            listener.accepted(self, entries, snapshot=game.snapshot)
        self.events.extend((first + len(entries), event) for event in game.events)
        return Update(self.seq, game.events, self.decision)

    def _run(self, game: Game[Any, Any], entries: list[Entry]) -> Decision | Request | None:
        pending = game.run()
        while isinstance(pending, Request):
            value = self.driver.answer(pending, self._counts)
            if value is None:
                return pending
            self._count(pending.kind)
            entries.append(Entry(NATURE, {pending.kind: value}))
            game.happen(value)
            pending = game.run()
        return pending

    def _remember(self, past: _Past | None, chance: bool) -> None:
        if past is None or chance:  # a die or a draw is a barrier
            self._past.clear()
            return
        if self._past and self._past[-1].seat != past.seat:  # so is the other side's decision
            self._past.clear()
        self._past.append(past)

    def explain(self, seat: str, command: Command) -> list[Reason]:
        """Return every reason why the command would be refused now; empty if it would be accepted."""
        if self.pending is None:
            return [Reason("The game is over.")]
        decision = self.decision
        if decision is None:
            return [Reason("A die or a draw is waited for first.")]
        found: list[Reason] = []
        if seat != decision.seat:
            found.append(Reason(f"The {decision.seat} player decides now: {decision.prompt}", decision.rule))
        if command.verb in decision.options.verbs():
            return found + decision.options.reasons(command)
        return found + self.system.explain(self._game(self.state), command)

    @property
    def can_undo(self) -> bool:
        """Tell whether the last command can be undone freely."""
        return bool(self._past)

    def undo(self) -> int:
        """Undo the last command back to the barrier at most; return the position reached."""
        if not self._past:
            raise IllegalCommand([Reason("Nothing to undo: a die, a draw or the other side has come in between.")])
        past = self._past.pop()
        self._return(past.seq, past.state, agreed=False)
        return self.seq

    def take_back(self, seq: int) -> int:
        """Go back past barriers to position `seq`, as both sides agreed; replay from the nearest snapshot."""
        if not 0 <= seq < self.seq:
            raise MalformedCommand(f"A take-back goes to a position from 0 to {self.seq - 1}, not {seq}.")
        state = self.state_at(seq)
        self._past.clear()
        self._return(seq, state, agreed=True)
        return self.seq

    def state_at(self, seq: int) -> Any:
        """Return the state after `seq` entries, replayed from the nearest snapshot."""
        start, state = max((save for save in self._saves if save[0] <= seq), key=lambda save: save[0])
        game = self._game(state.copy())
        game.run()
        for entry in self.log[start:seq]:
            if entry.seat == NATURE:
                game.happen(next(iter(entry.answer.values())))
            else:
                game.take(entry.answer)
            game.run()
        return game.state

    def _return(self, seq: int, state: Any, *, agreed: bool) -> None:
        for entry in self.log[seq:]:
            if entry.seat == NATURE:
                self._counts[next(iter(entry.answer))] -= 1
        del self.log[seq:]
        self._saves = [save for save in self._saves if save[0] <= seq]
        self.events = [event for event in self.events if event[0] <= seq]
        self.state = state.copy()
        self.pending = self._game(self.state).run()
        for listener in self.listeners:
            listener.taken_back(self, seq, agreed=agreed)

    def events_since(self, seq: int) -> list[dict[str, Any]]:
        """Return the events of all entries after position `seq`."""
        return [event for at, event in self.events if at > seq]

    def view(self, seat: str | None = None) -> dict[str, Any]:
        """Return what a seat may see (None: everything public), as plain JSON."""
        return {**self.system.view(self._game(self.state), seat), "system": self.system.id, "seq": self.seq}

    def query(self, name: str, **args: Any) -> Any:
        """Answer a question about the position (reach, los, odds …) without changing it."""
        ask: Callable[..., Any] | None = self.system.queries.get(name)
        if ask is None:
            raise MalformedCommand(f'There is no query "{name}"; known are {", ".join(sorted(self.system.queries))}.')
        return ask(self._game(self.state), **args)

    def check(self) -> list[str]:
        """Return every violated invariant of the present position."""
        return self.system.check(self.scenario, self.state)

    def digest(self) -> str:
        """Return the digest of the present position."""
        return digest(self.state.to_plain())
