"""Where a move can go and how: the reach query, and the trail that the pointer bends. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rules.engine.command import Command
from rules.hexes.grid import are_adjacent
from rules.hexes.ids import hex_id, hex_name

Step = tuple[int, str]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Way:
    """One way: steps (hex, by what), points left, hexes that may fire on the way (`fire`) or at its end (`watched`)."""

    steps: tuple[Step, ...]
    left: float | None = None
    fire: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()
    air: tuple[str, ...] = ()
    second: bool = False


class ByHex(Mapping[int, T]):
    """What an answer tells of each hex, as `told`, and read when it is first asked for: of most it never is."""

    def __init__(self, told: Mapping[str, Any], read: Callable[[Any], T]) -> None:
        self.told = {hex_id(name): raw for name, raw in told.items()}
        self._read = read
        self._known: dict[int, T] = {}

    def __getitem__(self, at: int) -> T:
        if at not in self._known:
            self._known[at] = self._read(self.told[at])
        return self._known[at]

    def __contains__(self, at: object) -> bool:
        return at in self.told

    def __iter__(self) -> Iterator[int]:
        return iter(self.told)

    def __len__(self) -> int:
        return len(self.told)


@dataclass(frozen=True, slots=True)
class Reach:
    """The answer to the `reach` query: the cheapest way to each hex, refusals, and what to submit first."""

    ways: ByHex[Way] = field(default_factory=lambda: ByHex({}, read_way))
    refused: ByHex[tuple[str, ...]] = field(default_factory=lambda: ByHex({}, read_reasons))
    begin: tuple[Command, ...] = ()
    why: tuple[str, ...] = ()

    @staticmethod
    def read(raw: Mapping[str, Any] | None) -> Reach:
        """Read the answer; None reaches nothing."""
        if not raw:
            return Reach()
        ways, refused = ByHex(raw.get("hexes", {}), read_way), ByHex(raw.get("refused", {}), read_reasons)
        begin = tuple(Command.from_json(order) for order in raw.get("begin", ()))
        return Reach(ways, refused, begin, read_reasons(raw.get("why", ())))

    def ends(self) -> Iterator[tuple[int, float, bool, bool]]:
        """Yield each hex with the points left, whether enemies watch it, and whether it takes a second action."""
        for at, raw in self.ways.told.items():
            yield at, float(raw.get("mp_left") or 0.0), bool(raw.get("watched")), bool(raw.get("second"))


def read_way(raw: Mapping[str, Any]) -> Way:
    """Read one hex of a reach query."""
    steps = tuple((hex_id(to), str(by)) for to, by in raw.get("path", ()))
    left = raw.get("mp_left")
    fire, watched, air = (tuple(map(str, raw.get(key) or ())) for key in ("fire", "watched", "air"))
    return Way(steps, None if left is None else float(left), fire, watched, air, bool(raw.get("second")))


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
        if to not in self.reach.ways:
            return False
        self.way = self._bent(to) or self.reach.ways[to]
        return True

    def _bent(self, to: int) -> Way | None:
        """Return the way along the pointer's own trail, one hex longer or cut back where it crosses itself."""
        if self.check is None:
            return None
        hexes = self.hexes
        if to in hexes:
            wanted = hexes[: hexes.index(to) + 1]
        elif are_adjacent(self.end, to):
            wanted = [*hexes, to]
        else:
            return None
        if wanted == [at for at, _ in self.reach.ways[to].steps]:
            return self.reach.ways[to]
        way = self.check(wanted)
        if way is not None:
            self._left[way.steps] = way.left
        return way

    def labelled(self) -> list[tuple[int, str, float | None]]:
        """Return the steps with the points left at each, or None."""
        steps = self.way.steps
        return [(at, by, self._left_after(steps[: i + 1])) for i, (at, by) in enumerate(steps)]

    def _left_after(self, steps: tuple[Step, ...]) -> float | None:
        """Return the points left after some steps, if they are the cheapest way or have been checked."""
        way = self.reach.ways.get(steps[-1][0])
        return way.left if way is not None and way.steps == steps else self._left.get(steps)


def printed(hexes: Iterable[int]) -> list[str]:
    """Return hexes as printed numbers."""
    return [hex_name(at) for at in hexes]
