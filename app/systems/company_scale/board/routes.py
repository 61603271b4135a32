"""Where a move can go and how: the reach query, and the trail that the pointer bends. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any

from rules.engine.command import Command, Reason
from rules.engine.events import as_record
from rules.engine.frozen import frozen
from rules.hexes.grid import are_adjacent, hex_id, hex_name

Step = tuple[int, str]


@frozen
class Way:
    """One way: steps (hex, by what), points left, hexes that may fire on the way (`fire`) or at its end (`watched`).

    `points` are those left after each step, as far as they are known.
    """

    steps: tuple[Step, ...]
    left: float | None = None
    fire: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()
    air: tuple[str, ...] = ()
    second: bool = False
    points: tuple[float, ...] = ()


Tell = Callable[[str], "Mapping[str, Any] | None"]


@frozen
class _Walked:
    """A way as the rules tell it: pairs of hex and how it is entered, the points left, and who may fire."""

    path: tuple[tuple[str, ...], ...] = ()
    mp_left: float | None = None
    fire: tuple[str, ...] | None = None
    watched: tuple[str, ...] | None = None
    air: tuple[str, ...] | None = None
    second: bool = False


@frozen
class _Reached:
    """The answer to the `reachable` query, with plain reasons."""

    hexes: Mapping[str, float] = field(default_factory=dict)
    watched: tuple[str, ...] = ()
    second: bool = False
    begin: tuple[Any, ...] = ()
    why: tuple[Any, ...] = ()


@frozen
class _ToHex:
    """The answer to the `way` query, with plain reasons."""

    way: Any = None
    points: tuple[float, ...] = ()
    refused: tuple[Any, ...] = ()


@frozen
class Reach:
    """The answer to the `reachable` query: the points left in each hex, those watched, and what to submit first.

    The way to a hex, or why it is refused, is asked of `tell` when it is first wanted: of most hexes it never is.
    """

    points: Mapping[int, float] = field(default_factory=dict)
    watched: frozenset[int] = frozenset()
    second: bool = False
    begin: tuple[Command, ...] = ()
    why: tuple[str, ...] = ()
    tell: Tell = field(default=lambda at: None, compare=False)
    _told: dict[int, tuple[Way, tuple[str, ...]]] = field(default_factory=dict, compare=False)

    @staticmethod
    def read(raw: Mapping[str, Any] | None, tell: Tell = lambda at: None) -> Reach:
        """Read the answer; None reaches nothing. `tell` answers the query `way` for one hex."""
        told = as_record(_Reached, raw)
        if told is None:
            return Reach()
        points = {hex_id(name): left for name, left in told.hexes.items()}
        watched, begin = frozenset(map(hex_id, told.watched)), tuple(map(Command.from_json, told.begin))
        return Reach(points, watched, told.second, begin, read_reasons(told.why), tell)

    def __contains__(self, at: int) -> bool:
        """Tell whether a hex can be reached."""
        return at in self.points

    def way(self, at: int) -> Way:
        """Return the cheapest way to a hex, without steps if there is none."""
        return self._of(at)[0]

    def refusal(self, at: int) -> tuple[str, ...]:
        """Return why a hex next to the reach cannot be entered."""
        return self._of(at)[1]

    def _of(self, at: int) -> tuple[Way, tuple[str, ...]]:
        if at not in self._told:
            told = as_record(_ToHex, self.tell(hex_name(at))) or _ToHex()
            self._told[at] = read_way(told.way, told.points) or Way(()), read_reasons(told.refused)
        return self._told[at]


def read_way(raw: object, points: tuple[float, ...] = ()) -> Way | None:
    """Read a way, with the points left after each step if they are told; None where nothing is told."""
    told = as_record(_Walked, raw)
    if told is None:
        return None
    steps = tuple((hex_id(to), by) for to, by in told.path)
    return Way(steps, told.mp_left, told.fire or (), told.watched or (), told.air or (), told.second, points)


def read_reasons(raw: Iterable[Any]) -> tuple[str, ...]:
    """Read reasons as sentences."""
    return tuple(map(words, raw))


def words(reason: Any) -> str:
    """Return a reason (a Reason or its JSON form) as a sentence with its rule number."""
    return str(Reason.from_plain(reason) if isinstance(reason, Mapping) else reason)


def sentences(reasons: Iterable[Any]) -> str:
    """Return reasons as lines, each once."""
    return "\n".join(dict.fromkeys(filter(None, map(words, reasons))))


Check = Callable[[Sequence[int]], "Way | None"]


class Trail:
    """The path to the pointer: along the pointer's own trail where that is legal, else the cheapest way.

    `check` returns the way along a row of hexes, or None if the rules know none.
    """

    def __init__(self, start: int, reach: Reach, check: Check | None = None) -> None:
        self.start = start
        self.reach = reach
        self.check = check
        self.way: Way = Way(())
        self._left: dict[tuple[Step, ...], float | None] = {}

    @property
    def hexes(self) -> list[int]:
        """Return the hexes of the path, without the start."""
        return [at for at, _ in self.way.steps]

    @property
    def end(self) -> int:
        """Return where the path ends."""
        return self.way.steps[-1][0] if self.way.steps else self.start

    def follow(self, to: int) -> bool:
        """Lead the path to a hex; if it cannot be reached, leave the path and return False."""
        if to == self.end:
            return True
        if to == self.start:
            self.way = Way(())
            return True
        way = (self._bent(to) or self.reach.way(to)) if to in self.reach else Way(())
        if not way.steps:
            return False
        self.way = way
        self._left |= {way.steps[: i + 1]: left for i, left in enumerate(way.points)}
        return True

    def _bent(self, to: int) -> Way | None:
        """Return the way along the pointer's own trail, one hex longer or cut back where it crosses itself.

        None if that is the cheapest way, or none at all.
        """
        if self.check is None:
            return None
        hexes = self.hexes
        if to in hexes:
            wanted = hexes[: hexes.index(to) + 1]
        elif are_adjacent(self.end, to):
            wanted = [*hexes, to]
        else:
            return None
        if wanted == [at for at, _ in self.reach.way(to).steps]:
            return None
        way = self.check(wanted)
        if way is not None:
            self._left[way.steps] = way.left
        return way

    def labelled(self) -> list[tuple[int, str, float | None]]:
        """Return the steps with the points left at each, or None where they are not known."""
        steps = self.way.steps
        return [(at, by, self._left.get(steps[: i + 1])) for i, (at, by) in enumerate(steps)]


def printed(hexes: Iterable[int]) -> list[str]:
    """Return hexes as printed numbers."""
    return [hex_name(at) for at in hexes]
