"""Measure lines of sight (7.1) against their budgets on a map of campaign size."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Final

from rules.company_scale.battle_map import BattleMap, Edge, Hexside, MapHex, Terrain
from rules.company_scale.r07_line_of_sight import line_of_sight, visible_from
from rules.company_scale.sight.table import SightTable
from rules.company_scale.sight.tables import sight_table
from rules.hexes.grid import hexside, neighbours, within
from rules.hexes.lines import REACH, Measure, least

COLUMNS: Final = 84
ROWS: Final = 60
_TERRAIN: Final = [Terrain.CLEAR] * 8 + list(Terrain)
_EDGES: Final = (Edge.STREAM, Edge.SLOPE, Edge.STEEP_SLOPE, Edge.RIDGE)


def random_map(columns: int = COLUMNS, rows: int = ROWS, seed: int = 1) -> BattleMap:
    """Return ground with hills, woods and ridges scattered at random."""
    random = Random(seed)
    hexes = {
        c * 100 + r: MapHex(random.choice(_TERRAIN), random.choice((1, 1, 1, 2, 2, 3)))
        for c in range(1, columns + 1)
        for r in range(1, rows + 1)
    }
    sides = {
        hexside(h, other): Hexside(frozenset({random.choice(_EDGES)}))
        for h in hexes
        for other in neighbours(h)
        if random.random() < 0.05
    }
    return BattleMap("random", "Random ground", (1, columns), (1, rows), hexes, sides)


def bench() -> list[Measure]:
    """Return the cost of a table of every pair, of one hex's view, and of explaining it."""
    ground = random_map()
    pairs = sum(1 for h in ground.hexes for other in within(h, REACH) if other in ground.hexes and other > h)
    every = f"every pair of the {COLUMNS}x{ROWS} map ({pairs:,} pairs)"
    return [
        (every, least(lambda: SightTable(ground, kept=False)), 1.0),
        ("what one hex sees", _what_one_hex_sees(ground), 0.0002),
        ("what one hex sees among 100 barrages and fires", _among_markers(ground), 0.0002),
        ("what one hex sees, full explanation", _explained(ground), 0.002),
    ]


def _what_one_hex_sees(ground: BattleMap) -> float:
    sight_table(ground)
    start = perf_counter()
    for h in ground.hexes:
        visible_from(ground, h)
    return (perf_counter() - start) / len(ground.hexes)


def _among_markers(ground: BattleMap) -> float:
    marked = frozenset(Random(2).sample(sorted(ground.hexes), 100))
    hexes = list(ground.hexes)[::20]
    return least(lambda: [visible_from(ground, h, REACH, marked) for h in hexes]) / len(hexes)


def _explained(ground: BattleMap) -> float:
    hexes = [4021 + n for n in range(20)]  # well inside the map
    return least(lambda: [line_of_sight(ground, h, to) for h in hexes for to in within(h, REACH)]) / len(hexes)
