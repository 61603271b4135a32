"""What must hold in every game at every step, checked during play."""

from __future__ import annotations

import json
import marshal
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from rules.engine.command import Command, IllegalCommand, MalformedCommand, NotYourDecision, parameters
from rules.engine.frozen import to_plain
from rules.engine.game import Game
from rules.engine.history import NATURE
from rules.engine.options import Decision
from rules.engine.plain import canonical, digest
from rules.engine.record import save_as
from rules.engine.record_reading import load_record, verify
from rules.engine.session import Session
from rules.testing.copies import question, unlike
from rules.testing.probes import leaks, mutants, not_open

ERRORS: Final = (MalformedCommand, NotYourDecision, IllegalCommand)
RECENT: Final = 3


class Fault(NamedTuple):
    """A breach of the contract: its kind in one word, and what happened."""

    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}"


class Told(NamedTuple):
    """What a position was: its digest, and its plain data as bytes, which are compared in a tenth of the time."""

    digest: str
    written: bytes

    @classmethod
    def of(cls, state: Any) -> Told:
        """Return what a position is now."""
        plain = state.to_plain()
        return cls(digest(plain), _written(plain))

    def still(self, state: Any) -> bool:
        """Tell whether a position is the same; other bytes may only have another order of keys."""
        plain = state.to_plain()
        return self.written == _written(plain) or self.digest == digest(plain)


def _written(plain: Any) -> bytes:
    """Return plain data as bytes that are the same only for the same data."""
    return marshal.dumps(plain, 0)  # of later versions bytes depend on what is the same object


