"""Heights of the ground as a raster: crests, noise, valleys carved along the rivers; the light on them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen
from shapely.ops import unary_union

from app.systems.striking_anvil.board.geometry import Sheet
from app.systems.striking_anvil.board.landscape import CM, Points, area_path, line_path
from app.systems.striking_anvil.board.shapes import MAJOR, MINOR, Projector
from rules.engine.frozen import frozen

Raster = npt.NDArray[np.float32]
CELLS = 40
"""Cells to a centimetre."""
_LATTICE = 46.0
"""Steps of the noise to a centimetre."""
_KM = 0.115
"""Half a kilometre's spread of a crest, in centimetres to each kilometre of its width."""
_SPREAD = 2.6
_VALLEYS = ((MAJOR, 0.30, 0.96), (MINOR, 0.22, 0.9), ("stream", 0.17, 0.82), ("brook", 0.09, 0.45))
"""Half width in centimetres of the valley of each river, and how much of the height it takes away."""
_PLATEAU = {"clear": 0.0, "rough": 0.25, "mountain": 1.0}


@frozen
class Grid:
    """The cells of a board: where its corner is, how many there are, and their middles in centimetres."""

    left: float
    top: float
    columns: int
    rows: int
    x: Raster
    y: Raster

    @staticmethod
    def of(bounds: QRectF) -> Grid:
        """Return the grid over a part of the scene."""
        left, top = bounds.left() / CM, bounds.top() / CM
        columns, rows = math.ceil(bounds.width() / CM * CELLS), math.ceil(bounds.height() / CM * CELLS)
        x = (left + (np.arange(columns, dtype=np.float32) + 0.5) / CELLS)[None, :]
        y = (top + (np.arange(rows, dtype=np.float32) + 0.5) / CELLS)[:, None]
        shape = (rows, columns)
        return Grid(left, top, columns, rows, np.broadcast_to(x, shape), np.broadcast_to(y, shape))

    def mask(self, path: QPainterPath, width: float = 0.0) -> Raster:
        """Return which cells a path covers, from 0 to 1; with a width its line is drawn, in scene units."""
        image = QImage(self.columns, self.rows, QImage.Format.Format_Grayscale8)
        image.fill(0)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(CELLS / CM, CELLS / CM)
        painter.translate(-self.left * CM, -self.top * CM)
        if width:
            painter.strokePath(path, QPen(QColor("white"), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        else:
            painter.fillPath(path, QColor("white"))
        painter.end()
        pixels = np.frombuffer(image.constBits(), np.uint8).reshape(self.rows, image.bytesPerLine())
        return pixels[:, : self.columns].astype(np.float32) / np.float32(255)


class Noise:
    """Smooth noise over a grid, the same for every part of a board."""

    def __init__(self, grid: Grid) -> None:
        self._rows, self._columns = (int(size / CELLS * _LATTICE) + 8 for size in (grid.rows, grid.columns))
        self._grid = grid

    def field(self, seed: int, octaves: Sequence[tuple[int, float]], *, ridged: bool = False) -> Raster:
        """Return noise of some octaves (lattice steps, weight) at the cells; ridged has crests where others are 0."""
        random = np.random.default_rng(seed)
        total = np.zeros((self._grid.rows, self._grid.columns), np.float32)
        for step, weight in octaves:
            lattice = random.standard_normal((self._rows // step + 3, self._columns // step + 3)).astype(np.float32)
            pace = np.float32(_LATTICE / CELLS / step)
            y = np.arange(self._grid.rows, dtype=np.float32) * pace
            x = np.arange(self._grid.columns, dtype=np.float32) * pace
            total += np.float32(weight) * _between(lattice, y, x)
        return 1 - np.abs(total) if ridged else total


def _between(lattice: Raster, y: Raster, x: Raster) -> Raster:
    row, column = y.astype(int), x.astype(int)
    v, u = (y - row)[:, None], (x - column)[None, :]
    v, u = v * v * (3 - 2 * v), u * u * (3 - 2 * u)
    upper = lattice[row][:, column] * (1 - u) + lattice[row][:, column + 1] * u
    lower = lattice[row + 1][:, column] * (1 - u) + lattice[row + 1][:, column + 1] * u
    return np.asarray(upper * (1 - v) + lower * v, dtype=np.float32)


def blurred(values: Raster, radius: float) -> Raster:
    """Return a raster blurred by about a Gaussian of a radius in cells."""
    size = max(1, round(radius))
    for axis in (0, 1):
        for _ in range(2):
            pad = [(0, 0), (0, 0)]
            pad[axis] = (size + 1, size)
            total = np.cumsum(np.pad(values, pad, mode="edge"), axis=axis, dtype=np.float64)
            wide = 2 * size + 1
            upper, lower = [slice(None), slice(None)], [slice(None), slice(None)]
            upper[axis], lower[axis] = slice(wide, None), slice(None, -wide)
            values = ((total[tuple(upper)] - total[tuple(lower)]) / wide).astype(np.float32)
    return values


def distance(grid: Grid, x: Raster, y: Raster, line: Points, reach: float) -> tuple[tuple[slice, slice], Raster]:
    """Return the part of a grid within reach of a line, and the distances there; all in centimetres."""
    low, high = line.min(axis=0) - reach, line.max(axis=0) + reach
    rows = slice(max(0, int((low[1] - grid.top) * CELLS)), max(0, int((high[1] - grid.top) * CELLS)))
    columns = slice(max(0, int((low[0] - grid.left) * CELLS)), max(0, int((high[0] - grid.left) * CELLS)))
    px, py = x[rows, columns], y[rows, columns]
    nearest = np.full(px.shape, 1e9, np.float32)
    for (ax, ay), (bx, by) in pairwise(line):
        dx, dy = np.float32(bx - ax), np.float32(by - ay)
        share = np.clip(((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy + 1e-9), 0, 1)
        nearest = np.minimum(nearest, np.hypot(px - ax - share * dx, py - ay - share * dy))
    return (rows, columns), nearest.astype(np.float32)


@frozen
class Land:
    """Rasters of a board: heights in metres, light (1 is flat), areas by terrain, land and woods from 0 to 1."""

    grid: Grid
    heights: Raster
    light: Raster
    terrain: Mapping[str, Raster]
    played: Raster
    land: Raster
    woods: Raster
    grain: Raster


def survey(sheet: Sheet) -> Land:
    """Work out the ground of a board."""
    grid = Grid.of(sheet.bounds)
    noise = Noise(grid)
    project = Projector(sheet.map.projection)
    shapes, areas = sheet.shapes, sheet.map.areas
    terrain = {
        kind: grid.mask(area_path(unary_union([shapes.areas[name] for name in areas if areas[name].terrain == kind])))
        for kind in _PLATEAU
    }
    played, land = grid.mask(area_path(shapes.played)), grid.mask(area_path(shapes.land))
    soft = noise.field(3, ((60, 1.0), (28, 0.55), (13, 0.32), (6, 0.16)))
    warped = grid.x + 0.2 * soft, grid.y + 0.2 * noise.field(4, ((52, 1.0), (24, 0.55), (11, 0.32)))
    heights = _crests(sheet, grid, warped, project)
    heights = _with_plateaus(heights, grid, terrain, land - played)
    ridges = noise.field(9, ((34, 1.0), (17, 0.55), (8, 0.32), (4, 0.16)), ridged=True)
    heights = heights * (0.66 + 0.42 * ridges) + 260 * ridges * np.clip(heights / 900, 0.1, 1) + 38 * soft
    heights = _carved(heights, sheet, grid)
    woods = _woods(sheet, grid, warped, noise.field(5, ((40, 1.0), (18, 0.6), (8, 0.3))), project) * land
    return Land(grid, heights, _light(heights), terrain, played, land, woods, noise.field(31, ((9, 1.0), (4, 0.7))))


def _crests(sheet: Sheet, grid: Grid, warped: tuple[Raster, Raster], project: Projector) -> Raster:
    heights = np.zeros((grid.rows, grid.columns), np.float32)
    for ridge in sheet.landscape.ridges:
        width = ridge.width * _KM
        line = project.points(ridge.crest) / CM
        where, away = distance(grid, *warped, line, width * _SPREAD)
        rise = ridge.height * np.exp(-((away / np.float32(width)) ** np.float32(1.35)))
        heights[where] = np.maximum(heights[where], rise)
    return heights


def _with_plateaus(heights: Raster, grid: Grid, terrain: Mapping[str, Raster], beyond: Raster) -> Raster:
    """Lift rough ground and mountains; beyond the map the Alps go on in the north and east."""
    lift = np.zeros_like(heights)
    for kind, share in _PLATEAU.items():
        lift += np.float32(share) * terrain[kind]
    lift = blurred(np.clip(lift, 0, 1), CELLS * 0.25)
    alps = np.clip((7.2 - grid.y) / 3 + (grid.x - 23) / 3, 0, 0.85)
    lift = np.maximum(lift, blurred(np.clip(beyond, 0, 1), CELLS * 0.4) * alps)
    return np.asarray(heights + lift * 620, dtype=np.float32)


def _carved(heights: Raster, sheet: Sheet, grid: Grid) -> Raster:
    """Cut valleys along the rivers, so that roads beside them lie in valleys too."""
    lines: dict[str, list[Points]] = {MAJOR: [], MINOR: [], "stream": [], "brook": []}
    for chain in sheet.shapes.chains:
        if chain.kind in lines:
            lines[chain.kind].append(chain.points)
    lines["stream"] += [points for _, _, points in sheet.shapes.streams]
    lines["brook"] += [sheet.shapes.roads[name] for name in sheet.shapes.roads]
    kept = np.ones_like(heights)
    for kind, width, depth in _VALLEYS:
        path = QPainterPath()
        for points in lines[kind]:
            path.addPath(line_path(points))
        radius = width * CELLS
        stroke = 3 * CM / CELLS
        valley = blurred(grid.mask(path, stroke), radius) * np.float32(radius * 2.5 / 3.0)
        kept *= 1 - np.float32(depth) * np.clip(valley, 0, 1) ** np.float32(0.8)
    return np.asarray(heights * kept, dtype=np.float32)


def _light(heights: Raster) -> Raster:
    """Return the light from the north-west, fine and coarse mixed; weaker in the high mountains, or they go black."""
    fine = _shade(blurred(heights, CELLS * 0.02) * np.float32(CELLS * 0.34 / 1000))
    coarse = _shade(blurred(heights, CELLS * 0.13) * np.float32(CELLS * 0.42 / 1000))
    light = 0.5 * fine + 0.5 * coarse
    return np.asarray(1 + (light - 1) * (1 - 0.38 * np.clip((heights - 500) / 2200, 0, 1)), dtype=np.float32)


def _shade(heights: Raster) -> Raster:
    down, across = np.gradient(heights)
    turn, high = math.radians(315), math.radians(46)
    x, y, z = math.sin(turn) * math.cos(high), -math.cos(turn) * math.cos(high), math.sin(high)
    return np.asarray((-across * x - down * y + z) / np.sqrt(across**2 + down**2 + 1) / z, dtype=np.float32)


def _woods(sheet: Sheet, grid: Grid, warped: tuple[Raster, Raster], noise: Raster, project: Projector) -> Raster:
    woods = np.full((grid.rows, grid.columns), -1.0, np.float32)
    for wood in sheet.landscape.woods:
        reach = wood.width * 1.25
        line = project.points(wood.axis) / CM
        where, away = distance(grid, *warped, line, reach * 1.6)
        dense = (1 - away / np.float32(reach)) * (0.55 + 0.6 * wood.density) + 0.26 * noise[where] - 0.3
        woods[where] = np.maximum(woods[where], dense)
    return np.asarray(np.clip(woods * 9, 0, 1), dtype=np.float32)


def ground_key(sheet: Sheet) -> Any:
    """Return what the ground of a sheet follows from, whose text tells it apart."""
    drawn = sheet.map
    areas = [(area.id, area.terrain, area.outline, area.coast) for area in drawn.areas.values()]
    borders = [
        (border.id, border.road, border.river, border.at, border.course, border.via)
        for border in drawn.borders.values()
    ]
    own = sheet.landscape
    kept = [own.board, own.mainland, own.isles, own.lakes, own.ridges, own.streams, own.woods]
    towns = [town for town in own.towns if town.area]
    return [areas, borders, kept, towns, dict(drawn.projection)]
