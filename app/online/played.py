"""What players bring to a host: scenarios that do not ship, whole, and games played elsewhere up to now.

What travels is its steps, as any copy or record of the game holds them. A host carries all of them out once more
before it takes the game, so that what it goes on from follows the rules; what was rolled there nobody can prove.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from time import monotonic
from typing import Any, Final, NamedTuple

from app.online.messages import packed, unpacked
from rules.engine.bounded import Limits, read_json, why
from rules.engine.command import IllegalCommand, MalformedCommand, NotYourDecision, Reason
from rules.engine.events import as_record
from rules.engine.frozen import frozen
from rules.engine.house_rules import base_of
from rules.engine.steps import OutOfStep, Replica, Step, Told
from rules.engine.system import System

# --- Scenarios that do not ship with the program, brought by a player to a host: whole -----------------------------

LIMITS: Final = Limits(600_000, 30_000, 20_000)
"""Of a scenario, unpacked: the campaign of Company Scale has 215,000 bytes and 18,400 values with all that it names.

They are far below those of a record, whose first line holds it.
"""
NOT_HERE: Final = (
    "Only scenarios that ship with Chitpull can be played at this host. Host this one on your own computer."
)


def document_of(scenario: Any, source: Any) -> Mapping[str, Any] | None:
    """Return a scenario with all that it names, None for one that ships as it is; it was loaded from `source`."""
    whole, is_overlay = getattr(scenario, "document", None), base_of(source) is not source
    document = source if isinstance(source, Mapping) and not (is_overlay and whole) else whole
    return document if isinstance(document, Mapping) else None


class Brought(NamedTuple):
    """A scenario that somebody has sent, and what was loaded from it."""

    document: Mapping[str, Any]
    scenario: Any


def as_sent(document: Mapping[str, Any]) -> str:
    """Return a scenario as it travels."""
    return packed(_text(document))


def _text(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, separators=(",", ":"), default=dict).encode("ascii")


def read(system: System, text: str) -> Brought:
    """Return a scenario that somebody has sent; raise MalformedCommand with one sentence if it cannot be played."""
    try:
        document = read_json(unpacked(text, LIMITS.bytes), LIMITS)
        if not isinstance(document, Mapping):
            raise ValueError("it is none")
        read_json(_text(document), LIMITS)  # as it is sent on, and as its record holds it: longer, where it has accents
        named = base_of(document)
        if named is not document and named not in [row.id for row in system.scenarios()]:
            raise ValueError("it names another one that does not ship")
        return Brought(document, system.load(document))
    except Exception as error:  # each system has its own errors for a scenario that cannot be read
        if not hasattr(error, "problems") and not isinstance(error, LookupError | ValueError | OSError):
            raise
        first = (str(error).splitlines() or [why(error)])[0].rstrip(".")
        raise MalformedCommand(f"The scenario that was sent cannot be played: {first}.") from error


# --- A game that was played elsewhere up to now, by files or at a host that is gone --------------------------------

MOST_STEPS: Final = 10_000
LARGEST: Final = 4_000_000
"""Bytes of its steps, unpacked."""
SECONDS: Final = 4.0
"""That a host takes to carry out what was played; others wait meanwhile."""
ANOTHER: Final = "It leads to another position at this host."
HIDES: Final = (
    "Where hands are hidden, no player knows the whole game, so it can go on only at its own host, or at one that is "
    "started in a copy of that host's folder."
)


@frozen
class Played:
    """The steps of a game up to now, as plain data, the chain over them, and the rules it was played by."""

    schema: int
    rules: int
    chain: str
    steps: tuple[Any, ...]

    @staticmethod
    def of(system: System, told: Iterable[Told]) -> Played:
        """Return the game with these steps."""
        told = tuple(told)
        return Played(system.schema, system.rules_version, told[-1].chain, tuple(each.step.to_json() for each in told))

    def packed(self) -> str:
        """Return it as it travels."""
        told = {"schema": self.schema, "rules": self.rules, "chain": self.chain, "steps": self.steps}
        return packed(json.dumps(told, separators=(",", ":"), default=dict).encode("ascii"))

    @staticmethod
    def read(text: str) -> Played:
        """Return what somebody has sent; raise MalformedCommand."""
        try:
            played = as_record(Played, read_json(unpacked(text, LARGEST)))
        except ValueError as error:
            raise MalformedCommand(f"The game played so far cannot be read: {why(error)}.") from error
        if played is None or not 0 < len(played.steps) <= MOST_STEPS:
            raise MalformedCommand(f"The game played so far is 1 to {MOST_STEPS} steps, with their chain and rules.")
        return played

    def carried_out(self) -> tuple[Step, ...]:
        """Return the steps; raise MalformedCommand."""
        return tuple(map(Step.from_json, self.steps))

    def check_rules(self, system: System) -> None:
        """Raise NotYourDecision if a host plays by other rules."""
        if (self.schema, self.rules) != (system.schema, system.rules_version):
            raise NotYourDecision(
                f"This game was played by rules {self.rules}; the host has {system.rules_version}. "
                "Use the same version."
            )

    def check(self, system: System, scenario: Any) -> None:
        """Carry it all out; raise one of the three errors if the game cannot go on from there."""
        if system.hides:
            raise NotYourDecision(HIDES)
        self.check_rules(system)
        replica, end = Replica(system, scenario), monotonic() + SECONDS
        for step in self.carried_out():
            if monotonic() > end:
                raise NotYourDecision("This game is too long to go on at this host.")
            try:
                replica.apply(step)
            except OutOfStep as error:
                raise not_here(str(error)) from error
        if replica.chain != self.chain:
            raise not_here(ANOTHER)
        if replica.session.request is not None:
            raise NotYourDecision("First roll the die, or make the draw, that this game waits for.")
        if replica.session.is_over:
            raise NotYourDecision("This game is over.")


def not_here(why: str) -> IllegalCommand:
    """Return the refusal of a game that does not follow the rules of this host; `why` is a sentence."""
    return IllegalCommand([Reason(f"This game cannot go on here. {why}")])
