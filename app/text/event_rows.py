"""What each kind of event is on the table, a row each: its line of the log, motion, sound and dice; no Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from app.text.parts import Line
from rules.engine.events import EventKinds
from rules.engine.frozen import frozen

# --- Motions and dice as plain data --------------------------------------------------------------------------------


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


class ChitDraw(NamedTuple):
    """A chit or card is turned over: which one, of what kind, its title, what it does, a note, and whose it is.

    `begins` is said before it is turned. One played `by_hand` has been seen by who played it.
    """

    chit: str
    kind: str
    title: str
    words: str
    note: str
    seat: str
    begins: str = "Drawing a chit…"
    by_hand: bool = False


class Flight(NamedTuple):
    """Something goes from one place to another, where the board shows it or it `fades`.

    `thing` is whatever its board paints it by.
    """

    start: str
    to: str
    thing: Any
    fades: bool = False


Motion: TypeAlias = Glide | Shot | Result | ChitDraw | Flight


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


class DieRoll(NamedTuple):
    """One die: its face, its purpose and its result ("" if no event tells it)."""

    face: Any
    purpose: str
    result: str = ""


LOW, HIGH = -1, 1
"""What who rolls a die hopes for."""


@frozen
class RollRow:
    """What a die for one purpose is on the table: its name beside the die, and in a line of the log of its own.

    Without `told` the event that follows tells it. It `wants` to be low, high or neither, for who rolls; `nobodys` dice
    no side rolls.
    """

    name: str
    told: str = ""
    wants: int = 0
    nobodys: bool = False


# --- The row of a kind of event, and a system's table of them ------------------------------------------------------

Happened = TypeVar("Happened")


@frozen
class EventRow(Generic[Happened]):
    """What one kind of event is on the table; what its row leaves out goes without saying, showing or a sound.

    `line` tells it in the log, given the names; `motion` shows it on the board, given whatever facts its system needs
    beside the event; `sound` is one of those in app/sound/sounds.py.
    `result` tells in a word or two what came of the die that fell last; `dice` adds dice or changes those that fell.
    """

    kind: type[Happened]
    line: Callable[[Happened, Any], Line | None] | None = None
    motion: Callable[[Happened, Any], Iterable[Motion]] | None = None
    sound: str = ""
    result: Callable[[Happened], str] | None = None
    dice: Callable[[Happened, list[DieRoll]], None] | None = None


class EventTable(EventKinds):
    """The rows of a system's events, which are read by their kinds."""

    def __init__(self, rows: Sequence[EventRow[Any]] = ()) -> None:
        super().__init__(*(row.kind for row in rows))
        self.rows = rows
        self.sounds: Mapping[str, str] = {row.kind.__name__: row.sound for row in rows if row.sound}
        self._by_kind: Mapping[type, EventRow[Any]] = {row.kind: row for row in rows}

    def line(self, event: object, names: object) -> Line | None:
        """Return the line of an event that was read, None if it goes without saying."""
        line = self._by_kind[type(event)].line
        return None if line is None else line(event, names)

    def motions(self, events: Iterable[Mapping[str, Any]], facts: object) -> list[Motion]:
        """Return how events are shown, the steps of one piece joined."""
        read = [event for event in map(self.read, events) if event is not None]
        shown = [(event, show) for event in read if (show := self._by_kind[type(event)].motion) is not None]
        return joined(motion for event, show in shown for motion in show(event, facts))

    def casts(self, events: Iterable[Mapping[str, Any]]) -> list[DieRoll]:
        """Return the dice among events; an event that tells another die than the last tells nothing of the last."""
        dice: list[DieRoll] = []
        for event in map(self.read, events):
            row = self._by_kind.get(type(event))
            if row is None:
                continue
            if row.dice is not None:
                row.dice(event, dice)
            if row.result is not None and dice and not dice[-1].result:
                last = dice[-1]
                if getattr(event, "die", last.face) == last.face:
                    dice[-1] = last._replace(result=row.result(event))
        return dice
