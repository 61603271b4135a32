"""What a click or a drop comes to: orders, a choice between orders, or why nothing; no Qt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from app.play.seat import PlayedGame
from rules.engine.command import Command, Reason
from rules.engine.frozen import frozen


@frozen
class Meeting:
    """One way of meeting the enemies in a place: its verb, what it brings, its orders or why it is not possible."""

    verb: str
    sums: str
    orders: tuple[Command, ...] = ()
    why: str = ""


@frozen
class DropPlan:
    """Orders to give one after another, as far as they are on offer; or why nothing; what to say before a drop.

    Where enemies stand there are `meetings` to choose from instead of orders, under a `title` that names the `place`.
    """

    orders: tuple[Command, ...] = ()
    why: str = ""
    words: str = ""
    meetings: tuple[Meeting, ...] = ()
    title: str = ""
    place: str = ""


class On(Protocol):
    """What is under the pointer: a place, a counter and a bridge site there, or ""."""

    @property
    def place(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def site(self) -> str: ...


@frozen
class Group:
    """Units that are dragged or led: where they stand, and the orders that make them ready to step."""

    at: str
    units: tuple[str, ...]
    before: tuple[Command, ...] = ()


def said(reasons: Iterable[Reason]) -> str:
    """Return reasons as one text."""
    return "  ".join(map(str, reasons))


def given(game: PlayedGame, command: Command) -> DropPlan:
    """Return an order, or why it is not possible."""
    decision = game.decision
    if decision is not None and command in decision.options:
        return DropPlan((command,))
    return DropPlan(why=said(game.explain(command)))
