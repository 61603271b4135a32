"""What is counted in the games of bots, seen from outside: an act watches one game, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from rules.engine.command import Command
from rules.engine.game import Game
from rules.engine.options import Decision


class Step(NamedTuple):
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

    def see(self, step: Step) -> Iterator[Blunder]:
        """Yield what is seen in a step."""
        return iter(())

    def end(self, game: Game[Any, Any]) -> Iterator[Blunder]:
        """Yield what is seen at the end of the game."""
        return iter(())

    def base(self) -> Mapping[str, int]:
        """Return by seat what a share is a share of."""
        return {}
