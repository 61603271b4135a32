"""The states of a counter, each by its own shape: rims, a glow, a veil, ears and badges."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF

from app.systems.company_scale.board.counters.face import Detail, Mark

GOLD = QColor("#ffc61a")
DARK = QColor("#241c05")
BRIGHT = QColor("#fffef2")
ALERT = QColor("#c4161c")
CALL = QColor("#19c3d8")
JOIN = QColor("#1c8a3c")
BLACK = QColor("#14120d")
IVORY = QColor("#fffaea")
VEIL = QColor(112, 106, 96, 112)
GLOW = ((27.0, 60), (22.0, 95), (16.5, 150))
"""The light round an active counter: widths of three pens and their opacities."""
GLOW_MOST = 28.0
"""A wider glow would leave the picture of the counter (painter.MARGIN on each side)."""
RIMS = {Detail.TILE: 1.7, Detail.SYMBOL: 1.7, Detail.COMPACT: 1.3}
BADGES = {Detail.TILE: 2.2, Detail.SYMBOL: 1.75, Detail.COMPACT: 1.3}
"""How much larger rims and badges are on small counters."""


def draw_underlay(p: QPainter, edge: QPainterPath, marks: Mark, detail: Detail) -> None:
    """Draw what lies under the counter: the glow of an active one, the rim of a selected one or a candidate."""
    scale = RIMS.get(detail, 1.0)
    if marks & Mark.ACTIVE:
        for width, alpha in GLOW:
            _rim(p, edge, QColor(255, 232, 120, alpha), min(GLOW_MOST, width * scale))
        _rim(p, edge, DARK, 11 * scale)
        _rim(p, edge, BRIGHT, 8 * scale)
    if marks & Mark.SELECTED:
        _rim(p, edge, DARK, 16 * scale)
        _rim(p, edge, GOLD, 12.5 * scale)
    elif marks & Mark.CANDIDATE:
        _rim(p, edge, QColor("#082a30"), 15 * scale)
        pen = QPen(CALL, 11 * scale)
        pen.setDashPattern([1.1, 0.55])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        p.strokePath(edge, pen)


def _rim(p: QPainter, edge: QPainterPath, colour: QColor, width: float) -> None:
    pen = QPen(colour, width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    p.strokePath(edge, pen)


def draw_veil(p: QPainter, edge: QPainterPath) -> None:
    """Veil a counter that is done, towards the grey between both armies: it recedes, and its symbol is not white."""
    p.fillPath(edge, VEIL)


def draw_marks(p: QPainter, edge: QPainterPath, marks: Mark, detail: Detail) -> None:
    """Draw what lies on the counter: the ear of one that is done, the pip of one action, badges."""
    scale = BADGES.get(detail, 1.0)
    if marks & Mark.SPENT:
        _done(p, edge, scale)
    elif marks & Mark.ACTED:
        _pip(p, scale)
    if marks & Mark.OUT_OF_COMMAND:
        _cut_off(p, scale)
    if marks & Mark.LOADED and detail >= Detail.SYMBOL:
        _aboard(p, min(scale, 1.7))
    if marks & Mark.JOINED and detail >= Detail.SYMBOL:
        _tick(p)


def _done(p: QPainter, edge: QPainterPath, scale: float) -> None:
    """Draw a black ear with a tick on the upper right, or on small counters a bar from corner to corner."""
    p.save()
    p.setClipPath(edge, Qt.ClipOperation.IntersectClip)
    if scale > 1:
        for colour, width in ((IVORY, 10 * scale + 6), (BLACK, 10 * scale)):
            p.setPen(QPen(colour, width))
            p.drawLine(QPointF(-4, 104), QPointF(104, -4))
    else:
        p.setPen(QPen(IVORY, 3.4))
        p.setBrush(BLACK)
        p.drawPolygon(QPolygonF([QPointF(101, -1), QPointF(55, -1), QPointF(101, 45)]))
        p.setBrush(Qt.BrushStyle.NoBrush)
        if edge.contains(QPointF(94, 22)):  # in column the corner is cut off, and the ear with it
            p.setPen(QPen(IVORY, 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            p.drawPolyline([QPointF(76, 12), QPointF(82, 18), QPointF(91, 6)])
    p.restore()


def _pip(p: QPainter, scale: float) -> None:
    """Draw a black pip on the upper edge for one action."""
    p.setPen(QPen(IVORY, 3 * scale))
    p.setBrush(BLACK)
    p.drawEllipse(QPointF(27 + 1.5 * scale, 1.5 * (scale - 1)), 7.5 * scale, 7.5 * scale)
    p.setBrush(Qt.BrushStyle.NoBrush)


def _cut_off(p: QPainter, scale: float) -> None:
    """Draw a barred red lozenge on the left edge of a counter out of command."""
    at, r = QPointF(4 if scale < 1.5 else 12, 50), 15 * min(scale, 1.8)
    p.setPen(QPen(IVORY, 3.2 * scale))
    p.setBrush(ALERT)
    corners = (QPointF(0, -r * 1.15), QPointF(r, 0), QPointF(0, r * 1.15), QPointF(-r, 0))
    p.drawPolygon(QPolygonF([at + corner for corner in corners]))
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.setPen(QPen(QColor("#ffffff"), 3.4 * scale, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    p.drawLine(at + QPointF(-r * 0.38, r * 0.38), at + QPointF(r * 0.38, -r * 0.38))


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
