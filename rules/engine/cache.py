"""Things worked out once and kept in the player's cache folder: never needed, never trusted, made again when wrong."""

from __future__ import annotations

import logging
import os
from hashlib import blake2b
from pathlib import Path

from rules.engine.datadirs import cache_dir

LOG = logging.getLogger("chitpull.cache")
_MARK = b"chitpull-cache/1\n"
_DIGEST = 16
_KEPT = 64


def digest(*parts: bytes) -> str:
    """Return a key for what is made from these parts; other parts give another key."""
    found = blake2b(digest_size=_DIGEST)
    for part in parts:
        found.update(len(part).to_bytes(8, "big"))
        found.update(part)
    return found.hexdigest()


def fingerprint(*folders: Path) -> bytes:
    """Return what changes when a file in one of the folders does: what older code has made is not used again."""
    seen = [
        (entry.name, entry.stat().st_mtime_ns, entry.stat().st_size)
        for folder in folders
        for entry in (os.scandir(folder) if folder.is_dir() else ())
        if entry.is_file()
    ]
    return repr(sorted(seen)).encode()


def recall(kind: str, key: str) -> bytes | None:
    """Return what was kept under a key; None when there is nothing, or when it is damaged."""
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
    """Keep something under a key, and forget what has not been made for long; a full or forbidden disk is no error."""
    try:
        place = _place(kind, key)
        place.parent.mkdir(parents=True, exist_ok=True)
        unfinished = place.with_name(f"{key}.{os.getpid()}.new")
        unfinished.write_bytes(_MARK + _seal(body) + body)
        os.replace(unfinished, place)
        for old in sorted(place.parent.iterdir(), key=lambda found: found.stat().st_mtime_ns)[:-_KEPT]:
            old.unlink()
    except OSError as error:
        LOG.info("%s/%s cannot be kept: %s.", kind, key, error.strerror or error)


def _place(kind: str, key: str) -> Path:
    return cache_dir() / kind / key


def _seal(body: bytes) -> bytes:
    return blake2b(body, digest_size=_DIGEST).digest()
