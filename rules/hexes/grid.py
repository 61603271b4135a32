"""Neighbours, distance and hexsides of flat-top hexes whose odd columns lie half a hex further south."""

from __future__ import annotations

from functools import cache
from typing import Final

from rules.hexes.ids import FIRST, LAST, hex_name

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


@cache
def distance(a: int, b: int) -> int:
    """Return the number of hexes from `a` to `b`, counting `b`; it is kept for each pair."""
    return distance_once(a, b)


def distance_once(a: int, b: int) -> int:
    """Return the distance without keeping it: for pairs of hexes that hardly come again."""
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
        raise ValueError(f"{hex_name(a)} and {hex_name(b)} are not neighbours.") from None


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


def corners(h: int) -> tuple[Point, ...]:
    """Return the six corners on the integer lattice, clockwise; side i of DIRECTIONS runs from corner i to i+1."""
    x, y = centre(h)
    return tuple((x + dx, y + dy) for dx, dy in _CORNERS)


def side_ends(a: int, b: int) -> tuple[Point, Point]:
    """Return the two end points of the hexside between neighbours on the integer lattice, clockwise around `a`."""
    i, around = direction(a, b), corners(a)
    return around[i], around[(i + 1) % 6]
