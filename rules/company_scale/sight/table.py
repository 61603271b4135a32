"""All lines of sight on a map in clear weather and without markers, worked out at once (7.1.1, 7.1.2)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.company_scale.battle_map import BattleMap
from rules.company_scale.sight.rules import (
    WATER_LEVEL,
    is_as_high,
    is_blind_spot,
    is_cover_between,
    is_crest_between,
    is_higher_ground,
)
from rules.engine.cache import digest, keep, recall
from rules.files.documents import made_by
from rules.hexes.grid import bits_of, neighbours, within
from rules.hexes.lines import ORIGINS, REACH, HexLine, lines_from

Cells = NDArray[Any]
MARGIN: Final = REACH + 1
WORTH_KEEPING: Final = 1000
"""Map size in hexes from which the table is kept for the program's next run."""


class SightTable:
    """Which hexes within REACH each hex of a map sees, weather and markers aside."""

    def __init__(self, ground: BattleMap, kept: bool = True) -> None:
        """Test every pair of hexes of the map, or recall the answers kept from an earlier run."""
        self.ground, self._kept = ground, kept
        self._west, self._north = ground.columns[0], ground.rows[0]
        self._columns = ground.columns[1] - self._west + 1
        self._rows = ground.rows[1] - self._north + 1
        self._visible: dict[tuple[int, int], frozenset[int]] = {}
        self._bits: dict[tuple[int, int], tuple[int, int]] = {}
        self._deltas = [np.array(sorted(lines_from(parity))) for parity in (0, 1)]
        self._fill()

    def visible(self, h: int, limit: int) -> frozenset[int]:
        """Return the hexes of the map within `limit` (at most REACH) that `h`, on the map, sees, itself included."""
        hexes = self._visible.get((h, limit))
        if hexes is None:
            if limit < REACH:
                hexes = self.visible(h, REACH).intersection(within(h, max(limit, 1)))  # adjacent hexes always (7.1)
            else:
                seen = self._seen[h // 100 - self._west, h % 100 - self._north]
                hexes = frozenset((self._deltas[h // 100 % 2][seen] + h).tolist())
            self._visible[h, limit] = hexes
        return hexes

    def bits(self, h: int, limit: int) -> int:
        """Return what `visible` does as a number (see `HexSet`); kept without its empty lower end."""
        kept = self._bits.get((h, limit))
        if kept is None:
            seen = self.visible(h, limit)
            lowest = min(seen)
            kept = self._bits[h, limit] = bits_of(seen) >> lowest, lowest
        bits, lowest = kept
        return bits << lowest

    def without_cover(self, ground: BattleMap, hexes: tuple[int, ...]) -> SightTable:
        """Return the table of a map that differs only in hexes now clear: only lines near them are tested again."""
        table = SightTable.__new__(SightTable)
        table.ground, table._kept, table._visible, table._bits = ground, False, {}, {}
        table._west, table._north, table._columns, table._rows = self._west, self._north, self._columns, self._rows
        table._deltas, table._level, table._on_map, table._crest = self._deltas, self._level, self._on_map, self._crest
        table._cover, table._seen = self._cover.copy(), self._seen.copy()
        for h in hexes:
            table._cover[table._at(h)] = False
        for h in hexes:
            table._refill_near(h)
        return table

    def _refill_near(self, h: int) -> None:
        """Test the lines again that may pass over one hex."""
        column, row = h // 100 - self._west, h % 100 - self._north
        west, east = max(0, column - REACH), min(self._columns, column + REACH + 1)
        north, south = max(0, row - REACH), min(self._rows, row + REACH + 1)
        for parity in (0, 1):
            self._fill_half(parity, (west, east), (north, south))

    def _fill(self) -> None:
        shape = (self._columns + 2 * MARGIN, self._rows + 2 * MARGIN)
        self._level = np.full(shape, WATER_LEVEL, np.int8)
        self._cover = np.zeros(shape, np.bool_)
        self._on_map = np.zeros(shape, np.bool_)
        self._crest = np.zeros((3, *shape), np.bool_)  # at the northern three hexsides of each hex
        cover, crests = self.ground.charts.cover, self.ground.charts.crests
        for h, map_hex in self.ground.hexes.items():
            at = self._at(h)
            self._level[at], self._cover[at], self._on_map[at] = map_hex.level, map_hex.terrain in cover, True
        for (a, b), side in self.ground.sides.items():
            if not side.edges.isdisjoint(crests):
                north, which = _northern_side(a, b)
                self._crest[(which, *self._at(north))] = True
        self._seen = np.zeros((self._columns, self._rows, len(self._deltas[0])), np.bool_)
        if not self._recall():
            for parity in (0, 1):
                self._fill_half(parity, (0, self._columns), (0, self._rows))
            self._keep()

    def _key(self) -> str:
        """Return this ground's key in the cache, or '' for ground too small to be worth it."""
        if not self._kept or len(self.ground.hexes) < WORTH_KEEPING:
            return ""
        grids = (self._level, self._cover, self._on_map, self._crest)
        size = (self._west, self._north, self._columns, self._rows)
        return digest(made_by(), repr(size).encode(), *(grid.tobytes() for grid in grids))

    def _recall(self) -> bool:
        key = self._key()
        body = recall("sight", key) if key else None
        if body is None or len(body) != (self._seen.size + 7) // 8:
            return False
        bits = np.unpackbits(np.frombuffer(body, np.uint8), count=self._seen.size)
        self._seen = bits.reshape(self._seen.shape).astype(np.bool_)
        return True

    def _keep(self) -> None:
        key = self._key()
        if key:
            keep("sight", key, np.packbits(self._seen).tobytes())

    def _fill_half(self, parity: int, across: tuple[int, int], down: tuple[int, int]) -> None:
        """Test every line from the hexes of one column parity within some columns and rows (counted from 0)."""
        (west, east), (north, south) = across, down
        first = west + (self._west + west + parity) % 2
        if first >= east:
            return
        lines = lines_from(parity)
        here = _Window(first + MARGIN, east - first, north + MARGIN, south - north)
        for k, delta in enumerate(self._deltas[parity].tolist()):
            columns, rows = _offset(delta)
            if abs(columns) >= self._columns or abs(rows) >= self._rows:
                continue  # no hex of the map has another so far away
            seen = ~self._blocked(here, ORIGINS[parity], delta, lines[delta])
            both = here.of(self._on_map, delta) & here.of(self._on_map, 0)
            self._seen[first:east:2, north:south, k] = seen & both

    def _blocked(self, here: _Window, origin: int, goal: int, line: HexLine) -> Cells:
        """Tell for every hex of one column parity whether the line of one offset is blocked."""
        a, b = here.of(self._level, 0), here.of(self._level, goal)
        low, high = np.minimum(a, b), np.maximum(a, b)
        blocked = np.zeros(a.shape, np.bool_)
        beside = set(neighbours(origin)), set(neighbours(origin + goal))
        ends = _Ends(low, high, tuple(zip(beside, (a < b, b < a), strict=True)))
        for d in line.between:
            blocked |= self._blocks(here, origin, d, ends)
        for first, second in line.spines:  # 7.1.1 b
            blocked |= self._blocks(here, origin, first, ends) & self._blocks(here, origin, second, ends)
        for side in line.sides:
            if 0 not in side and goal not in side:  # a hexside of an end never blocks (6.2.2)
                level = np.maximum(here.of(self._level, side[0]), here.of(self._level, side[1]))
                blocked |= self._crest_at(here, origin, side) & is_crest_between(level, low, high)
        for side in line.spines:
            blocked |= self._crest_at(here, origin, side)  # 7.1.2 d
        return blocked

    def _blocks(self, here: _Window, origin: int, delta: int, ends: _Ends) -> Cells:
        """Tell whether the hex at an offset blocks by itself (7.1.1 a, 7.1.2 a, b)."""
        level, low, high = here.of(self._level, delta), ends.low, ends.high
        blocks: Cells = is_higher_ground(level, low, high)
        blocks |= is_as_high(level, low, high)
        blocks |= is_cover_between(level, low, high, here.of(self._cover, delta))
        for hexes, is_lower in ends.beside:
            if origin + delta in hexes:
                blocks |= is_blind_spot(level, low, high, is_lower)
        return blocks

    def _crest_at(self, here: _Window, origin: int, side: tuple[int, int]) -> Cells:
        north, which = _northern_side(origin + side[0], origin + side[1])
        return here.of(self._crest[which], north - origin)

    def _at(self, h: int) -> tuple[int, int]:
        return h // 100 - self._west + MARGIN, h % 100 - self._north + MARGIN


class _Ends(NamedTuple):
    """The levels of both ends of the current lines; `beside` are the hexes next to each and where it is the lower."""

    low: Cells
    high: Cells
    beside: tuple[tuple[set[int], Cells], ...]


class _Window:
    """Cuts from a grid with margins the cells at an offset from every second column of the map."""

    def __init__(self, first: int, width: int, top: int, rows: int) -> None:
        self._first, self._last, self._top, self._rows = first, first + width, top, rows

    def of(self, grid: Cells, delta: int) -> Cells:
        """Return the cells of `grid` at the offset `delta` (an id difference)."""
        across, down = _offset(delta)
        top = self._top + down
        return grid[self._first + across : self._last + across : 2, top : top + self._rows]


def _offset(delta: int) -> tuple[int, int]:
    """Split an id difference into columns and rows."""
    down = (delta + 50) % 100 - 50
    return (delta - down) // 100, down


def _northern_side(a: int, b: int) -> tuple[int, int]:
    """Name a hexside by the one of its hexes for which it is side 0, 1 or 2 (N, NE, SE)."""
    which = neighbours(a).index(b)
    return (a, which) if which < 3 else (b, which - 3)
