"""The files of a scenario: finding them, reading them once, and naming the line of each value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from rules.company_scale.kept import LazyLines, document_key, keep_document, recall_document
from rules.company_scale.problems import Problem, ScenarioError
from rules.company_scale.yaml_lines import Data, Route, YamlFault, read_yaml

CHARTS = Path(__file__).resolve().parent / "charts"
INLINE = "the document"
KINDS = ("scenario", "map", "forces", "charts")
_FOLDERS = {"map": "maps", "forces": "forces", "charts": "charts"}


@dataclass(frozen=True, slots=True)
class Document:
    """A piece of data with the file and lines it came from; `base` is its route inside that file.

    `passed` remembers the checks a file has passed alone, so that it is not checked again while it is unchanged;
    `key` is the name under which that is kept for the next time the program runs.
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
        """Return the data as a mapping; empty when it is something else."""
        return self.data if isinstance(self.data, Mapping) else {}

    def problem(self, route: Route, message: str) -> Problem:
        """Return a problem at `route`, with the line of the nearest enclosing value."""
        full = self.base + route
        known = next((full[:n] for n in range(len(full), -1, -1) if full[:n] in self.lines), ())
        return Problem(self.file, self.lines.get(known, 0), ".".join(str(part) for part in full), message)

    def part(self, *route: str | int) -> Document:
        """Return the document inside this one at `route`."""
        data = self.data
        for step in route:
            data = data[step]
        return Document(data, self.file, self.path, self.lines, self.base + route)


def shown_path(path: Path) -> str:
    """Return a path as a player would write it: from the current folder when it lies below it."""
    resolved, here = path.resolve(), Path.cwd()
    return resolved.relative_to(here).as_posix() if resolved.is_relative_to(here) else str(path)


def read_file(path: Path) -> Document:
    """Read one YAML file; ScenarioError names the line when it is not YAML. Unchanged files are read once."""
    try:
        stamp = path.stat()
        return _read(path.resolve(), stamp.st_mtime_ns, stamp.st_size, shown_path(path))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ScenarioError([Problem(shown_path(path), 0, "", f"The file cannot be read: {reason}.")]) from None


@lru_cache(maxsize=64)
def _read(path: Path, _mtime: int, _size: int, shown: str) -> Document:
    text = path.read_bytes()
    key = document_key(text)
    known = recall_document(key)
    if known:
        return Document(known[0], shown, path, LazyLines(path), passed=known[1], key=key)
    try:
        data, lines = read_yaml(text.decode("utf-8"))
    except UnicodeDecodeError:
        raise ScenarioError([Problem(shown, 0, "", "The file is not UTF-8 text; save it as UTF-8.")]) from None
    except YamlFault as fault:
        raise ScenarioError([Problem(shown, fault.line, "", fault.message)]) from None
    return Document(data, shown, path, lines, key=key)


def passes(document: Document, kind: str) -> None:
    """Note that a whole file has passed the checks of its kind, for now and for the next time."""
    document.passed.add(kind)
    if not document.base:
        keep_document(document.key, document.data, document.passed)


def plain(data: Data) -> Data:
    """Return a copy of a document given in code with text keys and lists, as if read from YAML."""
    if isinstance(data, Mapping):
        return {str(key): plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [plain(value) for value in data]
    return data if data is None or isinstance(data, bool | int | float | str) else str(data)


def kind_of(document: Document) -> str:
    """Return scenario, map, forces or charts by the `format` line, or '' when there is none."""
    text = document.mapping.get("format")
    return next((kind for kind in KINDS if text == f"chitpull-{kind}/1"), "")


def find(kind: str, name: str, beside: Path | None, root: Path) -> Path | None:
    """Return the file of a map, forces or charts named by id, or by a path ending in .yaml, or None."""
    if name.endswith((".yaml", ".yml")):
        tries = [beside.parent / name if beside else Path(name)]
    else:
        tries = [folder / f"{name}.yaml" for folder in _folders(kind, beside, root)]
    return next((path for path in tries if path.is_file()), None)


def known_names(kind: str, beside: Path | None, root: Path) -> dict[str, None]:
    """Return the ids of the maps, forces or charts that could be named here."""
    return {path.stem: None for folder in _folders(kind, beside, root) for path in sorted(folder.glob("*.yaml"))}


def _folders(kind: str, beside: Path | None, root: Path) -> list[Path]:
    """Return where files of a kind are looked for: near the file that names them, then among the shipped ones."""
    homes = [beside.parent, beside.parent.parent, root] if beside else [root]
    return [home / _FOLDERS[kind] for home in homes] + ([CHARTS] if kind == "charts" else [])


def find_scenario(name: str, root: Path) -> Path | None:
    """Return the file of a shipped scenario or example by its id, or None."""
    tries = (root / f"{name}.yaml", root / "examples" / f"{name}.yaml")
    return next((path for path in tries if path.is_file()), None)
