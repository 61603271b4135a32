"""What blocks a line of sight: the conditions of 6.2.1, 6.2.2, 7.1.1 and 7.1.2, in one place.

They take levels as numbers or as numpy arrays and answer in kind: the table of all pairs and the explanation
of one line ask the same questions. `low` and `high` are the levels of the lower and the higher end of the line.
"""

from __future__ import annotations

from typing import Any, Final

from rules.company_scale.battle_map import BattleMap, Edge, Terrain

Levels = Any  # int, or an array of small ints
Truth = Any  # bool, or an array of bools

COVER: Final = frozenset({Terrain.WOODS, Terrain.VINEYARD, Terrain.VILLAGE, Terrain.TOWN, Terrain.CITY})  # 6.2.1
CRESTS: Final = (Edge.RIDGE, Edge.STEEP_SLOPE, Edge.SLOPE)  # hexside blocking terrain (7.1.2 c)
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
