"""Files that keep the results of games, so that a long run can be gone on with."""

from __future__ import annotations

import json
from collections.abc import Callable
from os import SEEK_END
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


class GamesLog:
    """The results of one run in a file that may hold others' too: a line of JSON each; no file keeps nothing.

    `kind` and `run` name the run, as "match" and the system, scenario and bots.
    """

    def __init__(self, path: Path | None, kind: str, run: list[str]) -> None:
        self.path, self.kind, self.run = path, kind, run

    def read(self, decode: Callable[[dict[str, Any]], T]) -> list[T]:
        """Return the results of this run; a line that is none of its is passed over, as is a torn one."""
        if self.path is None or not self.path.exists():
            return []
        found = []
        for line in self.path.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                entry = json.loads(line)
                if entry[self.kind] == self.run:
                    found.append(decode(entry))
            except (ValueError, KeyError, TypeError, IndexError):
                continue
        return found

    def add(self, entry: dict[str, Any]) -> None:
        """Add a result; a torn line before it is ended."""
        if self.path is not None:
            with self.path.open("a+b") as file:
                whole = not file.tell() or (file.seek(-1, SEEK_END) and file.read(1) == b"\n")
                file.write(b"" if whole else b"\n")
                file.write(json.dumps({self.kind: self.run, **entry}).encode() + b"\n")
