"""Lesson files: reading and checking them, and the list of those that ship."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from rules.engine.folders import DataMissing, scenarios_dir
from rules.engine.frames import Choice
from rules.engine.frozen import to_plain
from rules.engine.nature import SeededNature
from rules.engine.session import Session
from rules.engine.system import System
from rules.files.documents import Document, read_file
from rules.files.problems import Problem, Route, ScenarioError, unknown
from rules.files.schema_check import schema_problems
from rules.lessons.lesson import (
    DEEDS,
    KINDS,
    TESTS,
    All,
    Condition,
    Deed,
    Fact,
    Lesson,
    LessonStep,
    Order,
    Some,
    freely,
    may_be,
    references,
)
from rules.workshop import library

FORMAT: Final = "chitpull-lesson/1"
LOG: Final = logging.getLogger("chitpull.lessons")
POINTS: Final = ("hex", "unit", "dock", "button", "prompt")
_FORMS: Final = ("order", "did", "view", "all", "any")


def lessons_folder() -> Path:
    """Return the folder of the shipped lessons; raise DataMissing."""
    return scenarios_dir() / "lessons"


def is_lesson(path: Path) -> bool:
    """Tell whether a file is a lesson, by its format or where it lies."""
    try:
        return bool(read_file(path).mapping.get("format") == FORMAT)
    except ScenarioError:
        return path.parent.name == "lessons"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a lesson may name: verbs by question with their fields, seats, the scenario's first view, units, places.

    `rule` is that of the first question, "" for none.
    """

    verbs: Mapping[str, Mapping[str, frozenset[str]]]
    seats: tuple[str, ...]
    view: Mapping[str, Any]
    units: Mapping[str, None]
    places: Mapping[str, None]
    rule: str = ""

    @staticmethod
    def of(system: System, scenario: Any) -> Vocabulary:
        """Return the vocabulary of a scenario by its id, path or document; raises what its system does in loading."""
        verbs: dict[str, dict[str, frozenset[str]]] = {}
        for kind in system.kinds.values():
            if isinstance(kind, Choice):
                verbs[kind.kind] = {action.verb: frozenset(action.fields) for action in kind.actions}
        session = Session.new(system, system.load(scenario), nature=SeededNature(0))
        units, places = map(dict.fromkeys, (session.scenario.units, session.scenario.places))
        rule = session.decision.rule if session.decision is not None else ""
        return Vocabulary(verbs, system.seats, to_plain(session.view(None)), units, places, rule)

    def fields_of(self, verb: str, question: str) -> frozenset[str]:
        """Return the fields of a verb, of all questions if none is named."""
        rows = [self.verbs.get(question, {})] if question else list(self.verbs.values())
        return frozenset().union(*(row.get(verb, frozenset()) for row in rows))

    def all_verbs(self, question: str = "") -> dict[str, None]:
        """Return every verb of a question, or of all."""
        rows = [self.verbs.get(question, {})] if question else list(self.verbs.values())
        return {verb: None for row in rows for verb in row}


def list_lessons() -> tuple[Lesson, ...]:
    """Return the lessons in order, the shipped ones first, guided games before examples.

    Files that cannot be read are left out.
    """
    return (*shipped_lessons(), *_of_modules())


def unreadable_lessons() -> list[str]:
    """Return what is wrong with lessons of modules that are not listed for it, a sentence for each file."""
    found = []
    for module, path in library.lessons():
        try:
            read_lesson(path)
        except ScenarioError as error:
            found.append(f"{module.title}: {error.problems[0]}")
    return found


def _of_modules() -> Iterator[Lesson]:
    """Yield the lessons of the player's own and of installed modules, named `module/lesson`, as are their scenarios."""
    for module, path in library.lessons():
        try:
            lesson = read_lesson(path)
        except ScenarioError as error:
            LOG.info("%s is not listed: %s", path.name, error)
            continue
        yield replace(lesson, id=f"{module.id}/{lesson.id}", scenario=scenario_of(path, lesson.scenario))


def scenario_of(lesson: Path, scenario: str) -> str:
    """Return the scenario that a lesson names: in a module the path of its own one, else the id of a shipped one."""
    if lesson.parent.name != "lessons" or lesson.parent.resolve() == lessons_folder().resolve():
        return scenario
    beside = (path for path in sorted(lesson.parent.parent.glob(f"*/{scenario}.yaml")) if path.parent != lesson.parent)
    return next(map(str, beside), scenario)


