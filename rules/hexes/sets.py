"""Sets of hexes as whole numbers, with bit n for hex n: hundreds of them are joined in no time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

BITS: Final = 10_000  # a multiple of 8 above the highest hex id


def bits_of(hexes: Iterable[int]) -> int:
    """Return the number that stands for some hexes."""
    bits = bytearray(BITS // 8)
    for here in hexes:
        bits[here >> 3] |= 1 << (here & 7)
    return int.from_bytes(bits, "little")


class HexSet:
    """A set of hexes that is asked what it contains."""

    __slots__ = ("bits",)

    def __init__(self, bits: int = 0) -> None:
        self.bits = bits

    @staticmethod
    def of(hexes: Iterable[int]) -> HexSet:
        """Return the set of some hexes."""
        return HexSet(bits_of(hexes))

    def __contains__(self, here: int) -> bool:
        return bool(self.bits >> here & 1)

    def __iter__(self) -> Iterator[int]:
        """Yield the hexes in order of id."""
        bits = self.bits
        while bits:
            lowest = bits & -bits
            yield lowest.bit_length() - 1
            bits ^= lowest
