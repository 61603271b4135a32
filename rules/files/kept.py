"""What is cached between runs: files that have been read and checked, and tables of sight."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from rules.engine.bounded import read_ordinary
from rules.engine.cache import digest, fingerprint, keep, recall
from rules.engine.datadirs import PACKAGE_ROOT, DataMissing, scenarios_dir
from rules.files.values import Data, Route, YamlFault


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


def listed(name: str, folders: Sequence[Path], make: Callable[[], list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Return a list of what lies in folders, made anew only when a file there or the code has changed."""
    places = [str(folder).encode() for folder in folders]
    key = digest(made_by(), name.encode(), *places, fingerprint(*folders))
    body = recall("lists", key)
    try:
        found = json.loads(body) if body is not None else None
    except ValueError:
        found = None
    if not isinstance(found, list):
        found = make()
        keep("lists", key, json.dumps(found).encode())
    return found
