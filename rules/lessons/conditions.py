"""What a step of a lesson waits for: an order, something done at the table, a fact of the view, or a mix of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from rules.engine.command import Command

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