@cache
def shipped_lessons() -> tuple[Lesson, ...]:
    """Return the shipped lessons in order: guided games first; files that cannot be read are left out."""
    try:
        paths = sorted(lessons_folder().glob("*.yaml"))
    except DataMissing:
        return ()
    found = []
    for path in paths:
        try:
            found.append(read_lesson(path))
        except ScenarioError as error:
            LOG.info("%s is not listed: %s", path.name, error)
    return tuple(sorted(found, key=lambda lesson: (lesson.free, lesson.id)))


def lesson_called(name: str) -> Lesson | None:
    """Return a lesson by its id, or None."""
    return next((lesson for lesson in list_lessons() if lesson.id == name), None)


def read_lesson(path: Path) -> Lesson:
    """Read a lesson; raise ScenarioError with what its form has wrong. `lesson_problems` checks what it names."""
    return lesson_of(read_file(path))


def lesson_of(document: Document) -> Lesson:
    """Return the lesson in a document; raise ScenarioError as `read_lesson` does."""
    problems = form_problems(document)
    if problems:
        raise ScenarioError(problems)
    data = document.mapping
    steps = tuple(_step(told) for told in data["steps"])
    return Lesson(
        id=str(data["id"]),
        title=str(data["title"]),
        lead=str(data.get("lead", "")),
        scenario=str(data["scenario"]),
        steps=steps,
        seed=data.get("seed"),
        free=bool(data.get("free", False)),
        once=bool(data.get("once", False)),
        minutes=int(data.get("minutes", 5)),
        path=document.path,
    )


def _step(told: Mapping[str, Any]) -> LessonStep:
    waits, over, only = told.get("waits"), told.get("over"), told.get("only")
    awaited = None if waits is None else condition(waits)
    if awaited is not None and told.get("freely"):
        awaited = freely(awaited)
    return LessonStep(
        id=str(told["id"]),
        title=str(told["title"]),
        text=str(told["text"]),
        rule=str(told.get("rule", "")),
        points=tuple(map(str, told.get("points", ()))),
        waits=awaited,
        over=None if over is None else condition(over),
        missed=str(told.get("missed", "")),
        only=None if only is None else condition(only),
    )


def condition(told: Mapping[str, Any]) -> Condition:
    """Return a condition that has been found right."""
    if "order" in told:
        fields = {str(key): _values(value) for key, value in told["order"].items()}
        verb, question, by = (str(fields.pop(key, ("",))[0]) for key in ("verb", "question", "by"))
        return Order(verb, question, by, fields)
    if "did" in told:
        return Deed(str(told["did"]), frozenset(map(str, told.get("between", ()))))
    if "view" in told:
        test = next(test for test in TESTS if test in told)
        return Fact(tuple(str(told["view"]).split(".")), test, _plain(told[test]))
    parts = tuple(condition(part) for part in told.get("all") or told.get("any") or ())
    return All(parts) if "all" in told else Some(parts)


def _values(told: Any) -> tuple[object, ...]:
    return tuple(map(_plain, told)) if isinstance(told, list) else (_plain(told),)


def _plain(told: Any) -> Any:
    """Return a value as the view holds it: a hex written without quotes is text."""
    if isinstance(told, Mapping):
        return {str(key): _plain(value) for key, value in told.items()}
    return str(told) if isinstance(told, str) else told


def form_problems(document: Document) -> list[Problem]:
    """Return what is wrong with the form of a lesson, whatever it names."""
    problems = schema_problems(document, lessons_folder() / "schema" / "lesson.schema.json")
    if problems:
        return problems
    ids: set[str] = set()
    for number, told in enumerate(document.mapping["steps"]):
        if told["id"] in ids:
            message = f'There are two steps "{told["id"]}"; rename one.'
            problems.append(document.problem(("steps", number, "id"), message))
        ids.add(told["id"])
        for key in ("waits", "over", "only"):
            if key in told:
                problems += _form(document, ("steps", number, key), told[key])
    return problems


def _form(document: Document, route: Route, told: Any) -> list[Problem]:
    named = [form for form in _FORMS if isinstance(told, Mapping) and form in told]
    if len(named) != 1:
        return [document.problem(route, f"A condition is one of {', '.join(_FORMS)}, such as {{did: undo}}.")]
    form, value = named[0], told[named[0]]
    if form in ("all", "any"):
        if not isinstance(value, list) or not value:
            return [document.problem((*route, form), "Write a list of conditions here.")]
        return [p for n, part in enumerate(value) for p in _form(document, (*route, form, n), part)]
    if form == "order":
        right = isinstance(value, Mapping) and isinstance(value.get("verb"), str)
        return [] if right else [document.problem(route, "An order is written as {verb: fire, unit: e_143}.")]
    if form == "did" and "between" in told and (value != "line" or not _is_pair(told["between"])):
        return [document.problem((*route, "between"), 'Only a line needs two hexes: ["14.30", "10.33"].')]
    if form == "did":
        return [] if value in DEEDS else [document.problem(route, unknown("deed", str(value), dict.fromkeys(DEEDS)))]
    tests = [key for key in told if key != "view"]
    if len(tests) != 1 or tests[0] not in TESTS:
        return [document.problem(route, f"A view test needs exactly one of {', '.join(TESTS)}.")]
    if tests[0] in ("at_least", "at_most") and type(told[tests[0]]) not in (int, float):
        return [document.problem((*route, tests[0]), "Write a number here.")]
    return []


