"""The areas, boxes and counters that a problem of a scenario is about, read off the route to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.files.problems import Problem
from rules.files.values import Data, Route

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
