"""The part of the command `check` that reads lessons: say what is wrong in them, and count them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from rules.engine.system import System
from rules.files.checking import id_problems, summary
from rules.files.documents import Document, read_file
from rules.files.problems import Problem, ScenarioError
from rules.lessons.reading import Vocabulary, form_problems, lesson_problems, lessons_folder, scenario_of

Find = Callable[[str], tuple[System, str]]


def run(paths: Iterable[str], find: Find) -> int:
    """Print every problem of lessons and how many were read; return 0 when all is right, else 1."""
    files = [Path(path) for path in paths] or sorted(lessons_folder().glob("*.yaml"))
    problems = check_lessons(files, find)
    print(*problems, summary({"lesson": len(files)}, len(problems)), sep="\n")
    return int(bool(problems))


def check_lessons(files: Iterable[Path], find: Find) -> list[Problem]:
    """Return everything that is wrong in lessons; `find` returns the system of a scenario, or raises LookupError."""

    @cache
    def vocabulary(scenario: str) -> Vocabulary:
        system, source = find(scenario)
        return Vocabulary.of(system, source)

    problems: list[Problem] = []
    for path in files:
        try:
            document = read_file(path)
        except ScenarioError as error:
            problems += error.problems
            continue
        problems += document_problems(document) or _named(document, vocabulary)
    return problems


def document_problems(document: Document, known: Vocabulary | None = None) -> list[Problem]:
    """Return what is wrong with a lesson by itself, else with what it names, if it is known what it may name."""
    found = form_problems(document) or id_problems(document)
    return found if found or known is None else lesson_problems(document, known)


def _named(document: Document, vocabulary: Callable[[str], Vocabulary]) -> list[Problem]:
    try:
        known = vocabulary(scenario_of(document.path or Path(), str(document.mapping["scenario"])))
    except LookupError as error:
        return [document.problem(("scenario",), str(error.args[0]))]
    except ScenarioError as error:
        return [document.problem(("scenario",), f"The scenario cannot be loaded: {error.problems[0]}")]
    return lesson_problems(document, known)
