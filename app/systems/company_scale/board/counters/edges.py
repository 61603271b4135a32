"""The edge of a unit counter: a shape for each army, slanted in column, and a frame with a keyline."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QPen, QPolygonF

from app.systems.company_scale.board.counters.face import Detail, Face

DARK, PALE = QColor("#0f1113"), QColor("#fffaea")
BLUE = QColor("#1d4f9c")
FRAMES = {Detail.TILE: 9.0, Detail.SYMBOL: 7.0, Detail.COMPACT: 5.0, Detail.FULL: 5.0, Detail.RICH: 4.2}
KEYLINES = {Detail.TILE: 7.0, Detail.SYMBOL: 5.0, Detail.COMPACT: 3.6, Detail.FULL: 2.6, Detail.RICH: 2.0}
SLENDER = 0.6
"""The pale frame of a light counter, small on the screen, as a share of the dark one: it needs less to be seen."""
SLANT = (68.0, 38.0)
"""Where the slanted corner of a counter in column begins on the upper edge, and ends on the right one."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of an army's counters: the radius of round corners, the length of cut ones (all, or lower left)."""

    radius: float = 0.0
    cut: float = 0.0
    notch: float = 0.0


SHAPES = {"square": Shape(2.0), "round": Shape(20.0), "notched": Shape(20.0, notch=13.0), "octagonal": Shape(cut=14.0)}


def is_dark(face: Face) -> bool:
    """Tell whether the ground is dark: then its lettering is pale."""
    return QColor(face.ink).lightnessF() > 0.5


def outline_of(face: Face) -> QPainterPath:
    """Return the outline of a counter: the shape of its army, with a slanted corner in column."""
    return _outline(face.edge, face.deployed)


@cache
def _outline(edge: str, deployed: bool) -> QPainterPath:
    shape = SHAPES.get(edge, SHAPES["round"])
    return _octagon(shape.cut, deployed) if shape.cut else _rounded(shape, deployed)


@cache
def _band(edge: str, deployed: bool, width: float) -> QPainterPath:
    """Return the band along the inside of an outline."""
    stroker = QPainterPathStroker()
    stroker.setWidth(2 * width)
    stroker.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    outline = _outline(edge, deployed)
    return stroker.createStroke(outline).intersected(outline)


def _octagon(cut: float, deployed: bool) -> QPainterPath:
    far = 100.0 - cut
    corner = [(far, 0.0), (100.0, cut)] if deployed else [(66.0, 0.0), (100.0, 40.0)]
    points = [(cut, 0.0), *corner, (100.0, far), (far, 100.0), (cut, 100.0), (0.0, far), (0.0, cut)]
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    return path


def _rounded(shape: Shape, deployed: bool) -> QPainterPath:
    r = shape.radius
    far = 100.0 - r
    path = QPainterPath(QPointF(r, 0))
    if deployed:
        path.lineTo(far, 0)
        path.quadTo(100, 0, 100, r)
    else:
        path.lineTo(SLANT[0], 0)
        path.lineTo(100, SLANT[1])
    path.lineTo(100, far)
    path.quadTo(100, 100, far, 100)
    if shape.notch:
        path.lineTo(shape.notch, 100)
        path.lineTo(0, 100 - shape.notch)
    else:
        path.lineTo(r, 100)
        path.quadTo(0, 100, 0, far)
    path.lineTo(0, r)
    path.quadTo(0, 0, r, 0)
    path.closeSubpath()
    return path


def draw_frame(painter: QPainter, face: Face, edge: QPainterPath, detail: Detail) -> None:
    """Draw the frame inside the edge and the keyline along it: dark in pale round dark grounds, else pale in dark."""
    dark = is_dark(face)
    inner, outer = (DARK, PALE) if dark else (PALE, DARK)
    keyline = KEYLINES[detail]
    frame = FRAMES[detail] * (1.0 if dark or detail > Detail.SYMBOL else SLENDER)
    bands = [(inner, frame)]
    if SHAPES.get(face.edge, SHAPES["round"]).notch:
        bands += [(BLUE, frame * 0.55), (inner, frame * 0.15)]
    for colour, width in bands:
        painter.fillPath(_band(face.edge, face.deployed, width + keyline), colour)
    painter.strokePath(edge, _pen(outer, 1.24 * keyline))


def _pen(colour: QColor, width: float) -> QPen:
    pen = QPen(colour, width)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    return pen
