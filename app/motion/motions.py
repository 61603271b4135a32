"""Motions as plain data, and how a system's table makes them from events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

from app.text.events import Event


class Glide(NamedTuple):
    """A piece goes along a path of places to where it lies now."""

    thing: str
    path: tuple[str, ...]


class Shot(NamedTuple):
    """Fire from one place at another."""

    start: str
    to: str


class Result(NamedTuple):
    """What came of something at a place, in words, after the dice that decided it; `tone` is plain, good or bad.

    A `passing` one does not stand afterwards: the board shows it by itself.
    """

    at: str
    words: str
    faces: tuple[Any, ...] = ()
    tone: str = "plain"
    passing: bool = False


class Draw(NamedTuple):
    """A chit or card is turned over: which one, of what kind, its title, what it does, a note, and whose it is.

    `begins` is said before it is turned. `shape` is its width against its height. One played `by_hand` has been seen by
    who played it.
    """

    chit: str
    kind: str
    title: str
    words: str
    note: str
    seat: str
    begins: str = "Drawing a chit…"
    shape: float = 1.0
    by_hand: bool = False


class Flight(NamedTuple):
    """Something goes from one place to another, where the board shows it or it `fades`.

    `draw` takes a painter whose origin is the middle of the thing, in units of the scene.
    """

    start: str
    to: str
    draw: Callable[[Any], None]
    fades: bool = False


Motion: TypeAlias = Glide | Shot | Result | Draw | Flight
Facts = TypeVar("Facts")
Table: TypeAlias = Mapping[str, Callable[[Event, Facts], Iterable[Motion]]]
"""Which events are shown, and how; the facts are whatever the system's functions need beside the event."""


def is_by_hand(motion: Motion) -> bool:
    """Tell whether who gave the order has made the motion himself, with his own hand."""
    return isinstance(motion, Glide) or (isinstance(motion, Draw) and motion.by_hand)


def until_rest(motions: Sequence[Motion]) -> int:
    """Return how many motions it takes until all chance has fallen: the last die or draw is among them."""
    chance = (n for n, motion in enumerate(motions, 1) if isinstance(motion, Draw) or _is_cast(motion))
    return max(chance, default=0)


def _is_cast(motion: Motion) -> bool:
    return isinstance(motion, Result) and bool(motion.faces)


def motions_of(events: Iterable[Event], table: Table[Facts], facts: Facts) -> list[Motion]:
    """Return the motions of events, joined."""
    shown = ((event, table.get(str(event.get("event")))) for event in events)
    return joined(motion for event, show in shown if show is not None for motion in show(event, facts))


def joined(motions: Iterable[Motion]) -> list[Motion]:
    """Join the steps of one piece to one glide as long as nothing else comes between."""
    found: list[Motion] = []
    for motion in motions:
        if not (isinstance(motion, Glide) and _goes_on(found, motion)):
            found.append(motion)
    return found


def _goes_on(motions: list[Motion], motion: Glide) -> bool:
    """Lengthen the glide of the same piece among those made last; return whether there was one."""
    for index in range(len(motions) - 1, -1, -1):
        last = motions[index]
        if not isinstance(last, Glide):
            return False
        if last.thing == motion.thing and last.path[-1] == motion.path[0]:
            motions[index] = Glide(last.thing, last.path + motion.path[1:])
            return True
    return False
