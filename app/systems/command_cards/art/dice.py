"""The battle die: one symbol a face."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen

from app.systems.command_cards.art.figures import SIGNS, SIZES, placed
from app.systems.command_cards.art.palette import FACES


def draw_die(painter: QPainter, box: QRectF, face: object) -> None:
    """Draw a battle die that shows a face; an unknown face leaves it blank."""
    side = min(box.width(), box.height()) - 2
    square = QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(20, 10, 0, 70))
    painter.drawRoundedRect(square.translated(side * 0.03, side * 0.05), side * 0.18, side * 0.18)
    shade = QLinearGradient(square.topLeft(), square.bottomRight())
    shade.setColorAt(0, QColor("#fffcf0"))
    shade.setColorAt(1, QColor("#decfb2"))
    painter.setPen(QPen(QColor("#6e5a3c"), max(0.8, side * 0.02)))
    painter.setBrush(shade)
    painter.drawRoundedRect(square, side * 0.18, side * 0.18)
    sign = SIGNS.get(str(face))
    if sign is not None:
        path = sign()
        middle = path.boundingRect().center() * (side * SIZES[str(face)])
        at = square.center() - QPointF(middle.x(), middle.y())
        painter.setPen(QPen(QColor(40, 24, 8, 180), max(0.5, side * 0.012)))
        painter.setBrush(QColor(FACES[str(face)]))
        painter.drawPath(placed(path, at, side * SIZES[str(face)]))
    painter.restore()
