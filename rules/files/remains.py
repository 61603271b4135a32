"""What is left of a document without its faulty parts, so that what is right can be checked further."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from rules.files.documents import Document
from rules.files.problems import Problem
from rules.files.values import Data, Route

Check = Callable[[Document], Sequence[Problem]]


class Remains:
    """A document of which parts are left out; its problems keep their routes in the file as it is.

    `left` is the rest. Keys that its root lacks are there as in `defaults`.
    """

    def __init__(self, document: Document, defaults: Mapping[str, Data] | None = None) -> None:
        """Begin with the whole document."""
        self._whole = document
        self._defaults = defaults or {}
        self._out: set[Route] = set()
        self.left = document

    def leave_out(self, routes: Iterable[Route]) -> bool:
        """Leave out what stands at routes in the file; return False if all of it, or the root, is out already."""
        out = self._out.union(routes)
        if out == self._out:
            return False
        self._out = out
        kept: dict[Route, tuple[int, ...]] = {}
        above = {route[:length] for route in out for length in range(len(route))}
        data = _less(self._whole.data, self._whole.base, out, above, kept)
        if isinstance(data, Mapping):
            data = {**self._defaults, **data}
        self.left = replace(self._whole, data=data, kept=kept, passed=set(), key="")
        return True

    def reduce(self, problems: Sequence[Problem], check: Check) -> bool:
        """Leave out all that a check finds fault with, beginning with its `problems`; return False if it cannot be."""
        while problems:
            if not self.leave_out(problem.route for problem in problems):
                return False
            problems = check(self.left)
        return True


def _less(data: Data, route: Route, out: set[Route], above: set[Route], kept: dict[Route, tuple[int, ...]]) -> Data:
    """Return data without what is out, and note the places of the entries that are left in each list that lost some."""
    if route not in above:
        return data
    if isinstance(data, Mapping):
        left = {key: value for key, value in data.items() if (*route, key) not in out}
        return {key: _less(value, (*route, key), out, above, kept) for key, value in left.items()}
    if isinstance(data, list):
        places = [place for place in range(len(data)) if (*route, place) not in out]
        if len(places) < len(data):
            kept[route] = tuple(places)
        return [_less(data[place], (*route, place), out, above, kept) for place in places]
    return data
