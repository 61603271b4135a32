"""Where a host keeps the records of its games, and the pictures of their maps: in a folder, or in a database."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from rules.engine.protocol import Refused
from rules.engine.record import RecordError, RecordWriter, write_whole
from rules.engine.record_contents import Contents
from rules.engine.record_form import is_packed, packed, read_record, unpacked
from rules.engine.record_lines import half_written, read_text
from rules.engine.record_reading import TornRecord, last_step, load_record
from rules.engine.session import Session

ELSEWHERE: Final = 7
"""The code of the error that says where a game is played; `at` in its data is the address, '' if that is not known."""


class Elsewhere(Refused):
    """A game is played at another process of this host."""

    def __init__(self, at: str = "") -> None:
        super().__init__(ELSEWHERE, "This game is played at another process of this host. Connect again.")
        self.at = at

    def to_json(self) -> dict[str, Any]:
        """Return the error object of the answer, with the address of that process."""
        told = super().to_json()
        told["data"] |= {"at": self.at}
        return told


class Records(Protocol):
    """Keeps the records of games by their names."""

    def take(self, game: str) -> None:
        """Take a game for this process; raise Elsewhere if another one plays it."""
        ...

    def give_up(self, game: str) -> None:
        """Let other processes take a game."""
        ...

    def text(self, game: str) -> bytes:
        """Return a record's text as it is kept, unpacked, b'' if there is none; raise OSError."""
        ...

    def open(self, game: str) -> tuple[bytes, RecordWriter]:
        """Return the text of a record of this process, and what begins it or goes on with it; raise OSError."""
        ...

    def drop(self, game: str) -> None:
        """Delete a record, and the picture of its map; raise OSError or RecordError."""
        ...

    def pack(self, game: str) -> None:
        """Pack a record that nobody needs for now; raise OSError or RecordError."""
        ...

    def picture(self, game: str) -> bytes:
        """Return the picture of the map that was sent last, b'' if there is none."""
        ...

    def keep_picture(self, game: str, picture: bytes) -> None:
        """Keep a picture of the map in place of the last one; raise OSError."""
        ...


def name_of(game: str) -> str:
    """Return the name of a game's record."""
    return f"{game}.chitpull"


class FolderRecords:
    """Records in the folder of a host's one process. Where hands are hidden they lie sealed until the game is over."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def take(self, game: str) -> None:
        """Take a game: there is no other process."""

    def give_up(self, game: str) -> None:
        """Let others take a game: there are none."""

    def text(self, game: str) -> bytes:
        """Return a record's text as it is kept, unpacked, b'' if there is none; raise OSError."""
        try:
            return read_record(self._folder / name_of(game))
        except FileNotFoundError:
            return b""

    def open(self, game: str) -> tuple[bytes, RecordWriter]:
        """Return the text of a record of this process, and what begins it or goes on with it; raise OSError."""
        text, file = self.text(game), self._folder / name_of(game)
        if not text:  # left empty by a host that was killed as it began the game
            file.unlink(missing_ok=True)
        return text, RecordWriter(file, overwrite=False, seals=True)

    def drop(self, game: str) -> None:
        """Delete a record, and the picture of its map; raise OSError."""
        for name in (name_of(game), f"{game}.jpg"):
            (self._folder / name).unlink(missing_ok=True)

    def pack(self, game: str) -> None:
        """Pack a record that nobody needs for now; raise OSError or RecordError."""
        file = self._folder / name_of(game)
        if not is_packed(raw := file.read_bytes()):
            write_whole(file, packed(raw))

    def picture(self, game: str) -> bytes:
        """Return the picture of the map that was sent last, b'' if there is none."""
        try:
            return (self._folder / f"{game}.jpg").read_bytes()
        except FileNotFoundError:
            return b""

    def keep_picture(self, game: str, picture: bytes) -> None:
        """Keep a picture of the map in place of the last one; raise OSError."""
        unfinished = self._folder / f"{game}.jpg.new"
        unfinished.write_bytes(picture)
        unfinished.replace(self._folder / f"{game}.jpg")


class Lines(Protocol):
    """The tables of a database in which records lie (see SqlStore)."""

    def hold(self, game: str) -> bool: ...
    def let_go(self, game: str) -> None: ...
    def lines(self, game: str) -> Sequence[bytes]: ...
    def add_lines(self, game: str, n: int, part: bytes) -> None: ...
    def replace_lines(self, game: str, record: bytes) -> None: ...
    def drop_lines(self, game: str) -> None: ...
    def picture(self, game: str) -> bytes: ...
    def set_picture(self, game: str, jpeg: bytes) -> None: ...
    def set_fact(self, game: str, name: str, told: str) -> None: ...
    def facts(self, game: str) -> Mapping[str, str]: ...


