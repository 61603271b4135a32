"""The command `check` for the files of this system, and the places that a problem is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rules.files.checking import Checker, id_problems
from rules.files.documents import Document
from rules.files.problems import Data, Problem, Route
from rules.striking_anvil.loading.advice import advice_on
from rules.striking_anvil.loading.checks import home, kind_of
from rules.striking_anvil.loading.scenarios import checked, load_scenario, look
from rules.striking_anvil.scenario import CHARTS

# --- The areas, boxes and counters that a problem of a scenario is about, read off the route to it -----------------

_BY_PLACE: Final = ("setup", "ffi", "fortifications")
"""Mappings of a scenario whose keys are areas and boxes."""
_LISTS: Final = ("setup", "reduced", "disorganized", "paradrops", "reinforcements", "intact_bridges")
"""Parts of a scenario that list counters or bridges."""


def located(problem: Problem, data: Data) -> Problem:
    """Return a problem of a scenario with the places and counters along its route before those it names."""
    return replace(problem, places=tuple(dict.fromkeys((*_along(data, problem.route), *problem.places))))


def _along(data: Data, route: Route) -> Iterator[str]:
    for number, key in enumerate(route):
        if number and route[number - 1] in _BY_PLACE:
            yield str(key)
        try:
            data = data[key]
        except (LookupError, TypeError):
            return
        if isinstance(data, dict):
            yield from (str(data[name]) for name in ("area", "box") if name in data)
    if isinstance(data, str) and route[0] in _LISTS:
        yield data


# --- The command `check` for the files of this system --------------------------------------------------------------

_NO_FORMAT: Final = (
    'The first line must say what this is, such as "format: anvil-scenario/1" (or map, counters, charts, ground).'
)
_COUNTED: Final = {"map": {"area": "areas", "border": "borders"}, "counters": {"counter": "counters"}}


def _problems(document: Document) -> Sequence[Problem]:
    kind = kind_of(document)
    if not kind:
        return [document.problem(("format",), _NO_FORMAT)]
    found = look(document)[0] if kind == "scenario" else checked(document, kind)
    return [*found, *id_problems(document)]


def problems_in(document: Document) -> list[Problem]:
    """Return every fault of a document and of what it names, or, if it is a scenario without any, advice."""
    found = list(_problems(document))
    if kind_of(document) != "scenario":
        return found
    found = found or advice_on(document, load_scenario(document))
    return [located(each, document.data) if each.file == document.file else each for each in found]


def _counts(document: Document) -> Counter[str]:
    kind = kind_of(document)
    counts = Counter({noun: len(document.mapping[key]) for noun, key in _COUNTED.get(kind, {}).items()})
    if kind == "scenario":
        counts["example" if document.mapping.get("kind") == "example" else "scenario"] += 1
    return counts


CHECKER: Final = Checker(lambda: [home(), CHARTS], _problems, _counts)
