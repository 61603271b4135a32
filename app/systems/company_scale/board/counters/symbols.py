"""Letters, figures and unit symbols as outlines in the units of their box, and the size marks above it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPen, QTransform

from app.theme.faces import SANS

# --- Letters and figures as outlines: they fit their box at every size and look the same in print ------------------

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


# --- The unit symbols inside their box, and the size marks above it, in units of the box ---------------------------

PAPER = QColor("#fdf9ee")
INK = QColor("#15140f")
Stroke = Callable[[QPainter, QRectF], None]


def _cross(p: QPainter, r: QRectF) -> None:
    p.drawLine(QLineF(r.topLeft(), r.bottomRight()))
    p.drawLine(QLineF(r.bottomLeft(), r.topRight()))


def _slash(p: QPainter, r: QRectF) -> None:
    p.drawLine(QLineF(r.bottomLeft(), r.topRight()))


def _tracks(p: QPainter, r: QRectF) -> None:
    oval = r.adjusted(r.width() * 0.16, r.height() * 0.22, -r.width() * 0.16, -r.height() * 0.22)
    p.drawRoundedRect(oval, oval.height() / 2, oval.height() / 2)


def _ball(p: QPainter, r: QRectF, radius: float = 0.17) -> None:
    p.setBrush(INK)
    p.drawEllipse(r.center(), r.height() * radius, r.height() * radius)
    p.setBrush(Qt.BrushStyle.NoBrush)


def _gun(p: QPainter, r: QRectF) -> None:
    _ball(p, r)


def _gun_tracked(p: QPainter, r: QRectF) -> None:
    _tracks(p, r)
    _ball(p, r, 0.13)


def _assault_gun(p: QPainter, r: QRectF) -> None:
    _tracks(p, r)
    c = r.center()
    p.drawLine(QLineF(c.x(), r.bottom() - r.height() * 0.22, c.x(), r.top() + r.height() * 0.02))
    _head(p, QPointF(c.x(), r.top() + r.height() * 0.04), r.height() * 0.2)


def _head(p: QPainter, tip: QPointF, size: float) -> None:
    p.drawPolyline([QPointF(tip.x() - size * 0.8, tip.y() + size), tip, QPointF(tip.x() + size * 0.8, tip.y() + size)])


def _chevron(p: QPainter, r: QRectF) -> None:
    p.drawPolyline([r.bottomLeft(), QPointF(r.center().x(), r.top() + r.height() * 0.06), r.bottomRight()])


def _tank_destroyer(p: QPainter, r: QRectF) -> None:
    _tracks(p, r)
    _chevron(p, r)


def _dome(p: QPainter, r: QRectF) -> None:
    dome = QPainterPath(r.bottomLeft())
    dome.cubicTo(
        QPointF(r.left() + r.width() * 0.12, r.top() + r.height() * 0.12),
        QPointF(r.right() - r.width() * 0.12, r.top() + r.height() * 0.12),
        r.bottomRight(),
    )
    p.drawPath(dome)
    c = r.center()
    p.drawLine(QLineF(c.x(), r.bottom(), c.x(), r.top() + r.height() * 0.36))


def _bridge(p: QPainter, r: QRectF) -> None:
    left, right = r.left() + r.width() * 0.2, r.right() - r.width() * 0.2
    top, bottom = r.top() + r.height() * 0.32, r.bottom() - r.height() * 0.26
    middle = (left + right) / 2
    p.drawPolyline([QPointF(left, bottom), QPointF(left, top), QPointF(right, top), QPointF(right, bottom)])
    p.drawLine(QLineF(middle, top, middle, bottom))


def _mortar(p: QPainter, r: QRectF) -> None:
    c = r.center()
    radius = r.height() * 0.13
    foot = QPointF(c.x(), r.bottom() - radius - r.height() * 0.1)
    p.drawEllipse(foot, radius, radius)
    p.drawLine(QLineF(c.x(), foot.y() - radius, c.x(), r.top() + r.height() * 0.12))
    _head(p, QPointF(c.x(), r.top() + r.height() * 0.12), r.height() * 0.2)


def _infantry_gun(p: QPainter, r: QRectF) -> None:
    c = r.center()
    foot = QPointF(c.x(), c.y() + r.height() * 0.16)
    p.setBrush(INK)
    p.drawEllipse(foot, r.height() * 0.13, r.height() * 0.13)
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.drawLine(QLineF(c.x(), foot.y(), c.x(), r.top() + r.height() * 0.12))
    wing = r.height() * 0.2
    p.drawLine(QLineF(c.x() - wing, r.top() + r.height() * 0.34, c.x() + wing, r.top() + r.height() * 0.34))


def _mechanized(p: QPainter, r: QRectF) -> None:
    _tracks(p, r)
    _cross(p, r)


def _armored_cavalry(p: QPainter, r: QRectF) -> None:
    _tracks(p, r)
    _slash(p, r)


def _letters(p: QPainter, r: QRectF) -> None:
    write(p, "HQ", r.adjusted(3, 0, -3, 0), INK, height=r.height() * 0.58)


def _wheels(p: QPainter, r: QRectF) -> None:
    radius = r.height() * 0.15
    y = r.bottom() - radius - r.height() * 0.14
    for x in (0.3, 0.7):
        p.drawEllipse(QPointF(r.left() + r.width() * x, y), radius, radius)
    p.drawLine(QLineF(r.left() + r.width() * 0.14, y - radius * 1.5, r.right() - r.width() * 0.14, y - radius * 1.5))


SYMBOLS: dict[str, Stroke] = {
    "infantry": _cross,
    "armor": _tracks,
    "cavalry": _slash,
    "cavalry_armored": _armored_cavalry,
    "artillery": _gun,
    "artillery_sp": _gun_tracked,
    "assault_gun": _assault_gun,
    "anti_tank": _chevron,
    "tank_destroyer": _tank_destroyer,
    "anti_aircraft": _dome,
    "engineer": _bridge,
    "mortar": _mortar,
    "infantry_gun": _infantry_gun,
    "headquarters": _letters,
    "mechanized_infantry": _mechanized,
    "truck": _wheels,
}
_BARS = {"company": 1, "battery": 1, "troop": 1, "battalion": 2, "battalion_hq": 2, "regiment_hq": 3}


def draw_symbol(p: QPainter, box: QRectF, symbol: str, *, line: float = 3.0) -> None:
    """Draw the box with its symbol; an unknown symbol leaves the box empty."""
    pen = QPen(INK, line)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    p.save()
    p.setPen(pen)
    p.setBrush(PAPER)
    p.drawRect(box)
    if symbol == "headquarters":  # the flagstaff
        p.drawLine(QLineF(box.left(), box.bottom(), box.left(), box.bottom() + 6))
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.setClipRect(box, Qt.ClipOperation.IntersectClip)
    pen.setWidthF(line * 0.95)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    p.setPen(pen)
    stroke = SYMBOLS.get(symbol)
    if stroke is not None:
        stroke(p, box)
    p.restore()


def draw_size(p: QPainter, box: QRectF, size: str, ink: QColor, *, line: float = 3.2) -> None:
    """Draw the size mark: one bar a company, battery or troop, two a battalion, three a regiment, XX a division."""
    p.save()
    p.setPen(QPen(ink, line, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    c, gap = box.center(), box.height() * 0.62
    if size == "division_hq":
        for x in (c.x() - gap, c.x() + gap):
            _cross(p, QRectF(x - gap * 0.6, box.top(), gap * 1.2, box.height()))
    else:
        bars = _BARS.get(size, 1)
        for i in range(bars):
            x = c.x() + (i - (bars - 1) / 2) * gap
            p.drawLine(QLineF(x, box.top(), x, box.bottom()))
    p.restore()
