"""Outside input read within limits: ordinary files, and JSON that is neither too deep nor too large."""

from __future__ import annotations

import json
import math
import os
import re
import stat
from pathlib import Path
from typing import Any, Final, NoReturn

from rules.engine.disk import again

DOCUMENT: Final = 4_000_000  # bytes of a document, a request or a line of a record
RECORD: Final = 128_000_000  # bytes of a record
DEPTH: Final = 64
VALUES: Final = 200_000
DIGITS: Final = 40
LETTERS: Final = 100_000
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


def read_json(raw: bytes) -> Any:
    """Read JSON; raise TooMuch before anything is built if it exceeds a limit, ValueError if it is malformed.

    NaN, Infinity and overflowing numbers such as 1e999 are refused.
    """
    _measure(raw)
    return _DECODER.decode(raw.decode("utf-8"))


def _measure(raw: bytes) -> None:
    if len(raw) > DOCUMENT:
        raise TooMuch(f"it is longer than {DOCUMENT // 1_000_000} MB")
    if len(raw) <= DEPTH and not _LONG_NUMBER.search(raw):
        return
    openers = raw.count(b"[") + raw.count(b"{")
    suspect = openers > DEPTH or len(raw) > LETTERS or _LONG_NUMBER.search(raw)
    if not suspect:  # nearly every line passes here: the counts are fine even if nothing is in quotes
        return
    bare = _STRING.sub(_short, raw)
    if _LONG_NUMBER.search(bare):
        raise TooMuch(f"it holds a number of more than {DIGITS} digits")
    if bare.count(b",") + bare.count(b"[") + bare.count(b"{") > VALUES:
        raise TooMuch(f"it holds more than {VALUES:,} values")
    _measure_depth(bare.translate(None, _BRACKETS))


def _short(match: re.Match[bytes]) -> bytes:
    if match.end() - match.start() > LETTERS:
        raise TooMuch(f"it holds a text of more than {LETTERS:,} letters")
    return b'""'


def _measure_depth(brackets: bytes) -> None:
    """Remove the innermost pairs once for each allowed level; raise TooMuch if any are left."""
    for _ in range(DEPTH):
        if not brackets:
            return
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    if brackets:
        raise TooMuch(f"it is nested more than {DEPTH} deep, or its brackets do not match")


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def _float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        _no_number(text if len(text) <= DIGITS else text[:DIGITS] + "…")
    return value


_DECODER: Final = json.JSONDecoder(parse_constant=_no_number, parse_float=_float)
