"""The board: 113 hexes in rows A to I, named "E5", their neighbours and distances, sections and edges (CMD-order-05).

The lattice of `rules.hexes` is laid on its side: row A is its column 02, and E5 its hex 0605. Its numbers stay in here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from rules.hexes import grid
from rules.hexes.lines import line

ROWS: Final = "ABCDEFGHI"
TOP: Final = "top"
BOTTOM: Final = "bottom"
SECTIONS: Final = ("left", "center", "right")
_FIRST: Final = 2  # the lattice's column of row A: then row B is shifted as the board's is
_MIRRORED: Final = {"left": "right", "center": "center", "right": "left"}


def width(row: str) -> int:
    """Return how many hexes a row has: 13 in A, C, E, G and I, 12 in the others."""
    return 13 - ROWS.index(row) % 2


_IDS: Final = {
    f"{row}{place}": (_FIRST + down) * 100 + place
    for down, row in enumerate(ROWS)
    for place in range(1, width(row) + 1)
}
_NAMES: Final = {number: name for name, number in _IDS.items()}
HEXES: Final[tuple[str, ...]] = tuple(_IDS)
ORDER: Final[Mapping[str, int]] = {name: place for place, name in enumerate(HEXES)}
NEIGHBOURS: Final[Mapping[str, tuple[str, ...]]] = {
    name: tuple(sorted((_NAMES[n] for n in grid.neighbours(number) if n in _NAMES), key=ORDER.__getitem__))
    for name, number in _IDS.items()
}


@cache
def distance(a: str, b: str) -> int:
    """Return the number of hexes from `a` to `b`, counting `b`."""
    return grid.distance(_IDS[a], _IDS[b])


@cache
def within(h: str, n: int) -> tuple[str, ...]:
    """Return every hex at most `n` from `h`, itself left out, in the order of the board."""
    return tuple(other for other in HEXES if other != h and distance(h, other) <= n)


@cache
def between(a: str, b: str) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Return what the line between two centres meets: hexes it crosses, and pairs it runs between, '' off the board.

    Of each pair the hex on the same side of the line stands first.
    """
    start = _IDS[a]
    met = line(start, _IDS[b])
    crossed = tuple(_NAMES[start + step] for step in met.between if start + step in _NAMES)
    pairs = []
    for one, other in met.spines:
        pair = (start + one, start + other)
        if _is_left(start, _IDS[b], pair[1]):
            pair = (pair[1], pair[0])
        pairs.append((_NAMES.get(pair[0], ""), _NAMES.get(pair[1], "")))
    return crossed, tuple(pairs)


def _is_left(a: int, b: int, h: int) -> bool:
    (ax, ay), (bx, by), (x, y) = grid.centre(a), grid.centre(b), grid.centre(h)
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0


@cache
def toward(h: str, edge: str) -> tuple[str, ...]:
    """Return the one or two hexes of the next row toward an edge; none in the last row (CMD-retreat-01)."""
    row = ROWS.index(h[0]) + (-1 if edge == TOP else 1)
    return tuple(n for n in NEIGHBOURS[h] if 0 <= row < len(ROWS) and n[0] == ROWS[row])


@cache
def sections(h: str, edge: str = BOTTOM) -> tuple[str, ...]:
    """Return the section of a hex as the player at an edge names it; two on a section line (CMD-order-03, -05)."""
    place, long = int(h[1:]), width(h[0]) == 13
    own = [name for name, (low, high) in _PLACES[long].items() if low <= place <= high]
    return tuple(own if edge == BOTTOM else (_MIRRORED[name] for name in own))


_PLACES: Final = {
    True: {"left": (1, 4), "center": (5, 9), "right": (10, 13)},
    False: {"left": (1, 4), "center": (4, 9), "right": (9, 12)},
}
