"""The grid: thin hexsides, small numbers, and the centre dots in the rulebook's colours (6.2.1)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator
from operator import itemgetter

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QTransform

from app.board import hexes as geometry
from app.board.painted import alone
from app.systems.company_scale.board.ground.kept_layers import Layer, keepable
from app.systems.company_scale.board.ground.lettering import font
from app.systems.company_scale.board.ground.palette import DOTS, dimmed, faded
from app.systems.company_scale.board.ground.survey import Canvas, Survey
from app.theme.faces import SANS
from rules.company_scale.battle_map import Terrain
from rules.hexes import grid
from rules.hexes.grid import hex_name

DOT = 4.7
"""Radius of a centre dot in scene units."""
_BLOCK = 400.0


def ramp(zoom: float, low: float, high: float) -> float:
    """Return how far a zoom lies between two others, 0 to 1."""
    return min(1.0, max(0.0, (zoom - low) / (high - low)))


@keepable
class Grid(Layer):
    """Lay out hexsides, numbers and dots of the hexes in play."""

    PAINTED = ("_survey", "_lines", "_hexes", "_roads_north", "_outside", "_border")
    aside: Collection[int] = ()
    """Hexes whose numbers make room for an arrow."""
    _stamps: tuple[tuple[float, float], dict[Terrain, QPixmap]] = (0.0, 0.0), {}

    def __init__(self, survey: Survey) -> None:
        """Collect every hexside of the hexes in play once."""
        self._survey = survey
        self._lines: dict[tuple[int, int], tuple[QPainterPath, QRectF]] = {}
        self._hexes = [(hex_id, *geometry.center_xy(hex_id)) for hex_id in sorted(survey.playable)]
        for _, x, y in self._hexes:
            self._add(x, y)
        self._roads_north = {
            hex_id for hex_id in survey.playable if survey.map.side(hex_id, grid.neighbours(hex_id)[0]).roads
        }
        self._outside = QPainterPath()
        self._outside.addRect(survey.sheet)
        self._outside.addPath(geometry.region_path(survey.playable | survey.water))
        self._border = geometry.region_path(survey.playable)

    def paint_lines(self, canvas: Canvas) -> None:
        """Veil what is not in play and paint the hexsides, fainter as the map zooms out."""
        painter = canvas.painter
        painter.fillPath(self._outside, QColor(canvas.palette.veil))
        pen = QPen(faded(canvas.palette.grid, 0.45 + 0.55 * min(1.0, canvas.lod / 0.8)), canvas.at_least(0.95, 0.45))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        for path, reach in self._lines.values():
            if reach.intersects(canvas.rect):
                painter.strokePath(path, pen)
        painter.strokePath(self._border, QPen(faded(canvas.palette.grid, 1.6), canvas.at_least(1.6, 0.7)))

    def paint_numbers(self, canvas: Canvas) -> None:
        """Paint the number at the top of each hex, if large enough to be read."""
        share = 0.9 * ramp(canvas.zoom, 0.55, 0.9)
        if share <= 0.0:
            return
        painter, palette = canvas.painter, canvas.palette
        painter.setFont(font(SANS, 9.0))
        halo, ink = faded(palette.number_halo, share), faded(palette.number, share)
        for hex_id, x, y in self._near(canvas.rect, 40.0):
            box = self._number_box(hex_id, x, y)
            if canvas.zoom > 0.6:
                painter.setPen(halo)
                for dx, dy in ((-0.7, 0.0), (0.7, 0.0), (0.0, 0.7), (0.0, -0.7)):
                    painter.drawText(box.translated(dx, dy), Qt.AlignmentFlag.AlignCenter, hex_name(hex_id))
            painter.setPen(ink)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, hex_name(hex_id))

    def number_boxes(self) -> QPainterPath:
        """Return the boxes of the numbers, for names to keep off."""
        x, y = np.asarray([(x + self._shift(hex_id), y) for hex_id, x, y in self._hexes]).reshape(-1, 2).T
        x1, y1 = x - 30 + 15, y - geometry.STEP_Y / 2 + 1.6 + 1
        x2, y2 = x1 + 30, y1 + 10
        corners = np.stack([np.stack([x1, x2, x2, x1, x1]), np.stack([y1, y1, y2, y2, y1])]).T
        return geometry.lines_path(corners)

    def _near(self, area: QRectF, pad: float) -> Iterator[tuple[int, float, float]]:
        """Yield the hexes whose middles lie in an area or so near it: they stand from west to east."""
        reach = area.adjusted(-pad, -pad, pad, pad)
        first = bisect_left(self._hexes, reach.left(), key=itemgetter(1))
        last = bisect_right(self._hexes, reach.right(), key=itemgetter(1))
        top, bottom = reach.top(), reach.bottom()
        return (each for each in self._hexes[first:last] if top <= each[2] <= bottom)

    def _number_box(self, hex_id: int, x: float, y: float) -> QRectF:
        return QRectF(x - 30 + self._shift(hex_id), y - geometry.STEP_Y / 2 + 1.6, 60, 12)

    def _shift(self, hex_id: int) -> float:
        """Return how far a number is moved to the east."""
        if hex_id in self.aside:
            return 28.0
        return 17.0 if hex_id in self._roads_north else 0.0  # beside a road that leaves the hex to the north

    def paint_dots(self, canvas: Canvas) -> None:
        """Paint every centre dot, a little smaller and fainter on a small map, yet never too small to be seen."""
        painter = canvas.painter
        to_device = painter.worldTransform()
        scale = to_device.m11()
        radius = max(DOT * scale * (0.92 + 0.08 * ramp(canvas.lod, 0.4, 0.8)), 1.2)
        stamps = self._dots(radius, canvas.palette.dots)
        half = next(iter(stamps.values())).width() / 2.0
        painter.save()
        painter.setWorldTransform(QTransform())
        painter.setOpacity(0.8 + 0.2 * ramp(canvas.lod, 0.35, 0.6))
        for hex_id, x, y in self._near(canvas.rect, 12.0):
            left = round(x * scale + to_device.dx() - half)
            top = round(y * to_device.m22() + to_device.dy() - half)
            painter.drawPixmap(left, top, stamps[self._survey.terrain[hex_id]])
        painter.restore()

    def _dots(self, radius: float, bright: float) -> dict[Terrain, QPixmap]:
        """Return the drawn dots of a size; those drawn last are kept, as each tile and each change asks again."""
        if self._stamps[0] != (radius, bright):
            self._stamps = (radius, bright), {terrain: stamp(terrain, radius, bright) for terrain in DOTS}
        return self._stamps[1]

    def _add(self, x: float, y: float) -> None:
        """Add the north, north-east and south-east sides of a hex; its neighbours or the border add the rest."""
        key = (int(x // _BLOCK), int(y // _BLOCK))
        path, reach = self._lines.get(key, (QPainterPath(), QRectF()))
        half = geometry.STEP_Y / 2
        path.moveTo(x - geometry.SIDE / 2, y - half)
        path.lineTo(x + geometry.SIDE / 2, y - half)
        path.lineTo(x + geometry.SIDE, y)
        path.lineTo(x + geometry.SIDE / 2, y + half)
        self._lines[key] = (path, reach.united(QRectF(x - 42, y - half - 2, 84, 2 * half + 4)))


def stamp(terrain: Terrain, radius: float, bright: float = 1.0) -> QPixmap:
    """Draw one centre dot with its outline, `radius` pixels large."""
    fill, outline = (dimmed(colour, bright) for colour in DOTS[terrain])
    size = int(2 * radius + 5)
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle = QPointF(size / 2.0, size / 2.0)
    line = max(0.45, radius * 0.3)
    if DOTS[terrain][1] == "#ffffff":  # a white outline needs an edge of its own on pale ground
        painter.setPen(QPen(QColor(0, 0, 0, 150), max(0.5, radius * 0.16)))
        painter.setBrush(outline)
        painter.drawEllipse(middle, radius + line * 0.4, radius + line * 0.4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawEllipse(middle, radius - line * 0.6, radius - line * 0.6)
    else:
        painter.setPen(QPen(outline, line))
        painter.setBrush(fill)
        painter.drawEllipse(middle, radius - line * 0.2, radius - line * 0.2)
    painter.end()
    return alone(pixmap)
