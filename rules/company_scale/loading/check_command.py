"""The command `check`: say what is wrong in scenario files, and count what is right."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from rules.company_scale.loading.forces_checks import LISTS, forces_problems
from rules.company_scale.loading.map_checks import LETTERS, WATER, letters
from rules.company_scale.loading.scenarios import checked, find, kind_of, open_bundle, with_needs
from rules.company_scale.mapmaking.sources import SOURCE_FORMAT, source_problems
from rules.company_scale.scenario import scenario_folder
from rules.engine.system import named_in
from rules.files.documents import Document, read_file, shown_path
from rules.files.problems import Problem, Report, ScenarioError

_NO_FORMAT: Final = (
    'The first line must say what this is, such as "format: chitpull-scenario/1" (or map, forces, charts).'
)
SYSTEM: Final = "company_scale"
_WORDS: Final = {"support_weapons": "support weapons", "hexsides": "hexsides with a feature"}


def run(paths: list[str]) -> int:
    """Print every problem and the counts of the files below `paths`; return 0 when all is right, else 1."""
    report = check_paths([Path(path) for path in paths] or [scenario_folder()])
    for problem in report.problems:
        print(problem)
    for line in report.maps:
        print(line)
    counted = ", ".join(_counted(count, _WORDS.get(name, name)) for name, count in report.counts.items())
    number = len(report.problems)
    print(f"{counted or 'nothing'} read; " + (f"{number} problem{'s' * (number > 1)}." if number else "no problems."))
    return 1 if report.problems else 0


def _counted(count: int, name: str) -> str:
    singular = {"hexes": "hex", "entries": "entry"}.get(name, name.removesuffix("s"))
    return f"{count:,} {singular if count == 1 else name}"


def check_paths(paths: Sequence[str | Path], root: Path | None = None) -> Report:
    """Check files and all YAML files below folders; maps and forces lie beside a scenario or under `root`."""
    home = root or scenario_folder()
    problems: dict[Problem, None] = {}
    counts: Tally[str] = Tally()
    maps: list[str] = []
    for path in _files([Path(path) for path in paths], problems):
        counts["files"] += 1
        try:
            document = read_file(path)
            faults = _problems(document, home)
            problems.update(dict.fromkeys(faults))
            counts.update(Tally() if faults else _counts(document))
            maps += [_about(document)] if kind_of(document) == "map" and not faults else []
        except ScenarioError as error:
            problems.update(dict.fromkeys(error.problems))
    ordered = sorted(problems, key=lambda problem: (problem.file, problem.line))
    return Report(ordered, dict(counts), maps)


def _files(paths: Sequence[Path], problems: dict[Problem, None]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            below = sorted(file for file in path.rglob("*") if file.suffix in (".yaml", ".yml"))
            yield from (file for file in below if named_in(file) in ("", SYSTEM))  # other systems check their own
        elif path.is_file():
            yield path
        else:
            problems[Problem(shown_path(path), 0, "", "There is no such file or folder.")] = None


def _problems(document: Document, root: Path) -> list[Problem]:
    kind = kind_of(document)
    if kind == "scenario":
        open_bundle(document, root)
        return [] if document.path is None else _id_problems(document)
    if document.mapping.get("format") == SOURCE_FORMAT:
        return source_problems(document)
    if not kind:
        return [document.problem(("format",), _NO_FORMAT)]
    problems = checked(document, kind) + _id_problems(document)
    if kind == "forces" and not problems:
        house = read_file(find("charts", "house", None, root) or Path("house.yaml"))
        return forces_problems(with_needs(document, root), house.mapping)
    return problems


def _id_problems(document: Document) -> list[Problem]:
    """Return the problem of a file whose name is not its id: other files refer to it by its id."""
    given, stem = document.mapping.get("id"), document.path.stem if document.path else ""
    if given is None or given == stem:
        return []
    return [document.problem(("id",), f'The id must be the name of the file: write "id: {stem}" or rename the file.')]


def _about(document: Document) -> str:
    """Count what is on a map that has been checked."""
    data = document.mapping
    tally = Tally(letters(data).values())
    land = sum(tally[letter] for letter in LETTERS)
    sides = {kind: len(part) for kind, part in data.get("hexsides", {}).items() if part}
    parts = [_counted(land + tally[WATER], "hexes") + f" ({tally[WATER]:,} of them water)"]
    parts += [f"{count:,} {kind.replace('_', ' ')}" for kind, count in sides.items()]
    parts += [_counted(len(data[key]), key) for key in ("roads", "bridges", "names", "entries") if data.get(key)]
    return f"Map {data.get('id', '')}: {', '.join(parts)}."


def _counts(document: Document) -> Tally[str]:
    data, kind = document.mapping, kind_of(document)
    counts: Tally[str] = Tally()
    if kind == "scenario":
        counts["examples" if data.get("kind") == "example" else "scenarios"] += 1
    elif kind == "map":
        counts["maps"] += 1
        counts["hexes"] += sum(letter in LETTERS for letter in letters(data).values())
        counts["hexsides"] += sum(len(sides) for sides in data.get("hexsides", {}).values())
    elif kind == "forces":
        counts.update({key: len(data.get(key, ())) for key in LISTS})
    return counts
