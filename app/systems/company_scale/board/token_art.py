"""Support weapons and leaders as small tokens: a square with cut corners, and a shield with a star."""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from app.systems.company_scale.board.counters.face import Detail, FireBox, Mark, draw_underlay
from app.systems.company_scale.board.counters.painter import BOXES
from app.systems.company_scale.board.counters.symbols import write
from rules.company_scale.loading.forces import GROUNDS, INKS
from rules.company_scale.records.view import LeaderView, WeaponView
from rules.engine.english import signed
from rules.engine.frozen import frozen

COUNTERS: Mapping[str, tuple[str, str]] = {side: (GROUNDS[side], INKS[side]) for side in GROUNDS}
"""Ground and ink of what belongs to a side and to none of its divisions."""


@frozen
class Token:
    """What a token shows: kind ("weapon" or "leader"), its numbers, its colour."""

    kind: str
    colour: str
    ink: str = "#1b1b16"
    fire: FireBox | None = None
    bonus: int = 0
    quality: int = 0
    sustained: bool = False
    marks: Mark = Mark.NONE

    @staticmethod
    def of(token: WeaponView | LeaderView, colour: str, ink: str, marks: Mark) -> Token:
        """Read a support weapon or leader of the view."""
        if isinstance(token, WeaponView):
            return Token("weapon", colour, ink, FireBox.of(token.fire), sustained=token.sustained_fire, marks=marks)
        return Token("leader", colour, ink, bonus=token.fire, quality=token.troop_quality, marks=marks)


def token_edge(kind: str) -> QPainterPath:
    """Return the edge of a token in a square of 100 units."""
    path = QPainterPath()
    if kind == "leader":
        path.moveTo(8, 6)
        path.lineTo(92, 6)
        path.lineTo(92, 54)
        path.cubicTo(QPointF(92, 78), QPointF(68, 90), QPointF(50, 98))
        path.cubicTo(QPointF(32, 90), QPointF(8, 78), QPointF(8, 54))
        path.closeSubpath()
        return path
    cut = 16
    path.addPolygon(
        QPolygonF(
            [
                QPointF(x, y)
                for x, y in (
                    (cut, 4),
                    (100 - cut, 4),
                    (98, 2 + cut),
                    (98, 98 - cut),
                    (100 - cut, 96),
                    (cut, 96),
                    (2, 98 - cut),
                    (2, 2 + cut),
                    (cut, 4),
                )
            ]
        )
    )
    return path


def paint_token(painter: QPainter, token: Token) -> None:
    """Paint a token into the square (0, 0, 100, 100)."""
    edge = token_edge(token.kind)
    base, ink = QColor(token.colour), QColor(token.ink)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(edge.translated(5, 7), QColor(20, 16, 8, 100))
    draw_underlay(painter, edge, token.marks, Detail.FULL)
    light = QLinearGradient(0, 0, 0, 100)
    light.setColorAt(0, base.lighter(116))
    light.setColorAt(1, base.darker(108))
    if ink.lightnessF() > 0.5:  # a dark token needs a pale line round it on woods
        painter.strokePath(edge, QPen(QColor("#fffaea"), 9))
    painter.fillPath(edge, light)
    painter.strokePath(edge, QPen(QColor("#17140d"), 4))
    if token.kind == "leader":
        _leader(painter, token, ink)
    else:
        _weapon(painter, token, ink)
    painter.restore()


def _leader(painter: QPainter, token: Token, ink: QColor) -> None:
    star = QPolygonF()
    for i in range(10):
        radius = 20 if i % 2 == 0 else 8.5
        a = math.radians(i * 36 - 90)
        star.append(QPointF(50 + radius * math.cos(a), 30 + radius * math.sin(a)))
    painter.setPen(QPen(QColor("#17140d"), 2.5))
    painter.setBrush(QColor("#ffd64d"))
    painter.drawPolygon(star)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    write(painter, signed(token.bonus), QRectF(14, 54, 34, 22), QColor("#b31f1c"), height=20, rim=QColor("#fff8e2"))
    write(painter, signed(token.quality), QRectF(52, 54, 34, 22), ink, height=20)


def _weapon(painter: QPainter, token: Token, ink: QColor) -> None:
    painter.setPen(QPen(ink, 6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(QPointF(24, 28), QPointF(76, 28))
    painter.drawLine(QPointF(38, 18), QPointF(38, 38))
    if token.sustained:
        painter.drawLine(QPointF(62, 20), QPointF(62, 36))
    if token.fire is None:
        return
    ground, figure = BOXES.get(token.fire.box, BOXES["white"])
    box = QRectF(18, 46, 64, 42)
    painter.setPen(QPen(QColor("#17140d"), 3))
    painter.setBrush(ground)
    painter.drawRoundedRect(box, 7, 7)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    write(painter, signed(token.fire.value), box.adjusted(4, 0, -4, 0), figure, height=28)
