"""Outside input read within limits: ordinary files, and JSON that is neither too deep nor too large."""

from __future__ import annotations

import ctypes
import errno
import json
import math
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from time import sleep
from typing import Any, Final, NamedTuple, NoReturn, TypeVar

from rules.engine.folders import user_data_dir

# --- Outside input read within limits: ordinary files, and JSON that is neither too deep nor too large -------------

DOCUMENT: Final = 4_000_000  # bytes of a document, a request or a line of a record
RECORD: Final = 128_000_000  # bytes of a record
DEPTH: Final = 64
VALUES: Final = 200_000
DIGITS: Final = 40
LETTERS: Final = 100_000


class Limits(NamedTuple):
    """What JSON may have: bytes, values, and bytes of one text."""

    bytes: int = DOCUMENT
    values: int = VALUES
    letters: int = LETTERS


LIMITS: Final = Limits()
CHOSEN: Final = 1 << 64
"""A seed that a player chooses is smaller, and so are those of versions that drew from fewer than today."""

_STRING: Final = re.compile(rb'"(?:[^"\\]+|\\.)*(?:"|\\?\Z)', re.DOTALL)  # an unclosed string ends with the text
_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))
_LONG_NUMBER: Final = re.compile(rb"[0-9]{%d}" % (DIGITS + 1))


class TooMuch(ValueError):
    """The input exceeds a limit; the message is half a sentence."""


class NotOrdinary(OSError):
    """The path is not a file that can be read to its end: a folder, a device, a pipe, or far too large."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.strerror = why


def read_ordinary(path: Path, most: int = DOCUMENT, *, links: bool = True) -> bytes:
    """Read an ordinary file; raise OSError, NotOrdinary if it is not one, or ValueError for a bad name.

    Without `links` a link to one is refused too.
    """
    refuse_special(os.stat(path) if links else os.lstat(path))
    how = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    how |= 0 if links else getattr(os, "O_NOFOLLOW", 0)
    with open(again(lambda: os.open(path, how)), "rb") as file:
        refuse_special(os.fstat(file.fileno()))  # it may have been replaced in between
        text = file.read(most + 1)
    if len(text) > most:
        raise NotOrdinary(f"it is larger than {most // 1_000_000} MB")
    return text


def refuse_special(status: os.stat_result) -> None:
    """Raise NotOrdinary unless the status is that of an ordinary file."""
    if stat.S_ISLNK(status.st_mode):
        raise NotOrdinary("it is a link")
    if stat.S_ISDIR(status.st_mode):
        raise NotOrdinary("it is a folder")
    if not stat.S_ISREG(status.st_mode):
        raise NotOrdinary("it is not an ordinary file")


def inside(path: Path, folder: Path) -> bool:
    """Tell whether a path, with all its links followed, lies in a folder or below it."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # RuntimeError: links that lead in a circle
        return False


def read_json(raw: bytes, limits: Limits = LIMITS) -> Any:
    """Read JSON; raise TooMuch before anything is built if it exceeds a limit, ValueError if it is malformed.

    NaN, Infinity and overflowing numbers such as 1e999 are refused.
    """
    _measure(raw, limits)
    return _DECODER.decode(raw.decode("utf-8"))


def _measure(raw: bytes, limits: Limits) -> None:
    if len(raw) > limits.bytes:
        raise TooMuch(f"it is longer than {limits.bytes / 1_000_000:g} MB")
    if len(raw) <= DEPTH and not _LONG_NUMBER.search(raw):
        return
    openers = raw.count(b"[") + raw.count(b"{")
    suspect = openers > DEPTH or len(raw) > min(limits.letters, limits.values) or _LONG_NUMBER.search(raw)
    if not suspect:  # nearly every line passes here: the counts are fine even if nothing is in quotes
        return
    if max(map(len, _STRING.findall(raw)), default=0) > limits.letters:
        raise TooMuch(f"it holds a text of more than {limits.letters:,} characters")
    bare = _STRING.sub(b'""', raw)
    if _LONG_NUMBER.search(bare):
        raise TooMuch(f"it holds a number of more than {DIGITS} digits")
    if bare.count(b",") + bare.count(b"[") + bare.count(b"{") > limits.values:
        raise TooMuch(f"it holds more than {limits.values:,} values")
    _measure_depth(bare.translate(None, _BRACKETS))


