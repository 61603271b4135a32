"""Steps: what travels between computers that hold the same game, and the copies that follow it.

A step is one accepted change: a command with the outcomes of chance that came with it, an outcome rolled by hand, a
way back, or the start. Whoever holds the game (the host) tells its steps; every other computer has a Replica, an
ordinary session that is fed by them, so that hover, reasons and history need no network.

A chain says that two copies are the same game: a digest over the lines of entries, events and ways back as a record
holds them, without seals. These lines are byte for byte the same in the records of all copies, so steps and chain are
had from any record by reading it, and the chain does not depend on where the steps are cut. It begins with the system
and the hash of the scenario.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules.engine.bounded import RECORD, read_json, read_ordinary
from rules.engine.command import Command, IllegalCommand, MalformedCommand, NotYourDecision, Plain
from rules.engine.frames import Request
from rules.engine.frozen import frozen
from rules.engine.history import NATURE, CannotReplay, Entry, History
from rules.engine.nature import CommittedNature
from rules.engine.record_form import entry_lines, line
from rules.engine.sealing import bare, is_sealed, unsealed
from rules.engine.session import Listener, Session
from rules.engine.system import System

CHAIN_BYTES: Final = 16
Outcome = tuple[str, Plain]
"""What chance answered: a kind ("die", "draw") and its value."""


class OutOfStep(ValueError):
    """A copy is no longer the game that its host plays; the text is one sentence."""


# --- What a step says ----------------------------------------------------------------------------------------------


@frozen
class Step:
    """One accepted change of a game: `command` of `seat`, or going `back` to a position; else chance or the start.

    `chance` are the outcomes that came with it, in their order.
    """

    seat: str = ""
    command: Command | None = None
    back: int | None = None
    agreed: bool = False
    chance: tuple[Outcome, ...] = ()

    def to_json(self) -> dict[str, Plain]:
        """Return the step as it travels."""
        chance: dict[str, Plain] = {"chance": [list(outcome) for outcome in self.chance]} if self.chance else {}
        if self.command is not None:
            return {"seat": self.seat, "do": self.command.to_json(), **chance}
        if self.back is not None:
            return {"back": self.back, "agreed": self.agreed, **chance}
        return chance

    @staticmethod
    def from_json(raw: object) -> Step:
        """Read a step; raise MalformedCommand with one sentence if it is not one."""
        if not isinstance(raw, Mapping):
            raise MalformedCommand("A step is an object.")
        seat, back, agreed = raw.get("seat", ""), raw.get("back"), raw.get("agreed", False)
        chance = raw.get("chance", [])
        if not isinstance(chance, list) or not all(_is_outcome(one) for one in chance):
            raise MalformedCommand('The "chance" of a step is a list of pairs such as ["die", 5].')
        outcomes = tuple((one[0], one[1]) for one in chance)
        if "do" in raw and isinstance(seat, str) and seat not in ("", NATURE):
            return Step(seat, Command.from_json(raw["do"]), chance=outcomes)
        if "do" in raw or "seat" in raw:
            raise MalformedCommand('A command in a step needs "seat" and "do".')
        if back is not None and (type(back) is not int or back < 0 or type(agreed) is not bool):
            raise MalformedCommand('A step back needs the number of a position and "agreed", true or false.')
        return Step(back=back, agreed=agreed, chance=outcomes)


def _is_outcome(raw: object) -> bool:
    return isinstance(raw, list) and len(raw) == 2 and isinstance(raw[0], str)


# --- The steps of a game and their chain: heard while it is played, or read from its record ------------------------


class Told(NamedTuple):
    """A step with the events that it led to and the chain up to it, as hexadecimal digits."""

    step: Step
    events: list[dict[str, Any]]
    chain: str


class Steps(Listener):
    """Hears a session and tells its steps; among the listeners it is the last, so that a step is already recorded.

    `told[0]` is the start. A session that is resumed after a load brings no step; give its `told` from the record.
    """

    def __init__(self, told: Iterable[Told] = ()) -> None:
        self.told: list[Told] = list(told)
        self._held: tuple[History | None, int] = (None, 0)

    @property
    def rev(self) -> int:
        """Return the number of steps, which never goes down."""
        return len(self.told)

    @property
    def chain(self) -> str:
        """Return the chain up to the last step, '' before the start."""
        return self.told[-1].chain if self.told else ""

    def accepted(self, session: Session, entries: list[Entry], events: list[dict[str, Any]], *, snapshot: bool) -> None:
        """Tell a command or an outcome with what it led to."""
        (history, place), self._held = self._held, (None, 0)
        is_back = history is session.history
        if not (entries or events or is_back) and self.told:  # resumed after a load
            return
        lines = entry_lines(session.seq - len(entries) + 1, entries)
        lines += line({"events": events, "n": session.seq}) if events else b""
        own = [entry for entry in entries if entry.seat != NATURE]
        chance = tuple(next(iter(entry.answer.items())) for entry in entries if entry.seat == NATURE)
        if own:
            self._tell(Step(own[0].seat, own[0].answer, chance=chance), events, lines)
        elif is_back:
            self._tell(Step(back=place, agreed=True, chance=chance), events, _back_line(place, agreed=True) + lines)
        else:
            self._tell(Step(chance=chance), events, lines, begun=_begin(session.system.id, session.scenario.hash))

    def taken_back(self, session: Session, seq: int, *, agreed: bool) -> None:
        """Tell a way back; where chance is asked there, its answer belongs to the same step."""
        if agreed and session.request is not None:
            self._held = session.history, seq
        else:
            self._tell(Step(back=seq, agreed=agreed), [], _back_line(seq, agreed=agreed))

    def _tell(self, step: Step, events: list[dict[str, Any]], lines: bytes, begun: str = "") -> None:
        self.told.append(Told(step, events, chained(self.chain or begun, lines)))


def _begin(system: str, scenario: str) -> str:
    """Return the chain before the start, which tells games of another system or scenario (by its hash) apart."""
    return chained("", line({"system": system, "scenario": scenario}))


def _back_line(seq: int, *, agreed: bool) -> bytes:
    return line({"back": seq, "agreed": agreed})


def chained(chain: str, lines: bytes) -> str:
    """Return a chain with more lines: each line's digest is taken over the chain before it and the line."""
    for raw in lines.splitlines(keepends=True):
        chain = blake2b(bytes.fromhex(chain) + raw, digest_size=CHAIN_BYTES).hexdigest()
    return chain