class ContractChecker:
    """Plays a session step by step and collects its faults; `faults` is empty while the contract is kept.

    Costly checks run on the first ten steps, then at powers of two and every fiftieth step. To save time in a long
    game only every `every`-th position is checked, with costly checks after each snapshot, that is at the start of
    each activation; errors in carrying out a command are noticed at every step.
    """

    def __init__(self, session: Session, seed: int = 0, every: int = 1) -> None:
        self.session = session
        self.every = every
        self.random = Random(seed)
        self.faults: list[Fault] = []
        self.steps = 0
        self._past: list[tuple[int, Any, Told]] = [(session.seq, session.state, Told.of(session.state))]
        self.look(deep=True)

    def submit(self, command: Command) -> bool:
        """Submit a command, check its outcome and the new position; return whether the contract was kept."""
        session, decision = self.session, self.session.decision
        assert decision is not None
        self.steps += 1
        before, saves = session.seq, len(session.history.saves)
        past = before, session.state
        try:
            session.submit(decision.seat, before, command)
        except Exception as error:
            self._fault("refused" if isinstance(error, ERRORS) else "crash", f"{command} was offered: {_said(error)}")
            return False
        begun = self.every > 1 and len(session.history.saves) > saves
        if not begun and self.steps % self.every:
            return True
        if self._past[-1][0] != before:
            self._past.append((*past, Told.of(past[1])))
        self._past.append((session.seq, session.state, Told.of(session.state)))
        count = self.steps // self.every
        deep = begun or count < 10 or count & (count - 1) == 0 or count % 50 == 0
        self._collect(self._undo(before), "undo")
        self.look(deep=deep)
        return not self.faults

    def look(self, *, deep: bool) -> None:
        """Check the present position."""
        self._collect(self._position(), "position")
        decision = self.session.decision
        if decision is not None:
            self._collect(self._options(decision, deep), "options")
        if deep:
            self._collect(self._plain(), "plain")
        self._collect(self._redeal_hidden(deep), "redeal")
        self._collect(self._questions(deep), "question")
        self._collect(self._untouched(self._past[-RECENT:]), "untouched")

    def end(self) -> bool:
        """Check what remains when a game is over: the record, every earlier position, copies elsewhere, the result."""
        self._collect(self._untouched(self._past), "untouched")
        self._collect(self._again(), "replay")
        self._collect(unlike(self.session, self.random), "copy")
        self._collect(self._result(), "result")
        return not self.faults

    def _fault(self, kind: str, text: str) -> None:
        self.faults.append(Fault(kind, text))

    def _collect(self, texts: Iterator[str], kind: str) -> None:
        try:
            self.faults.extend(Fault(kind, text) for text in texts)
        except Exception as error:  # any error in rules code is a fault of the game
            self._fault("crash", f"while checking {kind}: {_said(error)}")

    def _position(self) -> Iterator[str]:
        """The invariants hold, a copy is equal, the digest is stable."""
        session = self.session
        yield from session.check()
        told = self._past[-1][2]
        if not told.still(session.state.copy()):
            yield "the copy of a state has another digest"

    def _options(self, decision: Decision, deep: bool) -> Iterator[str]:
        """Options exist, are unique, agree with `in` and `explain` and are accepted; anything else is refused."""
        session, offered = self.session, list(decision.options)
        if not offered:
            yield f"a dead end: {decision.seat} has no option in {decision.kind}"
            return
        if len(set(offered)) != len(offered) or len(decision.options) != len(offered):
            yield f"options of {decision.kind} are not unique"
        for command in self._some(offered, 12 if deep else 2):
            if Command.from_json(json.loads(json.dumps(command.to_json()))) != command:
                yield f"{command} does not come back from JSON"
            fresh = Game(session.system.kinds, session.scenario, session.state).run()
            if not isinstance(fresh, Decision) or command not in fresh.options:
                yield f"{command} is offered but not among the options"
            if session.explain(decision.seat, command):
                yield f"{command} is offered but explained as refused"
        for command in self._some(offered, 6 if deep else 1):
            yield from self._accepted(decision, command)
        for command in self._some(offered, 6 if deep else 1):
            for mutant in mutants(command, offered, self.random, 4):
                yield from self._mutant(decision, mutant)
        yield from self._refused(decision.seat + "x", session.seq, offered[0])
        yield from self._refused(decision.seat, session.seq + self.random.choice((-1, 1)), offered[0])
        if not self._past[-1][2].still(session.state) or session.pending is not decision:
            yield "a refused command changed something"

    def _accepted(self, decision: Decision, command: Command) -> Iterator[str]:
        try:
            self.session.fork().submit(decision.seat, self.session.seq, command)
        except Exception as error:
            yield f"{command} is offered but not accepted: {_said(error)}"

    def _mutant(self, decision: Decision, mutant: Command) -> Iterator[str]:
        if mutant in decision.options:  # legal by chance, or legal but not worth offering
            yield from self._accepted(decision, mutant)
            return
        yield from self._refused(decision.seat, self.session.seq, mutant)
        try:
            reasons = self.session.explain(decision.seat, mutant)
        except MalformedCommand:
            return
        if not reasons or not all(reason.text for reason in reasons):
            yield f"{mutant} is refused without a reason"

    def _refused(self, seat: str, seq: int, command: Command) -> Iterator[str]:
        try:
            self.session.submit(seat, seq, command)
        except ERRORS as error:
            if not str(error):
                yield f"{command} is refused without a word"
        except Exception as error:
            yield f"{command} must be refused in words: {_said(error)}"
        else:
            yield f"{command} of {seat} at {seq} must be refused, but was accepted"

    def _questions(self, deep: bool) -> Iterator[str]:
        """Questions are answered in plain JSON or refused in words, and change nothing."""
        session, names = self.session, sorted(self.session.system.queries)
        for name in names if deep else self._some(names, 1):
            args = self._arguments(session.system.queries[name])
            try:
                json.dumps(to_plain(session.query(name, **args)), allow_nan=False)
            except MalformedCommand:
                continue
            except Exception as error:
                yield f"the question {name} {args} must be answered or refused in words: {_said(error)}"
        if not self._past[-1][2].still(session.state):
            yield "a question changed something"

    def _arguments(self, ask: Any) -> dict[str, Any]:
        """Return arguments for a question: values from the commands on offer, and nonsense."""
        offered = list(self.session.decision.options) if self.session.decision is not None else []
        values = [value for command in self._some(offered, 9) for _, value in command.args] or ["nothing"]
        texts = [text for value in values for text in (value if isinstance(value, tuple) else [str(value)])] or ["x"]
        told = {}
        for parameter in parameters(ask):
            if parameter.default is parameter.empty or self.random.random() < 0.7:
                value = self.random.choice(texts) if self.random.random() < 0.9 else "nothing"
                told[parameter.name] = value if parameter.annotation in ("str", str) else [value]
        return told

    def _redeal_hidden(self, deep: bool) -> Iterator[str]:
        """A redealt position cannot be told from the game: no player can find out what is hidden from him.

        View, own decision and options are the same; so are, after each own command, the next question, the events
        the seat hears and its view up to the next chance, or the reasons of a refusal. Another seat's secrets and draws
        do not show, and what is dealt anew does not depend on them. Where nothing is hidden nothing is marked.
        """
        session, decision = self.session, self.session.decision
        if not session.system.hides:
            yield from not_open(session)
            return
        offered = list(decision.options) if decision is not None else []
        chosen = self._some(offered, 12 if deep else 4)
        tries = [mutant for command in chosen for mutant in mutants(command, offered, self.random, 2)]
        yield from leaks(session, chosen, tries)

    def _plain(self) -> Iterator[str]:
        """State and views are plain JSON, and a position read back is equal."""
        session, plain = self.session, self.session.state.to_plain()
        yield from (f"the state is not plain at {where}" for where in not_plain(plain))
        read = json.loads(json.dumps(plain, default=dict))
        decoded = session.system.decode(session.scenario, read)
        if canonical(decoded.to_plain()) != canonical(plain):
            yield "a position read back differs"
        if digest(plain) != digest(read):
            yield "the digest depends on the order or kind of keys"
        asked = Game(session.system.kinds, session.scenario, decoded).run()
        if asked != session.pending and question(asked) != question(session.pending):
            yield f"a position read back asks {question(asked)} and not {question(session.pending)}"
        for seat in (None, *session.system.seats):
            json.dumps(to_plain(session.view(seat)), allow_nan=False)
        json.dumps(session.events_since(self._past[-2][0] if len(self._past) > 1 else -1))

    def _untouched(self, past: list[tuple[int, Any, Told]]) -> Iterator[str]:
        for seq, state, told in past:
            if not told.still(state):
                yield f"the earlier state at {seq} was touched"

    def _undo(self, before: int) -> Iterator[str]:
        """Undo leads exactly back, and never over a die, a draw or the other side's decision."""
        session = self.session
        chance = any(entry.seat == NATURE for entry in session.log[before:])
        if chance and session.can_undo:
            yield "undo goes back over a die or a draw"
        if session.can_undo:
            fork = session.fork()
            fork.undo()
            if fork.seq != before or not self._past[-2][2].still(fork.state):
                yield f"undo from {session.seq} leads to {fork.seq} and not exactly back to {before}"

    def _again(self) -> Iterator[str]:
        """Every earlier position can be restored, from memory and from a saved record."""
        session = self.session
        for seq, _, told in self._some(self._past, 12):
            if not told.still(session.state_at(seq)):
                yield f"the position at {seq} replays differently"
            if seq < session.seq:
                fork = session.fork()
                fork.take_back(seq)
                if fork.seq != seq or not told.still(fork.state):
                    yield f"the take-back to {seq} leads elsewhere"
        with TemporaryDirectory() as folder:
            file = Path(folder) / "game.chitpull"
            save_as(session, file, seals=True)
            loaded = load_record(file, attach=False, system=session.system)
            yield from (f"the saved record says: {notice}" for notice in loaded.notices + verify(loaded, file))
            if (loaded.digest(), loaded.log, _events(loaded)) != (session.digest(), session.log, _events(session)):
                yield "the saved record is another game"

    def _result(self) -> Iterator[str]:
        if self.session.is_over and not self.session.result:
            yield "the game is over without a result"

    def _some(self, items: list[Any], count: int) -> list[Any]:
        return items if len(items) <= count else self.random.sample(items, count)


def not_plain(value: object, where: str = "top") -> Iterator[str]:
    """Yield where plain data are not plain: floats, sets, records, keys that are not text."""
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                yield f"{where}: the key {key!r}"
            yield from not_plain(item, f"{where}.{key}")
    elif isinstance(value, list | tuple):
        for place, item in enumerate(value):
            yield from not_plain(item, f"{where}[{place}]")
    elif value is not None and type(value) not in (str, int, bool):
        yield f"{where}: {type(value).__name__}"


def _events(session: Session) -> str:
    return canonical([[seq, event] for seq, event in session.events])


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
