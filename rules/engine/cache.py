"""Results in the player's cache folder or prepared beside the program: never required, computed again if wrong."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from rules.engine.folders import DataMissing, cache_dir, prepared_dir

LOG: Final = logging.getLogger("chitpull.cache")
_MARK: Final = b"chitpull-cache/1\n"
_DIGEST: Final = 16
_KEPT: Final = 128
_BYTES: Final = 160_000_000
MODULES: Final = "modules.txt"
"""The file of a packaged program that tells its modules from those of any other."""
LIBRARIES: Final = (".so", ".pyd", ".dylib")


def digest(*parts: bytes) -> str:
    """Return the key for what is made from these parts; different parts give different keys."""
    hasher = blake2b(digest_size=_DIGEST)
    for part in parts:
        hasher.update(len(part).to_bytes(8, "big"))
        hasher.update(part)
    return hasher.hexdigest()


def fingerprint(*folders: Path) -> bytes:
    """Return a fingerprint that changes with any file in the folders, so that results of older code are not reused.

    That of a packaged program changes with its modules too, compiled ones among them: stripping and signing change
    these files, but not what they do. Unpacking gives files any time, so there their content counts, and what was
    prepared when the program was packed is known wherever it is unpacked.
    """
    program = _program()
    seen = [
        (Path(path).name, _content(Path(path)) if program else stat.st_mtime_ns, stat.st_size)
        for folder in folders
        for path, stat in (_files(folder) if folder.is_dir() else ())
        if not (program and path.endswith(LIBRARIES))
    ]
    return program + repr(sorted(seen)).encode()


def _program() -> bytes:
    """Return what tells the modules of a packaged program from those of any other, b"" where they are files."""
    if not getattr(sys, "frozen", False):
        return b""
    inside = Path(getattr(sys, "_MEIPASS", "")) / MODULES
    try:
        return inside.read_bytes()
    except OSError:
        stat = Path(sys.executable).stat()
        return repr((stat.st_mtime_ns, stat.st_size)).encode()


@cache
def _content(path: Path) -> str:
    """Return the digest of a shipped file; it is read once."""
    return digest(path.read_bytes())


def _files(folder: Path) -> list[tuple[str, os.stat_result]]:
    """Return the files of a folder; one that another program deletes meanwhile is passed over."""
    files = []
    with os.scandir(folder) as entries:
        for entry in entries:
            with suppress(FileNotFoundError):
                if entry.is_file():
                    files.append((entry.path, entry.stat()))
    return files


def recall(kind: str, key: str) -> bytes | None:
    """Return what is stored under a key, by the player or when the program was set up; None if missing or damaged."""
    folders: tuple[Callable[[], Path], ...] = (cache_dir, prepared_dir)
    for folder in folders:
        try:
            content = (folder() / kind / key).read_bytes()
        except (OSError, DataMissing):
            continue
        head = len(_MARK) + _DIGEST
        body = content[head:]
        if content[:head] == _MARK + _seal(body):
            return body
        LOG.info("%s/%s is damaged; it is made again.", kind, key)
    return None


def keep(kind: str, key: str, body: bytes) -> None:
    """Store something under a key and delete the oldest of its kind; a full or read-only disk is no error."""
    try:
        place = cache_dir() / kind / key
        place.parent.mkdir(parents=True, exist_ok=True)
        unfinished = place.with_name(f"{key}.{os.getpid()}.new")
        unfinished.write_bytes(_MARK + _seal(body) + body)
        os.replace(unfinished, place)
        _prune(place.parent)
    except OSError as error:
        LOG.info("%s/%s cannot be kept: %s.", kind, key, error.strerror or error)


def _prune(folder: Path) -> None:
    """Delete the oldest entries of a kind beyond a number and a size in all; the newest always stays."""
    room = _BYTES
    for n, (path, stat) in enumerate(sorted(_files(folder), key=lambda one: one[1].st_mtime_ns, reverse=True)):
        room -= stat.st_size
        if n and (n >= _KEPT or room < 0):
            with suppress(FileNotFoundError):
                os.unlink(path)


def _seal(body: bytes) -> bytes:
    return blake2b(body, digest_size=_DIGEST).digest()
