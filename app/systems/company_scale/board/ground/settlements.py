"""Villages, towns and the city: roofed houses along their streets, each with a shadow."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import shapely
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from app.board import hexes as geometry
from app.systems.company_scale.board.ground import shapes
from app.systems.company_scale.board.ground.kept_layers import Layer, keepable
from app.systems.company_scale.board.ground.roads import WIDTHS, RoadLine, Roads
from app.systems.company_scale.board.ground.shapes import Floats
from app.systems.company_scale.board.ground.survey import Canvas, Survey
from rules.company_scale.battle_map import Road, Terrain
from rules.engine.frozen import frozen

KINDS = (Terrain.VILLAGE, Terrain.TOWN, Terrain.CITY)
_REACH = {Terrain.VILLAGE: 26.0, Terrain.TOWN: 33.0, Terrain.CITY: 42.0}
_APART = {Terrain.VILLAGE: 8.8, Terrain.TOWN: 8.6, Terrain.CITY: 8.4}
_FULL = {Terrain.VILLAGE: 0.74, Terrain.TOWN: 0.95, Terrain.CITY: 0.97}
_THIN = {Terrain.VILLAGE: 0.45, Terrain.TOWN: 0.2, Terrain.CITY: 0.0}
_HOUSES = 60.0
"""Distance from the middle of a hex that its houses, and the yards around them, do not reach."""
_DOT = 8.5
"""Distance that houses keep from the centre dot."""
CHURCH = -1
"""Tint of slate roofs."""


@frozen
class House:
    """Hold one house: middle, half length and half width, angle of its ridge, tint of its roof."""

    x: float
    y: float
    length: float
    width: float
    angle: float
    tint: int
    in_city: bool = False


@keepable
@dataclass(slots=True)
class Quarter:
    """Hold the houses of one hex as the few paths they are painted with."""

    reach: QRectF
    shadows: QPainterPath = field(default_factory=QPainterPath)
    roofs: dict[int, QPainterPath] = field(default_factory=dict)
    lit: QPainterPath = field(default_factory=QPainterPath)
    dark: QPainterPath = field(default_factory=QPainterPath)

    def fill(self, houses: list[House]) -> None:
        """Make the paths of the houses, in their order."""
        shadows, roofs, lit, dark = _faces(houses)
        self.shadows, self.lit, self.dark = map(geometry.lines_path, (shadows, lit, dark))
        tints = [house.tint for house in houses]
        for tint in dict.fromkeys(tints):
            self.roofs[tint] = geometry.lines_path(roofs[np.equal(tints, tint)])


@keepable
class Settlements(Layer):
    """Lay out every house of a map."""

    PAINTED = ("_quarters", "_ground_path")

    def __init__(self, survey: Survey, roads: Roads, water: BaseGeometry) -> None:
        """Place houses along the roads first, then in the gaps behind them."""
        self._survey, self._roads = survey, roads
        self._blocked = shapely.union_all([roads.corridor(6.0), water.buffer(6.5, 3)])
        shapely.prepare(self._blocked)
        self._lines = [line for line in roads.lines if line.kind is not Road.RAILROAD]
        reach = survey.shown.adjusted(-_HOUSES, -_HOUSES, _HOUSES, _HOUSES)
        self.hexes = survey.hexes(*KINDS)
        self.houses: list[House] = []
        self._quarters = [self._quarter(at) for at in self.hexes if reach.contains(geometry.center(at))]
        self.ground = self._built_up()
        self._ground_path = geometry.path_of(self.ground)

    def paint_ground(self, canvas: Canvas) -> None:
        """Paint streets and yards."""
        canvas.painter.fillPath(self._ground_path, QColor(canvas.palette.streets))

    def paint_houses(self, canvas: Canvas) -> None:
        """Paint shadows, then roofs."""
        painter, palette = canvas.painter, canvas.palette
        seen = [quarter for quarter in self._quarters if quarter.reach.intersects(canvas.rect)]
        painter.setPen(Qt.PenStyle.NoPen)
        for quarter in seen:
            painter.fillPath(quarter.shadows, QColor(palette.house_shadow))
        for quarter in seen:
            for tint, path in quarter.roofs.items():
                roof = palette.slate if tint == CHURCH else palette.roofs[tint % len(palette.roofs)]
                painter.fillPath(path, QColor(roof))
            painter.fillPath(quarter.lit, QColor(palette.roof_light))
            painter.fillPath(quarter.dark, QColor(palette.roof_dark))
            if canvas.lod > 0.9:
                painter.strokePath(quarter.lit, QPen(QColor(palette.house_shadow), 0.5))

    def _built_up(self) -> BaseGeometry:
        """Return the ground under the houses: whole hexes in the city, yards around the houses elsewhere."""
        city = [hex_id for hex_id in self.hexes if self._survey.terrain[hex_id] is Terrain.CITY]
        parts: list[BaseGeometry] = [shapes.smooth_region(city, 10.0)] if city else []
        houses = np.asarray([(house.x, house.y) for house in self.houses if not house.in_city]).reshape(-1, 2)
        parts.append(shapely.union_all(shapely.buffer(shapely.points(houses), 10.0, quad_segs=4)).buffer(-3.0))
        patches = shapely.union_all(parts)
        return shapes.roughened(patches, 1.6, 12.0, 71) if not patches.is_empty else patches

    def _quarter(self, hex_id: int) -> Quarter:
        city = self._survey.terrain[hex_id] is Terrain.CITY
        sites = self._on_streets(hex_id) if city else np.vstack([self._along_roads(hex_id), self._behind(hex_id)])
        houses = self._built(hex_id, sites)
        if not city:
            _raise_church(houses, geometry.center_xy(hex_id))
        quarter = Quarter(geometry.hex_rect(hex_id).adjusted(-12, -12, 12, 12))
        quarter.fill(sorted(houses, key=lambda h: (h.y, h.x)))
        self.houses += houses
        return quarter

    def _along_roads(self, hex_id: int) -> Floats:
        """Return sites (x, y, angle) whose fronts follow the roads of a hex."""
        terrain = self._survey.terrain[hex_id]
        near = Point(geometry.center_xy(hex_id)).buffer(_REACH[terrain])
        sites = [np.empty((0, 3))]
        for line in self._lines:
            if hex_id not in line.hexes:
                continue
            for piece in shapes.lines(LineString(line.points).intersection(near)):
                spots = shapes.resample(piece, _APART[terrain])
                if len(spots) < 2:
                    continue
                heading = np.gradient(spots, axis=0)
                heading /= np.maximum(np.hypot(*heading.T), 1e-9)[:, None]
                normal = np.column_stack([-heading[:, 1], heading[:, 0]])
                angle = np.arctan2(heading[:, 1], heading[:, 0])
                for hand in (-1, 1):
                    sites.append(np.column_stack([spots + normal * hand * (WIDTHS[line.kind] / 2 + 6.6), angle]))
        return np.vstack(sites)

    def _behind(self, hex_id: int) -> Floats:
        """Return sites in the gaps behind the roads, on a loose grid."""
        terrain = self._survey.terrain[hex_id]
        around = int(_REACH[terrain] / _APART[terrain]) + 1
        j, i = (part.ravel() for part in np.mgrid[-around : around + 1, -around : around + 1])
        u = i + 0.42 * (shapes.chance(hex_id, i, j, 1) - 0.5)
        v = j + 0.42 * (shapes.chance(hex_id, i, j, 2) - 0.5)
        turn = shapes.luck(hex_id, 5) * math.pi / 2
        return _turned(u, v, i + j, turn, _APART[terrain]) + np.asarray((*geometry.center_xy(hex_id), 0.0))

    def _on_streets(self, hex_id: int) -> Floats:
        """Return the sites of a city hex: blocks between the streets of a grid shared by all its hexes."""
        x, y = geometry.center_xy(hex_id)
        apart, turn = _APART[Terrain.CITY], 0.32
        cos, sin = math.cos(turn), math.sin(turn)
        around = int(_REACH[Terrain.CITY] / apart) + 1
        u0, v0 = round((x * cos + y * sin) / apart), round((y * cos - x * sin) / apart)
        j, i = (part.ravel() for part in np.mgrid[v0 - around : v0 + around + 1, u0 - around : u0 + around + 1])
        built = (i % 5 != 0) & (j % 4 != 0)
        return _turned(i[built] * 1.0, j[built] * 1.0, (i + j)[built], turn, apart)

    def _built(self, hex_id: int, sites: Floats) -> list[House]:
        """Build houses on the free sites, in order."""
        terrain = self._survey.terrain[hex_id]
        city = terrain is Terrain.CITY
        x, y, angle = sites.T
        cx, cy = geometry.center_xy(hex_id)
        gap = np.hypot(x - cx, y - cy)
        reach = _REACH[terrain]
        keys = np.round(sites[:, :2] * 4.0).astype(np.int64).T
        thin = _THIN[terrain] * (gap / reach) ** 2
        free = (gap > _DOT) & (shapes.chance(*keys, 1) < _FULL[terrain] - thin)
        free &= ~shapely.contains_xy(self._blocked, x, y)
        free &= _in_hex(x - cx, y - cy) if city else gap < reach
        length, width = 3.5 + 1.2 * shapes.chance(*keys, 2), 2.7 + 0.7 * shapes.chance(*keys, 3)
        lean = angle + 0.22 * (shapes.chance(*keys, 4) - 0.5) * (0.3 if city else 1.0)
        tint = shapes.chance(*keys, 5) * 5
        least = 7.0 if city else 7.7
        houses: list[House] = []
        for hx, hy, long, wide, turn, roof in np.column_stack([x, y, length, width, lean, tint])[free].tolist():
            if not any(abs(h.x - hx) < least and abs(h.y - hy) < least for h in houses):
                houses.append(House(hx, hy, long, wide, turn, int(roof), city))
        return houses


def _raise_church(houses: list[House], middle: tuple[float, float]) -> None:
    """Turn the house nearest the middle into a church: larger, with its ridge from west to east and a tower."""
    if houses:
        nearest = min(range(len(houses)), key=lambda i: math.dist((houses[i].x, houses[i].y), middle))
        old = houses[nearest]
        houses[nearest] = House(old.x, old.y, 5.2, 3.1, 0.12, CHURCH)
        side = 1.0 if old.x > middle[0] else -1.0
        houses.append(House(old.x + 5.4 * side, old.y + 0.65 * side, 2.1, 2.1, 0.12, CHURCH))


def _turned(u: Floats, v: Floats, parity: Floats, turn: float, apart: float) -> Floats:
    """Return grid places turned and scaled as sites; every other ridge runs across."""
    cos, sin = math.cos(turn), math.sin(turn)
    return np.column_stack(
        [(u * cos - v * sin) * apart, (u * sin + v * cos) * apart, turn + np.where(parity % 2, math.pi / 2, 0.0)]
    )


def _in_hex(dx: Floats, dy: Floats) -> npt.NDArray[np.bool_]:
    across = np.abs(dx) * math.sqrt(3.0) / 2 + np.abs(dy) / 2
    return np.maximum(across, np.abs(dy)) < geometry.STEP_Y / 2 - 2.0


def _faces(houses: list[House]) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the corners (houses, 4, 2) of every house's shadow, roof, lit half of the roof and shaded half."""
    sizes = np.asarray([(h.x, h.y, h.length, h.width, h.angle) for h in houses]).reshape(-1, 5)
    x, y, half, wide, angle = sizes.T[:, :, None]
    cos, sin = np.cos(angle), np.sin(angle)

    def corners(low: float, high: float, shift: float = 0.0) -> Floats:
        u, v = half * [-1.0, 1.0, 1.0, -1.0], wide * [low, low, high, high]
        return np.stack([x + u * cos - v * sin + shift, y + u * sin + v * cos + 1.15 * shift], axis=-1)

    first, second = corners(-1.0, 0.0), corners(0.0, 1.0)
    # The half that faces north-west is lit; the outward normal of the first half is (sin, -cos).
    lit_first = (sin - cos < 0)[:, :, None]
    lit, dark = np.where(lit_first, first, second), np.where(lit_first, second, first)
    return corners(-1.0, 1.0, 1.7), corners(-1.0, 1.0), lit, dark


