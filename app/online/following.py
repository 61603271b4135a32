"""The copy of a hosted game on a player's computer: what the host tells becomes positions, in every system."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from app.online.brought import read
from app.online.messages import Anchors, Joined
from rules.engine.adopted import AdoptedSession, SeatStep
from rules.engine.command import MalformedCommand
from rules.engine.events import as_record
from rules.engine.fed import FedBoth
from rules.engine.parts import are_parts
from rules.engine.session import Listener, Session
from rules.engine.steps import OutOfStep, Replica, Step, Told
from rules.engine.system import System, systems


class Change(NamedTuple):
    """What a step did to the copy: went on with events, or went `back`; `seat` gave the order, '' where that is secret.

    `begun` tells that the copy is a new one, to be put on the table.
    """

    events: list[dict[str, Any]]
    back: bool = False
    begun: bool = False


class OtherRules(ValueError):
    """A host plays by rules that this program does not have; the text is one sentence."""


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
            raise OtherRules(f'This game is played by "{told.system}", a system that your Chitpull does not have.')
        if (known.schema, known.rules_version) != (told.schema, told.rules):
            raise OtherRules(
                f"This game is played by rules {told.rules}; your Chitpull has {known.rules_version}. "
                "Both players need the same version."
            )
        try:
            brought = read(known, told.document) if told.document else None
        except MalformedCommand as error:
            raise OtherRules(str(error)) from error
        if brought is None:
            return Following(known, told.scenario, listeners=listeners)
        return Following(known, brought.document, listeners=listeners, loaded=brought.scenario)

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

    def _apply(self, told: Mapping[str, Any], chain: str) -> Change:
        begun = self._replica is None
        if self._replica is None:
            scenario = self._scenario()
            self._replica = Replica(self.system, scenario, source=self._source, listeners=self._listeners(scenario))
            dice = as_record(Anchors, told)
            if dice is not None and are_parts(dice.anchors):  # both sides make them
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
