"""The map as a poster: the whole on one page, and overlapping tiles at counter size with cutting marks."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app import theme
from app.board import hexes as geometry
from app.printing import fonts
from app.printing.document import Sheet, single
from app.printing.paper import Paper, mm
from app.printing.text import INK, SOFT, label
from app.systems.company_scale.board.ground.legend import paint_legend
from app.systems.company_scale.board.ground.palette import palette
from app.systems.company_scale.printing.job import Job

HEX = 20.0
"""Millimetres across the flats of a hex of the poster: it holds a counter of 15.9 mm with room to spare."""
OVERLAP = 8.0
"""Millimetres of the map that two neighbouring tiles share."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One page of the poster: its row and column, and its part of the map in scene units."""

    row: int
    column: int
    source: QRectF

    @property
    def name(self) -> str:
        """Return the tile's name: a letter for its row, a number for its column."""
        return f"{chr(65 + self.row)}{self.column + 1}"


@dataclass(frozen=True, slots=True)
class Tiling:
    """The division of a map into pages."""

    tiles: tuple[Tile, ...]
    rows: int
    columns: int
    landscape: bool


def units_to_scene() -> float:
    """Return the units of paper to a scene unit of the poster."""
    return mm(HEX) / geometry.STEP_Y


def tiling(frame: QRectF, paper: Paper) -> Tiling:
    """Cut a map into the fewest pages; neighbours share OVERLAP millimetres."""
    ways = [_cut(frame, paper, landscape) for landscape in (False, True)]
    return min(ways, key=lambda poster: len(poster.tiles))


def _cut(frame: QRectF, paper: Paper, landscape: bool) -> Tiling:
    body, scale = room(paper, landscape), units_to_scene()
    wide, tall = body.width() / scale, body.height() / scale
    shared = mm(OVERLAP) / scale
    columns = max(1, math.ceil((frame.width() - shared) / (wide - shared)))
    rows = max(1, math.ceil((frame.height() - shared) / (tall - shared)))
    wide = (frame.width() - shared) / columns + shared
    tall = (frame.height() - shared) / rows + shared
    tiles = [
        Tile(
            row,
            column,
            QRectF(frame.left() + column * (wide - shared), frame.top() + row * (tall - shared), wide, tall),
        )
        for row in range(rows)
        for column in range(columns)
    ]
    return Tiling(tuple(tiles), rows, columns, landscape)


def room(paper: Paper, landscape: bool) -> QRectF:
    """Return the room of the map on a tile, inside marks of 4 mm."""
    return paper.body(landscape).adjusted(0, mm(1), 0, 0)


def map_sheets(job: Job) -> list[Sheet]:
    """Return the whole map on one page and, unless it is to be fitted, the tiles of the poster."""
    poster = tiling(job.map.frame(), job.paper)
    sheets = [overview(job, None if job.fitted else poster)]
    if not job.fitted:
        sheets += [_tile_sheet(job, poster, tile) for tile in poster.tiles]
    return sheets


def overview(job: Job, poster: Tiling | None) -> Sheet:
    """Return the whole map with its legend on one page, with a plan of the tiles drawn over it."""
    frame = job.map.frame()
    landscape = frame.width() >= frame.height() * 0.86

    def draw(painter: QPainter, body: QRectF) -> None:
        place, side = _beside(frame, body, landscape)
        scale = job.map.paint(painter, place, frame)
        paint_legend(painter, side, job.scenario.map, palette(theme.LIGHT), scale)
        if poster is not None:
            _plan(painter, place, frame, poster)

    return single("The map", draw, job.paper, landscape)


