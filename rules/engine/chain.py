"""The chain of a record: each sealed line carries a short digest of itself and of all lines before it."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Final

_SEAL: Final = re.compile(rb',"chain":"([0-9a-f]{8})"\}\Z')
_LENGTH: Final = len(b',"chain":"00000000"}')


class Chain:
    """A running digest over the lines of a record.

    Each seal is proved from the seal before it as written in the file, so that a changed line is named alone,
    without all the lines after it.
    """

    __slots__ = ("_hash",)

    def __init__(self, last: bytes = b"") -> None:
        self._hash = blake2b(last, digest_size=4)

    def copy(self) -> Chain:
        """Return an independent copy."""
        other = Chain()
        other._hash = self._hash.copy()
        return other

    def pass_over(self, raw: bytes) -> None:
        """Add an unsealed line; the next seal proves it too."""
        self._hash.update(raw)

    def seal(self, raw: bytes) -> bytes:
        """Return a line (an object, with its newline) with its seal added."""
        seal = self._close(raw[:-2])
        return b'%s,"chain":"%s"}\n' % (raw[:-2], seal)

    def proves(self, raw: bytes) -> bool | None:
        """Tell whether a line (without its newline) is as it was written; None if it is not sealed."""
        told = sealed(raw)
        if told is None:
            self.pass_over(raw + b"\n")
            return None
        proved = self._close(raw[:-_LENGTH]) == told
        self._hash = blake2b(told, digest_size=4)
        return proved

    def _close(self, body: bytes) -> bytes:
        self._hash.update(body)
        seal = self._hash.hexdigest().encode("ascii")
        self._hash = blake2b(seal, digest_size=4)
        return seal


def sealed(raw: bytes) -> bytes | None:
    """Return the seal of a line, None if it has none."""
    match = _SEAL.search(raw, max(0, len(raw) - _LENGTH))
    return match[1] if match else None


def sealed_lines(text: bytes, chain: Chain) -> bytes:
    """Return lines with their seals; snapshots get none, as their own digest and the next line prove them."""
    done = []
    for raw in text.splitlines(keepends=True):
        if raw.startswith(b'{"snapshot"'):
            chain.pass_over(raw)
            done.append(raw)
        else:
            done.append(chain.seal(raw))
    return b"".join(done)
