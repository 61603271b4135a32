"""A line in which one bit has flipped, found again by its seal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rules.engine.chain import Chain

WHOLE: Final = 2_000
"""Bytes of a line in which every bit is tried; the tries grow with the square of it."""
ENDS: Final = 400
"""Bytes tried at either end of a longer line: of a header, all but the document of its scenario."""
LONGEST: Final = 100_000
_SEAL: Final = re.compile(rb',"chain":"[0-9a-f]{8}"\}')


def unflipped(raw: bytes, before: Chain) -> bytes | None:
    """Return a line as it was written if all that is wrong with it is one bit; None if nothing proves it.

    `before` is the chain up to the line, which is left as it is. A seal of 32 bits and at most 16,000 tries: that
    another line is proved by chance happens less than once in 200,000.
    """
    flipped = bytearray(raw)
    for place in _places(len(raw)):
        for bit in range(8):
            flipped[place] ^= 1 << bit
            line = bytes(flipped)
            if before.copy().proves(line):
                return line
            flipped[place] ^= 1 << bit
    return None


def _places(length: int) -> Iterator[int]:
    if length <= WHOLE:
        yield from range(length)
    elif length <= LONGEST:
        yield from range(ENDS)
        yield from range(length - ENDS, length)


def without_flipped_end(raw: bytes, before: Chain) -> tuple[bytes, bytes] | None:
    """Return two lines that became one when the end of the first flipped; None if nothing proves the first."""
    seal = _SEAL.search(raw)
    if seal is None or seal.end() >= len(raw) or not before.copy().proves(raw[: seal.end()]):
        return None
    return raw[: seal.end()], raw[seal.end() + 1 :]


def first_line(text: bytes) -> tuple[bytes, bytes]:
    """Return the first line as it is in a file, and as it was written if one bit of it, or of its end, had flipped."""
    raw = text.partition(b"\n")[0]
    proved = Chain().proves(raw)
    if proved or (proved is None and raw[-20:].count(b'"') < 3):  # sound, or of a version that made no seals
        return raw, raw
    parts = without_flipped_end(raw, Chain())
    if parts is not None:
        return parts[0], parts[0]
    for lines in (1, 2):  # a flipped bit may have made an end of line
        part = b"\n".join(text[:LONGEST].split(b"\n", lines)[:lines])
        written = unflipped(part, Chain())
        if written is not None and b"\n" not in written:
            return part, written
    return raw, raw
