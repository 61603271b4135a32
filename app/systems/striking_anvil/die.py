"""The die: six faces with pips."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen

PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}  # fmt: skip


def draw_die(painter: QPainter, box: QRectF, face: object) -> None:
    """Draw a die that shows a face; an unknown face leaves it blank."""
    side = min(box.width(), box.height()) - 2
    square = QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shade = QLinearGradient(square.topLeft(), square.bottomRight())
    shade.setColorAt(0, QColor("#fffdf5"))
    shade.setColorAt(1, QColor("#e0d6bf"))
    painter.setPen(QPen(QColor("#5d5138"), max(0.8, side * 0.03)))
    painter.setBrush(shade)
    painter.drawRoundedRect(square, side * 0.2, side * 0.2)
    painter.setPen(Qt.PenStyle.NoPen)
    number = int(face) if str(face).isdigit() and isinstance(face, int | str) else 0
    painter.setBrush(QColor("#a3231c" if number == 1 else "#231c12"))
    for x, y in PIPS.get(number, ()):
        size = side * (0.13 if number == 1 else 0.095)
        painter.drawEllipse(square.center() + QPointF(x, y) * side * 0.27, size, size)
    painter.restore()