def steps_of(text: bytes) -> list[Told]:
    """Return the steps of a record from the text inside it, with their chain; nothing is replayed.

    The text must be sound: as `record_lines.read` returns it. Raises ValueError or LookupError for what is no record.
    """
    first, *rest, _ = text.split(b"\n")
    header = read_json(first)
    begun = _begin(header["system"], header["scenario"]["hash"])
    made, step, events, lines = Steps(), Step(), list[dict[str, Any]](), b""
    for raw in rest:
        if not raw.startswith((b'{"n"', b'{"events"', b'{"back"')):
            continue
        told = read_json(raw)
        follows = _after(step, told, events)
        if follows is None:
            made._tell(step, events, lines, begun)
            step, events, lines = _begun(told), [], b""
        else:
            step = follows
        events = told.get("events", events)
        lines += bare(raw)
    made._tell(step, events, lines, begun)
    return made.told


def steps_in(path: Path) -> list[Told]:
    """Return the steps in the file of a record, sealed or not; raise OSError, ValueError or LookupError."""
    text = read_ordinary(path, RECORD)
    return steps_of(unsealed(text).text if is_sealed(text) else text)


def _begun(told: Mapping[str, Any]) -> Step:
    """Return the step that a line of a record begins."""
    if "back" in told:
        return Step(back=told["back"], agreed=told["agreed"])
    if "nature" in told:
        return Step(chance=tuple(told["nature"].items()))
    return Step(told["seat"], Command.from_json(told["command"]))


def _after(step: Step, told: Mapping[str, Any], events: list[dict[str, Any]]) -> Step | None:
    """Return a step with what a line adds to it, None if the line begins another one."""
    if "events" in told:
        return step
    if "nature" not in told or events:  # events end a step
        return None
    return Step(step.seat, step.command, step.back, step.agreed, (*step.chance, *told["nature"].items()))


# --- A copy that follows -------------------------------------------------------------------------------------------


class FedNature:
    """Answers what the host said, and nothing else: a copy of the game foresees no die.

    It is described as dice rolled by hand in the header of a record, without a seed.
    """

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []

    def answer(self, request: Request, counts: Mapping[str, int]) -> Plain | None:
        """Return the host's next outcome, None where it is not known yet; raise OutOfStep if it is of another kind."""
        if not self.outcomes:
            return None
        kind, value = self.outcomes.pop(0)
        if kind != request.kind:
            raise OutOfStep(f"The host rolled a {kind} where this copy of the game needs a {request.kind}.")
        return request.outcome({kind: value})


