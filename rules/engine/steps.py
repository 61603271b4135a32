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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules.engine.bounded import read_json
from rules.engine.command import Command, IllegalCommand, MalformedCommand, NotYourDecision, Plain
from rules.engine.fed import OTHER_SIDES, Compared, FedBoth, FedNature, GoingOn, GoingOnBoth
from rules.engine.fed import Outcome as Outcome
from rules.engine.fed import OutOfStep as OutOfStep
from rules.engine.frozen import frozen
from rules.engine.history import NATURE, CannotReplay, Entry, History
from rules.engine.nature import BothNature, CommittedNature
from rules.engine.parts import are_anchors, are_parts
from rules.engine.record import RecordError, writer_of
from rules.engine.record_form import line, play_lines, read_record
from rules.engine.sealing import bare, is_sealed, unsealed
from rules.engine.session import Listener, Session
from rules.engine.system import System

CHAIN_BYTES: Final = 16


# --- What a step says ----------------------------------------------------------------------------------------------


@frozen
class Step:
    """One accepted change of a game: `command` of `seat`, or going `back` to a position; else chance or the start.

    `chance` are the outcomes that came with it, in their order; `parts` what they were made of, where both sides make
    the dice: then they are a step of their own.
    """

    seat: str = ""
    command: Command | None = None
    back: int | None = None
    agreed: bool = False
    chance: tuple[Outcome, ...] = ()
    parts: Mapping[str, str] | None = None

    def to_json(self) -> dict[str, Plain]:
        """Return the step as it travels."""
        chance: dict[str, Plain] = {"chance": [list(outcome) for outcome in self.chance]} if self.chance else {}
        if self.command is not None:
            return {"seat": self.seat, "do": self.command.to_json(), **chance}
        if self.back is not None:
            return {"back": self.back, "agreed": self.agreed, **chance}
        return chance if self.parts is None else {**chance, "parts": dict(self.parts)}

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
        parts = raw.get("parts")
        if parts is not None and not (outcomes and back is None and are_parts(parts)):
            raise MalformedCommand('Only a step of "chance" has "parts": 64 hexadecimal digits for each side.')
        return Step(back=back, agreed=agreed, chance=outcomes, parts=parts)


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
        self.lines: list[bytes] | None = None
        """The lines of the steps told from now on, as a record holds them, if somebody wants them."""

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
        lines = play_lines(session.seq, entries, events)
        own = [entry for entry in entries if entry.seat != NATURE]
        chance = tuple(next(iter(entry.answer.items())) for entry in entries if entry.seat == NATURE)
        if own:
            self._tell(Step(own[0].seat, own[0].answer, chance=chance), events, lines)
        elif is_back:
            self._tell(Step(back=place, agreed=True, chance=chance), events, _back_line(place, agreed=True) + lines)
        else:
            parts = entries[0].parts if entries else None
            self._tell(
                Step(chance=chance, parts=parts), events, lines, begun=_begin(session.system.id, session.scenario.hash)
            )

    def taken_back(self, session: Session, seq: int, *, agreed: bool) -> None:
        """Tell a way back; where chance is asked there, its answer belongs to the same step."""
        if agreed and session.request is not None:
            self._held = session.history, seq
        else:
            self._tell(Step(back=seq, agreed=agreed), [], _back_line(seq, agreed=agreed))

    def _tell(self, step: Step, events: list[dict[str, Any]], lines: bytes, begun: str = "") -> None:
        self.told.append(Told(step, events, chained(self.chain or begun, lines)))
        if self.lines is not None:
            self.lines.append(lines)


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
    return steps_along(
        read_json(first), ((raw, read_json(raw)) for raw in rest if raw.startswith((b'{"n"', b'{"events"', b'{"back"')))
    )


def steps_along(header: Mapping[str, Any], line_of_play: Iterable[tuple[bytes, Mapping[str, Any]]]) -> list[Told]:
    """Return the steps of a record from its header and its lines of play (see `record_contents.Contents`).

    Raises ValueError or LookupError where they are no steps.
    """
    begun = _begin(header["system"], header["scenario"]["hash"])
    made, step, events, lines = Steps(), Step(), list[dict[str, Any]](), b""
    for raw, told in line_of_play:
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
    text = read_record(path)
    return steps_of(unsealed(text).text if is_sealed(text) else text)


