"""What a system brings for tests and measurements; nobody needs it to play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

from rules.engine.command import Command
from rules.engine.game import Game
from rules.engine.options import Decision
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.system import System
from rules.hexes.lines import Measure


class DecisionStep(NamedTuple):
    """One decision and its answer: the position number and the game before and after, and what was told."""

    seq: int
    seat: str
    decision: Decision
    command: Command
    before: Game[Any, Any]
    after: Game[Any, Any]
    events: Sequence[Mapping[str, Any]]


class Blunder(NamedTuple):
    """Something that is counted: whose it is, in words (what was done, where), and how many."""

    seat: str
    text: str
    times: int = 1


class BlunderCounter:
    """One thing that is counted through one game, by watching its positions and events.

    `name` says what, `wanted` how often at most in a game by both sides together (None: no limit is set).
    With `is_share` it is told as a share of what `base` counts.
    """

    name: ClassVar[str]
    wanted: ClassVar[float | None] = 0
    is_share: ClassVar[bool] = False

    def see(self, step: DecisionStep) -> Iterator[Blunder]:
        """Yield what is seen in a step."""
        return iter(())

    def end(self, game: Game[Any, Any]) -> Iterator[Blunder]:
        """Yield what is seen at the end of the game."""
        return iter(())

    def base(self) -> Mapping[str, int]:
        """Return by seat what a share is a share of."""
        return {}


@dataclass(frozen=True, slots=True)
class CoverageBias:
    """Steers a bot towards a system's rare cases: verbs to put off, and which command of a verb to take.

    `prefer` chooses among the offered commands by verb, or returns None where nothing leads to rare cases.
    """

    put_off: Mapping[str, int]
    prefer: Callable[[Seat, Mapping[str, list[Command]], Random], Command | None]


class Bench(NamedTuple):
    """What the command `bench` needs of a system.

    `scenario` is the shipped one it plays, `measures` yields further measurements of a game in progress, and
    `prolonged` turns a scenario's source into one that lasts as long as possible. `beside` are scenarios with the
    share of the speed of python-chess's random games that random play of each should have.
    """

    scenario: str
    measures: Callable[[Session], Iterator[Measure]]
    prolonged: Callable[[Any], Any]
    beside: Mapping[str, float] = {}


@dataclass(frozen=True, slots=True)
class Gear:
    """What one system brings: `counters` makes the counters of blunders that are counted in one game."""

    coverage_bias: CoverageBias | None = None
    bench: Bench | None = None
    counters: Callable[[], Sequence[BlunderCounter]] | None = None


KNOWN: Final[dict[str, Gear]] = {}
"""What each system brings, once it was asked for; one that has no package in `rules` puts its own here."""


def gear_of(system: System) -> Gear:
    """Return what a system brings: what is known, or the `GEAR` of its module `gear`."""
    if system.id not in KNOWN:
        name = f"rules.{system.id}.gear"
        try:
            KNOWN[system.id] = import_module(name).GEAR
        except ModuleNotFoundError as error:
            if error.name is None or not name.startswith(error.name):
                raise
            KNOWN[system.id] = Gear()
    return KNOWN[system.id]


def blunder_counters(system: System) -> list[BlunderCounter]:
    """Return what is counted in one game of a system."""
    counters = gear_of(system).counters
    return [] if counters is None else list(counters())
