"""Letters and figures as outlines: they fit their box at every size and look the same in print."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPen, QTransform

from app.theme.faces import SANS

_EM = 100
_FIGURE = 66
"""Height of a figure in the house's type."""
_NARROW = 0.86
"""Width of narrow lettering, as a share of the plain one: the house's own type, the same on every system."""


def board_font() -> QFont:
    """Return the board's lettering font, bold, at 100 pixels to the em."""
    font = QFont(SANS)
    font.setStyleHint(QFont.StyleHint.SansSerif)
    font.setPixelSize(_EM)
    font.setWeight(QFont.Weight.Bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


@lru_cache(maxsize=2048)
def outline(text: str, narrow: bool = False) -> tuple[QPainterPath, QRectF]:
    """Return the outline of a text at 100 pixels to the em, and its bounds: its ink's width by figure height."""
    path = QPainterPath()
    path.addText(QPointF(0, 0), board_font(), text)
    if narrow:
        path = QTransform.fromScale(_NARROW, 1.0).map(path)
    ink = path.boundingRect()
    return path, QRectF(ink.left(), -_FIGURE, max(ink.width(), 1), _FIGURE)


def fitted(
    text: str,
    box: QRectF,
    *,
    narrow: bool = False,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignHCenter,
    height: float | None = None,
) -> QPainterPath:
    """Return the outline of a text scaled to the height of the box (or `height`), squeezed if it is too wide."""
    path, bounds = outline(text, narrow)
    tall = (height or box.height()) / bounds.height()
    wide = min(tall, box.width() / bounds.width())
    if wide < tall * 0.72:  # squeezing further would be ugly: shrink it as well
        tall = wide / 0.72
    width = bounds.width() * wide
    left = box.left()
    if align & Qt.AlignmentFlag.AlignHCenter:
        left = box.center().x() - width / 2
    elif align & Qt.AlignmentFlag.AlignRight:
        left = box.right() - width
    base = box.center().y() + bounds.height() * tall / 2
    return QTransform(wide, 0, 0, tall, left - bounds.left() * wide, base).map(path)


def write(
    painter: QPainter,
    text: str,
    box: QRectF,
    ink: QColor,
    *,
    narrow: bool = False,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignHCenter,
    height: float | None = None,
    rim: QColor | None = None,
    rim_width: float = 3.0,
) -> None:
    """Write a text into a box, with an optional rim of another colour around the letters."""
    path = fitted(text, box, narrow=narrow, align=align, height=height)
    if rim is not None:
        pen = QPen(rim, rim_width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, pen)
    painter.fillPath(path, QBrush(ink))
