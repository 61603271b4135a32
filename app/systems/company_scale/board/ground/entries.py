"""Hexes that matter: reinforcement hexes at the frame of the map (18.0), and the rims of victory hexes."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from app.board import hexes as geometry
from app.systems.company_scale.board.ground.survey import Canvas
from app.systems.company_scale.sides import Arms
from rules.engine.frozen import frozen
from rules.hexes.grid import neighbours

# --- The edge of the map: reinforcement hexes (18.0) with an arrow for each side -----------------------------------

LOOKS = {"german": Arms("#48535c", "#f4efe2", "cross"), "allied": Arms("#55651f", "#fff9e8", "star")}
"""The arms of each side's arrow in the printed game."""
_NOBODY = Arms("#8d7c5c", "#fffaf0", "")
_LEAST = 15.0
"""Least length of an arrow on the screen in pixels, unless it would leave its hex."""


@frozen
class EntryHex:
    """Mark a way on to the map; `side` is whose reinforcements come here, "" if nobody's in this scenario.

    `arms` are those of a side that looks otherwise than in the printed game.
    """

    hex: int
    side: str = ""
    arms: Arms | None = None


def inward(at: int, playable: Collection[int]) -> QPointF:
    """Return the unit vector in which a way leads on to the map; in the interior it comes from the north."""
    middle = geometry.center(at)
    off = [geometry.center(near) - middle for near in neighbours(at) if near not in playable]
    x, y = sum(step.x() for step in off), sum(step.y() for step in off)
    length = math.hypot(x, y)
    return QPointF(-x / length, -y / length) if length > 1.0 else QPointF(0.0, 1.0)


def paint_entries(canvas: Canvas, marked: tuple[EntryHex, ...], playable: Collection[int]) -> None:
    """Paint the arrows of all ways in view."""
    for mark in marked:
        if canvas.rect.intersects(geometry.hex_rect(mark.hex).adjusted(-14, -14, 14, 14)):
            paint_entry(canvas, mark, inward(mark.hex, playable))


def entry_path(mark: EntryHex, playable: Collection[int]) -> QPainterPath:
    """Return the arrow of a way in scene coordinates, for names to keep off."""
    towards = inward(mark.hex, playable)
    turn = QTransform()
    tail = geometry.center(mark.hex) - towards * 44.0
    turn.translate(tail.x(), tail.y())
    turn.rotate(math.degrees(math.atan2(towards.y(), towards.x())))
    return turn.map(_arrow(mark.side))


def paint_entry(canvas: Canvas, mark: EntryHex, towards: QPointF) -> None:
    """Paint one arrow: its tail beyond the hexside, its head before the dot."""
    painter = canvas.painter
    arms = mark.arms or LOOKS.get(mark.side, _NOBODY)
    size = min(2.1, max(1.0, _LEAST / (34.0 * canvas.lod))) * (1.0 if mark.side else 0.62)
    tail = geometry.center(mark.hex) - towards * 44.0
    painter.save()
    painter.translate(tail)
    painter.rotate(math.degrees(math.atan2(towards.y(), towards.x())))
    painter.scale(size, size)
    shape = _arrow(mark.side)
    for colour, width in ((QColor(canvas.palette.halo), 5.0), (QColor("#201a12"), 2.2)):
        pen = QPen(colour, width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(shape, pen)
    painter.fillPath(shape, QColor(arms.ground))
    painter.translate(11.0, 0.0)
    painter.rotate(-math.degrees(math.atan2(towards.y(), towards.x())))
    _badge(painter, arms)
    painter.restore()


def _arrow(side: str) -> QPainterPath:
    """Return an arrow along x from 0 to 34, with a notched tail for the Germans and a round one for the Allies."""
    path = QPainterPath()
    points = [(0, -8), (18, -8), (18, -15), (34, 0), (18, 15), (18, 8), (0, 8)]
    if side == "german":
        points.append((5, 0))
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    if side == "allied":
        round_end = QPainterPath()
        round_end.addEllipse(QRectF(-8, -8, 16, 16))
        path = path.united(round_end)
    return path


def _badge(painter: QPainter, arms: Arms) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(arms.ink))
    if arms.emblem == "cross":
        painter.drawRect(QRectF(-5.5, -1.6, 11, 3.2))
        painter.drawRect(QRectF(-1.6, -5.5, 3.2, 11))
    elif arms.emblem == "star":
        star = [
            QPointF(r * math.sin(math.pi * i / 5), -r * math.cos(math.pi * i / 5)) for i, r in enumerate((6.4, 2.6) * 5)
        ]
        painter.drawPolygon(QPolygonF(star))


