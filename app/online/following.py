"""The copy of a hosted game on a player's computer, and the computer at a seat that follows one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from queue import Queue
from time import sleep
from typing import Any, Final, NamedTuple

from app.online.both import OwnDice
from app.online.link import JOIN, MOST_DOUBTS, Link
from app.online.links import FollowedLink
from app.online.messages import (
    Anchors,
    Answer,
    Garbled,
    Joined,
    LinkState,
    Proposal,
    SentRecord,
    SentStep,
    SentSteps,
    taken,
    unpacked,
)
from app.online.played import read
from rules.engine.adopted import AdoptedSession, SeatStep
from rules.engine.command import MalformedCommand, NotYourDecision
from rules.engine.evaluator import Manner
from rules.engine.events import as_record
from rules.engine.fed import OTHER_SIDES, FedBoth, WrongDice
from rules.engine.parts import are_anchors, are_parts
from rules.engine.record import RecordError
from rules.engine.record_contents import Contents
from rules.engine.record_lines import read_text
from rules.engine.seat import Seat
from rules.engine.session import Listener, Session
from rules.engine.steps import OutOfStep, Replica, Step, Told, steps_along
from rules.engine.system import System, systems
from rules.opponent.levels import evaluator_of
from rules.opponent.planner import Position
from rules.opponent.working import Player

# --- The copy of a hosted game on a player's computer: what the host tells becomes positions -----------------------


class Change(NamedTuple):
    """What a step did to the copy: went on with events, or went `back`; `seat` gave the order, '' where that is secret.

    `begun` tells that the copy is a new one, to be put on the table.
    """

    events: list[dict[str, Any]]
    back: bool = False
    begun: bool = False


class OtherRules(ValueError):
    """A host plays by rules that this program does not have; the text is one sentence."""


NO_SYSTEM: Final = 'This game is played by "{}", a system that your Chitpull does not have. Update it, or look on.'
NEWER: Final = "This game is played by rules {}; your Chitpull has {}. Update it to play, or look on."
OLDER: Final = "This game is played by rules {}; your Chitpull has {}. Ask whoever hosts it to update, or look on."


class Doubts:
    """Counts how often a game was fetched anew in vain: so often nothing is garbled on its way."""

    def __init__(self) -> None:
        self._at, self._count, self._dice, self._rules = -1, 0, 0, 0

    def are_too_many(self, error: OutOfStep, rev: int) -> bool:
        """Take note that a copy went astray after a revision; tell whether it always does there, or dice are wrong."""
        self._count = self._count + 1 if rev == self._at else 1
        self._at, self._dice = rev, self._dice + isinstance(error, WrongDice)
        return max(self._count, self._dice) >= MOST_DOUBTS

    def joined(
        self, told: Joined, *, listeners: Callable[[Any], Iterable[Listener]] = lambda scenario: ()
    ) -> Following:
        """Return the copy of the game that was joined; raise OtherRules.

        A system or rules that are not here are first taken for Garbled, until the host has repeated them.
        """
        try:
            copy = Following.joined(told, listeners=listeners)
        except OtherRules as error:
            self._rules += 1
            if self._rules < MOST_DOUBTS:
                raise Garbled(str(error)) from error
            raise
        self._rules = 0
        return copy


NO_GOING_ON: Final = "{} This game cannot go on with its host."
READ: Final = "read"
"""By which a record that has been read stands in what is heard of it."""
NAME: Final = "game.chitpull"
"""By which a record is called until it has a name here."""


class Whole(NamedTuple):
    """The record of a long game that its host has sent, read, and its steps."""

    contents: Contents
    steps: list[Told]

    @staticmethod
    def of(told: SentRecord) -> Whole | None:
        """Read what a host has sent, None if that was garbled on its way."""
        try:
            contents = read_text(Path(NAME), unpacked(told.record), plays=True)
            return Whole(contents, steps_along(contents.header, contents.line_of_play or ()))
        except (ValueError, LookupError, RecordError):
            return None


class Following:
    """Holds the copy of one seat's game and follows its host.

    `listeners` returns what hears of a copy that is made anew, such as the writer of its record.
    """

    def __init__(
        self,
        system: System,
        source: Any,
        *,
        listeners: Callable[[Any], Iterable[Listener]] = lambda scenario: (),
        loaded: Any = None,
    ) -> None:
        """Take the source of the scenario, and what was `loaded` from it if it has been."""
        self._loaded = loaded
        self.system, self._source, self._listeners = system, source, listeners
        self._replica: Replica | None = None
        self._adopted: AdoptedSession | None = None
        self.held = 0, ""
        """Revision and chain up to which the host is followed."""

    @staticmethod
    def joined(told: Joined, *, listeners: Callable[[Any], Iterable[Listener]] = lambda scenario: ()) -> Following:
        """Return the copy of the game that a host's answer to joining names, not begun yet; raise OtherRules."""
        known = systems().get(told.system)
        if known is None:
            raise OtherRules(NO_SYSTEM.format(told.system))
        here, there = (known.rules_version, known.schema), (told.rules, told.schema)
        if here != there:
            raise OtherRules((NEWER if there > here else OLDER).format(told.rules, known.rules_version))
        try:
            brought = read(known, told.document) if told.document else None
        except MalformedCommand as error:
            raise OtherRules(str(error)) from error
        if brought is None:
            return Following(known, told.scenario, listeners=listeners)
        return Following(known, brought.document, listeners=listeners, loaded=brought.scenario)

    @property
    def scenario(self) -> Any:
        """Return the scenario of the copy, None where it ships and its game has not begun."""
        return self.session.scenario if self.session is not None else self._loaded

    def go_on_from(self, session: Session, told: Iterable[Told]) -> None:
        """Follow from a game that was loaded from this computer's record of it, with its steps."""
        self._replica = Replica.of(session, told)
        self.held = self._replica.rev, self._replica.chain

    @property
    def session(self) -> Session | None:
        """Return the copy, or None before the game has begun."""
        if self._adopted is not None:
            return self._adopted
        return self._replica.session if self._replica is not None and self._replica.rev else None

    def forget(self) -> None:
        """Drop the copy: the host tells the whole game anew."""
        self._replica, self._adopted, self.held = None, None, (0, "")

    def follow(self, told: Mapping[str, Any]) -> Change | None:
        """Take the next step of the host, None for one that is known; raise OutOfStep, then the copy is of no use."""
        rev, chain = told.get("rev"), told.get("chain")
        if not isinstance(rev, int) or not isinstance(chain, str):
            raise OutOfStep("A step from the host has no number or no chain.")
        if rev <= self.held[0]:
            return None
        if rev != self.held[0] + 1:
            raise OutOfStep(f"The host told step {rev} where step {self.held[0] + 1} was due.")
        try:
            change = self._adopt(told, chain) if self.system.hides else self._apply(told, chain)
        except MalformedCommand as error:
            raise OutOfStep(f"Step {rev} of the host cannot be read: {error}") from error
        self.held = rev, chain
        return change

    def catch_up(self, steps: Iterable[Mapping[str, Any]]) -> None:
        """Take many steps of the host, written into the record of this copy in one piece; raise OutOfStep."""
        for step in (told := iter(steps)):
            self.follow(step)
            if self._replica is not None:
                with self._replica.at_once():
                    for each in told:
                        self.follow(each)

    def _apply(self, told: Mapping[str, Any], chain: str) -> Change:
        begun = self._replica is None
        if self._replica is None:
            scenario = self._scenario()
            self._replica = Replica(self.system, scenario, source=self._source, listeners=self._listeners(scenario))
            dice = as_record(Anchors, told)
            if dice is not None and are_parts(dice.anchors):  # both sides make them
                if not are_anchors(dice.anchors, self.system.seats):
                    raise WrongDice(OTHER_SIDES)
                self._replica.feed(FedBoth(dice.anchors, before=dice.before))
        step = Step.from_json(told)
        self._replica.apply(step, chain)
        return Change(self._replica.steps.told[-1].events, step.back is not None, begun)

    def _adopt(self, told: Mapping[str, Any], chain: str) -> Change:
        begun = self._adopted is None
        if self._adopted is None:
            self._adopted = AdoptedSession(self.system, self._scenario(), self._source)
        step = SeatStep.from_json(told)
        back = step.cut < self._adopted.seq
        self._adopted.adopt(step, chain)
        return Change(list(step.events), back, begun)

    def _scenario(self) -> Any:
        return self.system.load(self._source) if self._loaded is None else self._loaded