def _measure_depth(brackets: bytes) -> None:
    """Remove the innermost pairs once for each allowed level; raise TooMuch if any are left."""
    for _ in range(DEPTH):
        if not brackets:
            return
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    if brackets:
        raise TooMuch(f"it is nested more than {DEPTH} deep, or its brackets do not match")


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number")


def _float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        _no_number(text if len(text) <= DIGITS else text[:DIGITS] + "…")
    return value


_DECODER: Final = json.JSONDecoder(parse_constant=_no_number, parse_float=_float)


# --- What this table has written of its records, kept apart from them: how far each went, and the digest of that ---
# A record alone cannot show that its end was cut off, or that somebody who knows how seals are made wrote it anew. The
# table that wrote it can, as long as its ledger is there. One small file for each record; without a disk to write it on
# nothing is kept, and the game goes on.

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

    def note(self, game: str, path: Path, length: int, digest: str, entries: int, *, is_due: bool = False) -> None:
        """Keep what was written of a game in a file.

        If it `is_due`, thus about to stand there in place of what does, that is known too until the next note:
        whichever of the two is left where the program is killed, it is this table's own.
        """
        if not _GAME.fullmatch(game):
            return
        written = Written(_named(path), length, digest, entries)
        before = self.known(game, path) if is_due else None
        told = written._asdict() | ({"before": before._asdict()} if before is not None else {})
        try:
            file = self._file(game, path)
            if not file.exists():
                self._make_room()
            write_file(file, json.dumps(told).encode("ascii"))
        except (OSError, ValueError):
            return

    def known(self, game: str, path: Path) -> Written | None:
        """Return what was noted of a file last, None if nothing was."""
        return next((written for written in self._known(game) if written.path == _named(path)), None)

    def drop(self, game: str, path: Path) -> None:
        """Forget a file that was not written after all."""
        with suppress(OSError, ValueError):
            self._file(game, path).unlink(missing_ok=True)

    def doubt(self, game: str, path: Path, text: bytes, entries: int) -> str | None:
        """Return in a sentence how a record of so many entries differs from what this table wrote, None if it does not.

        A record in another place may be a copy, which need only go on from one of those that were written.
        """
        known = list(self._known(game))
        known = [written for written in known if written.path == _named(path)] or known
        if not known or any(written.begins(text) for written in known):
            return None
        furthest = max(known, key=lambda written: written.entries)
        if entries < furthest.entries:
            return (
                f"This computer has played the game up to entry {furthest.entries}, but {path.name} ends "
                f"with entry {entries}."
            )
        return f"{path.name} is not the file this computer saved for this game. It was changed elsewhere."

    def knows(self, game: str, path: Path) -> bool:
        """Tell whether this table has written a game in this file."""
        return self.known(game, path) is not None

    def records(self, game: str, folder: Path) -> list[Path]:
        """Return the records in a folder in which this table has written a game, those that went furthest first."""
        here = [written for written in self._known(game) if Path(written.path).parent == folder.resolve()]
        ranked = dict.fromkeys(written.path for written in sorted(here, key=lambda written: -written.entries))
        return [path for name in ranked if (path := Path(name)).is_file()]

    def _known(self, game: str) -> Iterator[Written]:
        if not _GAME.fullmatch(game):
            return
        for file in sorted(self.folder.glob(f"{game}-*.json")):
            try:
                told = read_json(read_ordinary(file, _LARGEST))
                for one in (told, told["before"]) if "before" in told else (told,):
                    yield Written(str(one["path"]), int(one["length"]), str(one["digest"]), int(one["entries"]))
            except (OSError, ValueError, LookupError, TypeError):
                continue

    def _file(self, game: str, path: Path) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        return self.folder / f"{game}-{blake2b(_named(path).encode(), digest_size=8).hexdigest()}.json"

    def _make_room(self) -> None:
        files = sorted(self.folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
        for file in files[: max(0, len(files) - MOST + 1)]:
            file.unlink(missing_ok=True)


@contextmanager
def told_of(ledger: Ledger | None, game: str, path: Path, text: bytes, entries: int) -> Iterator[None]:
    """Let a whole record be written that is known to a ledger whenever the program is killed meanwhile."""
    if ledger is None:
        yield
        return
    before, digest = ledger.known(game, path), blake2b(text).hexdigest()
    ledger.note(game, path, len(text), digest, entries, is_due=True)
    try:
        yield
    except Exception:
        if before is None:
            ledger.drop(game, path)
        else:
            ledger.note(game, path, before.length, before.digest, before.entries)
        raise
    ledger.note(game, path, len(text), digest, entries)


def table_ledger() -> Ledger | None:
    """Return the ledger of this table, None where the player has no folder."""
    try:
        return Ledger(user_data_dir() / FOLDER)
    except OSError:
        return None


def _named(path: Path) -> str:
    return str(path.resolve())


# --- Files on a disk that others use too ---------------------------------------------------------------------------

TRIES: Final = 6
PAUSE: Final = 0.05
"""How often a held file is tried, and the seconds between: a quarter of a second in all."""
HELD_BY_WINDOWS: Final = (5, 32, 33)
"""The errors of Windows for a file that a virus scanner, a cloud folder or a viewer has open."""
HELD: Final = (
    "another program has the file open (a virus scanner, a cloud folder or a viewer); close it there and try again"
)

Answer = TypeVar("Answer")


def is_held(error: Exception) -> bool:
    """Tell whether another program has the file open; on other systems than Windows that refuses nothing."""
    return getattr(error, "winerror", None) in HELD_BY_WINDOWS or getattr(error, "errno", None) == errno.EBUSY


def again(act: Callable[[], Answer]) -> Answer:
    """Do something with a file, and again while another program holds it; raise OSError if that goes on."""
    for _ in range(TRIES - 1):
        try:
            return act()
        except OSError as error:
            if not is_held(error):
                raise
            sleep(PAUSE)
    return act()


def replace(new: Path, old: Path) -> None:
    """Put a new file in the place of an old one in one step; raise OSError."""
    again(lambda: os.replace(new, old))


def change_time(number: int, status: os.stat_result) -> int | None:
    """Return when a file was last changed, by its descriptor and status; None where the file system does not tell.

    Whoever changes a file in place can set back its length and date, but not this. Windows keeps it apart from what
    Python calls the time of change there, which is that of the file's making.
    """
    if sys.platform == "win32":
        import msvcrt

        return windows_change_time(ctypes.WinDLL("kernel32").GetFileInformationByHandleEx, msvcrt.get_osfhandle(number))
    return status.st_ctime_ns


class BasicInfo(ctypes.Structure):
    """What Windows knows of a file (FILE_BASIC_INFO): four times in 100 ns and its attributes."""

    _fields_ = (
        ("creation", ctypes.c_int64),
        ("access", ctypes.c_int64),
        ("write", ctypes.c_int64),
        ("change", ctypes.c_int64),
        ("attributes", ctypes.c_uint32),
    )


def windows_change_time(ask: Callable[..., int], handle: int) -> int | None:
    """Return the time of change that Windows' GetFileInformationByHandleEx tells; FAT keeps none."""
    info = BasicInfo()
    if not ask(ctypes.c_void_p(handle), 0, ctypes.byref(info), ctypes.sizeof(info)):
        return None
    return int(info.change) or None


def write_file(path: Path, content: bytes) -> None:
    """Write a file completely or not at all; an older one stays until the new one is whole; raise OSError."""
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_bytes(content)
        replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def why(error: Exception) -> str:
    """Return why something was refused, without numbers and paths; always in English, whatever the system speaks."""
    if is_held(error):
        return HELD
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)
    return getattr(error, "strerror", None) or str(error)
