"""The parts of one side in dice that both sides make: a chain of secrets that is fixed before the game.

Each part is the digest of the next one. A side commits itself by telling part 0 and then gives part after part: whoever
has one proves by it that the next was fixed with it, and cannot work out the next.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Final

MOST: Final = 1 << 14
"""Parts of a side, thus rolls of a game: a campaign of 5,000 steps takes 600."""
HOST: Final = ""
"""In place of a seat's name: the host."""
ANEW: Final = "new "
"""Before a seat's name, in the parts of a roll: its part 0 anew, for it is played from another computer now."""
_KEPT: Final = 128
"""Every so many parts one is held, so that none takes longer to find."""
_PART: Final = re.compile("[0-9a-f]{64}")


class Parts:
    """The parts of one side, which all follow from its secret."""

    def __init__(self, secret: bytes) -> None:
        part = blake2b(secret, digest_size=32, person=b"chitpull last").digest()
        self._kept = [part]
        for n in range(1, MOST + 1):
            part = _before(part)
            if n % _KEPT == 0:
                self._kept.append(part)

    def part(self, number: int) -> str:
        """Return a part as it is told; number 0 is what commits this side to all of them. Raise IndexError."""
        if not 0 <= number <= MOST:
            raise IndexError("the dice of this game are used up")
        held, more = divmod(MOST - number, _KEPT)
        return back(self._kept[held].hex(), more)


@lru_cache(maxsize=64)
def parts_of(secret: bytes) -> Parts:
    """Return the parts that follow from a secret."""
    return Parts(secret)


def back(part: str, count: int = 1) -> str:
    """Return the part so many before another one."""
    made = bytes.fromhex(part)
    for _ in range(count):
        made = _before(made)
    return made.hex()


def _before(part: bytes) -> bytes:
    return blake2b(part, digest_size=32, person=b"chitpull part").digest()


def is_part(raw: object) -> bool:
    """Tell whether something looks like a part."""
    return isinstance(raw, str) and _PART.fullmatch(raw) is not None


def are_parts(raw: object) -> bool:
    """Tell whether something looks like the parts of several sides by their names."""
    return isinstance(raw, Mapping) and bool(raw) and all(map(is_part, raw.values()))


def are_anchors(anchors: Mapping[str, str], seats: Collection[str]) -> bool:
    """Tell whether these are the anchors of a game with these seats: the host's, and those of all seats but his own."""
    names = set(anchors) - {HOST}
    return HOST in anchors and names < set(seats) and len(names) == len(seats) - 1


def key_of(parts: Mapping[str, str]) -> bytes:
    """Return what a roll follows from: the parts of all sides together."""
    told = b"".join(bytes.fromhex(parts[name]) for name in sorted(parts))
    return blake2b(told, digest_size=32, person=b"chitpull both").digest()
