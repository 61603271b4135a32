"""What this table has written of its records, kept apart from them: how far each went, and the digest of that.

A record alone cannot show that its end was cut off, or that somebody who knows how seals are made wrote it anew. The
table that wrote it can, as long as its ledger is there. One small file for each record; without a disk to write it on
nothing is kept, and the game goes on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from rules.engine.bounded import read_json, read_ordinary
from rules.engine.datadirs import user_data_dir
from rules.engine.disk import write_file

FOLDER: Final = "written"
MOST: Final = 2_000
"""Records of which something is kept; the oldest go first."""
_LARGEST: Final = 10_000  # bytes of one file
_GAME: Final = re.compile(r"[0-9a-f]{16}")


class Written(NamedTuple):
    """The first `length` bytes of a record with their digest, after so many entries of its game."""

    path: str
    length: int
    digest: str
    entries: int

    def begins(self, text: bytes) -> bool:
        """Tell whether a record begins with what was written."""
        return len(text) >= self.length and blake2b(text[: self.length]).hexdigest() == self.digest


class Ledger:
    """The ledger of one table, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def note(self, game: str, path: Path, written: Written) -> None:
        """Keep what was written of a game in a file."""
        if not _GAME.fullmatch(game):
            return
        try:
            file = self._file(game, path)
            if not file.exists():
                self._make_room()
            write_file(file, json.dumps(written._asdict()).encode("ascii"))
        except (OSError, ValueError):
            return

    def doubt(self, game: str, path: Path, text: bytes, entries: int) -> str:
        """Return in a sentence how a record with so many entries differs from what this table wrote, '' if it does not.

        A record in another place may be a copy, which need only go on from one of those that were written.
        """
        known = {written.path: written for written in self._known(game)}
        here = known.get(_named(path))
        if not known or any(written.begins(text) for written in ([here] if here else known.values())):
            return ""
        furthest = here or max(known.values(), key=lambda written: written.entries)
        if entries < furthest.entries:
            return (
                f"This computer has played the game up to entry {furthest.entries}, but {path.name} ends "
                f"with entry {entries}."
            )
        return f"{path.name} is not the file this computer saved for this game. It was changed elsewhere."

    def knows(self, game: str, path: Path) -> bool:
        """Tell whether this table has written a game in this file."""
        return any(written.path == _named(path) for written in self._known(game))

    def _known(self, game: str) -> Iterator[Written]:
        if not _GAME.fullmatch(game):
            return
        for file in sorted(self.folder.glob(f"{game}-*.json")):
            try:
                told = read_json(read_ordinary(file, _LARGEST))
                yield Written(str(told["path"]), int(told["length"]), str(told["digest"]), int(told["entries"]))
            except (OSError, ValueError, LookupError, TypeError):
                continue

    def _file(self, game: str, path: Path) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        return self.folder / f"{game}-{blake2b(_named(path).encode(), digest_size=8).hexdigest()}.json"

    def _make_room(self) -> None:
        files = sorted(self.folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
        for file in files[: max(0, len(files) - MOST + 1)]:
            file.unlink(missing_ok=True)


def table_ledger() -> Ledger | None:
    """Return the ledger of this table, None where the player has no folder."""
    try:
        return Ledger(user_data_dir() / FOLDER)
    except OSError:
        return None


def _named(path: Path) -> str:
    return str(path.resolve())
