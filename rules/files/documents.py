"""Data files, each read once, with the line of every value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from rules.engine.bounded import read_ordinary
from rules.engine.disk import why
from rules.files.kept import LazyLines, document_key, keep_document, recall_document
from rules.files.problems import Problem, ScenarioError, one_line
from rules.files.values import Data, Route, YamlFault, as_written

INLINE: Final = "the document"


@dataclass(frozen=True, slots=True)
class Document:
    """A piece of data with the file and lines it came from; `base` is its route inside that file.

    `passed` holds the checks a file has passed on its own, so that they are not repeated while it is unchanged;
    `key` is the cache key under which that is kept between runs.
    """

    data: Data
    file: str = INLINE
    path: Path | None = None
    lines: Mapping[Route, int] = field(default_factory=dict)
    base: Route = ()
    passed: set[str] = field(default_factory=set, compare=False, repr=False)
    key: str = field(default="", compare=False, repr=False)

    @property
    def mapping(self) -> Mapping[str, Data]:
        """Return the data as a mapping, empty if it is something else."""
        return self.data if isinstance(self.data, Mapping) else {}

    def problem(self, route: Route, message: str) -> Problem:
        """Return a problem at `route`, with the line of the nearest enclosing value."""
        full = self.base + route
        nearest = next((full[:n] for n in range(len(full), -1, -1) if full[:n] in self.lines), ())
        field = ".".join(str(part) for part in full)
        return Problem(self.file, self.lines.get(nearest, 0), one_line(field), one_line(message))

    def part(self, *route: str | int) -> Document:
        """Return the document inside this one at `route`."""
        data = self.data
        for step in route:
            data = data[step]
        return Document(data, self.file, self.path, self.lines, self.base + route)


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


def plain(data: Data) -> Data:
    """Return a copy of a document given in code, with text keys and lists as if read from YAML."""
    if isinstance(data, Mapping):
        return {str(key): plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [plain(value) for value in data]
    text = data if data is None or isinstance(data, bool | int | float | str) else str(data)
    return as_written(text) if type(text) is str else text