# --- The frame of the sheet: a double line with a kilometre band, as on a staff map --------------------------------

_BAND = 5.0
_GAP = 4.0


def paint_frame(canvas: Canvas, frame: QRectF, sheet: QRectF) -> None:
    """Paint the paper, the outer line, and the band with black and white steps of one kilometre."""
    painter, palette = canvas.painter, canvas.palette
    if sheet.contains(canvas.rect):
        return
    painter.fillRect(canvas.rect.intersected(frame), QColor(palette.frame_fill))
    ink = QColor(palette.frame_ink)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, canvas.at_least(2.6, 1.2)))
    painter.drawRect(frame.adjusted(7, 7, -7, -7))
    band = sheet.adjusted(-_GAP - _BAND, -_GAP - _BAND, _GAP + _BAND, _GAP + _BAND)
    painter.setPen(QPen(ink, canvas.at_least(1.0, 0.6)))
    painter.drawRect(band)
    painter.drawRect(sheet.adjusted(-_GAP, -_GAP, _GAP, _GAP))
    painter.drawRect(sheet)
    step = geometry.STEP_Y * 2.0  # a hex is 500 metres wide
    for box in _steps(band, step):
        if box.intersects(canvas.rect):
            painter.fillRect(box, ink)


def _steps(band: QRectF, step: float) -> list[QRectF]:
    """Return every second kilometre of the band, counted from its north-west corner."""
    steps: list[QRectF] = []
    x = band.left() + _BAND
    while x < band.right() - _BAND:
        width = min(step, band.right() - _BAND - x)
        steps += [QRectF(x, y, width, _BAND) for y in (band.top(), band.bottom() - _BAND)]
        x += 2 * step
    y = band.top() + _BAND
    while y < band.bottom() - _BAND:
        height = min(step, band.bottom() - _BAND - y)
        steps += [QRectF(x, y, _BAND, height) for x in (band.left(), band.right() - _BAND)]
        y += 2 * step
    return steps


# --- Victory hexes: a coloured rim inside the hex, and a badge with a shape for each colour ------------------------

COLOURS = {
    "red": "#c8281f",
    "blue": "#1f57b8",
    "green": "#2d7d3a",
    "yellow": "#e0b21c",
    "black": "#1c1a18",
    "white": "#fbf7ea",
    "orange": "#dd7a1f",
    "purple": "#7a3d98",
}
_POINTS = {"red": 5, "blue": 4, "green": 3, "yellow": 6, "black": 8, "white": 5, "orange": 4, "purple": 7}


@frozen
class VictoryHex:
    """Mark a hex as worth victory points; `colour` is a key of COLOURS or #rrggbb."""

    hex: int
    colour: str = "red"


def _seen(canvas: Canvas, marked: tuple[VictoryHex, ...]) -> Iterator[tuple[VictoryHex, QColor]]:
    for mark in marked:
        if canvas.rect.intersects(geometry.hex_rect(mark.hex).adjusted(-14, -14, 14, 14)):
            yield mark, QColor(COLOURS.get(mark.colour, mark.colour))


def paint_rims(canvas: Canvas, marked: tuple[VictoryHex, ...]) -> None:
    """Paint the rims of the victory hexes, below works."""
    painter = canvas.painter
    for mark, colour in _seen(canvas, marked):
        rim = geometry.hex_path(mark.hex, 0.86)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for width, ink in ((6.6, QColor(canvas.palette.halo)), (4.4, colour)):
            pen = QPen(ink, canvas.at_least(width, 1.4))
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawPath(rim)


def paint_badges(canvas: Canvas, marked: tuple[VictoryHex, ...]) -> None:
    """Paint the badges of the victory hexes."""
    painter = canvas.painter
    for mark, colour in _seen(canvas, marked):
        at = geometry.center(mark.hex) + QPointF(0.0, geometry.STEP_Y * 0.43)
        painter.setPen(QPen(QColor(canvas.palette.halo), 1.6))
        painter.setBrush(colour)
        painter.drawEllipse(at, 9.0, 9.0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#fffaf0" if colour.lightnessF() < 0.6 else "#221a10"))
        painter.drawPath(_star(at, _POINTS.get(mark.colour, 5)))


def _star(at: QPointF, points: int) -> QPainterPath:
    """Return a star with a number of points, which stands for the colour."""
    corners = []
    for i in range(2 * points):
        radius = 6.4 if i % 2 == 0 else 2.9
        angle = math.pi * i / points - math.pi / 2
        corners.append(QPointF(at.x() + radius * math.cos(angle), at.y() + radius * math.sin(angle)))
    path = QPainterPath()
    path.addPolygon(QPolygonF(corners))
    path.closeSubpath()
    return path