def _begun(told: Mapping[str, Any]) -> Step:
    """Return the step that a line of a record begins."""
    if "back" in told:
        return Step(back=told["back"], agreed=told["agreed"])
    if "nature" in told:
        return Step(chance=tuple(told["nature"].items()), parts=told.get("parts"))
    return Step(told["seat"], Command.from_json(told["command"]))


def _after(step: Step, told: Mapping[str, Any], events: list[dict[str, Any]]) -> Step | None:
    """Return a step with what a line adds to it, None if the line begins another one."""
    if "events" in told:
        return step
    if "nature" not in told or "parts" in told or events:  # events end a step
        return None
    return replace(step, chance=(*step.chance, *told["nature"].items()))


# --- A copy that follows -------------------------------------------------------------------------------------------


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
        if isinstance(driver := session.driver, BothNature):
            rolled = [one.step.parts for one in made.steps.told[driver.before :] if one.step.parts is not None]
            made._nature = FedBoth(driver.anchors, before=driver.before, rolled=rolled)
        session.driver = made._nature
        session.listeners.append(made.steps)
        return made

    def feed(self, nature: FedNature) -> None:
        """Take outcomes through another nature, which may compare them; before the start only."""
        self._nature = nature

    def go_on_with(self, dice: CommittedNature | BothNature, played: Sequence[Step]) -> Session:
        """Carry out steps that were made elsewhere, and let a host's dice fall from then on; raise OutOfStep."""
        before = len(played)
        self.feed(
            GoingOnBoth(dice, before) if isinstance(dice, BothNature) else GoingOn(dice, lambda: self.rev, before)
        )
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
        self._nature.take(self.rev + 1, step.chance, step.parts)
        try:
            self._carry_out(step)
        except (MalformedCommand, IllegalCommand, NotYourDecision, CannotReplay) as error:
            raise OutOfStep(f"Step {self.rev + 1} does not fit this copy of the game: {error}") from error
        if self._nature.outcomes:
            raise OutOfStep(f"Step {self.rev} brought more dice than this copy of the game needs.")
        if chain and chain != self.chain:
            raise OutOfStep(f"After step {self.rev} this copy is not the game that the host plays.")

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Write what is followed meanwhile into the copy's record in one piece: a long way takes half the time.

        Raises OutOfStep if it cannot be written.
        """
        session = self.session
        writer = writer_of(session)
        if writer is None or isinstance(self._nature, FedBoth):  # with parts of dice a step back may wait for them
            yield
            return
        place = session.listeners.index(writer)
        session.listeners.remove(writer)
        self.steps.lines = lines = list[bytes]()
        try:
            yield
        finally:
            self.steps.lines = None
            session.listeners.insert(place, writer)
            try:
                writer.go_on(session, b"".join(lines))
            except RecordError as error:
                raise OutOfStep(str(error)) from error

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
            self._roll(step.parts)

    def _roll(self, parts: Mapping[str, str] | None) -> None:
        """Answer a request that waits for a person by the first outcome of the step."""
        if not self._nature.outcomes:
            raise OutOfStep(f"Step {self.rev + 1} says nothing.")
        kind, value = self._nature.outcomes.pop(0)
        if (request := self.session.request) is not None:
            self._nature.compare(request, self.session.history.counts, value)
        self.session.nature({kind: value}, parts)


# --- Proving the dice of a host that has told its secret -----------------------------------------------------------


def wrong_outcomes(
    system: System, scenario: Any, told: Iterable[Told], nature: CommittedNature | BothNature
) -> list[str]:
    """Return a sentence for each outcome of a game's steps that does not follow from its secret and nonces.

    Where both sides make the dice, one for the first that does not follow from their parts.
    """
    if isinstance(nature, BothNature) and not are_anchors(nature.anchors, system.seats):
        return [OTHER_SIDES]
    replica, found = Replica(system, scenario), list[str]()
    replica.feed(
        FedBoth(nature.anchors, before=nature.before)
        if isinstance(nature, BothNature)
        else Compared(nature, lambda: replica.rev, found)
    )
    try:
        for one in told:
            replica.apply(one.step, one.chain)
    except OutOfStep as error:
        found.append(str(error))
    return found
