"""A lesson that was played, as a document: each order, or each gesture of several, is a step to be worded."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from rules.engine.command import Command
from rules.files.problems import Data
from rules.lessons.lesson import Given
from rules.lessons.reading import FORMAT

Step = Mapping[str, Data]
MOST_POINTS: Final = 4
"""Hexes, units and buttons that are marked for one step."""
WORDS: Final = "Write here what the player reads."


class PlayedOrder(NamedTuple):
    """An order of a game: what it was given to, the gesture it was part of, and what it is called."""

    given: Given
    gesture: int
    words: str


class Shown(NamedTuple):
    """A step as its maker sees it; `orders` are what it waits for, each by its verb and its values."""

    id: str = ""
    title: str = ""
    text: str = ""
    rule: str = ""
    freely: bool = False
    waits: bool = False
    orders: tuple[tuple[str, tuple[str, ...]], ...] = ()


class ShownLesson(NamedTuple):
    """A lesson as its maker sees it."""

    title: str
    lead: str
    scenario: str
    steps: tuple[Shown, ...]


def shown(data: Data) -> ShownLesson:
    """Return what a document tells of its lesson, which may be wrong."""
    told: Mapping[str, Data] = data if isinstance(data, Mapping) else {}
    title, lead, scenario = (str(told.get(key) or "") for key in ("title", "lead", "scenario"))
    return ShownLesson(title, lead, scenario, tuple(map(_shown, steps_in(data))))


def _shown(step: Step) -> Shown:
    name, title, text, rule = (str(step.get(key) or "") for key in ("id", "title", "text", "rule"))
    orders = tuple((str(order.get("verb", "")), tuple(_values(order))) for order in orders_in(step))
    return Shown(name, title, text, rule, step.get("freely") is True, "waits" in step, orders)


def _values(order: Mapping[str, Data]) -> list[str]:
    """Return the values of the fields of an order, one by one."""
    fields = [value for key, value in order.items() if key not in ("verb", "question", "by")]
    return [str(one) for value in fields for one in (value if isinstance(value, list) else [value])]


def steps_in(data: Data) -> list[Step]:
    """Return the steps of a lesson's document, which may be wrong."""
    told = data.get("steps") if isinstance(data, Mapping) else None
    return [step for step in _listed(told) if isinstance(step, Mapping)]


def recorded(lesson: str, title: str, scenario: str, steps: Sequence[Step], seed: int | None) -> dict[str, Data]:
    """Return the document of a lesson of these steps, which is to have an id, a title and the dice of a seed."""
    data: dict[str, Data] = {"format": FORMAT, "id": lesson, "title": title, "scenario": scenario}
    if seed is not None:
        data["seed"] = seed
    return {**data, "once": True, "steps": [dict(step) for step in steps]}


def steps_of(orders: Sequence[PlayedOrder], units: Collection[str], places: Collection[str]) -> list[Step]:
    """Return a step for each gesture of a game; `units` and `places` are what can be marked."""
    steps: list[Step] = []
    for _, gesture in groupby(orders, lambda played: played.gesture):
        steps.append(_step(list(gesture), units, places, [str(step["id"]) for step in steps]))
    return steps


def _step(
    gesture: Sequence[PlayedOrder], units: Collection[str], places: Collection[str], taken: Collection[str]
) -> Step:
    first = gesture[0]
    orders: list[Data] = [{"order": _order(played.given)} for played in gesture]
    points = list(dict.fromkeys(point for played in gesture for point in _points(played.given.command, units, places)))
    if len(points) > MOST_POINTS:  # a move says most by where it begins and ends
        points = [*points[: MOST_POINTS - 1], points[-1]]
    step: dict[str, Data] = {"id": free_id(first.given.command.verb, taken), "title": first.words}
    step["text"] = "\n".join(_words(played) for played in gesture)
    if points:
        step["points"] = list[Data](points)
    return {**step, "waits": orders[0] if len(orders) == 1 else {"all": orders}}


def _words(played: PlayedOrder) -> str:
    command = played.given.command
    return f"{played.words}." if command.args else f"Press [verb:{command.verb}]."


def _order(given: Given) -> dict[str, Data]:
    """Return an order as conditions are written; a field with the name of what they tell of any order is left out."""
    told = {"verb": given.command.verb, "question": given.question, "by": given.by}
    fields = {key: list[Data](value) if isinstance(value, tuple) else value for key, value in given.command.args}
    rest = {key: value for key, value in fields.items() if key not in told}
    return {**{key: value for key, value in told.items() if value}, **rest}


def _points(command: Command, units: Collection[str], places: Collection[str]) -> list[str]:
    """Return what an order is about: units and places, or else its button or where it is listed."""
    values = [each for _, value in command.args for each in (value if isinstance(value, tuple) else (value,))]
    found = [f"unit:{value}" for value in values if value in units]
    found += [f"hex:{value}" for value in values if value in places]
    return found or ["dock:orders" if command.args else f"button:{command.verb}"]


def free_id(words: str, taken: Collection[str]) -> str:
    """Return an id for a step that no other step has."""
    stem = "-".join(re.findall("[a-z0-9]+", words.lower())) or "step"
    names = (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


# --- Steps in a list that is worded -------------------------------------------------------------------------------


def merged(steps: Sequence[Step], places: Sequence[int]) -> list[Step]:
    """Return steps with some of them made one, which stands where the first stood and waits for all they did."""
    joined = [steps[place] for place in sorted(places)]
    first, waits = dict(joined[0]), [part for step in joined for part in _parts(step)]
    first["text"] = "\n".join(str(step.get("text", "")) for step in joined)
    points = list(dict.fromkeys(str(point) for step in joined for point in _listed(step.get("points"))))
    if points:
        first["points"] = list[Data](points)
    if waits:
        first["waits"] = waits[0] if len(waits) == 1 else {"all": waits}
    if any(step.get("freely") for step in joined):
        first["freely"] = True
    gone = set(places) - {min(places)}
    return [first if place == min(places) else step for place, step in enumerate(steps) if place not in gone]


def _parts(step: Step) -> list[Data]:
    waits = step.get("waits")
    if waits is None:
        return []
    return list(_listed(waits["all"])) if isinstance(waits, Mapping) and list(waits) == ["all"] else [waits]


def _listed(value: Data) -> Sequence[Data]:
    return value if isinstance(value, list) else ()


def moved(steps: Sequence[Step], places: Collection[int], by: int) -> list[Step]:
    """Return steps with some of them one place further up (-1) or down (1), as far as there is room."""
    after = list(steps)
    for place in sorted(places, reverse=by > 0):
        to = place + by
        if 0 <= to < len(after):
            after[place], after[to] = after[to], after[place]
        else:
            break
    return after


def with_words(steps: Sequence[Step], place: int) -> list[Step]:
    """Return steps with one before a place that has text only."""
    name = free_id("read", [str(step.get("id")) for step in steps])
    return [*steps[:place], {"id": name, "title": "Words to read", "text": WORDS}, *steps[place:]]


def titles_of(steps: Sequence[Step]) -> list[str]:
    """Return the titles of steps."""
    return [str(step.get("title", "")) for step in steps]


def orders_in(step: Step) -> list[Mapping[str, Data]]:
    """Return the orders that a step waits for, however its condition is made up."""
    found: list[Mapping[str, Data]] = []
    left: list[Data] = [step.get("waits")]
    while left:
        part = left.pop(0)
        if isinstance(part, Mapping):
            if isinstance(order := part.get("order"), Mapping):
                found.append(order)
            left += [*_listed(part.get("all")), *_listed(part.get("any"))]
    return found
