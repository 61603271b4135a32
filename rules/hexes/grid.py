"""Hex ids, sets of hexes, neighbours, distance and hexsides."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

# --- Hex ids: 18.40 (column from the west, row from the north) is the number 1840 everywhere in the code -----------

# Rows 0 and 99 stay free, so that the neighbour of a valid hex is never another column's hex.
FIRST: Final = 1
LAST: Final = 98
_PRINTED: Final = re.compile(r"(\d\d)\.(\d\d)", re.ASCII)


def hex_id(name: object) -> int:
    """Return the id of a printed hex number such as "18.40"; ValueError with one sentence for anything else."""
    listed = _IDS.get(name) if isinstance(name, str) else None
    return _read(name) if listed is None else listed


def _read(name: object) -> int:
    match = _PRINTED.fullmatch(name) if isinstance(name, str) else None
    if match is None:
        raise ValueError(f"{name!r} is not a hex number. Write two digits, a point and two digits, such as 18.40.")
    column, row = int(match[1]), int(match[2])
    if not (FIRST <= column <= LAST and FIRST <= row <= LAST):
        raise ValueError(f"Hex {name} does not exist: columns and rows run from 01 to {LAST}.")
    return column * 100 + row


@cache
def hex_name(h: int) -> str:
    """Return the printed number of a hex: 1840 is "18.40"."""
    return f"{h // 100:02d}.{h % 100:02d}"


_TWO: Final = [f"{n:02d}" for n in range(LAST + 1)]
_IDS: Final = {f"{_TWO[c]}.{_TWO[r]}": c * 100 + r for c in range(FIRST, LAST + 1) for r in range(FIRST, LAST + 1)}


def column(h: int) -> int:
    """Return the column of a hex, counted from the west."""
    return h // 100


def row(h: int) -> int:
    """Return the row of a hex, counted from the north."""
    return h % 100


# --- Sets of hexes as whole numbers, with bit n for hex n: hundreds of them are joined in no time ------------------

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


# --- Neighbours, distance and hexsides of flat-top hexes whose odd columns lie half a hex further south ------------

Point = tuple[int, int]
Side = tuple[int, int]

DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")  # clockwise; neighbours() and side_ends() keep this order
_EVEN: Final = (-1, 99, 100, 1, -100, -101)
_ODD: Final = (-1, 100, 101, 1, -99, -100)
_CORNERS: Final = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))  # clockwise from the west end of the north side


@cache
def neighbours(h: int) -> tuple[int, ...]:
    """Return the six neighbours clockwise from north (N, NE, SE, S, SW, NW), on the map or not."""
    return tuple(h + step for step in (_ODD if h // 100 % 2 else _EVEN))


def distance(a: int, b: int) -> int:
    """Return the number of hexes from `a` to `b`, counting `b`; compiled, it takes less time than to look it up."""
    ca, cb = a // 100, b // 100
    across = cb - ca
    down = (b % 100 - cb // 2) - (a % 100 - ca // 2)
    return max(abs(across), abs(down), abs(across + down))


def are_adjacent(a: int, b: int) -> bool:
    """Tell whether two hexes share a hexside."""
    return b in neighbours(a)


def direction(a: int, b: int) -> int:
    """Return the index in DIRECTIONS of the neighbour `b` of `a`; ValueError if they are not neighbours."""
    try:
        return neighbours(a).index(b)
    except ValueError:
        raise ValueError(f"{hex_name(a)} and {hex_name(b)} are not adjacent.") from None


@cache
def within(h: int, n: int) -> tuple[int, ...]:
    """Return every hex at most `n` from `h`, itself included, in order of id."""
    col, low = h // 100, h % 100 - h // 100 // 2
    hexes: list[int] = []
    for c in range(max(FIRST, col - n), min(LAST, col + n) + 1):
        top = low + c // 2 + max(-n, col - c - n)
        bottom = low + c // 2 + min(n, col - c + n)
        hexes += range(c * 100 + max(FIRST, top), c * 100 + min(LAST, bottom) + 1)
    return tuple(hexes)


def ring(h: int, n: int) -> tuple[int, ...]:
    """Return every hex at exactly `n` from `h`, in order of id."""
    return tuple(other for other in within(h, n) if distance(h, other) == n)


def hexside(a: int, b: int) -> Side:
    """Return the key of the hexside between two neighbours: (smaller id, larger id)."""
    return (a, b) if a < b else (b, a)


def hexsides(h: int) -> tuple[Side, ...]:
    """Return the keys of the six hexsides of `h`, clockwise from north."""
    return tuple(hexside(h, other) for other in neighbours(h))


def centre(h: int) -> Point:
    """Return the centre of a hex on the integer lattice, y growing south."""
    col = h // 100
    return 3 * col, 2 * (h % 100) + col % 2


@cache
def corners(h: int) -> tuple[Point, ...]:
    """Return the six corners on the integer lattice, clockwise; side i of DIRECTIONS runs from corner i to i+1."""
    x, y = centre(h)
    return tuple((x + dx, y + dy) for dx, dy in _CORNERS)


def side_ends(a: int, b: int) -> tuple[Point, Point]:
    """Return the two end points of the hexside between neighbours on the integer lattice, clockwise around `a`."""
    i, around = direction(a, b), corners(a)
    return around[i], around[(i + 1) % 6]
