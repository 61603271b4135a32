"""Signs that replace the colours of a counter on a printer without colour."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.systems.company_scale.board.counters.face import Detail, Face
from app.systems.company_scale.board.counters.lettering import write
from app.systems.company_scale.board.counters.painter import ROW, STRIPES, shrink

LETTERS = {"red": "S", "yellow": "H", "white": "W", "blue": "A", "black": "I"}
_INK = QColor("#17140d")
_PATTERNS = 7


def sign(painter: QPainter, face: Face) -> None:
    """Paint the letter of the fire box and the pattern of the stripe over a counter in its square of 100 units."""
    if face.fire is not None:
        painter.save()
        shrink(painter, Detail.FULL)
        letter(painter, face.fire.box, QRectF(ROW.fire.left(), ROW.fire.top() - 6.5, 11, 11))
        painter.restore()
    if face.stripe.startswith("#"):
        band = STRIPES[Detail.FULL]
        hatch(painter, QRectF(8.5, band.top() + 1.5, 17.5, band.height() - 3), pattern_of(face.stripe))


def letter(painter: QPainter, fire: str, box: QRectF) -> None:
    """Write the letter for the colour of a fire box into a small disc."""
    painter.setPen(QPen(_INK, 1.2))
    painter.setBrush(QColor("#ffffff"))
    painter.drawEllipse(box)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    write(painter, LETTERS.get(fire, "?"), box.adjusted(2, 2, -2, -2), _INK, height=box.height() * 0.6)


def pattern_of(colour: str) -> int:
    """Return the pattern for a colour, the same on every sheet."""
    shade = QColor(colour)
    hue = shade.hsvHueF()
    if shade.hsvSaturationF() < 0.18 or hue < 0:
        return 0 if shade.lightnessF() > 0.5 else 1
    return 2 + int(hue * (_PATTERNS - 2)) % (_PATTERNS - 2)


def hatch(painter: QPainter, box: QRectF, pattern: int) -> None:
    """Fill a box with one of seven patterns of lines: white, black, and five ways to hatch."""
    painter.save()
    painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
    painter.fillRect(box, QColor("#1d1a14") if pattern == 1 else QColor("#f6f3ea"))
    painter.setPen(QPen(_INK, max(1.0, box.height() / 11)))
    step = box.height() / 3.2
    if pattern in (2, 4):
        _slant(painter, box, step, 1)
    if pattern in (3, 4):
        _slant(painter, box, step, -1)
    if pattern in (5,):
        _level(painter, box, step)
    if pattern in (6,):
        x = box.left() + step / 2
        while x < box.right():
            painter.drawLine(QLineF(x, box.top(), x, box.bottom()))
            x += step
    painter.restore()


def _slant(painter: QPainter, box: QRectF, step: float, way: int) -> None:
    x = box.left() - box.height()
    while x < box.right() + box.height():
        painter.drawLine(QLineF(x, box.bottom(), x + way * box.height(), box.top()))
        x += step


def _level(painter: QPainter, box: QRectF, step: float) -> None:
    y = box.top() + step / 2
    while y < box.bottom():
        painter.drawLine(QLineF(box.left(), y, box.right(), y))
        y += step
