"""The states of a counter, each by its own shape: rims, corners, badges."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF

from app.systems.company_scale.board.counters.face import Detail, Mark

GOLD = QColor("#ffc61a")
DARK = QColor("#241c05")
BRIGHT = QColor("#f7fff0")
ALERT = QColor("#d3151d")
CALL = QColor("#18b5c9")
JOIN = QColor("#1c8a3c")


def draw_underlay(p: QPainter, edge: QPainterPath, marks: Mark, detail: Detail) -> None:
    """Draw what lies under the counter: the gold rim of a selected one, the bright edge of an active one."""
    scale = 1.6 if detail <= Detail.SYMBOL else 1.25 if detail == Detail.COMPACT else 1.0
    if marks & Mark.SELECTED:
        _rim(p, edge, DARK, 15.5 * scale)
        _rim(p, edge, GOLD, 12 * scale)
    if marks & Mark.CANDIDATE:
        _rim(p, edge, DARK, 15 * scale)
        pen = QPen(CALL, 11 * scale)
        pen.setDashPattern([1.1, 0.55])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        p.strokePath(edge, pen)
    elif marks & Mark.ACTIVE and not marks & Mark.SELECTED:
        _rim(p, edge, DARK, 13.5 * scale)
        _rim(p, edge, BRIGHT, 10.5 * scale)


def _rim(p: QPainter, edge: QPainterPath, colour: QColor, width: float) -> None:
    pen = QPen(colour, width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    p.strokePath(edge, pen)


def draw_marks(p: QPainter, edge: QPainterPath, marks: Mark, detail: Detail) -> None:
    """Draw what lies on the counter: the dark corner, the broken rim, a passenger, the tick of who joins in."""
    if marks & (Mark.ACTED | Mark.SPENT):
        _acted(p, edge, marks, detail)
    if marks & Mark.OUT_OF_COMMAND:
        _broken_rim(p, edge, detail)
    if marks & Mark.LOADED and detail >= Detail.SYMBOL:
        _aboard(p, 1.7 if detail == Detail.SYMBOL else 1.3 if detail == Detail.COMPACT else 1.0)
    if marks & Mark.JOINED and detail >= Detail.SYMBOL:
        _tick(p)


def _acted(p: QPainter, edge: QPainterPath, marks: Mark, detail: Detail) -> None:
    """Draw a dark corner top left with a notch for each action taken; veil a unit that is done as well."""
    p.save()
    p.setClipPath(edge, Qt.ClipOperation.IntersectClip)
    if marks & Mark.SPENT:
        p.fillRect(QRectF(0, 0, 100, 100), QColor(38, 34, 28, 78))
    reach = {Detail.TILE: 60.0, Detail.SYMBOL: 50.0, Detail.COMPACT: 38.0}.get(detail, 34.0)
    corner = QPolygonF([QPointF(0, 0), QPointF(reach, 0), QPointF(0, reach)])
    p.setPen(QPen(QColor(255, 250, 230, 160), 1.6))
    p.setBrush(QColor(28, 25, 20, 225))
    p.drawPolygon(corner)
    if detail >= Detail.COMPACT:
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(QColor("#f3e9c9"))
        spots = [(9.0, 9.0)] if not marks & Mark.SPENT else [(7.0, 14.0), (14.0, 7.0)]
        for x, y in spots:
            p.drawEllipse(QPointF(x, y), 3.4, 3.4)
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.restore()


def _broken_rim(p: QPainter, edge: QPainterPath, detail: Detail) -> None:
    width = 6.0 if detail >= Detail.COMPACT else 11.0
    p.save()
    p.setClipPath(edge, Qt.ClipOperation.IntersectClip)
    p.strokePath(edge, QPen(QColor(255, 250, 235), width * 2))
    pen = QPen(ALERT, width * 2 - 2)
    pen.setDashPattern([1.15, 0.75])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    p.strokePath(edge, pen)
    p.restore()


def _aboard(p: QPainter, scale: float) -> None:
    """Draw a small unit on a transport or tank, at the left edge where nothing is printed."""
    box = QRectF(2, 37 - 8.5 * scale, 24 * scale, 17 * scale)
    p.setPen(QPen(DARK, 2.6 * scale))
    p.setBrush(QBrush(BRIGHT))
    p.drawRect(box)
    p.drawLine(box.topLeft(), box.bottomRight())
    p.drawLine(box.bottomLeft(), box.topRight())
    p.setBrush(Qt.BrushStyle.NoBrush)


def _tick(p: QPainter) -> None:
    spot = QPointF(84, 12)
    p.setPen(QPen(QColor("#ffffff"), 3))
    p.setBrush(QBrush(JOIN))
    p.drawEllipse(spot, 14, 14)
    pen = QPen(QColor("#ffffff"), 4.4)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    p.setPen(pen)
    p.drawPolyline([spot + QPointF(-6, 0.5), spot + QPointF(-1.5, 5.5), spot + QPointF(6.5, -5)])
    p.setBrush(Qt.BrushStyle.NoBrush)
