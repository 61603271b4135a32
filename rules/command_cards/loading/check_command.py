"""The command `check`: say what is wrong in the files of this system, and count what is right."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from rules.command_cards.charts import scenario_folder
from rules.command_cards.loading.scenarios import checked_map, kind_of, open_both
from rules.files.documents import Document, read_file, shown_path
from rules.files.problems import Problem, ScenarioError

_NO_FORMAT: Final = 'The first line must say what this is, such as "format: chitpull-cards-scenario/1" (or map).'


def run(paths: Sequence[str]) -> int:
    """Print every problem and the counts of the files below `paths`; return 0 when all is right, else 1."""
    problems, counts = check_paths([Path(path) for path in paths] or [scenario_folder()])
    for problem in problems:
        print(problem)
    counted = ", ".join(f"{count} {name if count == 1 else name + 's'}" for name, count in counts.items())
    number = len(problems)
    print(f"{counted or 'nothing'} read; " + (f"{number} problem{'s' * (number > 1)}." if number else "no problems."))
    return 1 if problems else 0


def check_paths(paths: Sequence[Path]) -> tuple[list[Problem], Tally[str]]:
    """Check files and all YAML files below folders; return the problems by place, and what was read."""
    problems: dict[Problem, None] = {}
    counts: Tally[str] = Tally()
    for path in _files(paths, problems):
        counts["file"] += 1
        try:
            document = read_file(path)
            problems.update(dict.fromkeys(_problems(document)))
            counts.update([kind_of(document)] if kind_of(document) else [])
        except ScenarioError as error:
            problems.update(dict.fromkeys(error.problems))
    return sorted(problems, key=lambda problem: (problem.file, problem.line)), counts


def _files(paths: Sequence[Path], problems: dict[Problem, None]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.suffix in (".yaml", ".yml"))
        elif path.is_file():
            yield path
        else:
            problems[Problem(shown_path(path), 0, "", "There is no such file or folder.")] = None


def _problems(document: Document) -> list[Problem]:
    kind = kind_of(document)
    if not kind:
        return [document.problem(("format",), _NO_FORMAT)]
    if kind == "map":
        problems = checked_map(document)
    else:
        open_both(document)
        problems = []
    return problems + _id_problems(document)


def _id_problems(document: Document) -> list[Problem]:
    """Return the problem of a file whose id is not its name: it is found by its id."""
    given, stem = document.mapping.get("id"), document.path.stem if document.path else ""
    if given in (None, stem):
        return []
    return [document.problem(("id",), f'The id must be the name of the file: write "id: {stem}" or rename the file.')]
