"""Letters with a halo, drawn as outlines so that they keep their place at every scale."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from app.theme.faces import SERIF


def letter(
    painter: QPainter, at: QPointF, words: str, font: QFont, ink: str, halo: str = "", width: float = 3.5
) -> None:
    """Draw words centred on a point."""
    measure = QFontMetricsF(font)
    path = QPainterPath()
    left = at.x() - measure.horizontalAdvance(words) / 2
    path.addText(QPointF(left, at.y() + (measure.ascent() - measure.descent()) / 2), font, words)
    if halo:
        pen = QPen(QColor(halo), width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, pen)
    painter.fillPath(path, QColor(ink))


def serif(size: float, *, bold: bool = False, italic: bool = False) -> QFont:
    """Return the serif type in a size of pixels or scene units."""
    font = QFont()
    font.setFamilies(SERIF)
    font.setStyleHint(QFont.StyleHint.Serif)
    font.setPixelSize(max(1, round(size)))
    font.setBold(bold)
    font.setItalic(italic)
    return font
