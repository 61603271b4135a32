"""The branch symbols of counters, in a box."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

Draw = Callable[[QPainter, QRectF], None]


def _cross(painter: QPainter, box: QRectF) -> None:
    painter.drawLine(QLineF(box.topLeft(), box.bottomRight()))
    painter.drawLine(QLineF(box.bottomLeft(), box.topRight()))


def _filled(painter: QPainter) -> None:
    painter.setBrush(painter.pen().color())


def _mountain(painter: QPainter, box: QRectF) -> None:
    _cross(painter, box)
    at, wide, tall = box.center().x(), box.width() * 0.13, box.height() * 0.4
    _filled(painter)
    foot = box.bottom()
    painter.drawPolygon(QPolygonF([QPointF(at - wide, foot), QPointF(at, foot - tall), QPointF(at + wide, foot)]))


def _airborne(painter: QPainter, box: QRectF) -> None:
    _cross(painter, box)
    wide, tall = box.width() * 0.24, box.height() * 0.34
    for x in (-wide, 0.0):
        painter.drawArc(QRectF(box.center().x() + x, box.bottom() - tall * 0.8, wide, tall), 0, 180 * 16)


def _commando(painter: QPainter, box: QRectF) -> None:
    _cross(painter, box)
    painter.drawLine(QLineF(box.center().x(), box.top(), box.center().x(), box.bottom()))


def _tracks(painter: QPainter, box: QRectF) -> None:
    inset = QRectF(box).adjusted(box.width() * 0.15, box.height() * 0.22, -box.width() * 0.15, -box.height() * 0.22)
    painter.drawRoundedRect(inset, inset.height() / 2, inset.height() / 2)


def _ball(painter: QPainter, box: QRectF) -> None:
    _filled(painter)
    painter.drawEllipse(box.center(), box.height() * 0.18, box.height() * 0.18)


def _chevron(painter: QPainter, box: QRectF) -> None:
    painter.drawPolyline(QPolygonF([box.bottomLeft(), QPointF(box.center().x(), box.top()), box.bottomRight()]))


def _slash(painter: QPainter, box: QRectF) -> None:
    painter.drawLine(QLineF(box.bottomLeft(), box.topRight()))


def _flak(painter: QPainter, box: QRectF) -> None:
    painter.drawArc(box.adjusted(0, box.height() * 0.25, 0, box.height() * 0.75), 0, 180 * 16)
    painter.drawLine(QLineF(box.center().x(), box.top() + box.height() * 0.3, box.center().x(), box.bottom()))


def _coast(painter: QPainter, box: QRectF) -> None:
    """A gun behind a wall by the water."""
    at, unit = box.center(), box.height()
    _filled(painter)
    painter.drawEllipse(at + QPointF(-unit * 0.12, unit * 0.02), unit * 0.16, unit * 0.16)
    painter.drawLine(QLineF(at + QPointF(-unit * 0.1, 0), at + QPointF(unit * 0.55, -unit * 0.26)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for n in range(4):
        left = box.left() + box.width() * (0.12 + n * 0.19)
        painter.drawArc(QRectF(left, box.bottom() - unit * 0.26, box.width() * 0.19, unit * 0.22), 180 * 16, 180 * 16)


def _railway_gun(painter: QPainter, box: QRectF) -> None:
    at, unit = box.center(), box.height()
    painter.drawLine(QLineF(at + QPointF(-unit * 0.6, unit * 0.1), at + QPointF(unit * 0.6, unit * 0.1)))
    painter.drawLine(QLineF(at + QPointF(-unit * 0.2, unit * 0.02), at + QPointF(unit * 0.7, -unit * 0.36)))
    _filled(painter)
    for x in (-0.45, -0.15, 0.15, 0.45):
        painter.drawEllipse(at + QPointF(x * unit, unit * 0.27), unit * 0.1, unit * 0.1)


def _trucks(painter: QPainter, box: QRectF) -> None:
    at, wide, unit = box.center(), box.width(), box.height()
    painter.drawRect(QRectF(at.x() - wide * 0.32, at.y() - unit * 0.26, wide * 0.4, unit * 0.4))
    painter.drawRect(QRectF(at.x() + wide * 0.08, at.y() - unit * 0.08, wide * 0.22, unit * 0.22))
    _filled(painter)
    for x in (-0.2, 0.18):
        painter.drawEllipse(at + QPointF(wide * x, unit * 0.24), unit * 0.1, unit * 0.1)


SYMBOLS: Mapping[str, Draw] = {
    "infantry": _cross, "mountain infantry": _mountain, "airborne infantry": _airborne, "commando": _commando,
    "armour": _tracks, "artillery": _ball, "anti-tank": _chevron, "reconnaissance": _slash, "anti-aircraft": _flak,
    "coastal battery": _coast, "railway gun": _railway_gun, "trucks": _trucks,
}  # fmt: skip


def paint_symbol(painter: QPainter, box: QRectF, name: str, ink: str, paper: str) -> None:
    """Paint the symbol of a branch in its box; an unknown one leaves the box empty."""
    painter.save()
    pen = QPen(QColor(ink), box.height() * 0.085)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.setBrush(QColor(paper))
    painter.drawRect(box)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if name in SYMBOLS:
        SYMBOLS[name](painter, box)
    painter.restore()