def _beside(frame: QRectF, body: QRectF, landscape: bool) -> tuple[QRectF, QRectF]:
    """Return the places of map and legend on a page: side by side, or the legend below."""
    gap = mm(5)
    if landscape:
        wide = min(body.width() - mm(62) - gap, body.height() * frame.width() / frame.height())
        place = QRectF(body.left(), body.top(), wide, wide * frame.height() / frame.width())
        return place, QRectF(place.right() + gap, body.top(), body.right() - place.right() - gap, body.height())
    tall = min(body.height() - mm(96) - gap, body.width() * frame.height() / frame.width())
    place = QRectF(body.left(), body.top(), tall * frame.width() / frame.height(), tall)
    place.moveLeft(body.center().x() - place.width() / 2)
    return place, QRectF(body.left(), place.bottom() + gap, body.width(), body.bottom() - place.bottom() - gap)


def _plan(painter: QPainter, place: QRectF, frame: QRectF, poster: Tiling) -> None:
    scale = place.width() / frame.width()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for tile in poster.tiles:
        at = tile.source.intersected(frame).topLeft() - frame.topLeft()
        size = tile.source.intersected(frame).size()
        box = QRectF(place.topLeft() + at * scale, size * scale)
        painter.setPen(QPen(QColor(20, 15, 5, 170), 2.5, Qt.PenStyle.DashLine))
        painter.drawRect(box)
        painter.setPen(QPen(QColor("#ffffff"), 1))
        tag = QRectF(box.center().x() - mm(3.4), box.center().y() - mm(2.2), mm(6.8), mm(4.4))
        painter.fillRect(tag, QColor(255, 252, 240, 215))
        label(painter, tag, tile.name, fonts.sans(9, bold=True), align=Qt.AlignmentFlag.AlignCenter)


def _tile_sheet(job: Job, poster: Tiling, tile: Tile) -> Sheet:
    page = room(job.paper, poster.landscape)
    box = QRectF(page.topLeft(), tile.source.size() * units_to_scene())
    box.moveCenter(page.center())

    def draw(painter: QPainter, body: QRectF) -> None:
        job.map.paint(painter, box, tile.source)
        _marks(painter, box, poster, tile)

    return single(f"Map, tile {tile.name} of {poster.rows} by {poster.columns}", draw, job.paper, poster.landscape)


def _marks(painter: QPainter, box: QRectF, poster: Tiling, tile: Tile) -> None:
    """Draw where to cut and where to glue the neighbour: ticks in the margin, crosses on the map."""
    cut, tick = mm(OVERLAP) / 2, mm(3)
    lines = []
    if tile.column:
        lines.append(box.left() + cut)
    if tile.column < poster.columns - 1:
        lines.append(box.right() - cut)
    painter.setPen(QPen(INK, 1.5))
    for x in lines:
        painter.drawLine(QLineF(x, box.top() - tick, x, box.top() - mm(0.4)))
        painter.drawLine(QLineF(x, box.bottom() + mm(0.4), x, box.bottom() + tick))
    levels = []
    if tile.row:
        levels.append(box.top() + cut)
    if tile.row < poster.rows - 1:
        levels.append(box.bottom() - cut)
    for y in levels:
        painter.drawLine(QLineF(box.left() - tick, y, box.left() - mm(0.4), y))
        painter.drawLine(QLineF(box.right() + mm(0.4), y, box.right() + tick, y))
    _crosses(painter, lines, levels)
    _advice(painter, box, poster, tile)


def _crosses(painter: QPainter, lines: list[float], levels: list[float]) -> None:
    painter.setPen(QPen(INK, 1.2))
    for x in lines:
        for y in levels:
            painter.drawLine(QLineF(QPointF(x - mm(2), y), QPointF(x + mm(2), y)))
            painter.drawLine(QLineF(QPointF(x, y - mm(2)), QPointF(x, y + mm(2))))


def _advice(painter: QPainter, box: QRectF, poster: Tiling, tile: Tile) -> None:
    if len(poster.tiles) == 1:
        return
    words = (
        f"Tile {tile.name}. Cut along the marks and lay edge to edge, or cut two sides only and glue on the overlap of "
        f"{OVERLAP:.0f} mm. Print at 100 %: a hex is {HEX:.0f} mm high."
    )
    line = QRectF(box.left(), box.bottom() + mm(2.8), box.width(), mm(3.5))
    label(painter, line, words, fonts.sans(6.5), ink=SOFT)
