"""What blocks a line of sight, in one place, and the places that a line passes, as numbers (6.2, 7.1).

They take levels as numbers or as numpy arrays and answer in kind: the table of all pairs and the explanation
of one line ask the same questions. `low` and `high` are the levels of the lower and the higher end of the line.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from rules.company_scale.battle_map import BattleMap
from rules.hexes.grid import neighbours
from rules.hexes.lines import ORIGINS, REACH, Crossing, line, lines_from

# --- What blocks a line of sight: the conditions of 6.2.1, 6.2.2, 7.1.1 and 7.1.2, in one place --------------------

Levels = Any  # int, or an array of small ints
Truth = Any  # bool, or an array of bools

WATER_LEVEL: Final = 1  # a hex without a dot is water or off the map: it is low and hides nothing


def level_of(ground: BattleMap, h: int) -> int:
    """Return the elevation level of a hex, the lowest if it is off the map."""
    map_hex = ground.hexes.get(h)
    return map_hex.level if map_hex else WATER_LEVEL


def is_higher_ground(level: Levels, low: Levels, high: Levels) -> Truth:
    """Tell whether a hex is higher than both ends (7.1.2)."""
    return level > high


def is_as_high(level: Levels, low: Levels, high: Levels) -> Truth:
    """Tell whether a hex is as high as the higher of two ends on different levels (7.1.2 a)."""
    return (low != high) & (level == high)


def is_blind_spot(level: Levels, low: Levels, high: Levels, beside_lower: Truth) -> Truth:
    """Tell whether a hex next to the lower of two ends on different levels hides what is behind it (7.1.2 b)."""
    return (low != high) & beside_lower & (level > low)


def is_cover_between(level: Levels, low: Levels, high: Levels, cover: Truth) -> Truth:
    """Tell whether blocking terrain stands between two ends on its own level (7.1.1 a); lower, it does not block.

    Between ends on different levels it never does (7.1.2 e).
    """
    return (low == high) & cover & (level >= high)


def is_crest_between(level: Levels, low: Levels, high: Levels) -> Truth:
    """Tell whether a slope, steep slope or ridge that neither end touches blocks; its level is its higher hex's.

    Ends on one level: always (6.2.2). Ends on different levels: if it is as high as the higher one (7.1.2 c).
    """
    return (low == high) | (level == high)


# --- The places a line of sight passes, as numbers -----------------------------------------------------------------
#
# A number tells what lies there, how it lies to the ends, and its hexes. Counted from where the line starts, lines of
# one course pass the same places wherever they run.

END: Final = 0  # a hex at an end of the line
BESIDE: Final = 1  # a hex between, next to the lower of two ends on different levels (7.1.2 b)
BETWEEN: Final = 2
END_SIDE: Final = 3  # a hexside of a hex at an end (6.2.2)
SIDE: Final = 4
SPINE_BESIDE: Final = 5  # a hexside the line runs along, its hexes next to the lower of two ends
SPINE: Final = 6

ON_ONE_LEVEL: Final = 0
FIRST_LOWER: Final = 1
SECOND_LOWER: Final = 2

_WHAT: Final = 100_000_000
_HEX: Final = 10_000
START: Final = _HEX + 1  # the places on a line are counted from this often the hex where it starts


def places(a: int, b: int, steps: int, ends: int) -> tuple[int, ...]:
    """Return the places on the line from `a` to `b` in order, counted from `a * START`.

    `steps` is their distance; `ends` is ON_ONE_LEVEL, FIRST_LOWER or SECOND_LOWER.
    """
    if steps > REACH:
        return _course(a, b, ends)
    return _courses(a // 100 % 2, ends)[b - a]


def read(place: int) -> tuple[int, int, int]:
    """Return what a place is, END to SPINE, and its two hexes; of a hex both are the same."""
    what, hexes = divmod(place, _WHAT)
    first, second = divmod(hexes, _HEX)
    return what, first, second


@cache
def _courses(parity: int, ends: int) -> dict[int, tuple[int, ...]]:
    """Return the places on all lines within reach of a hex of an even or odd column, by id difference."""
    origin = ORIGINS[parity]
    return {way: _course(origin, origin + way, ends) for way in lines_from(parity)}


def _course(a: int, b: int, ends: int) -> tuple[int, ...]:
    beside = () if ends == ON_ONE_LEVEL else neighbours(a if ends == FIRST_LOWER else b)
    return tuple([_place(a, b, crossing, beside) - a * START for crossing in line(a, b).crossings])


def _place(a: int, b: int, crossing: Crossing, beside: tuple[int, ...]) -> int:
    hexes = [a + difference for difference in crossing.hexes]
    at_end = a in hexes or b in hexes
    if crossing.kind == "hex":
        what = END if at_end else BESIDE if hexes[0] in beside else BETWEEN
    elif crossing.kind == "hexside":
        what = END_SIDE if at_end else SIDE
    else:
        what = SPINE_BESIDE if hexes[0] in beside else SPINE
    return what * _WHAT + hexes[0] * _HEX + hexes[-1]
