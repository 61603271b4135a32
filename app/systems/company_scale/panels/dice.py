"""Ten-sided dice drawn as vectors."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from app import theme

OUTLINE = ((0.0, -1.0), (0.92, -0.22), (0.92, 0.2), (0.0, 1.0), (-0.92, 0.2), (-0.92, -0.22))
KITE = ((0.0, -1.0), (0.6, 0.3), (0.0, 0.66), (-0.6, 0.3))


def _polygon(rect: QRectF, points: tuple[tuple[float, float], ...]) -> QPolygonF:
    middle, half = rect.center(), min(rect.width(), rect.height()) / 2.0 - 0.5
    return QPolygonF([QPointF(middle.x() + x * half, middle.y() + y * half) for x, y in points])


def draw_die(painter: QPainter, rect: QRectF, value: int, colour: QColor | None = None) -> None:
    """Draw a d10 showing `value` in a square."""
    now = theme.current()
    body = colour or QColor(now.accent)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(body.darker(160), max(0.6, rect.width() / 28.0)))
    painter.setBrush(body.darker(118))
    painter.drawPolygon(_polygon(rect, OUTLINE))
    painter.setBrush(body.lighter(112))
    painter.drawPolygon(_polygon(rect, KITE))
    font = QFont(painter.font())
    font.setBold(True)
    font.setPixelSize(max(6, round(rect.height() * 0.5)))
    painter.setFont(font)
    painter.setPen(QColor("#ffffff") if body.lightnessF() < 0.55 else QColor("#1c1712"))
    painter.drawText(rect.translated(0.0, -rect.height() * 0.04), Qt.AlignmentFlag.AlignCenter, str(value))
    painter.restore()
