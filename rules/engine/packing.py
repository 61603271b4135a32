"""Records packed: what is put away for long is compressed as gzip does, and reads as before."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Final

from rules.engine.bounded import RECORD, NotOrdinary, read_ordinary

_GZIP: Final = 31
_MARK: Final = b"\x1f\x8b"


def is_packed(raw: bytes) -> bool:
    """Tell whether the bytes of a record are packed."""
    return raw.startswith(_MARK)


def packed(text: bytes) -> bytes:
    """Return a record packed; the same text always gives the same bytes."""
    packing = zlib.compressobj(9, zlib.DEFLATED, _GZIP)
    return packing.compress(text) + packing.flush()


def unpacked(raw: bytes, most: int = RECORD) -> bytes:
    """Return what was packed, or bytes that are not packed as they are.

    Raises NotOrdinary for what is damaged, or longer than `most` bytes.
    """
    if not is_packed(raw):
        return raw
    unpacking = zlib.decompressobj(_GZIP)
    try:
        text = unpacking.decompress(raw, most + 1)
    except zlib.error as error:
        raise NotOrdinary("it was packed, and is damaged") from error
    if len(text) <= most and not unpacking.eof:
        raise NotOrdinary("it was packed, and its end is missing")
    if len(text) > most:
        raise NotOrdinary(f"it is larger than {most // 1_000_000} MB")
    return text


def read_record(path: Path) -> bytes:
    """Return the text of a record's file, packed or not; raise OSError, or ValueError for a bad name."""
    return unpacked(read_ordinary(path, RECORD))
