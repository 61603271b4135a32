"""What a hosted game keeps of orders: those that stand, those that wait, each step as it was made, what was read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from rules.engine.command import Command
from rules.engine.steps import Step

Message = Mapping[str, Any]
Tell = Callable[[Collection[str | None], str, Message], None]
"""Tells seats (None: watchers) something: a method of the protocol and its parameters."""


class StandingOrder(NamedTuple):
    """What a seat always answers to one kind of question, or only where nothing else is offered."""

    command: Command
    only: bool = False


class Carried(NamedTuple):
    """What became of orders: the seat's revision after them, and those left; they `wait` for somebody else's answer."""

    rev: int
    left: Sequence[Command] = ()
    wait: bool = False


class March(NamedTuple):
    """Orders that go on when somebody else has answered, unless something was rolled, after so many steps."""

    left: Sequence[Command]
    after: int


class Read(NamedTuple):
    """The record that a game was opened from: its bytes, and the steps in it."""

    size: int
    rev: int


class Made(NamedTuple):
    """A step that was made: by which seat, and how much each seat had been sent before."""

    step: Step
    of: str
    before: Mapping[str | None, int]

    def undoes(self, seat: str) -> bool:
        """Tell whether a seat has undone its own last command by it."""
        return self.step.back is not None and not self.step.agreed and self.of == seat