class DatabaseRecords:
    """Records in the tables of a database that several processes share: who holds a game keeps its record.

    They lie there in the clear, as the secrets of the dice do. `address` is where players reach this process, if they
    can choose.
    """

    def __init__(self, kept: Lines, address: str = "") -> None:
        self._kept, self._address = kept, address
        self._taken = set[str]()

    def take(self, game: str) -> None:
        """Take a game for this process; raise Elsewhere if another one plays it."""
        if game in self._taken:
            return
        is_held = self._kept.hold(game)
        at = json.loads(self._kept.facts(game).get("at", '""'))
        if not is_held:
            raise Elsewhere(at)
        self._taken.add(game)
        if at != self._address:
            self._kept.set_fact(game, "at", json.dumps(self._address))

    def give_up(self, game: str) -> None:
        """Let other processes take a game."""
        self._taken.discard(game)
        self._kept.let_go(game)

    def text(self, game: str) -> bytes:
        """Return a record's text as it is kept, unpacked, b'' if there is none; raise OSError."""
        return unpacked(b"".join(self._kept.lines(game)))

    def open(self, game: str) -> tuple[bytes, RecordWriter]:
        """Return the text of a record of this process, and what begins it or goes on with it; raise OSError."""
        raw = b"".join(parts := self._kept.lines(game))
        return unpacked(raw), LinesWriter(self._kept, game, len(parts), is_packed=is_packed(raw))

    def drop(self, game: str) -> None:
        """Delete a record, and the picture of its map; raise RecordError."""
        self._kept.drop_lines(game)
        self._kept.set_picture(game, b"")

    def pack(self, game: str) -> None:
        """Pack a record that nobody needs for now; raise RecordError."""
        raw = b"".join(self._kept.lines(game))
        if raw and not is_packed(raw):
            self._kept.replace_lines(game, packed(raw))

    def picture(self, game: str) -> bytes:
        """Return the picture of the map that was sent last, b'' if there is none."""
        return self._kept.picture(game)

    def keep_picture(self, game: str, picture: bytes) -> None:
        """Keep a picture of the map in place of the last one."""
        self._kept.set_picture(game, picture)


class LinesWriter(RecordWriter):
    """Writes a record into the tables of a database: what is committed there is acknowledged.

    It has so many `parts`; only the process that holds the game changes that.
    """

    def __init__(self, kept: Lines, game: str, parts: int, *, is_packed: bool) -> None:
        super().__init__(Path(name_of(game)), overwrite=False)
        self._kept, self._game, self._parts, self._is_packed = kept, game, parts, is_packed

    def _place(self, text: bytes) -> None:
        self._kept.add_lines(self._game, 0, text)
        self._parts = 1

    def _take_up(self, text: bytes, end: int) -> None:
        """Unpack the record that was read, and drop what follows its first `end` bytes; raise RecordError."""
        if self._is_packed or end < len(text):
            self._kept.replace_lines(self._game, text[:end])
            self._parts, self._is_packed = 1, False

    def _add(self, text: bytes) -> None:
        self._kept.add_lines(self._game, self._parts, text)
        self._parts += 1


# --- Opening a game that goes on -----------------------------------------------------------------------------------


def opened(text: bytes, writer: RecordWriter, beside: Iterable[Session] = ()) -> tuple[Session, Contents, bool]:
    """Return a game that goes on from the text of its record, what of that was read, and whether that is all of it.

    What was only half written when the host ended is cut off: nobody has been told of it. Raises RecordError if the
    game cannot go on without a loss; then the record stays as it is.
    """
    file, contents = writer.path, read_text(writer.path, text, plays=True)
    whole, notes = contents.text[: contents.end], len(contents.notices)
    contents.notices = [told for told in contents.notices if told != half_written(file)]
    is_whole = len(contents.notices) == notes
    try:
        session = load_record(file, contents=contents, writer=writer, beside=beside, prove=False, strict=True)
    except TornRecord:
        cut = read_text(file, whole[: last_step(whole)[0]], plays=True)
        cut.text, cut.sealed = contents.text, contents.sealed
        session = load_record(file, contents=cut, writer=writer, beside=beside, prove=False, strict=True)
        contents, is_whole = cut, False
    if session.notices:
        raise RecordError(session.notices[0])
    return session, contents, is_whole
