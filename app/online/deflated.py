"""Records, scenarios and steps as they travel inside a message: deflated, in base64."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from typing import Final

LARGEST: Final = 200_000_000
"""Bytes of a record, unpacked."""


def packed(text: bytes) -> str:
    """Return a text as it travels."""
    return b64encode(zlib.compress(text, 9)).decode("ascii")


def unpacked(told: str, most: int = LARGEST) -> bytes:
    """Return a text that somebody has sent; raise ValueError where it is none, or has more bytes than `most`."""
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(b64decode(told, validate=True), most)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise ValueError("too large, or cut off")
    return text
