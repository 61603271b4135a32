"""A lesson, what its steps wait for, and how far a player has come in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from rules.engine.command import Command, Plain
from rules.engine.frozen import to_plain

# --- What a step of a lesson waits for: an order, something done at the table, a fact of the view ------------------

DEEDS: Final = ("undo", "save", "line")
"""What is done at the table without an order: undo, save a copy, draw a line of sight."""
TESTS: Final = ("is", "not", "at_least", "at_most", "has", "lacks")
_NOTHING: Final = object()


@dataclass(frozen=True, slots=True)
class Order:
    """An order that was given: verb, question, seat, and fields with the values that will do; "" for any."""

    verb: str
    question: str = ""
    by: str = ""
    fields: Mapping[str, tuple[object, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Deed:
    """Something done at the table, one of DEEDS; a line may have to run between two hexes, whichever comes first."""

    name: str
    between: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Fact:
    """A test on the view: the way to a value ("units.e_143.hex"; of a list by id), one of TESTS, and what it wants."""

    path: tuple[str, ...]
    test: str
    wanted: Any


@dataclass(frozen=True, slots=True)
class All:
    """Every part is met."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Some:
    """At least one part is met."""

    parts: tuple[Condition, ...]


Condition: TypeAlias = Order | Deed | Fact | All | Some


@dataclass(frozen=True, slots=True)
class Given:
    """An order as it was given: to which question, by which seat."""

    question: str
    by: str
    command: Command


Happening: TypeAlias = Given | Deed


def freely(condition: Condition) -> Condition:
    """Return a condition whose orders count whatever their fields, each once."""
    if isinstance(condition, All | Some):
        parts = [freely(part) for part in condition.parts]
        return type(condition)(tuple(part for n, part in enumerate(parts) if part not in parts[:n]))
    return Order(condition.verb, condition.question, condition.by) if isinstance(condition, Order) else condition


def leaves(condition: Condition, place: str = "0") -> Iterator[tuple[str, Condition]]:
    """Yield the parts of a condition that hold no others, each with its place."""
    if isinstance(condition, All | Some):
        for number, part in enumerate(condition.parts):
            yield from leaves(part, f"{place}.{number}")
    else:
        yield place, condition


def matched(condition: Condition, happening: Happening) -> set[str]:
    """Return the places of the orders and deeds of a condition that something which happened fulfils."""
    return {place for place, part in leaves(condition) if _is(part, happening)}


def _is(part: Condition, happening: Happening) -> bool:
    if isinstance(part, Deed) and isinstance(happening, Deed):
        return part.name == happening.name and part.between in (frozenset(), happening.between)
    if isinstance(happening, Deed):
        return False
    if not isinstance(part, Order) or part.verb != happening.command.verb:
        return False
    asked = part.question in ("", happening.question) and part.by in ("", happening.by)
    return asked and all(_agrees(happening.command.get(name), wanted) for name, wanted in part.fields.items())


def _agrees(value: object, wanted: tuple[object, ...]) -> bool:
    """Tell whether a field has one of the values; of a field with several things, one of them must."""
    return any(one in wanted for one in value) if isinstance(value, tuple) else value in wanted


def is_met(condition: Condition, seen: set[str], view: Mapping[str, Any], place: str = "0") -> bool:
    """Tell whether a condition is met, by the places already seen and the present view."""
    if isinstance(condition, All | Some):
        parts = (is_met(part, seen, view, f"{place}.{n}") for n, part in enumerate(condition.parts))
        return all(parts) if isinstance(condition, All) else any(parts)
    return holds(condition, view) if isinstance(condition, Fact) else place in seen


def holds(fact: Fact, view: Mapping[str, Any]) -> bool:
    """Tell whether a fact is true of a view."""
    value = look_up(view, fact.path)
    match fact.test:
        case "is":
            return bool(value == fact.wanted) or (value is _NOTHING and fact.wanted is None)
        case "not":
            return not (value == fact.wanted or (value is _NOTHING and fact.wanted is None))
        case "at_least":
            return isinstance(value, int | float) and value >= fact.wanted
        case "at_most":
            return isinstance(value, int | float) and value <= fact.wanted
        case "has" | "lacks":
            found = isinstance(value, list) and any(_fits(entry, fact.wanted) for entry in value)
            return found is (fact.test == "has")
    raise ValueError(f'There is no test "{fact.test}".')


def _fits(entry: object, wanted: object) -> bool:
    if isinstance(wanted, Mapping):
        return isinstance(entry, Mapping) and all(entry.get(key) == value for key, value in wanted.items())
    return entry == wanted


def may_be(view: Mapping[str, Any], path: tuple[str, ...]) -> bool:
    """Tell whether a view can have a value at the end of a path: it has one now, or nothing yet where it would be."""
    return any(look_up(view, path[:n]) is None for n in range(1, len(path))) or look_up(view, path) is not _NOTHING


def look_up(view: object, path: tuple[str, ...]) -> Any:
    """Return the value at the end of a path, or a value unlike any other."""
    here: Any = view
    for name in path:
        if isinstance(here, list):
            here = next((entry for entry in here if isinstance(entry, Mapping) and entry.get("id") == name), _NOTHING)
        else:
            here = here.get(name, _NOTHING) if isinstance(here, Mapping) else _NOTHING
    return here


# --- A lesson and how far a player has come in it ------------------------------------------------------------------

DONE: Final = "done"
PASSED: Final = "passed"
MISSED: Final = "missed"
"""How a step ends: done, passed over by the player, or no longer possible."""
KINDS: Final = ("hex", "unit", "rule", "verb", "action")
_REFERENCE: Final = re.compile(r"\[([a-z]+):([^\[\]]+)\]")


class Reference(NamedTuple):
    """A thing a text names: a hex, a unit, a rule, an order by its verb, or an action of the window."""

    kind: str
    name: str