# --- Clutter: how much a name would cover at a place, for placing names --------------------------------------------

_CELL = 4.0
_ROADS = {Road.EVACUATION: 150, Road.PAVED: 130, Road.RAILROAD: 120, Road.TRAIL: 60}
DOT = 255
WATER = 70
CREST = 120
HOUSES = 45
SLOPE = 65
NUMBER = 75
OUTSIDE = 95
OFF_SHEET = 1e6
Boxes = Floats
Number = TypeVar("Number", np.float64, np.int32)


@keepable
class Clutter(Layer):
    """Hold a coarse picture of everything that names should keep off, prepared for quick sums."""

    PAINTED = ("_sheet", "_image", "_roads", "_woods", "_dots")
    _sums: npt.NDArray[np.float64] | None = None
    _road_sums: npt.NDArray[np.int32] | None = None
    _wood_sums: npt.NDArray[np.int32] | None = None

    def __init__(self, survey: Survey) -> None:
        """Start with the ground that is out of play."""
        self._sheet = survey.sheet
        size = (int(self._sheet.width() / _CELL) + 2, int(self._sheet.height() / _CELL) + 2)
        self._image = QImage(*size, QImage.Format.Format_Grayscale8)
        self._image.fill(OUTSIDE)
        self._roads, self._woods, self._dots = (QImage(*size, QImage.Format.Format_Grayscale8) for _ in range(3))
        for image in (self._roads, self._woods, self._dots):
            image.fill(0)
        playable = geometry.region_path(survey.playable | survey.water)
        with _Brush(self._image, self._sheet) as painter:
            painter.fillPath(playable, _grey(0))
        woods = [hex_id for hex_id, ground in survey.terrain.items() if ground is Terrain.WOODS]
        with _Brush(self._woods, self._sheet) as painter:
            painter.fillPath(geometry.region_path(woods), _grey(100))
        with _Brush(self._dots, self._sheet) as painter:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(_grey(DOT))
            for hex_id in sorted(survey.playable):
                painter.drawEllipse(geometry.center(hex_id), 6.5, 6.5)

    def area(self, path: QPainterPath, weight: int) -> None:
        """Add an area."""
        with _Brush(self._image, self._sheet) as painter:
            painter.fillPath(path, _grey(weight))

    def line(self, path: QPainterPath, width: float, weight: int) -> None:
        """Add a line."""
        with _Brush(self._image, self._sheet) as painter:
            painter.strokePath(path, QPen(_grey(weight), width))

    def roads(self, lines: list[RoadLine]) -> None:
        """Add roads and railways."""
        with _Brush(self._image, self._sheet) as painter:
            for line in lines:
                painter.strokePath(line.path, QPen(_grey(_ROADS[line.kind]), WIDTHS[line.kind] + 3.0))
        with _Brush(self._roads, self._sheet) as painter:
            for line in lines:
                if line.kind in (Road.EVACUATION, Road.PAVED):
                    painter.strokePath(line.path, QPen(_grey(255), _CELL))

    def close(self) -> None:
        """Add the dots last, as nothing may hide them, and compute the sums."""
        squares = (np.arange(256.0) / 100.0) ** 2  # so that one dot counts more than touching a brook
        self._sums = _summed(np.maximum(_pixels(self._image), _pixels(self._dots)), squares)
        ones = np.minimum(np.arange(256, dtype=np.int32), 1)
        self._road_sums, self._wood_sums = (_summed(_pixels(image), ones) for image in (self._roads, self._woods))

    def under(self, boxes: Boxes) -> Floats:
        """Return how much each box (left, top, right, bottom) would cover; far more when it leaves the sheet."""
        assert self._sums is not None, "close() comes first"
        sheet = self._sheet
        left, top, right, bottom = boxes.T
        off = (left < sheet.left()) | (top < sheet.top()) | (right > sheet.right()) | (bottom > sheet.bottom())
        return np.asarray(self._within(self._sums, boxes) + off * OFF_SHEET)

    def crosses(self, boxes: Boxes) -> npt.NDArray[np.bool_]:
        """Tell for each box whether a road for cars runs through it."""
        assert self._road_sums is not None, "close() comes first"
        return np.asarray(self._within(self._road_sums, boxes) > 0)

    def wooded(self, boxes: Boxes) -> Floats:
        """Return the share of each box that lies in woods, where a pale name is hard to read."""
        assert self._wood_sums is not None, "close() comes first"
        cells = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]) / _CELL**2
        return self._within(self._wood_sums, boxes) / cells

    def _within(self, sums: npt.NDArray[Number], boxes: Boxes) -> npt.NDArray[Number]:
        rows, columns = sums.shape
        sheet = self._sheet
        left, top, right, bottom = boxes.T
        i0 = np.clip((left - sheet.left()) // _CELL, 0, columns - 1).astype(np.int64)
        j0 = np.clip((top - sheet.top()) // _CELL, 0, rows - 1).astype(np.int64)
        i1 = np.clip((right - sheet.left()) // _CELL + 1, i0 + 1, None).astype(np.int64).clip(max=columns - 1)
        j1 = np.clip((bottom - sheet.top()) // _CELL + 1, j0 + 1, None).astype(np.int64).clip(max=rows - 1)
        return np.asarray(sums[j1, i1] - sums[j0, i1] - sums[j1, i0] + sums[j0, i0])


def _pixels(image: QImage) -> npt.NDArray[np.uint8]:
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return lines[:, : image.width()]


def _summed(pixels: npt.NDArray[np.uint8], weights: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """Return the summed-area table of a picture whose greys have these weights, for sums over boxes."""
    rows, columns = pixels.shape
    sums = np.zeros((rows + 1, columns + 1), weights.dtype)
    down = np.zeros(columns, weights.dtype)
    for line, below in zip(pixels, sums[1:], strict=True):  # line by line in the processor's cache: four times as fast
        down += weights[line]
        np.cumsum(down, out=below[1:])
    return sums


class _Brush:
    """Open a painter on the clutter picture in scene coordinates, and close it on exit."""

    def __init__(self, image: QImage, sheet: QRectF) -> None:
        self._painter = QPainter(image)
        self._painter.scale(1.0 / _CELL, 1.0 / _CELL)
        self._painter.translate(QPointF(-sheet.left(), -sheet.top()))

    def __enter__(self) -> QPainter:
        return self._painter

    def __exit__(self, *_: object) -> None:
        self._painter.end()


def _grey(weight: int) -> QColor:
    return QColor(weight, weight, weight)