def _is_pair(told: Any) -> bool:
    return isinstance(told, list) and len(told) == 2


def lesson_problems(document: Document, vocabulary: Vocabulary) -> list[Problem]:
    """Return everything a lesson names that is not there."""
    problems = _references(document, ("lead",), str(document.mapping.get("lead", "")), vocabulary)
    for number, told in enumerate(document.mapping["steps"]):
        route: Route = ("steps", number)
        for key in ("waits", "over", "only"):
            if key in told:
                problems += _named(document, (*route, key), told[key], vocabulary)
        if "over" in told and not told.get("missed"):
            problems.append(document.problem(route, 'A step with "over" must say in "missed" why it is skipped.'))
        problems += _points(document, route, told.get("points", ()), vocabulary)
        for key in ("text", "missed"):
            problems += _references(document, (*route, key), str(told.get(key, "")), vocabulary)
    return problems


def _named(document: Document, route: Route, told: Mapping[str, Any], known: Vocabulary) -> list[Problem]:
    for form in ("all", "any"):
        if form in told:
            return [p for n, part in enumerate(told[form]) for p in _named(document, (*route, form, n), part, known)]
    if "between" in told:
        places = enumerate(map(str, told["between"]))
        return [p for n, name in places for p in _thing(document, (*route, "between", n), "hex", name, known)]
    if "order" in told:
        return _order(document, (*route, "order"), told["order"], known)
    if "view" in told:
        path = tuple(str(told["view"]).split("."))
        if not may_be(known.view, path):
            message = f'Players see no "{told["view"]}". Check the view of the scenario.'
            return [document.problem((*route, "view"), message)]
    return []


def _order(document: Document, route: Route, told: Mapping[str, Any], known: Vocabulary) -> list[Problem]:
    verb, question, by = (str(told.get(key, "")) for key in ("verb", "question", "by"))
    if question and question not in known.verbs:
        message = unknown("question", question, dict.fromkeys(known.verbs))
        return [document.problem((*route, "question"), message)]
    verbs = known.all_verbs(question)
    if verb not in verbs:
        return [document.problem((*route, "verb"), unknown("order", verb, verbs))]
    problems = []
    if by and by not in known.seats:
        problems.append(document.problem((*route, "by"), unknown("seat", by, dict.fromkeys(known.seats))))
    fields = dict.fromkeys(sorted(known.fields_of(verb, question)))
    for name in told:
        if name not in ("verb", "question", "by") and name not in fields:
            problems.append(document.problem((*route, name), unknown(f'field of the order "{verb}"', name, fields)))
    for value in _values(told.get("unit", ())) if "unit" in fields and "unit" in told else ():
        if value not in known.units:
            problems.append(document.problem((*route, "unit"), unknown("unit", str(value), known.units)))
    return problems


def _points(document: Document, route: Route, points: Any, known: Vocabulary) -> list[Problem]:
    problems = []
    for number, point in enumerate(points):
        kind, _, name = str(point).partition(":")
        where = (*route, "points", number)
        if kind not in POINTS:
            problems.append(document.problem(where, unknown("kind of thing to point at", kind, dict.fromkeys(POINTS))))
        else:
            problems += _thing(document, where, "verb" if kind == "button" else kind, name, known)
    return problems


def _references(document: Document, route: Route, text: str, known: Vocabulary) -> list[Problem]:
    problems = []
    for kind, name in references(text):
        if kind not in KINDS:
            problems.append(document.problem(route, unknown("kind of reference", kind, dict.fromkeys(KINDS))))
        else:
            problems += _thing(document, route, kind, name, known)
    return problems


def _thing(document: Document, route: Route, kind: str, name: str, known: Vocabulary) -> list[Problem]:
    """Return the problem of a thing that is not there; docks, rules and actions are the table's to check."""
    if kind == "unit" and name not in known.units:
        return [document.problem(route, unknown("unit", name, known.units))]
    if kind == "verb" and name not in known.all_verbs():
        return [document.problem(route, unknown("order", name, known.all_verbs()))]
    if kind == "hex" and name not in known.places:
        return [document.problem(route, unknown("place", name, known.places))]
    return []
