"""A battle that is being made: what lies on its board although it has faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from rules.command_cards.charts import Charts, house_charts
from rules.command_cards.hexes import NEIGHBOURS, ROWS, width
from rules.command_cards.integrity import KINDS
from rules.command_cards.loading.begin_checks import begin_problems
from rules.command_cards.loading.chart_checks import chart_problems, charts_over
from rules.command_cards.loading.checks import Site, hex_problems, kind_problems, letters
from rules.command_cards.loading.scenarios import (
    INLINE_CHARTS,
    INLINE_DEFAULTS,
    INLINE_MAP,
    Parts,
    built,
    form_problems,
    line_of,
    look,
    map_of,
    own_charts,
    whole,
)
from rules.command_cards.state import SEATS, Scenario
from rules.command_cards.turn import start
from rules.command_cards.view import View, view
from rules.engine.game import Game
from rules.files.checking import Remains
from rules.files.documents import Document
from rules.files.draft_shelf import DraftShelf
from rules.files.problems import Data, Problem, Route, ScenarioError, list_in, table_in

Raw = Mapping[str, Data]

_OPEN: Final = "."
_NOBODY: Final[Raw] = {**INLINE_DEFAULTS, "units": {seat: {} for seat in SEATS}}
_BARE: Final[Raw] = {**INLINE_MAP, "rows": [_OPEN * width(row) for row in ROWS]}
_WHOLE: Final = ("objectives", "exits", "reinforcements")
"""Lists whose entries go with a hex that is not there."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A draft as it lies on the table: its scenario and view without what cannot be shown, and its map as data."""

    scenario: Scenario
    view: View
    land: Raw

    @property
    def site(self) -> Site:
        """Return the ground of each hex as the battle begins, and the charts."""
        return Site({**self.scenario.map.terrain, **self.view.terrain}, self.scenario.charts)


class Drafting:
    """Lay out one scenario of a draft again and again."""

    def __init__(self, folder: Path, name: str) -> None:
        """Take the folder of the draft and the name of the scenario's document, such as "command_cards/mill.yaml"."""
        self.name, self._shelf = name, DraftShelf(folder)

    def laid(self, documents: Mapping[str, Data]) -> Laid:
        """Return what lies on the table; raise ScenarioError where the files cannot be understood at all."""
        document = self.document(documents)
        rest = _sound(document, "scenario", _NOBODY)
        rest = Document(rest.mapping, document.file, document.path, shelf=document.shelf)
        own, charts = _sound_charts(rest)
        rest = _without_strangers(rest, charts)
        ground = map_of(rest)
        land = _sound_land(_sound(ground, "map", _BARE).mapping)
        scenario = built(rest.mapping, Parts(ground.with_data(land), charts, own))
        return Laid(scenario, view(Game(KINDS, scenario, start(scenario)), None), land)

    def document(self, documents: Mapping[str, Data]) -> Document:
        """Return the scenario's document as the draft has it."""
        return self._shelf.document(documents, self.name)

    def source(self, documents: Mapping[str, Data]) -> Mapping[str, Data]:
        """Return the scenario as one document, from which a game of it can be loaded wherever its files are.

        Raises ScenarioError with every fault.
        """
        document = self.document(documents)
        problems, parts = look(document)
        if parts is None:
            raise ScenarioError(problems)
        return whole(document, parts)


def _sound(document: Document, kind: str, defaults: Raw) -> Document:
    """Return what the schema of a kind allows of a document; what must be there is as in `defaults`."""
    rest, check = Remains(document, defaults), _form(kind)
    while problems := check(rest.left):
        routes = [problem.route for problem in problems]
        if not rest.leave_out(routes) and not rest.leave_out(route[:1] for route in routes if route):
            raise ScenarioError(problems)
    return rest.left


def _form(kind: str) -> Callable[[Document], Sequence[Problem]]:
    return lambda document: form_problems(document, kind)


def _sound_charts(scenario: Document) -> tuple[Document | None, Charts]:
    """Return the charts of a scenario's own without their faulty lines, and what it is shown with."""
    try:
        own = own_charts(scenario)
    except ScenarioError:
        own = None  # they cannot be read; the check says so
    if own is None:
        return None, house_charts()
    rest = Remains(_sound(own, "charts", INLINE_CHARTS))
    rest.leave_out((*own.base, *line_of(own, problem)) for problem in chart_problems(rest.left))
    return rest.left, charts_over(rest.left.mapping)


def _without_strangers(document: Document, charts: Charts) -> Document:
    """Return a scenario without units and obstacles of no kind, hexes off the board and what it cannot begin with."""
    rest = Remains(document)
    kinds = [problem.route for problem in kind_problems(document, charts)]
    rest.leave_out([*kinds, *(_entry(problem.route) for problem in hex_problems(document))])
    while rest.leave_out(_part(problem.route) for problem in begin_problems(rest.left, charts)):
        pass
    return rest.left


def _part(route: Route) -> Route:
    """Return the part of a beginning that goes with a fault: without its round there is none."""
    return route[:1] if route == ("begin", "round") else route


def _entry(route: Route) -> Route:
    return route[:2] if route[0] in _WHOLE else route


def _sound_land(land: Raw) -> dict[str, Any]:
    """Return a map with rows of the right width, open where a letter is none, and roads from hex to next hex."""
    known = letters()
    rows = []
    for row, line in zip(ROWS, land["rows"], strict=True):
        letters_now = "".join(letter if letter in known else _OPEN for letter in line[: width(row)])
        rows.append(letters_now.ljust(width(row), _OPEN))
    made: dict[str, Any] = {**land, "rows": rows}
    if "roads" in land:
        made["roads"] = [part for road in list_in(land, "roads") for part in _parts(road)]
    if "names" in land:
        made["names"] = {place: name for place, name in table_in(land, "names").items() if place in NEIGHBOURS}
    return made


def _parts(road: Sequence[str]) -> Iterator[list[str]]:
    """Yield the parts of a road that lead from a hex to one beside it."""
    part = [road[0]]
    for one, after in pairwise(road):
        if after in NEIGHBOURS.get(one, ()):
            part.append(after)
            continue
        if len(part) > 1:
            yield part
        part = [after]
    if len(part) > 1:
        yield part
