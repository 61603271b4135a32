"""Where a move can go and how: the reach query, and the trail that the pointer bends. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any

from rules.engine.command import Command
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
        if not raw:
            return Reach()
        points = {hex_id(name): float(left) for name, left in raw.get("hexes", {}).items()}
        watched = frozenset(map(hex_id, raw.get("watched", ())))
        begin = tuple(Command.from_json(order) for order in raw.get("begin", ()))
        return Reach(points, watched, bool(raw.get("second")), begin, read_reasons(raw.get("why", ())), tell)

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
            raw = self.tell(hex_name(at)) or {}
            way = read_way(raw["way"], raw.get("points", ())) if raw.get("way") else Way(())
            self._told[at] = way, read_reasons(raw.get("refused", ()))
        return self._told[at]


def read_way(raw: Mapping[str, Any], points: Iterable[float] = ()) -> Way:
    """Read a way, with the points left after each step if they are told."""
    steps = tuple((hex_id(to), str(by)) for to, by in raw.get("path", ()))
    left = raw.get("mp_left")
    fire, watched, air = (tuple(map(str, raw.get(key) or ())) for key in ("fire", "watched", "air"))
    return Way(steps, None if left is None else float(left), fire, watched, air, bool(raw.get("second")), tuple(points))


def read_reasons(raw: Iterable[Any]) -> tuple[str, ...]:
    """Read reasons as sentences."""
    return tuple(map(words, raw))


def words(reason: Any) -> str:
    """Return a reason (a Reason or its JSON form) as a sentence with its rule number."""
    if isinstance(reason, Mapping):
        text, rule = str(reason.get("text", "")), str(reason.get("rule", ""))
        return f"{text} ({rule})" if rule else text
    return str(reason)


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
