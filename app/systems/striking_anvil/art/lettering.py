"""Letters along a line, and letters that hide or grow with the zoom."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from app.board.painted import letter
from app.systems.striking_anvil.board.lines import Points, lengths

LEAST = 9.0
"""Letters smaller than this many pixels are not drawn."""
GROWN = 9.6
"""Pixels to which letters that must be read grow."""

FARTHEST = 2.4
"""How much titles grow that stand at every zoom, down to the whole map in a small window."""


def is_legible(size: float, lod: float) -> bool:
    """Tell whether letters of a size in scene units can be read at a number of pixels to a unit."""
    return size * lod >= LEAST


def grown(size: float, lod: float, most: float = 1.7) -> float:
    """Return the size at which letters can be read, at most so many times as large."""
    return min(max(size, GROWN / lod), size * most)


def spaced(font: QFont, space: float) -> QFont:
    """Return a font with so many units between its letters."""
    wide = QFont(font)
    wide.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, space)
    return wide


def write(
    painter: QPainter,
    at: QPointF,
    words: str,
    font: QFont,
    ink: str,
    halo: str = "",
    width: float = 5.0,
    *,
    right: bool = False,
) -> None:
    """Write words that begin at a point, or end there."""
    wide = QFontMetricsF(font).horizontalAdvance(words)
    letter(painter, at + QPointF(-wide / 2 if right else wide / 2, 0), words, font, ink, halo, width)


def letter_along(
    painter: QPainter, line: Points, words: str, font: QFont, ink: str, halo: str, *, at: float = 0.5, lift: float = 0.0
) -> None:
    """Write words along a line, centred at a share of its length; `lift` raises them above it, in scene units."""
    if line[-1][0] < line[0][0]:
        line, at = line[::-1], 1 - at
    reach, measure = lengths(line), QFontMetricsF(font)
    total = measure.horizontalAdvance(words)
    start = min(max(reach[-1] * at - total / 2, 0), max(0.0, reach[-1] - total))
    foot = (measure.ascent() - measure.descent()) / 2 - lift
    paths = []
    for n, sign in enumerate(words):
        before = measure.horizontalAdvance(words[:n])
        wide = measure.horizontalAdvance(words[: n + 1]) - before
        middle, near = start + before + wide / 2, max(wide, 12.0)
        (x, y), (x1, y1), (x2, y2) = (_point(line, reach, middle + step) for step in (0.0, -near, near))
        path = QPainterPath()
        path.addText(QPointF(-wide / 2, foot), font, sign)
        paths.append(QTransform().translate(x, y).rotate(math.degrees(math.atan2(y2 - y1, x2 - x1))).map(path))
    pen = QPen(QColor(halo), 5.0)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    for path in paths:
        painter.strokePath(path, pen)
    for path in paths:
        painter.fillPath(path, QColor(ink))


def _point(line: Points, reach: np.ndarray, distance: float) -> tuple[float, float]:
    """Return a point along a line, beyond its ends straight on."""
    if distance < 0 or distance > reach[-1]:
        a, b = (line[0], line[1]) if distance < 0 else (line[-1], line[-2])
        over = -distance if distance < 0 else distance - reach[-1]
        size = max(1e-9, math.dist(a, b))
        return float(a[0] + (a[0] - b[0]) / size * over), float(a[1] + (a[1] - b[1]) / size * over)
    return float(np.interp(distance, reach, line[:, 0])), float(np.interp(distance, reach, line[:, 1]))
