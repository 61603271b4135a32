"""Small pictures for the displays of what is not a unit: aircraft, tokens, formations, bottles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from app.board.painted import alone
from app.systems.company_scale.board.counters.face import Mark
from app.systems.company_scale.board.markers import chip_picture
from app.systems.company_scale.board.token_art import Token

EDGE, RIM = QColor("#17140d"), QColor("#fffaeb")
BOTTLES = {"allied": ("#8c4a17", "#f3dfae", "BOURBON"), "german": ("#3f5a2c", "#efe3c4", "COGNAC")}
_NOSE = ((50, 12), (55, 24), (56, 38), (90, 52), (90, 60), (56, 56), (54, 74), (66, 82), (66, 88), (50, 84))
PLANE = (*_NOSE, *((100 - x, y) for x, y in reversed(_NOSE[1:-1])))


def _canvas(wide: int, tall: int, ratio: float) -> QPixmap:
    pixmap = QPixmap(round(wide * ratio), round(tall * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap


def _plate(painter: QPainter, colour: str, edge: QRectF) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shadow = QPainterPath()
    shadow.addRoundedRect(edge.translated(3, 4), 9, 9)
    painter.fillPath(shadow, QColor(20, 16, 8, 90))
    light = QLinearGradient(0, 0, 0, 100)
    light.setColorAt(0, QColor(colour).lighter(116))
    light.setColorAt(1, QColor(colour).darker(108))
    painter.setPen(QPen(EDGE, 2.5))
    painter.setBrush(light)
    painter.drawRoundedRect(edge, 9, 9)


@lru_cache(maxsize=64)
def air_pixmap(colour: str, ink: str, size: int, ratio: float = 1.0) -> QPixmap:
    """Return an air support marker: an aircraft on its division's ground."""
    pixmap = _canvas(size, size, ratio)
    painter = QPainter(pixmap)
    painter.scale(size / 100, size / 100)
    _plate(painter, colour, QRectF(4, 4, 90, 90))
    painter.translate(9, 8)
    painter.scale(0.8, 0.8)
    painter.setPen(QPen(RIM, 7, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    plane = QPolygonF([QPointF(x, y) for x, y in PLANE])
    painter.setBrush(QColor(ink))
    painter.drawPolygon(plane)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawPolygon(plane)
    painter.end()
    return alone(pixmap)


def token_pixmap(raw: Mapping[str, Any], kind: str, ground: tuple[str, str], size: int, ratio: float = 1.0) -> QPixmap:
    """Return a support weapon, leader or hero of the view on its division's ground."""
    read = Token.weapon if kind == "weapon" else Token.leader
    pixmap = chip_picture(read(raw, *ground, Mark.NONE), round(size * ratio / 1.3))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


@lru_cache(maxsize=64)
def formation_pixmap(name: str, colour: str, ink: str, stripe: str, size: int, ratio: float = 1.0) -> QPixmap:
    """Return a formation as a plate with its stripe and short name."""
    pixmap = _canvas(size, size, ratio)
    painter = QPainter(pixmap)
    painter.scale(size / 100, size / 100)
    _plate(painter, colour, QRectF(4, 4, 90, 90))
    painter.setPen(Qt.PenStyle.NoPen)
    if stripe.startswith("#"):
        painter.fillRect(QRectF(6, 60, 86, 14), QColor(stripe))
    font = QFont()
    font.setBold(True)
    font.setPixelSize(24 if len(name) <= 6 else 17)
    painter.setFont(font)
    painter.setPen(QColor(ink))
    painter.drawText(QRectF(8, 10, 82, 48), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, name)
    painter.end()
    return alone(pixmap)


@lru_cache(maxsize=16)
def bottle_pixmap(side: str, available: bool, size: int, ratio: float = 1.0) -> QPixmap:
    """Return the re-roll marker of a side as a bottle; a used one is pale and struck out."""
    glass, label, name = BOTTLES[side]
    pixmap = _canvas(size, size, ratio)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size / 100, size / 100)
    painter.setOpacity(1.0 if available else 0.35)
    path = QPainterPath(QPointF(43, 6))
    path.lineTo(57, 6)
    path.lineTo(57, 28)
    path.cubicTo(QPointF(57, 36), QPointF(74, 36), QPointF(74, 48))
    path.lineTo(74, 94)
    path.lineTo(26, 94)
    path.lineTo(26, 48)
    path.cubicTo(QPointF(26, 36), QPointF(43, 36), QPointF(43, 28))
    path.closeSubpath()
    painter.setPen(QPen(RIM, 6))
    painter.setBrush(QColor(glass))
    painter.drawPath(path)
    painter.setPen(QPen(EDGE, 2))
    painter.drawPath(path)
    painter.fillRect(QRectF(41, 4, 18, 9), QColor("#2a2118"))
    painter.fillRect(QRectF(28, 54, 44, 26), QColor(label))
    font = QFont()
    font.setBold(True)
    font.setPixelSize(9)
    painter.setFont(font)
    painter.setPen(QColor("#2a2118"))
    painter.drawText(QRectF(27, 54, 46, 26), Qt.AlignmentFlag.AlignCenter, name)
    painter.setOpacity(1.0)
    if not available:
        painter.setPen(QPen(QColor("#b3201f"), 7, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(18, 84), QPointF(82, 20))
    painter.end()
    return alone(pixmap)
