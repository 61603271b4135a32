"""Figures as silhouettes: soldier, tank, gun; star, grenade and flag."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from app.systems.command_cards.art.palette import FACES

Points = Sequence[tuple[float, float]]


def outline(points: Points) -> QPainterPath:
    """Return a closed path through points."""
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in (*points, points[0])]))
    return path


@cache
def soldier() -> QPainterPath:
    """Return a soldier with his rifle, 1 high."""
    path = QPainterPath()
    path.addEllipse(QRectF(-0.15, -0.5, 0.3, 0.26))
    path.addRect(QRectF(-0.22, -0.39, 0.44, 0.06))
    body = ((-0.2, -0.22), (0.2, -0.22), (0.15, 0.12), (0.22, 0.5), (0.06, 0.5), (0, 0.2), (-0.08, 0.5), (-0.24, 0.5))
    path.addPath(outline((*body, (-0.14, 0.12))))
    path.addPath(outline(((-0.3, 0.06), (0.36, -0.3), (0.4, -0.25), (-0.26, 0.13))))
    return _joined(path)


@cache
def tank() -> QPainterPath:
    """Return a tank from the side, 1.3 wide."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(-0.62, 0.08, 1.24, 0.34), 0.16, 0.16)
    path.addPath(outline(((-0.55, 0.14), (-0.42, -0.1), (0.5, -0.1), (0.6, 0.14))))
    path.addRoundedRect(QRectF(-0.3, -0.36, 0.5, 0.3), 0.08, 0.08)
    path.addRect(QRectF(0.1, -0.27, 0.68, 0.08))
    return _joined(path)


@cache
def gun() -> QPainterPath:
    """Return a field gun, 1.4 wide."""
    path = QPainterPath()
    path.addEllipse(QRectF(-0.3, -0.02, 0.46, 0.46))
    barrel = QPainterPath()
    barrel.addRect(QRectF(-0.3, -0.06, 1.05, 0.11))
    path.addPath(QTransform().translate(0, -0.02).rotate(-20).map(barrel))
    path.addPath(outline(((-0.1, 0.12), (-0.72, 0.42), (-0.68, 0.46), (0, 0.26))))
    path.addRect(QRectF(0.06, -0.34, 0.07, 0.5))
    return _joined(path)


@cache
def star() -> QPainterPath:
    """Return a five-pointed star of radius 1."""
    turns = [(1.0 if n % 2 == 0 else 0.42, n * math.pi / 5) for n in range(10)]
    return outline([(r * math.sin(angle), -r * math.cos(angle)) for r, angle in turns])


@cache
def grenade() -> QPainterPath:
    """Return a hand grenade, 1 high."""
    path = QPainterPath()
    path.addEllipse(QPointF(0, 0.12), 0.34, 0.38)
    path.addRect(QRectF(-0.1, -0.45, 0.2, 0.25))
    path.addRect(QRectF(-0.1, -0.5, 0.42, 0.1))
    path.addRect(QRectF(0.24, -0.5, 0.08, 0.36))
    return _joined(path)


@cache
def flag() -> QPainterPath:
    """Return a flag on its pole, 1 high."""
    path = outline(((-0.26, -0.46), (0.1, -0.36), (0.44, -0.46), (0.44, 0.02), (0.1, 0.12), (-0.26, 0.02)))
    path.addRect(QRectF(-0.36, -0.5, 0.08, 1.0))
    return _joined(path)


def _joined(path: QPainterPath) -> QPainterPath:
    path.setFillRule(Qt.FillRule.WindingFill)
    return path.simplified()


FIGURES = {"infantry": soldier, "armor": tank, "artillery": gun}
"""Silhouettes by class of unit."""
SIGNS = {"infantry": soldier, "armor": tank, "grenade": grenade, "star": star, "flag": flag}
"""Silhouettes by face of the battle die."""
SIZES = {"infantry": 0.74, "armor": 0.5, "grenade": 0.66, "star": 0.36, "flag": 0.66}
"""Sizes of the signs on a die of side 1."""


def placed(path: QPainterPath, at: QPointF, size: float) -> QPainterPath:
    """Return a silhouette at a place in a size."""
    return QTransform().translate(at.x(), at.y()).scale(size, size).map(path)


# --- The battle die: one symbol a face -----------------------------------------------------------------------------


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
