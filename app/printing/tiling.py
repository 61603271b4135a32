"""A poster cut into pages that overlap, with marks to cut along and a plan of the pages; and its sheets."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.printing import tables
from app.printing.document import Sheet, single
from app.printing.paper import Paper, mm
from app.printing.tables import INK, SOFT, label
from rules.engine.frozen import frozen

OVERLAP = 8.0
"""Millimetres that two neighbouring tiles share."""


@frozen
class Tile:
    """One page of a poster: its row and column, and its part of the scene."""

    row: int
    column: int
    source: QRectF

    @property
    def name(self) -> str:
        """Return the tile's name: a letter for its row, a number for its column."""
        return f"{chr(65 + self.row)}{self.column + 1}"


@frozen
class Tiling:
    """The division of a poster into pages; `units` are units of paper to a scene unit."""

    tiles: tuple[Tile, ...]
    rows: int
    columns: int
    landscape: bool
    units: float

    def place(self, tile: Tile, paper: Paper) -> QRectF:
        """Return where a tile lies on its page."""
        page = room(paper, self.landscape)
        box = QRectF(page.topLeft(), tile.source.size() * self.units)
        box.moveCenter(page.center())
        return box


def tiling(frame: QRectF, paper: Paper, units: float) -> Tiling:
    """Cut a part of a scene into the fewest pages at a scale; neighbours share OVERLAP millimetres."""
    ways = [_cut(frame, paper, units, landscape) for landscape in (False, True)]
    return min(ways, key=lambda poster: len(poster.tiles))


def _cut(frame: QRectF, paper: Paper, units: float, landscape: bool) -> Tiling:
    body = room(paper, landscape)
    wide, tall = body.width() / units, body.height() / units
    shared = mm(OVERLAP) / units
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
    return Tiling(tuple(tiles), rows, columns, landscape, units)


def room(paper: Paper, landscape: bool) -> QRectF:
    """Return the room of a tile, inside marks of 4 mm."""
    return paper.body(landscape).adjusted(0, mm(1), 0, 0)


def paint_plan(painter: QPainter, place: QRectF, frame: QRectF, poster: Tiling) -> None:
    """Paint where the tiles lie over a small picture of the whole."""
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
        label(painter, tag, tile.name, tables.sans(9, bold=True), align=Qt.AlignmentFlag.AlignCenter)


def paint_marks(painter: QPainter, box: QRectF, poster: Tiling, tile: Tile, size: str) -> None:
    """Paint where to cut and where to glue the neighbour; `size` says how large things are when printed rightly."""
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
    _advice(painter, box, poster, tile, size)


def _crosses(painter: QPainter, lines: list[float], levels: list[float]) -> None:
    painter.setPen(QPen(INK, 1.2))
    for x in lines:
        for y in levels:
            painter.drawLine(QLineF(QPointF(x - mm(2), y), QPointF(x + mm(2), y)))
            painter.drawLine(QLineF(QPointF(x, y - mm(2)), QPointF(x, y + mm(2))))


def _advice(painter: QPainter, box: QRectF, poster: Tiling, tile: Tile, size: str) -> None:
    if len(poster.tiles) == 1:
        return
    words = (
        f"Tile {tile.name}. Cut along the marks and lay edge to edge, or cut two sides only and glue "
        f"over the {OVERLAP:.0f} mm overlap. Print at 100 %: {size}."
    )
    line = QRectF(box.left(), box.bottom() + mm(2.8), box.width(), mm(3.5))
    label(painter, line, words, tables.sans(6.5), ink=SOFT)


def poster_sheets(
    poster: Tiling | None,
    paper: Paper,
    whole: Callable[[Tiling | None], Sheet],
    paint: Callable[[QPainter, QRectF, QRectF], object],
    size: str,
) -> list[Sheet]:
    """Return the map on one page and the tiles of a poster, if there is to be one.

    `paint` paints a part of the scene, named last, into a place on paper; `size` is as for `paint_marks`.
    """
    if poster is None:
        return [whole(None)]
    return [whole(poster), *(_tile_sheet(poster, tile, paper, paint, size) for tile in poster.tiles)]


def _tile_sheet(
    poster: Tiling, tile: Tile, paper: Paper, paint: Callable[[QPainter, QRectF, QRectF], object], size: str
) -> Sheet:
    box = poster.place(tile, paper)

    def draw(painter: QPainter, body: QRectF) -> None:
        paint(painter, box, tile.source)
        paint_marks(painter, box, poster, tile, size)

    return single(f"Map, tile {tile.name} of {poster.rows} by {poster.columns}", draw, paper, poster.landscape)
