"""Results kept in the player's cache folder: never required, never trusted, computed again if wrong."""

from __future__ import annotations

import logging
import os
from hashlib import blake2b
from pathlib import Path

from rules.engine.datadirs import cache_dir

LOG = logging.getLogger("chitpull.cache")
_MARK = b"chitpull-cache/1\n"
_DIGEST = 16
_KEPT = 128
_BYTES = 64_000_000


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
        (entry.name, entry.stat().st_mtime_ns, entry.stat().st_size)
        for folder in folders
        for entry in (os.scandir(folder) if folder.is_dir() else ())
        if entry.is_file()
    ]
    return repr(sorted(seen)).encode()


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
    found = [(entry.stat(), entry.path) for entry in os.scandir(folder)]
    room = _BYTES
    for n, (stat, path) in enumerate(sorted(found, key=lambda one: one[0].st_mtime_ns, reverse=True)):
        room -= stat.st_size
        if n and (n >= _KEPT or room < 0):
            os.unlink(path)


def _place(kind: str, key: str) -> Path:
    return cache_dir() / kind / key


def _seal(body: bytes) -> bytes:
    return blake2b(body, digest_size=_DIGEST).digest()
