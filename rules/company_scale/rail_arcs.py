"""The lines along which rail guns can fire, on the integer lattice (25.0)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from rules.hexes.grid import Point, centre, corners, neighbours, side_ends

SCALE: Final = 200  # points of a hexside are given in hundredths of half its length
NORTH: Final = 0  # in grid.DIRECTIONS
NORTH_EAST: Final = 1  # in grid.DIRECTIONS
SOUTH: Final = 3  # in grid.DIRECTIONS
SOUTH_WEST: Final = 4  # in grid.DIRECTIONS
ENTRIES: Final = (SOUTH, SOUTH_WEST)
EXITS: Final = (NORTH, NORTH_EAST)


def crossing_point(here: int, near: int, east: int) -> Point:
    """Return where a rail crosses the hexside of two neighbours, scaled: `east` hundredths from its middle eastward."""
    west_end, east_end = sorted(side_ends(here, near))
    return (
        SCALE // 2 * (west_end[0] + east_end[0]) + east * (east_end[0] - west_end[0]),
        SCALE // 2 * (west_end[1] + east_end[1]) + east * (east_end[1] - west_end[1]),
    )


def hexes_ahead(start: Point, through: Point, hexes: Iterable[int]) -> tuple[int, ...]:
    """Return the hexes that the line from `start` through `through` crosses beyond that point, in order.

    A hex is crossed if the line goes through its inside or along one of its hexsides; a corner alone does not count.
    """
    dx, dy = through[0] - start[0], through[1] - start[1]
    crossed: list[tuple[Fraction, int]] = []
    for hex_id in hexes:
        x, y = centre(hex_id)
        off = dx * (y * SCALE - through[1]) - dy * (x * SCALE - through[0])
        if abs(off) > 2 * SCALE * (abs(dx) + abs(dy)):  # too far away for any corner to reach the line
            continue
        chord = _chord(start, through, hex_id)
        if chord is not None and chord[0] >= 1:
            crossed.append((chord[0] + chord[1], hex_id))
    return tuple(hex_id for _, hex_id in sorted(crossed))


def _chord(start: Point, through: Point, hex_id: int) -> tuple[Fraction, Fraction] | None:
    """Return where the line enters and leaves a hex, in multiples of the distance from `start` to `through`."""
    dx, dy = through[0] - start[0], through[1] - start[1]
    around = [(x * SCALE - start[0], y * SCALE - start[1]) for x, y in corners(hex_id)]
    offs = [dx * y - dy * x for x, y in around]
    along = [dx * x + dy * y for x, y in around]
    met = set()
    for i in range(6):
        j = (i + 1) % 6
        if offs[i] == 0:
            met.add(Fraction(along[i]))
        if offs[i] * offs[j] < 0:
            met.add(Fraction(along[i] * offs[j] - along[j] * offs[i], offs[j] - offs[i]))
    if len(met) < 2:
        return None
    length = dx * dx + dy * dy
    return min(met) / length, max(met) / length


def fire_lines(here: int, rails: Iterable[int], east: dict[int, int], hexes: Iterable[int]) -> list[tuple[int, ...]]:
    """Return the hexes of every fire line of a gun: one for each pair of a southern entry and a northern exit.

    `rails` are the neighbours a railroad leads to, `east` tells where it crosses their hexsides (0: in the middle).
    """
    near, joined, candidates = neighbours(here), set(rails), tuple(hexes)
    return [
        hexes_ahead(
            crossing_point(here, near[entry], east.get(near[entry], 0)),
            crossing_point(here, near[way_out], east.get(near[way_out], 0)),
            candidates,
        )
        for entry in ENTRIES if near[entry] in joined
        for way_out in EXITS if near[way_out] in joined
    ]  # fmt: skip
