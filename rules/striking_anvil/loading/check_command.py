"""The command `check` for files of this system: every problem, and counts of what is right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rules.files.documents import Document, read_file
from rules.files.problems import Problem, Report, ScenarioError
from rules.striking_anvil.loading.checks import home, kind_of
from rules.striking_anvil.loading.scenarios import checked, open_all
from rules.striking_anvil.scenario import CHARTS

_NO_FORMAT: Final = (
    'The first line must say what this is, such as "format: anvil-scenario/1" (or map, counters, charts, ground).'
)
_COUNTED: Final = {"map": ("areas", "borders"), "counters": ("counters",)}


def run(paths: Sequence[str]) -> int:
    """Print every problem and the counts; return 0 when all is right, else 1."""
    report = check_paths([Path(path) for path in paths] or [home(), CHARTS])
    for problem in report.problems:
        print(problem)
    counted = ", ".join(_counted(count, name) for name, count in report.counts.items())
    number = len(report.problems)
    print(f"{counted or 'nothing'} read; " + (f"{number} problem{'s' * (number > 1)}." if number else "no problems."))
    return 1 if report.problems else 0


def _counted(count: int, name: str) -> str:
    return f"{count} {name.removesuffix('s') if count == 1 else name}"


def check_paths(paths: Sequence[Path]) -> Report:
    """Check files and all YAML files below folders."""
    problems: dict[Problem, None] = {}
    counts: Counter[str] = Counter()
    for path in paths:
        files = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
        for file in files:
            counts["files"] += 1
            try:
                document = read_file(file)
                found = _problems(document)
            except ScenarioError as error:
                found = error.problems
            problems.update(dict.fromkeys(found))
            if not found:
                counts.update(_counts(document))
    ordered = sorted(problems, key=lambda problem: (problem.file, problem.line))
    return Report(ordered, dict(counts))


def _problems(document: Document) -> list[Problem]:
    kind = kind_of(document)
    if not kind:
        return [document.problem(("format",), _NO_FORMAT)]
    found = checked(document, kind)
    if kind == "scenario" and not found:
        open_all(document)
    stem = document.path.stem if document.path is not None else ""
    if not found and document.mapping["id"] != stem:
        found = [document.problem(("id",), f'The id must be the name of the file: write "id: {stem}".')]
    return found


def _counts(document: Document) -> Counter[str]:
    kind = kind_of(document)
    counts = Counter({key: len(document.mapping[key]) for key in _COUNTED.get(kind, ())})
    if kind == "scenario":
        counts["examples" if document.mapping.get("kind") == "example" else "scenarios"] += 1
    return counts
