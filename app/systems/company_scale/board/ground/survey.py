"""The survey that every layer of the ground starts from: the sheet, its hexes, and a ring of hexes beyond the edge."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.board import hexes as geometry
from app.systems.company_scale.board.ground.palette import Palette
from rules.company_scale.battle_map import BattleMap, MapArt, Terrain
from rules.engine.frozen import frozen

if TYPE_CHECKING:
    from app.systems.company_scale.board.ground.shapes import Floats

MARGIN = 12.0
"""Distance from the outermost hex corners to the edge of the sheet, in scene units."""
_AROUND = 130.0
"""Distance from what is shown, in scene units, up to which its light and its parcels follow from what is there."""
GREAT = 1
"""Rank of a river that fills whole hexes."""
_HEIGHT_OF_LEVEL = {1: 90.0, 2: 190.0, 3: 320.0}
_OPEN = frozenset({Terrain.WOODS, Terrain.VINEYARD, Terrain.MARSH, Terrain.CLEAR})


@frozen
class Canvas:
    """Hold what a layer needs to paint: painter, exposed rectangle in scene units, device pixels to a unit, colours.

    `ratio` is device pixels to a pixel of the window; `kept` that it is painted for the screen, again and again.
    """

    painter: QPainter
    rect: QRectF
    lod: float
    palette: Palette
    ratio: float = 1.0
    kept: bool = False

    @property
    def zoom(self) -> float:
        """Return the pixels of the window to a unit, by which is judged what can be read."""
        return self.lod / self.ratio

    def at_least(self, units: float, pixels: float) -> float:
        """Return a width in scene units that is at least `pixels` on the screen."""
        return max(units, pixels / self.lod)


@frozen
class Course:
    """Hold the real course of a river in scene coordinates; rank 1 is the widest."""

    name: str
    rank: int
    points: Floats


class Survey:
    """Read from a battle map what the layers share; hexes just beyond the edge repeat their nearest neighbour."""

    def __init__(self, battle_map: BattleMap, whole: QRectF | None = None, shown: QRectF | None = None) -> None:
        """Survey a map, or a part of one whose sheet is `whole`; nothing is drawn yet.

        Of a part only what is `shown` need be right. What nothing follows from is laid out no further than `around`.
        """
        self.map = battle_map
        self.sheet = sheet_of(battle_map)
        self.whole, self.shown = whole or self.sheet, shown or self.sheet
        self.around = self.shown.adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND)
        self.playable = frozenset(battle_map.hexes)
        self.courses = _courses(battle_map.art)
        (self.first_column, self.last_column), (self.first_row, self.last_row) = battle_map.columns, battle_map.rows
        self.water = self._water_hexes()
        self.terrain: dict[int, Terrain] = {}
        self.level: dict[int, int] = {}
        for column in range(self.first_column - 1, self.last_column + 2):
            for row in range(self.first_row - 1, self.last_row + 2):
                self._extend(column, row)

    def hexes(self, *terrains: Terrain) -> list[int]:
        """Return the hexes of the given terrains, including those beyond the edge."""
        return [hex_id for hex_id, terrain in self.terrain.items() if terrain in terrains]

    def at_level(self, level: int) -> list[int]:
        """Return the hexes of a level or higher, including those beyond the edge."""
        return [hex_id for hex_id, own in self.level.items() if own >= level]

    def height(self, hex_id: int) -> float:
        """Return the elevation of a hex in metres, taken at the edge for hexes beyond it."""
        column, row = geometry.column_row(hex_id)
        width, depth = self.elevation.shape
        i = min(max(column - self.first_column, 0), width - 1)
        j = min(max(row - self.first_row, 0), depth - 1)
        return float(self.elevation[i, j])

    def _extend(self, column: int, row: int) -> None:
        hex_id = column * 100 + row
        near = self._nearest(column, row)
        map_hex = self.map.hexes.get(near)
        self.level[hex_id] = map_hex.level if map_hex else 1
        terrain = map_hex.terrain if map_hex else Terrain.CLEAR
        beyond = hex_id not in self.playable
        if beyond and (terrain not in _OPEN or hex_id in self.water or near in self.water):
            terrain = Terrain.CLEAR
        self.terrain[hex_id] = terrain

    def _nearest(self, column: int, row: int) -> int:
        column = min(max(column, self.first_column), self.last_column)
        row = min(max(row, self.first_row), self.last_row)
        return column * 100 + row

    def _water_hexes(self) -> frozenset[int]:
        """Return the hexes inside the sheet that a river of the first rank fills."""
        if self.map.art.water is not None:
            return frozenset(self.map.art.water)
        missing = [
            column * 100 + row
            for column in range(self.first_column, self.last_column + 1)
            for row in range(self.first_row, self.last_row + 1)
            if column * 100 + row not in self.playable
        ]
        great = [course.points for course in self.courses if course.rank == GREAT]
        if not great or not missing:
            return frozenset()
        import numpy as np

        points = np.vstack(great)
        centres = np.asarray([geometry.center_xy(hex_id) for hex_id in missing])
        gaps = np.hypot(centres[:, None, 0] - points[None, :, 0], centres[:, None, 1] - points[None, :, 1]).min(axis=1)
        near = {hex_id for hex_id, gap in zip(missing, gaps.tolist(), strict=True) if gap < 1.6 * geometry.HEX_HEIGHT}
        return frozenset(near)

    @cached_property
    def elevation(self) -> Floats:
        """Return metres by column and row of the sheet, derived from the levels if there is no drawing data."""
        import numpy as np

        shape = (self.last_column - self.first_column + 1, self.last_row - self.first_row + 1)
        metres = np.zeros(shape)
        for i in range(shape[0]):
            for j in range(shape[1]):
                map_hex = self.map.hexes.get((self.first_column + i) * 100 + self.first_row + j)
                metres[i, j] = _HEIGHT_OF_LEVEL[map_hex.level if map_hex else 1]
        for row, line in self.map.art.elevation.items():
            j = row - self.first_row
            values = np.asarray(line, dtype=np.float64)[: shape[0]]
            if 0 <= j < shape[1]:
                metres[: len(values), j] = values
        return metres


def sheet_of(battle_map: BattleMap) -> QRectF:
    """Return the rectangle of the drawn ground in scene units."""
    return geometry.sheet_rect(battle_map.columns, battle_map.rows).adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)


def _courses(art: MapArt) -> tuple[Course, ...]:
    import numpy as np

    courses: list[Course] = []
    for river in art.rivers:
        points = [geometry.from_hex_space(x, y) for x, y in river.course]
        if len(points) > 1:
            line = np.asarray([(point.x(), point.y()) for point in points])
            courses.append(Course(river.name, river.rank, line))
    return tuple(courses)
