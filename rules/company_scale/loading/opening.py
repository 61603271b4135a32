"""Read and check everything a scenario needs: every fault at once, each once.

What is faulty in a document is left out, and the checks that come later run on the rest; nothing is told of what
refers to a part that was left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from rules.company_scale.loading.files import Bundle, house_charts, located, referred, schema_of
from rules.company_scale.loading.forces import attached_problems
from rules.company_scale.loading.forces_checks import COUNTERS, LISTS, TABLES, chart_problems, forces_problems
from rules.company_scale.loading.map_checks import doubtful_parts, map_problems
from rules.company_scale.loading.scenario_checks import names_in, scenario_problems
from rules.company_scale.loading.series_checks import series_problems
from rules.files.checking import Remains
from rules.files.documents import Document, laid_over, passes
from rules.files.problems import Data, Problem, Route, ScenarioError
from rules.files.schema_check import schema_problems, text_problems
from rules.files.still_shelf import Kept

_ROWS: Final = [1, 98]
_ANYWHERE: Final[Mapping[str, Data]] = {
    "id": "anywhere",
    "title": "Anywhere",
    "columns": _ROWS,
    "rows": _ROWS,
    "terrain": {str(row): "." * 98 for row in range(1, 99)},
    "roads": [{"kind": "railroad", "hexes": [f"{c:02}.{r:02}" for c in range(1, 99) for r in range(1, 99)]}],
}
"""Ground on which anything can stand, in place of ground that is not known."""
_NAMED: Final[Mapping[str, Data]] = {"id": "draft", "title": "A draft"}
_MISSING: Final[Mapping[str, Data]] = {
    **_NAMED,
    "map": _ANYWHERE,
    "forces": [{"format": "chitpull-forces/1"}],
    "date": "1944-08-22",
    "first_turn": "0700",
    "turns": 100,
    "initiative": "german",
    "setup": {},
}
"""What a scenario is checked with further if it lacks these."""
_TRIFLES: Final = ("stripe", "chits", "attachable")
"""Fields without which a piece or formation can be checked further."""
_GROUND: Final = frozenset({"columns", "rows", "terrain"})


def open_bundle(scenario: Document, root: Path) -> Bundle:
    """Read and check everything a scenario needs; raise ScenarioError with every problem found."""
    problems, bundle = look(scenario, root)
    if bundle is None:
        raise ScenarioError(problems)
    return bundle


def look(scenario: Document, root: Path) -> tuple[list[Problem], Bundle | None]:
    """Return every problem of a scenario and of what it names, and, if there is none, its documents."""
    problems = checked(scenario, "scenario")
    rest = _reduced(scenario, problems)
    if rest is None:
        return problems, None
    found = _Found(root, rest.left, list(problems))
    ground, charts = found.ground(), found.charts()
    if not TABLES.keys() <= charts.keys():  # nothing can be read further without them
        return list(dict.fromkeys(found.problems)), None
    forces = found.forces(charts)
    rest.leave_out(found.lost_names(rest.left))
    attached = attached_problems(rest.left, forces)
    rest.leave_out(problem.route for problem in attached if len(problem.route) > 1)
    found.problems += attached
    doubtful = {str(start.get("hex")) for name, start in _starts(scenario) if name not in rest.left.mapping["setup"]}
    found.problems += scenario_problems(rest.left, ground, forces, charts, doubtful)
    problems = list(dict.fromkeys(found.problems))
    return problems, None if problems else Bundle(scenario, ground, tuple(forces), charts, found.kept)


class Remainder:
    """What of a scenario's map, charts and forces is right in itself; a scenario that names them can be shown with it.

    Raises ScenarioError if its map cannot be understood, or the scenario itself.
    """

    def __init__(self, scenario: Document, root: Path) -> None:
        self._found = _Found(root, _shown(scenario).left, [])
        self._ground = self._found.ground()
        if self._ground.mapping.get("id") == _ANYWHERE["id"]:
            problem = scenario.problem(("map",), "Name a map by its id.")
            raise ScenarioError(self._found.problems or checked(scenario, "scenario") or [problem])
        self._charts = self._found.charts()
        if not TABLES.keys() <= self._charts.keys():
            raise ScenarioError(self._found.problems)
        self._forces = tuple(self._found.forces(self._charts))
        self._kept = Kept()

    def bundle(self, scenario: Document) -> Bundle:
        """Return what is right of a scenario that names these, which need not be playable; raise ScenarioError."""
        rest = _shown(scenario)
        rest.leave_out(self._found.lost_names(rest.left))
        return Bundle(rest.left, self._ground, self._forces, self._charts, self._kept)


def _shown(scenario: Document) -> Remains:
    """Return a scenario without the parts that have not the right form; raise ScenarioError if nothing is left."""
    problems = checked(scenario, "scenario")
    rest = _reduced(scenario, problems)
    if rest is None:
        raise ScenarioError(problems)
    return rest


def _reduced(scenario: Document, problems: Sequence[Problem]) -> Remains | None:
    """Return a scenario without the parts that have problems of form, None if nothing is left."""
    rest = Remains(scenario, _MISSING)
    return rest if rest.reduce(problems, lambda left: _form_problems(left, "scenario")) else None


def charts_of(scenario: Document, root: Path) -> Mapping[str, Data] | None:
    """Return the charts of a scenario of the right form, None if they are wrong."""
    found = _Found(root, scenario, [])
    charts = found.charts()
    return None if found.problems else charts


def _starts(scenario: Document) -> list[tuple[str, Mapping[str, Data]]]:
    """Return what of a set-up has the right form."""
    setup = scenario.mapping.get("setup")
    return [item for item in setup.items() if isinstance(item[1], Mapping)] if isinstance(setup, Mapping) else []


def checked(document: Document, kind: str) -> list[Problem]:
    """Return the problems of one document taken alone."""
    if kind in document.passed:
        return []
    problems = _form_problems(document, kind)
    if kind == "map":
        rest = Remains(document, _NAMED)
        if rest.reduce(problems, lambda left: _form_problems(left, kind)):
            problems = [*problems, *map_problems(rest.left, _parts(document, problems))]
    if not problems:
        passes(document, kind)
    return problems


def _parts(document: Document, problems: Sequence[Problem]) -> set[str]:
    """Return the parts of a document that have problems, by their keys."""
    return {str(each.route[len(document.base)]) for each in problems if len(each.route) > len(document.base)}


def _form_problems(document: Document, kind: str) -> list[Problem]:
    """Return what is wrong with the texts and the form of a document."""
    problems = text_problems(document) or schema_problems(_with_format(document, kind), schema_of(kind))
    return located(problems, document)


def _with_format(document: Document, kind: str) -> Document:
    """Return a document given in code with the format line a file must have."""
    if document.path is not None and not document.base:
        return document
    data = {"format": f"chitpull-{kind}/1", **document.mapping} if document.mapping else document.data
    return document.with_data(data)


@dataclass(slots=True)
class _Found:
    """What is found in the documents that a scenario names: problems, and names that are there but left out.

    Where charts or forces cannot be read at all, any name may be one of theirs.
    """

    root: Path
    scenario: Document
    problems: list[Problem]
    kinds: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    known: set[str] = field(default_factory=set)
    lacks_charts: bool = False
    lacks_forces: bool = False

    @property
    def kept(self) -> Kept:
        """What was built of the same files before."""
        return self.scenario.shelf.kept or Kept()

    def ground(self) -> Document:
        """Return the map; what of it is doubtful allows anything."""
        if self.scenario.mapping["map"] is _ANYWHERE:
            return Document(_ANYWHERE)
        try:
            ground = referred(self.scenario, "map", ("map",), self.root)
        except ScenarioError as error:
            self.problems += error.problems
            return Document(_ANYWHERE)
        if not (problems := checked(ground, "map")):
            return ground
        self.problems += problems
        rest = Remains(ground, _NAMED)
        form = _form_problems(ground, "map")
        if not rest.reduce(form, lambda left: _form_problems(left, "map")):
            return Document(_ANYWHERE)
        doubtful = doubtful_parts(rest.left) | _parts(ground, form)
        anyhow = {*(_GROUND if _GROUND & doubtful else ()), *({"roads"} if {"roads", *_GROUND} & doubtful else ())}
        data = {**rest.left.mapping, **{key: _ANYWHERE[key] for key in anyhow}}
        return rest.left.with_data(data)

    def charts(self) -> Mapping[str, Data]:
        """Return a scenario's charts; those given as a mapping override the house charts."""
        house = house_charts(self.root, self.scenario.shelf)
        given = self.scenario.mapping.get("charts", "house")
        if given == "house":
            own = house
        elif isinstance(given, str):
            try:
                own = referred(self.scenario, "charts", ("charts",), self.root)
            except ScenarioError as error:
                self.problems += error.problems
                self.lacks_charts = True
                return house.mapping
        else:
            own = self.scenario.part("charts")
            own = replace(own, data={"id": "inline", **own.mapping})
        return self._laid_over(house, own)

    def _laid_over(self, house: Document, own: Document) -> Mapping[str, Data]:
        problems, rest = checked(own, "charts"), Remains(own, _NAMED)
        self.problems += problems
        if not rest.reduce(problems, lambda left: _form_problems(left, "charts")):
            self.lacks_charts = True
            return house.mapping
        charts = house.mapping if own is house else laid_over(house.mapping, rest.left.mapping)
        self.problems += chart_problems(charts, own)
        if own is not house and TABLES.keys() <= charts.keys():
            self.problems += series_problems(charts, rest.left)
        tables = {name: table for name, table in own.mapping.items() if problems and isinstance(table, Mapping)}
        self.kinds = {kind for name, table in tables.items() for kind in table if kind not in charts.get(name, {})}
        return charts

    def forces(self, charts: Mapping[str, Data]) -> list[Document]:
        """Return the forces without faulty entries, each document before those that need it."""
        rests: list[Remains] = []
        for document in self._named_forces():
            problems, rest = checked(document, "forces"), Remains(document)
            self.problems += problems
            if rest.reduce(problems, lambda left: _form_problems(left, "forces")):
                rests.append(rest)
                rest.leave_out(self._of_lost_kinds(rest.left, charts))
                self.names |= _ids(document)
            else:
                self.lacks_forces = True
        while (lost := self.names.difference(*(_ids(rest.left) for rest in rests))) and sum(
            rest.leave_out(_of_lost_owners(rest.left, lost)) for rest in rests
        ):
            pass
        left = tuple(rest.left for rest in rests)
        found = told = self.kept.once("forces", (left, charts), lambda: forces_problems(left, charts))
        while told and sum(rest.leave_out(_faulty(rest.left, told)) for rest in rests):
            told = forces_problems([rest.left for rest in rests], charts)
        self.problems += found
        self.known = {name for rest in rests for name in _ids(rest.left)}
        return [rest.left for rest in rests]

    def _of_lost_kinds(self, forces: Document, charts: Mapping[str, Data]) -> Iterator[Route]:
        """Yield the entries of a forces document whose values in the charts are lost."""
        for key, chart in {**COUNTERS, "divisions": "divisions"}.items():
            for place, entry in enumerate(forces.mapping.get(key, ())):
                kind = entry.get("chart" if key == "divisions" else "type")
                if kind in self.kinds or (self.lacks_charts and kind not in charts.get(chart, {})):
                    yield forces.in_file((key, place))

    def _named_forces(self) -> list[Document]:
        """Return the forces documents in order, each forces file before those that need it."""
        found: list[Problem] = []
        documents = all_forces(self.scenario, self.root, found)
        self.problems += found
        self.lacks_forces |= bool(found)
        return documents

    def lost_names(self, scenario: Document) -> Iterator[Route]:
        """Yield where a scenario names what was left out of the forces."""
        lost = self.names - self.known
        if not lost and not self.lacks_forces:
            return
        for route, name in names_in(scenario.mapping):
            if name in lost or (self.lacks_forces and name not in self.known):
                yield scenario.in_file(route)