def pieces(text: str) -> Iterator[str | Reference]:
    """Yield a text piece by piece: words and references."""
    end = 0
    for found in _REFERENCE.finditer(text):
        if found.start() > end:
            yield text[end : found.start()]
        yield Reference(found[1], found[2])
        end = found.end()
    if end < len(text):
        yield text[end:]


def references(text: str) -> list[Reference]:
    """Return everything a text refers to."""
    return [piece for piece in pieces(text) if isinstance(piece, Reference)]


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step: a text to read and what it waits for, None for no more than reading.

    `points` are what the table marks: "hex:18.43", "unit:e_143", "dock:cup", "button:done", "prompt".
    Once `over` is met the step cannot happen any more; `missed` says so. A step with `only` is left out, without a
    word, unless that holds when its turn comes.
    """

    id: str
    title: str
    text: str
    rule: str = ""
    points: tuple[str, ...] = ()
    waits: Condition | None = None
    over: Condition | None = None
    missed: str = ""
    only: Condition | None = None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson on a scenario; `seed` fixes its dice if not None. In a `free` one the steps are aims in any order.

    With `once` an order counts for one step only, the first that still waits for it, as a lesson needs that was
    recorded: the same order may be several of its steps.
    """

    id: str
    title: str
    lead: str
    scenario: str
    steps: tuple[LessonStep, ...]
    seed: int | None = None
    free: bool = False
    once: bool = False
    minutes: int = 5
    path: Path | None = None


@dataclass(slots=True)
class LessonProgress:
    """How far a player is in a lesson: how steps ended, and what was seen of those still open.

    What a step waits for counts from the beginning of the lesson: who did it before it was asked has done it.
    """

    lesson: Lesson
    ended: dict[str, str] = field(default_factory=dict)
    seen: dict[str, set[str]] = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)
    undone: list[Given] = field(default_factory=list)

    @property
    def step(self) -> LessonStep | None:
        """Return the first step that is still open, or None at the end."""
        return next((step for step in self.lesson.steps if step.id not in self.ended), None)

    @property
    def number(self) -> int:
        """Return how many steps have ended."""
        return len(self.ended)

    @property
    def is_complete(self) -> bool:
        """Tell whether every step has ended."""
        return self.step is None

    def notice(self, happenings: Iterable[Happening], view: object) -> list[tuple[LessonStep, str]]:
        """Take note of what happened and of the view it led to; return the steps that end now, and how."""
        for happening in happenings:
            if self.lesson.once and happening in self.undone:
                self.undone.remove(happening)
                continue
            still = True
            for step in self.lesson.steps:
                if step.waits is not None and step.id not in self.ended and still:
                    still = not self._see(step.id, matched(step.waits, happening))
                if step.over is not None and step.id not in self.ended:
                    self.seen.setdefault(f"over {step.id}", set()).update(matched(step.over, happening))
        return self._go_on(view)

    def _see(self, step: str, places: set[str]) -> bool:
        """Take note of what a step has seen; return whether it counts for no other step."""
        seen = self.seen.setdefault(step, set())
        if not self.lesson.once:
            seen.update(places)
            return False
        new = sorted(places - seen)[:1]
        seen.update(new)
        return bool(new)

    def take_back(self, given: Iterable[Given]) -> None:
        """Take note of orders that were undone: given again, they count no second time where an order counts once."""
        if self.lesson.once:
            self.undone += given

    def finish(self, view: object) -> list[tuple[LessonStep, str]]:
        """End the present step by its player's wish: read, or passed over; return every step that ends with it."""
        step = self.step
        if step is None:
            return []
        return [self._end(step, DONE if step.waits is None else PASSED), *self._go_on(view)]

    def _go_on(self, position: object) -> list[tuple[LessonStep, str]]:
        view, ended = to_plain(position), []
        for step in self.lesson.steps:
            if step.id in self.ended:
                continue
            if step.only is not None and step.id not in self.shown:
                if not is_met(step.only, set(), view):
                    self._end(step, PASSED)
                    continue
                self.shown.add(step.id)
            how = self._how(step, view)
            if how:
                ended.append(self._end(step, how))
            elif not self.lesson.free:
                break
        return ended

    def _how(self, step: LessonStep, view: Mapping[str, Any]) -> str:
        if step.waits is not None and is_met(step.waits, self.seen.get(step.id, set()), view):
            return DONE
        over = step.over is not None and is_met(step.over, self.seen.get(f"over {step.id}", set()), view)
        return MISSED if over else ""

    def _end(self, step: LessonStep, how: str) -> tuple[LessonStep, str]:
        self.ended[step.id] = how
        self.seen.pop(step.id, None)
        self.seen.pop(f"over {step.id}", None)
        return step, how

    def to_plain(self) -> dict[str, Plain]:
        """Return what is kept with a game."""
        seen: dict[str, Plain] = {key: [*sorted(places)] for key, places in self.seen.items() if places}
        return {"lesson": self.lesson.id, "ended": {**self.ended}, "seen": seen}

    @staticmethod
    def from_plain(lesson: Lesson, told: Mapping[str, Any]) -> LessonProgress:
        """Return the progress kept with a game; what does not fit the lesson any more is left out."""
        steps = {step.id for step in lesson.steps}
        ended, seen = told.get("ended"), told.get("seen")
        return LessonProgress(
            lesson,
            {str(key): str(how) for key, how in _mapping(ended).items() if key in steps},
            {
                str(key): {str(place) for place in places}
                for key, places in _mapping(seen).items()
                if str(key).removeprefix("over ") in steps and isinstance(places, list)
            },
        )


def _mapping(told: object) -> Mapping[Any, Any]:
    return told if isinstance(told, Mapping) else {}
