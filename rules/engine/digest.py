"""The digest of a position: the same on every platform and in every run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b

from rules.engine.command import Plain


def canonical(value: Plain) -> str:
    """Return plain data as canonical text: keys sorted, no spaces, ASCII only."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, default=_plain)


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is not plain data")


def digest(value: Plain) -> str:
    """Return the blake2b digest (16 bytes, hex) of plain data."""
    return blake2b(canonical(value).encode("ascii"), digest_size=16).hexdigest()