def _of_lost_owners(forces: Document, lost: Collection[str]) -> Iterator[Route]:
    """Yield the entries of a forces document whose formation or division is left out."""
    for key in LISTS:
        for place, entry in enumerate(forces.mapping.get(key, ())):
            if entry.get("formation") in lost or entry.get("division") in lost:
                yield forces.in_file((key, place))


def _ids(forces: Document) -> set[str]:
    entries = (entry for key in LISTS for entry in _entries(forces.mapping.get(key)))
    return {str(entry.get("id")) for entry in entries if isinstance(entry, Mapping)}


def _entries(data: Data) -> Sequence[Any]:
    return data if isinstance(data, list) else ()


def _faulty(forces: Document, problems: Sequence[Problem]) -> Iterator[Route]:
    """Yield the entries of a forces document that have problems, or only their fields where the rest is sound."""
    below = len(forces.base)
    for each in problems:
        if each.file == forces.file and each.route[:below] == forces.base:
            yield each.route if each.route[-1] in _TRIFLES else each.route[: below + 2]


def all_forces(scenario: Document, root: Path, problems: list[Problem]) -> list[Document]:
    """Return the forces documents of a scenario, each before those that need it; add what is wrong on the way."""
    documents: dict[object, Document] = {}
    for place in range(len(scenario.mapping["forces"])):
        for document in needed(scenario, ("forces", place), root, problems):
            documents.setdefault((document.path, document.base), document)
    return list(documents.values())


def needed(
    holder: Document, route: Route, root: Path, problems: list[Problem], chain: tuple[Path, ...] = ()
) -> list[Document]:
    """Return the forces that a document names at a route, after all those they need; add what is wrong on the way."""
    try:
        forces = referred(holder, "forces", route, root)
    except ScenarioError as error:
        problems += error.problems
        return []
    return with_needs(forces, root, problems, chain)


def with_needs(forces: Document, root: Path, problems: list[Problem], chain: tuple[Path, ...] = ()) -> list[Document]:
    """Return a forces document after all those it needs; add what is wrong on the way."""
    needs = forces.mapping.get("needs", [])
    if forces.path in chain or not isinstance(needs, list):
        return []
    below = (*chain, forces.path) if forces.path else chain
    others = [needed(forces, ("needs", place), root, problems, below) for place in range(len(needs))]
    return [*{id(document): document for other in others for document in other}.values(), forces]
