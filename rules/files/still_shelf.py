"""Files in folders where nothing changes while they are checked: each is looked for, read and built of once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar, cast

from rules.files.documents import Document, Shelf
from rules.files.problems import ScenarioError, Sound

T = TypeVar("T")


class Kept:
    """What was built last of documents, and of what; so that of the next only what differs is built anew."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[object, object]] = {}

    def once(self, name: str, of: tuple[object, ...], build: Callable[[], T]) -> T:
        """Return what is built of this, anew unless it is the same as the last time."""
        before = self._last.get(name)
        if before is None or before[0] != of:
            before = self._last[name] = of, build()
        return cast(T, before[1])

    def last(self, name: str) -> tuple[Any, Any] | None:
        """Return of what something was built last, and what it is, None for nothing."""
        return self._last.get(name)


class StillShelf(Shelf):
    """A shelf for one check of many files that name the same maps, forces and charts."""

    def __init__(self) -> None:
        """Begin with nothing read."""
        self.kept, self.sound = Kept(), Sound()
        self._there: dict[Path, bool] = {}
        self._read: dict[Path, Document | ScenarioError] = {}
        self._inside: dict[tuple[Path, Path], bool] = {}

    def has(self, path: Path) -> bool:
        """Tell whether there is a file."""
        if path not in self._there:
            self._there[path] = super().has(path)
        return self._there[path]

    def read(self, path: Path) -> Document:
        """Return the document in a file; raise ScenarioError if it cannot be read."""
        if path not in self._read:
            try:
                self._read[path] = replace(super().read(path), shelf=self)
            except ScenarioError as error:
                self._read[path] = error
        found = self._read[path]
        if isinstance(found, ScenarioError):
            raise found
        return found

    def inside(self, path: Path, folder: Path) -> bool:
        """Tell whether a path, with all its links followed, lies in a folder or below it."""
        if (path, folder) not in self._inside:
            self._inside[path, folder] = super().inside(path, folder)
        return self._inside[path, folder]
