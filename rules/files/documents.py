"""Data files, each read once and cached between runs, with the line of every value."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, field, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rules.engine.bounded import inside, read_ordinary, why
from rules.engine.cache import digest, fingerprint, keep, recall
from rules.engine.folders import PACKAGE_ROOT, DataMissing, scenarios_dir
from rules.engine.frozen import frozen
from rules.engine.house_rules import HouseRules, ScenarioRow, SideRow
from rules.files.problems import (
    ADVICE,
    FAULT,
    Data,
    Problem,
    Remedy,
    Route,
    ScenarioError,
    Sound,
    YamlFault,
    one_line,
    unknown,
)

if TYPE_CHECKING:
    from rules.files.still_shelf import Kept

# --- Data files, each read once, with the line of every value ------------------------------------------------------

INLINE: Final = "the document"
LOG: Final = logging.getLogger("chitpull.scenarios")
_PLAIN: Final = frozenset({str, int, float, bool, type(None)})


class Shelf:
    """Where the files lie that a document names: in folders.

    `sound` knows parts that have passed checks and `kept` what was built and found before, if anything does.
    """

    sound: Sound | None = None
    kept: Kept | None = None

    def has(self, path: Path) -> bool:
        """Tell whether there is a file."""
        try:
            return path.is_file()
        except (OSError, ValueError):  # the name is too long, or empty
            return False

    def read(self, path: Path) -> Document:
        """Return the document in a file; raise ScenarioError if it cannot be read."""
        return read_file(path)

    def inside(self, path: Path, folder: Path) -> bool:
        """Tell whether a path, with all its links followed, lies in a folder or below it."""
        return inside(path, folder)

    def names(self, folder: Path) -> list[str]:
        """Return the names of the YAML files in a folder, without their suffix."""
        return sorted(path.stem for path in folder.glob("*.yaml"))


@frozen
class Document:
    """A piece of data with the file and lines it came from; `base` is its route inside that file.

    `passed` holds the checks a file has passed on its own, so that they are not repeated while it is unchanged;
    `key` is the cache key under which that is kept between runs. `kept` tells of lists that entries were left out of
    the places that the others have in the file, by the routes there. What the document names is read from its `shelf`.
    """

    data: Data
    file: str = INLINE
    path: Path | None = None
    lines: Mapping[Route, int] = field(default_factory=dict)
    base: Route = ()
    passed: set[str] = field(default_factory=set, compare=False, repr=False)
    key: str = field(default="", compare=False, repr=False)
    kept: Mapping[Route, Sequence[int]] = field(default_factory=dict, compare=False, repr=False)
    shelf: Shelf = field(default_factory=Shelf, compare=False, repr=False)

    @property
    def mapping(self) -> Mapping[str, Data]:
        """Return the data as a mapping, empty if it is something else."""
        return self.data if isinstance(self.data, Mapping) else {}

    def problem(
        self,
        route: Route,
        message: str,
        *,
        places: Iterable[str] = (),
        remedy: Remedy | None = None,
        severity: str = FAULT,
        rule: str = "",
    ) -> Problem:
        """Return a problem at `route`, with the line of the nearest enclosing value; routes lead from this document."""
        full = self.in_file(route)
        nearest = next((full[:n] for n in range(len(full), -1, -1) if full[:n] in self.lines), ())
        field = one_line(".".join(str(part) for part in full))
        line, told = self.lines.get(nearest, 0), one_line(message)
        cure = remedy and self._remedy_in_file(remedy)
        return Problem(self.file, line, field, told, severity, rule, full, tuple(dict.fromkeys(places)), cure)

    def advice(
        self, route: Route, message: str, rule: str = "", *, places: Iterable[str] = (), remedy: Remedy | None = None
    ) -> Problem:
        """Return what should be thought of again at `route`, and the rule it comes from."""
        return self.problem(route, message, places=places, remedy=remedy, severity=ADVICE, rule=rule)

    def in_file(self, route: Route) -> Route:
        """Return the route from the root of the file to what stands at a route of this document."""
        if not self.kept:
            return self.base + route
        full: Route = self.base
        for step in route:
            places = self.kept.get(full)
            full += (places[step] if places and isinstance(step, int) and step < len(places) else step,)
        return full

    def _remedy_in_file(self, remedy: Remedy) -> Remedy:
        puts = tuple((self.in_file(route), value) for route, value in remedy.puts)
        return Remedy(remedy.label, puts, tuple(self.in_file(route) for route in remedy.removes))

    def with_data(self, data: Data) -> Document:
        """Return this document with other data, which has passed no checks."""
        return replace(self, data=data, passed=set(), key="")

    def part(self, *route: str | int) -> Document:
        """Return the document inside this one at `route`."""
        data = self.data
        for step in route:
            data = data[step]
        base = self.in_file(route)
        return Document(data, self.file, self.path, self.lines, base, set(), "", self.kept, self.shelf)


def shown_path(path: Path) -> str:
    """Return a path as a player would write it: relative to the current folder if it is below it."""
    try:
        resolved, here = path.resolve(), Path.cwd()
    except (OSError, RuntimeError, ValueError):  # not a valid file name, or links in a circle
        return str(path)
    return resolved.relative_to(here).as_posix() if resolved.is_relative_to(here) else str(path)


def read_file(path: Path) -> Document:
    """Read one YAML file; raise ScenarioError with the line if it is not YAML. Unchanged files are read once."""
    try:
        stamp = path.stat()
        return _read(path.resolve(), stamp.st_mtime_ns, stamp.st_size, shown_path(path))
    except (OSError, ValueError) as error:
        reason = why(error)
        raise ScenarioError([Problem(shown_path(path), 0, "", f"The file cannot be read: {reason}.")]) from None


@lru_cache(maxsize=64)
def _read(path: Path, _mtime: int, _size: int, shown: str) -> Document:
    text = read_ordinary(path)
    key = document_key(text)
    known = recall_document(key)
    if known:
        return Document(known[0], shown, path, LazyLines(path), passed=known[1], key=key)
    from rules.files.yaml_lines import read_yaml  # only here: what is cached needs no reader

    try:
        data, lines = read_yaml(text.decode("utf-8"))
    except UnicodeDecodeError:
        raise ScenarioError([Problem(shown, 0, "", "The file is not UTF-8 text. Save it as UTF-8.")]) from None
    except YamlFault as fault:
        raise ScenarioError([Problem(shown, fault.line, "", fault.message)]) from None
    return Document(data, shown, path, lines, key=key)


def passes(document: Document, kind: str) -> None:
    """Note, for this run and the next, that a whole file has passed the checks of its kind."""
    document.passed.add(kind)
    if not document.base:
        keep_document(document.key, document.data, document.passed)


def plain(data: Data, inner: Callable[[Data], Data] | None = None) -> Data:
    """Return a copy of a document given in code, with text keys and lists as if read from YAML.

    `inner` does the same for what stands in a mapping or list.
    """
    if type(data) in _PLAIN:
        return data
    below = inner or plain
    if isinstance(data, Mapping):
        return {str(key): below(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [below(value) for value in data]
    return data if data is None or isinstance(data, bool | int | float | str) else str(data)


def laid_over(under: Mapping[str, Data], over: Mapping[str, Data]) -> dict[str, Data]:
    """Return `under` with what `over` names replaced, two mappings deep: charts with the lines of other charts."""
    result = dict(under)
    for key, value in over.items():
        both = isinstance(value, Mapping) and isinstance(under.get(key), Mapping)
        result[key] = {**under[key], **value} if both else value
    return result


# --- What is cached between runs: files that have been read and checked, and tables of sight -----------------------


@cache
def made_by() -> bytes:
    """Return a fingerprint that changes with the code and schemas behind reading, checks and sight."""
    try:
        schemas = [folder for folder in rooms(scenarios_dir()) if folder.name == "schema"]
    except DataMissing:
        schemas = []
    return fingerprint(*rooms(PACKAGE_ROOT / "rules"), *schemas)


def rooms(top: Path) -> Iterator[Path]:
    """Yield a folder of modules and all folders below it."""
    for folder, below, _ in os.walk(top):
        below[:] = [name for name in below if name != "__pycache__"]
        yield Path(folder)


class LazyLines(Mapping[Route, int]):
    """Give the line of every value of a file, which is read only when a problem needs a line."""

    def __init__(self, path: Path) -> None:
        """Remember the file."""
        self._path = path
        self._lines: Mapping[Route, int] | None = None

    def __getitem__(self, route: Route) -> int:
        """Return the line of a value."""
        return self._read()[route]

    def __iter__(self) -> Iterator[Route]:
        """Yield the routes of all values."""
        return iter(self._read())

    def __len__(self) -> int:
        """Count the values."""
        return len(self._read())

    def _read(self) -> Mapping[Route, int]:
        if self._lines is None:
            from rules.files.yaml_lines import read_yaml

            try:
                self._lines = read_yaml(read_ordinary(self._path).decode("utf-8"))[1]
            except (OSError, UnicodeDecodeError, YamlFault):
                self._lines = {}
        return self._lines


def document_key(text: bytes) -> str:
    """Return the cache key of a file with this content."""
    return digest(made_by(), text)


def recall_document(key: str) -> tuple[Data, set[str]] | None:
    """Return the data of a file and the checks it has passed, if cached."""
    body = recall("documents", key) if key else None
    if body is None:
        return None
    try:
        data, passed = json.loads(body)
        return data, set(passed)
    except (ValueError, TypeError):
        return None


def keep_document(key: str, data: Data, passed: set[str]) -> None:
    """Cache the data of a file that has passed its checks."""
    if key:
        keep("documents", key, json.dumps([data, sorted(passed)], separators=(",", ":")).encode())


def id_or_whole(document: Document, folders: Iterable[Path]) -> Data:
    """Return the id of a document that lies as it is in one of the folders, or else what it says."""
    found = document.mapping
    files = (folder / f"{found.get('id', '')}.yaml" for folder in folders)
    is_there = any(file.is_file() and read_file(file).mapping == found for file in files)
    return str(found["id"]) if is_there else dict(found)


def readable(paths: Iterable[Path], shelf: Shelf | None = None) -> Iterator[Document]:
    """Yield the documents of files; of those that cannot be read the journal says why."""
    shelf = shelf or Shelf()
    for path in paths:
        try:
            yield shelf.read(path)
        except ScenarioError as error:
            LOG.info("%s is not listed: %s", path.name, error)


def is_scenario(document: Document) -> bool:
    """Tell whether a document says it is a scenario, of whatever system."""
    return "scenario" in str(document.mapping.get("format", ""))


def scenario_row(document: Document) -> ScenarioRow:
    """Return what a list tells of the scenario in a file: its turns, or the rounds of a battle."""
    data, limit = document.mapping, document.mapping.get("limit")
    rounds = limit.get("rounds") if isinstance(limit, Mapping) else None
    turns = data.get("turns", 0) if rounds is None else rounds
    name = document.path.stem if document.path else ""
    title, date, time, note = (str(data.get(key, "")) for key in ("title", "date", "playing_time", "note"))
    return ScenarioRow(
        name,
        title or name,
        str(data.get("kind", "scenario")),
        date,
        turns if isinstance(turns, int) else 0,
        "turn" if rounds is None else "round",
        time,
        note,
    )


def listed(name: str, folders: Sequence[Path], make: Callable[[], list[ScenarioRow]]) -> list[ScenarioRow]:
    """Return the rows of what lies in folders, made anew only when a file there or the code has changed."""
    places = [folder.name.encode() for folder in folders]  # by name: what is prepared is read wherever it is unpacked
    key = digest(made_by(), name.encode(), *places, fingerprint(*folders))
    body = recall("lists", key)
    try:
        if body is not None:
            rows = json.loads(body)
            return [ScenarioRow(**{**row, "sides": tuple(SideRow(*side) for side in row["sides"])}) for row in rows]
    except (ValueError, TypeError, KeyError):
        LOG.info("The list %s is made again.", name)
    found = make()
    keep("lists", key, json.dumps([asdict(row) for row in found]).encode())
    return found


# --- A scenario played with other rules: `{"scenario": id, "rules": {name: value}}` --------------------------------

_FIELDS: Final = ("rules", "scenario")


def is_overlay(source: object) -> bool:
    """Tell whether a source names a scenario to be played with other rules."""
    return isinstance(source, Mapping) and "scenario" in source


def overlaid(
    source: Mapping[str, object],
    document_of: Callable[[str], Document],
    house: HouseRules,
    *,
    example: str,
    also: tuple[str, ...] = (),
) -> Document:
    """Return the scenario named by id or path, with the rules asked for in place of its own; raise ScenarioError.

    `also` are more fields of a scenario that the source may replace.
    """
    asked = plain(source)
    name, rules = asked["scenario"], asked.get("rules", {})
    if not isinstance(name, str):
        raise _error(f"Name a scenario by its id, such as {example}.", "scenario")
    for stray in sorted(asked.keys() - {*_FIELDS, *also}):
        raise _error(unknown("field", stray, dict.fromkeys(sorted((*_FIELDS, *also)))), stray)
    base = document_of(name)
    if not isinstance(rules, Mapping):
        raise _error("Write rule switches as name: value.", "rules")
    wrong = [Problem("", 0, "", one_line(sentence)) for sentence in house.check(rules)]
    if wrong:
        raise ScenarioError(wrong)
    return _replaced(base, rules, {key: asked[key] for key in also if asked.get(key) is not None})


def _replaced(base: Document, rules: Mapping[str, Data], others: Mapping[str, Data]) -> Document:
    """Return a document with these rules over its own; the checks it has passed need not be done again."""
    data = {**base.mapping, "rules": {**base.mapping.get("rules", {}), **rules}, **others}
    if not data["rules"]:
        del data["rules"]
    passed = set() if others else set(base.passed)
    return replace(base, data=data, passed=passed, key="")


def _error(sentence: str, field: str) -> ScenarioError:
    return ScenarioError([Problem("", 0, field, sentence)])
