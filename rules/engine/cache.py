"""Results kept in the player's cache folder: never required, never trusted, computed again if wrong."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

from rules.engine.datadirs import cache_dir

LOG: Final = logging.getLogger("chitpull.cache")
_MARK: Final = b"chitpull-cache/1\n"
_DIGEST: Final = 16
_KEPT: Final = 128
_BYTES: Final = 160_000_000


def digest(*parts: bytes) -> str:
    """Return the key for what is made from these parts; different parts give different keys."""
    hasher = blake2b(digest_size=_DIGEST)
    for part in parts:
        hasher.update(len(part).to_bytes(8, "big"))
        hasher.update(part)
    return hasher.hexdigest()


def fingerprint(*folders: Path) -> bytes:
    """Return a fingerprint that changes with any file in the folders, so that results of older code are not reused."""
    seen = [
        (Path(path).name, stat.st_mtime_ns, stat.st_size)
        for folder in folders
        for path, stat in (_files(folder) if folder.is_dir() else ())
    ]
    return repr(sorted(seen)).encode()


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
    """Return what is stored under a key, or None if it is missing or damaged."""
    try:
        content = _place(kind, key).read_bytes()
    except OSError:
        return None
    head = len(_MARK) + _DIGEST
    body = content[head:]
    if content[:head] == _MARK + _seal(body):
        return body
    LOG.info("%s/%s is damaged; it is made again.", kind, key)
    return None


def keep(kind: str, key: str, body: bytes) -> None:
    """Store something under a key and delete the oldest of its kind; a full or read-only disk is no error."""
    try:
        place = _place(kind, key)
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


def _place(kind: str, key: str) -> Path:
    return cache_dir() / kind / key


def _seal(body: bytes) -> bytes:
    return blake2b(body, digest_size=_DIGEST).digest()