class Replica:
    """A copy of a game that follows its host step by step; its session is played and recorded like any other.

    `source` is what the scenario was loaded from. After OutOfStep the copy is of no more use: take the whole game anew.
    """

    def __init__(
        self, system: System, scenario: Any, *, source: Any = None, listeners: Iterable[Listener] = ()
    ) -> None:
        self._nature = FedNature()
        self.steps = Steps()
        self._begin = (system, scenario, source, tuple(listeners))
        self._session: Session | None = None

    @staticmethod
    def of(session: Session, told: Iterable[Told]) -> Replica:
        """Return the copy that goes on from a session that was loaded from a record with these steps."""
        made = Replica(session.system, session.scenario, source=session.source)
        made._session, made.steps = session, Steps(told)
        session.driver = made._nature
        session.listeners.append(made.steps)
        return made

    def feed(self, nature: FedNature) -> None:
        """Take outcomes through another nature; before the start only."""
        self._nature = nature

    def go_on_with(self, secret: bytes, nonces: Mapping[str, str], played: Sequence[Step]) -> Session:
        """Carry out steps that were made elsewhere, and let a host's own dice fall from then on; raise OutOfStep."""
        self.feed(_GoingOn(secret, nonces, lambda: self.rev, len(played)))
        for step in played:
            self.apply(step)
        return self.session

    @property
    def session(self) -> Session:
        """Return the game; raise OutOfStep before the start has been told."""
        if self._session is None:
            raise OutOfStep("This copy of the game has not begun.")
        return self._session

    @property
    def rev(self) -> int:
        """Return the number of steps."""
        return self.steps.rev

    @property
    def chain(self) -> str:
        """Return the chain over all steps."""
        return self.steps.chain

    def apply(self, step: Step, chain: str = "") -> None:
        """Carry out the next step of the host; raise OutOfStep if it does not fit, or leads to another chain."""
        self._nature.outcomes = list(step.chance)
        try:
            self._carry_out(step)
        except (MalformedCommand, IllegalCommand, NotYourDecision, CannotReplay) as error:
            raise OutOfStep(f"Step {self.rev + 1} does not fit this copy of the game: {error}") from error
        if self._nature.outcomes:
            raise OutOfStep(f"Step {self.rev} brought more dice than this copy of the game needs.")
        if chain and chain != self.chain:
            raise OutOfStep(f"After step {self.rev} this copy is not the game that the host plays.")

    def _carry_out(self, step: Step) -> None:
        if self._session is None:
            system, scenario, source, listeners = self._begin
            self._session = Session.new(
                system, scenario, nature=self._nature, listeners=[*listeners, self.steps], source=source
            )
            return
        session = self._session
        if step.command is not None:
            session.submit(step.seat, session.seq, step.command)
        elif step.back is not None and step.agreed:
            session.take_back(step.back)
        elif step.back is not None:
            session.follow_undo(step.back)
        else:
            self._roll()

    def _roll(self) -> None:
        """Answer a request that waits for a person by the first outcome of the step."""
        if not self._nature.outcomes:
            raise OutOfStep(f"Step {self.rev + 1} says nothing.")
        kind, value = self._nature.outcomes.pop(0)
        self.session.nature({kind: value})


class _GoingOn(FedNature, CommittedNature):
    """Answers what was rolled elsewhere as long as steps from there are carried out, then from a host's secret."""

    def __init__(self, secret: bytes, nonces: Mapping[str, str], steps: Callable[[], int], before: int) -> None:
        FedNature.__init__(self)
        CommittedNature.__init__(self, secret, nonces, steps, before=before)

    def answer(self, request: Request, counts: Mapping[str, int]) -> Plain | None:
        is_there = self.steps() < self.before
        return (FedNature if is_there else CommittedNature).answer(self, request, counts)


# --- Proving the dice of a host that has told its secret -----------------------------------------------------------


class _Compared(FedNature):
    """Answers what the host said, and notes where that is not what its secret gives."""

    def __init__(self, committed: CommittedNature, steps: Steps, found: list[str]) -> None:
        super().__init__()
        self._committed = CommittedNature(
            committed.secret, committed.nonces, lambda: steps.rev, before=committed.before
        )
        self._steps, self._found = steps, found

    def answer(self, request: Request, counts: Mapping[str, int]) -> Plain | None:
        value, right = super().answer(request, counts), self._committed.answer(request, counts)
        if value is not None and value != right and self._steps.rev >= self._committed.before:
            self._found.append(
                f"In step {self._steps.rev + 1} the {request.kind} shows {value}, but the secret gives {right}."
            )
        return value


def wrong_outcomes(system: System, scenario: Any, told: Iterable[Told], nature: CommittedNature) -> list[str]:
    """Return a sentence for each outcome of a game's steps that does not follow from its secret and nonces."""
    replica, found = Replica(system, scenario), list[str]()
    replica.feed(_Compared(nature, replica.steps, found))
    try:
        for one in told:
            replica.apply(one.step, one.chain)
    except OutOfStep as error:
        found.append(str(error))
    return found
