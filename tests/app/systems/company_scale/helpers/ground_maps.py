"""Small invented maps for the tests of the ground."""

from __future__ import annotations

from itertools import pairwise

from rules.company_scale.battle_map import BattleMap, DrawnCourse, Edge, Hexside, Label, MapArt, MapHex, Road, Terrain
from rules.company_scale.loading.map_checks import LETTERS

COUNTRY = """
..ww..~.....
.www.~..vv..
.ww.~..vvv..
..w.~...V...
...~....mm..
V..~..T.m...
..~...CC....
..~.........
"""
HEIGHTS = """
233211111122
233211111222
223211112332
122111112332
111111111222
111111111122
111111111111
111111111111
"""


def country() -> BattleMap:
    """Return a map of 12 columns and 8 rows with an example of everything."""
    ground = COUNTRY.split()
    levels = HEIGHTS.split()
    hexes = {
        column * 100 + row: MapHex(LETTERS[letter], int(levels[row - 1][column - 1]))
        for row, line in enumerate(ground, 1)
        for column, letter in enumerate(line, 1)
        if letter != "~"
    }
    sides: dict[tuple[int, int], Hexside] = {
        (702, 703): Hexside(edges=frozenset({Edge.STREAM})),
        (703, 803): Hexside(edges=frozenset({Edge.STREAM})),
        (703, 804): Hexside(edges=frozenset({Edge.STREAM}), roads=frozenset({Road.PAVED})),
        (704, 804): Hexside(edges=frozenset({Edge.STREAM})),
        (203, 303): Hexside(edges=frozenset({Edge.SLOPE})),
        (1002, 1003): Hexside(edges=frozenset({Edge.STEEP_SLOPE})),
        (1003, 1103): Hexside(edges=frozenset({Edge.RIDGE})),
        (1207, 1208): Hexside(edges=frozenset({Edge.GRAY})),
    }
    for kind, way in (
        (Road.EVACUATION, (801, 802, 803, 804, 805, 806, 807, 808)),
        (Road.PAVED, (603, 703, 804, 904, 1005, 1105, 1206)),
        (Road.TRAIL, (1105, 1106, 1107, 1108)),
        (Road.RAILROAD, (805, 806, 807, 808)),
    ):
        for a, b in pairwise(way):
            key = (min(a, b), max(a, b))
            old = sides.get(key, Hexside())
            sides[key] = Hexside(old.edges, old.roads | {kind})
    labels = (
        Label("Grand Town", "town", 706),
        Label("Little Place", "village", 904),
        Label("West End", "hamlet", 106),
        Label("City", "city", 807),
        Label("Lone Hill", "hill", 1003, 312),
        Label("Water", "river", 505),
        Label("Somewhere", "region", 1107),
    )
    art = MapArt(
        rivers=(
            DrawnCourse(((7.4, 0.0), (6.0, 2.0), (5.0, 4.0), (4.0, 6.0), (3.0, 9.5)), name="Water", rank=1),
            DrawnCourse(((6.5, 2.9), (7.5, 3.2), (7.6, 4.5)), name="Brook"),
        ),
        elevation={row: tuple(80 + 90 * (int(digit) - 1) for digit in line) for row, line in enumerate(levels, 1)},
        water=(701, 602, 503, 504, 405, 406, 307, 308),
    )
    return BattleMap("country", "A Little Country", (1, 12), (1, 8), hexes, sides, labels, art)


def lone_hex() -> BattleMap:
    """Return the smallest map there is: one clear hex and no drawing data."""
    return BattleMap("lone", "One", (5, 5), (5, 5), {505: MapHex(Terrain.CLEAR, 1)}, {})
