"""Dice as pictures: whatever draws one, and a plain square die for a system that draws none of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen

from app import theme
from app.board.painted import alone

Draw = Callable[[QPainter, QRectF, Any], None]


def draw_square(painter: QPainter, box: QRectF, face: Any) -> None:
    """Draw a square die with its face written on it; a long face is cut to its first letters."""
    now = theme.current()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(now.accent).darker(140), 1.0))
    painter.setBrush(QColor(now.accent))
    side = min(box.width(), box.height()) - 2
    square = QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side)
    painter.drawRoundedRect(square, side * 0.18, side * 0.18)
    words = str(face)[:3]
    font = QFont(painter.font())
    font.setBold(True)
    font.setPixelSize(max(6, round(side * (0.6 if len(words) == 1 else 0.36))))
    painter.setFont(font)
    painter.setPen(QColor(now.accent_text))
    painter.drawText(square, Qt.AlignmentFlag.AlignCenter, words)
    painter.restore()


def die_image(draw: Draw, face: Any, size: int, ratio: float = 1.0) -> QImage:
    """Return a die as a picture of `size` logical pixels for a screen with `ratio` device pixels each."""
    image = QImage(round(size * ratio), round(size * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    draw(painter, QRectF(0, 0, size, size), face)
    painter.end()
    return alone(image)
