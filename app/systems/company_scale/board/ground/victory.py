"""Victory hexes: a coloured rim inside the hex, and a badge with a shape for each colour."""

from __future__ import annotations

import math
from collections.abc import Iterator

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen, QPolygonF

from app.board import hexes as geometry
from app.systems.company_scale.board.ground.survey import Canvas
from rules.engine.frozen import frozen

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