# --- The computer at a seat of a hosted game: it follows the game like any player's program ------------------------

_NONE: Final = 0
CONNECTED: Final = "Connected."
NOT_CONNECTED: Final = "Not connected: {why}. Trying again."
REST: Final = 0.2
"""Seconds after which it tries again when an order was refused."""


class ComputerSeat:
    """Plays one seat at a host until the game is over.

    It knows no more of the game than a player at that seat: it thinks about positions as the seat may know them.
    """

    def __init__(
        self,
        link: FollowedLink,
        manner: Manner,
        dice: OwnDice | None = None,
        *,
        say: Callable[[str], object] = lambda sentence: None,
    ) -> None:
        """`dice` are this seat's part of them, for a host that does not make them alone; `say` tells of the link."""
        self._manner, self._say, self._said = manner, say, ""
        self._heard: Queue[tuple[str, Mapping[str, Any]]] = Queue()
        self._copy: Following | None = None
        self._early: SentSteps | None = None
        self._player: Player | None = None
        self._seat = ""
        self._request = _NONE
        self._ended, self._doubts = False, Doubts()
        self._link = Link(
            link.url,
            link.token,
            lambda *told: self._heard.put(told),
            lambda: self._copy.held if self._copy is not None else (0, ""),
            invitation=link.invitation,
            dice=dice,
        )

    def run(self) -> None:
        """Play; raise NotYourDecision or OtherRules with a sentence if the host does not let it or rolls falsely."""
        self._link.start()
        try:
            while not self._is_over:
                self._take(*self._heard.get())
                if self._heard.empty():
                    self._order()
        finally:
            self._link.end()

    @property
    def _is_over(self) -> bool:
        return self._ended or (self._copy is not None and self._copy.session is not None and self._copy.session.is_over)

    def _take(self, method: str, told: Mapping[str, Any]) -> None:
        try:
            self._act(method, told)
        except Garbled:
            self._mend()

    def _act(self, method: str, told: Mapping[str, Any]) -> None:
        if not self._link.counts(method, told):
            return
        if method == "answer":
            self._answered(Answer.of(told))
        elif method == "link":
            self._linked(taken(LinkState, told))
        elif method == "steps":
            self._catch_up(SentSteps.of(told))
        elif method == "step":
            self._follow([SentStep.of(told)])
        elif method == "over":
            self._ended = True
        elif method == "proposed":
            self._agree(taken(Proposal, told))

    def _linked(self, link: LinkState) -> None:
        """Say why there is no connection, once for each reason, and when there is one."""
        words = CONNECTED if link.on else NOT_CONNECTED.format(why=link.why)
        if words != self._said:
            self._said = words
            self._say(words)

    def _answered(self, answer: Answer) -> None:
        if answer.id == JOIN:
            self._join(answer)
        elif answer.id == self._request:
            self._request = _NONE
            if answer.is_refused:  # too many orders at once, or a position that is no more: it thinks afresh
                sleep(REST)

    def _agree(self, proposal: Proposal) -> None:
        if proposal.seat != self._seat:  # it minds nothing, but it plays to the end
            self._link.ask("answer", {"id": proposal.id, "yes": proposal.what != "draw"})

    def _join(self, answer: Answer) -> None:
        if answer.is_refused:
            raise NotYourDecision(answer.words)
        joined = taken(Joined, answer.result)
        if joined.seat is None:
            raise NotYourDecision("This link is only for watching; the computer needs a link to a seat.")
        self._seat, self._ended = joined.seat, joined.over is not None
        self._copy = self._copy or self._doubts.joined(joined)
        self._player = self._player or Player(evaluator_of(self._copy.system, self._manner), self._manner)
        early, self._early = self._early, None
        if early is not None:
            self._catch_up(early)

    def _catch_up(self, told: SentSteps) -> None:
        if self._copy is None:
            self._early = told
            return
        if told.rev == 0:
            self._copy.forget()
        self._follow(told.steps)

    def _follow(self, steps: Sequence[SentStep]) -> None:
        assert self._copy is not None
        try:
            for step in steps:
                self._copy.follow(step.plain)
        except OutOfStep as error:
            if self._doubts.are_too_many(error, self._copy.held[0]):
                raise NotYourDecision(NO_GOING_ON.format(error)) from error
            self._mend()

    def _mend(self) -> None:
        """Fetch the whole game again."""
        if self._copy is not None:
            self._copy.forget()
        self._link.join_again()

    def _order(self) -> None:
        """Order what the player here thinks best, if the seat is asked and nothing is on its way."""
        session = self._copy.session if self._copy is not None else None
        if session is None or self._request or self._player is None or self._copy is None:
            return
        seat = Seat(session, self._seat)
        decision = seat.decision
        if decision is None or decision.seat != self._seat:
            return
        position = Position(seat.system, seat.scenario, seat.think().state, self._seat)
        thought = self._player.choose(position, decision, seat.seq, lambda progress: self._heard.empty())
        order = {"rev": self._copy.held[0], "command": thought.command.to_json()}
        self._request = self._link.ask("submit", order)
