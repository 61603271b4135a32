"""What is cached between runs: files that have been read and checked, and tables of sight."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from rules.engine.bounded import read_ordinary
from rules.engine.cache import digest, fingerprint, keep, recall
from rules.engine.datadirs import PACKAGE_ROOT, DataMissing, scenarios_dir
from rules.files.yaml_lines import Data, Route, YamlFault, read_yaml

_WORTH_KEEPING = 8_000  # bytes; smaller files are read as quickly as their cached form


@cache
def made_by() -> bytes:
    """Return a fingerprint that changes with the code and schemas behind reading, checks and sight."""
    try:
        schemas = [folder for folder in rooms(scenarios_dir()) if folder.name == "schema"]
    except DataMissing:
        schemas = []
    if getattr(sys, "frozen", False):  # frozen: the modules are inside the program
        schemas.append(Path(sys.executable).parent)
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
            try:
                self._lines = read_yaml(read_ordinary(self._path).decode("utf-8"))[1]
            except (OSError, UnicodeDecodeError, YamlFault):
                self._lines = {}
        return self._lines


def document_key(text: bytes) -> str:
    """Return the cache key of a file with this content, or '' if it is not worth keeping."""
    return digest(made_by(), text) if len(text) >= _WORTH_KEEPING else ""


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
