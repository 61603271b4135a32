"""The command `check` for the files of one system, and what is left of a document without its faulty parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PureWindowsPath
from typing import Final

from rules.engine.english import counted
from rules.files.documents import Document, Shelf, read_file, shown_path
from rules.files.problems import Data, Problem, Remedy, Route, ScenarioError, nearest, renamed, unknown

# --- The command `check` for the files of one system: every problem with its line ----------------------------------


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found: all problems by place, what was read by the singular of its noun, and further lines."""

    problems: list[Problem]
    counts: Counter[str]
    lines: list[str]


@dataclass(frozen=True, slots=True)
class Checker:
    """How one system checks its files.

    `homes` are looked through when no paths are given. `problems` tells what is wrong in a document, or raises
    ScenarioError; where nothing is, `counts` tells what it holds by the singular of each noun, and `about` adds a line.
    Of the files in folders only those that are `own` are checked.
    """

    homes: Callable[[], Sequence[Path]]
    problems: Callable[[Document], Sequence[Problem]]
    counts: Callable[[Document], Counter[str]]
    about: Callable[[Document], str] = lambda document: ""
    own: Callable[[Path], bool] = lambda path: True

    def run(self, paths: Sequence[str]) -> int:
        """Print every problem and what was read below `paths`; return 0 if all is right, else 1."""
        report = self.check([Path(path) for path in paths])
        print(*report.problems, *report.lines, summary(report.counts, len(report.problems)), sep="\n")
        return 1 if report.problems else 0

    def check(self, paths: Sequence[Path]) -> Report:
        """Check files, and all YAML files below folders."""
        problems: dict[Problem, None] = {}
        counts: Counter[str] = Counter()
        lines: list[str] = []
        for path in self._files(paths or self.homes(), problems):
            counts["file"] += 1
            try:
                document = read_file(path)
                found = self.problems(document)
            except ScenarioError as error:
                found = error.problems
            problems.update(dict.fromkeys(found))
            if not found:
                counts.update(self.counts(document))
                lines += filter(None, [self.about(document)])
        return Report(sorted(problems, key=lambda problem: (problem.file, problem.line)), counts, lines)

    def _files(self, paths: Sequence[Path], problems: dict[Problem, None]) -> Iterator[Path]:
        for path in paths:
            if path.is_dir():
                below = sorted(file for file in path.rglob("*") if file.suffix in (".yaml", ".yml"))
                yield from filter(self.own, below)
            elif path.is_file():
                yield path
            else:
                problems[Problem(shown_path(path), 0, "", "There is no such file or folder.")] = None


def summary(counts: Mapping[str, int], problems: int) -> str:
    """Return what was read, by the singular of each noun, and how many problems were found, in a sentence."""
    read = ", ".join(counted(number, noun) for noun, number in counts.items()) or "nothing"
    return f"{read} read; {counted(problems, 'problem') if problems else 'no problems'}."


def kind_in(document: Document, form: str, kinds: Sequence[str]) -> str:
    """Return which of the kinds a document is by its line `format`, such as "chitpull-{}/1", or ''."""
    text = document.mapping.get("format")
    return next((kind for kind in kinds if text == form.format(kind)), "")


def advice_on_note(document: Document) -> list[Problem]:
    """Return advice on a scenario that tells nothing of itself, or not how it is balanced."""
    note = str(document.mapping.get("note") or "").strip()
    if not note:
        return [document.advice(("note",), "There is no note: tell what happened there, and what is invented.")]
    if "balance" not in note.lower():
        text = "The note doesn't say how balanced it is. Balance measures it, and can write it there."
        return [document.advice(("note",), text)]
    return []


def unknown_name(
    document: Document, route: Route, what: str, name: str, known: Mapping[str, object], *, at: Route = ()
) -> Problem:
    """Return the problem of a name that is not among the known ones, and as its remedy the one most like it.

    The name is the value `at` a route, or the last key of it; it is told at `route`.
    """
    at = at or route
    holder = document.part(*at[:-1]).data
    near, remedy = nearest(name, known), None
    if near and at[-1] != name:
        remedy = Remedy(f'Write "{near}"', ((at, near),))
    elif near and near not in holder:
        remedy = renamed(at, near, holder[name])
    return document.problem(route, unknown(what, name, known), remedy=remedy)


def id_problems(document: Document) -> list[Problem]:
    """Return the problem of a file whose name is not its id: it is found by its id."""
    given, stem = document.mapping.get("id"), document.path.stem if document.path else ""
    if not stem or given in (None, stem):
        return []
    text = f'The id must be the name of the file: write "id: {stem}" or rename the file.'
    return [document.problem(("id",), text, remedy=Remedy(f'Write "{stem}"', ((("id",), stem),)))]


# --- Files that a document names -----------------------------------------------------------------------------------

STRAYS: Final = (
    "Name a file by its id, or by a path from this file's folder; it must be there, below it or "
    "among the scenarios, and not a link that leads elsewhere."
)


def strays(name: str, find: Callable[[], Path | None], homes: Iterable[Path], shelf: Shelf) -> bool:
    """Tell whether a name leads out of the folders searched: nothing there is read, whatever it is."""
    by_windows = PureWindowsPath(name)
    if Path(name).is_absolute() or by_windows.drive or by_windows.root or "\0" in name:
        return True
    path = find()
    return ".." in by_windows.parts if path is None else not any(shelf.inside(path, home) for home in homes)


def named(holder: Document, kind: str, name: str, what: str, folders: Sequence[Path]) -> Document:
    """Return the document that another names as its map, say: a file in the first of the folders that has it.

    Raises ScenarioError if there is none, or the name leads out of the folders and that of the holder.
    """

    def find() -> Path | None:
        tries = (path for folder in folders if (path := folder / f"{name}.yaml") != holder.path)
        return next((path for path in tries if holder.shelf.has(path)), None)

    if strays(name, find, [*folders, *([holder.path.parent] if holder.path else [])], holder.shelf):
        raise ScenarioError([holder.problem((kind,), STRAYS)])
    path = find()
    if path is None:
        known = {known: None for folder in folders for known in holder.shelf.names(folder)}
        raise ScenarioError([unknown_name(holder, (kind,), what, name, known)])
    return holder.shelf.read(path)


# --- What is left of a document without its faulty parts, so that what is right can be checked further -------------

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
