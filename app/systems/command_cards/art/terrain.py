"""The terrain of one hex, drawn from above in the hand of the other maps; sizes are in units of a hexside."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from app.systems.command_cards.art.palette import Palette

Draw = Callable[[QPainter, QPointF, float, Random, Palette], None]
NO_PEN = Qt.PenStyle.NoPen


def hexagon(at: QPointF, radius: float) -> QPainterPath:
    """Return a hexagon that stands on a corner."""
    turns = [n * math.pi / 3 for n in range(7)]
    path = QPainterPath()
    path.addPolygon(QPolygonF([at + QPointF(radius * math.sin(a), -radius * math.cos(a)) for a in turns]))
    return path


def smooth(points: list[QPointF]) -> QPainterPath:
    """Return a closed curve that runs by the middles between points."""
    middles = [(a + b) * 0.5 for a, b in zip(points, points[1:] + points[:1], strict=True)]
    path = QPainterPath(middles[-1])
    for point, middle in zip(points, middles, strict=True):
        path.quadTo(point, middle)
    return path


def is_inside(x: float, y: float, radius: float) -> bool:
    """Tell whether a point is inside a hexagon about the origin that stands on a corner."""
    x, y = abs(x), abs(y)
    return x <= radius * 0.866 and x * 0.5 + y * 0.866 <= radius * 0.866


def tree(painter: QPainter, at: QPointF, size: float, colour: str, shadow: str) -> None:
    """Draw a crown, lit from the north-west."""
    base = QColor(colour)
    painter.setPen(NO_PEN)
    painter.setBrush(QColor(shadow))
    painter.drawEllipse(at + QPointF(size * 0.3, size * 0.38), size, size)
    painter.setBrush(base.darker(155))
    painter.drawEllipse(at, size, size)
    painter.setBrush(base)
    painter.drawEllipse(at + QPointF(-size * 0.14, -size * 0.16), size * 0.78, size * 0.78)
    painter.setBrush(base.lighter(125))
    painter.drawEllipse(at + QPointF(-size * 0.32, -size * 0.36), size * 0.34, size * 0.34)


def house(painter: QPainter, at: QPointF, wide: float, tall: float, turn: float, palette: Palette) -> None:
    """Draw a house with its roof."""
    painter.save()
    painter.translate(at)
    painter.rotate(turn)
    painter.setPen(NO_PEN)
    painter.setBrush(QColor(palette.crown_shadow))
    painter.drawRect(QRectF(-wide * 0.38, -tall * 0.28, wide, tall))
    painter.setBrush(QColor(palette.roof))
    painter.drawRect(QRectF(-wide / 2, -tall / 2, wide, tall / 2))
    painter.setBrush(QColor(palette.roof_dark))
    painter.drawRect(QRectF(-wide / 2, 0, wide, tall / 2))
    painter.setPen(QPen(QColor(palette.wall), max(0.3, wide * 0.05)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(-wide / 2, -tall / 2, wide, tall))
    painter.restore()


def fields(painter: QPainter, at: QPointF, r: float, random: Random, palette: Palette) -> None:
    """Draw ploughed fields on open ground."""
    for _ in range(2):
        if random.random() > 0.55:
            continue
        painter.save()
        painter.setClipPath(hexagon(at, r * 0.97), Qt.ClipOperation.IntersectClip)
        painter.translate(at + QPointF(random.uniform(-0.5, 0.5) * r, random.uniform(-0.5, 0.5) * r))
        painter.rotate(random.uniform(0, 180))
        wide, tall = random.uniform(0.45, 0.85) * r, random.uniform(0.3, 0.55) * r
        painter.fillRect(QRectF(-wide / 2, -tall / 2, wide, tall), QColor(random.choice(palette.fields)))
        painter.setPen(QPen(QColor(palette.furrow), r * 0.014))
        for n in range(int(tall / (r * 0.075))):
            y = -tall / 2 + n * r * 0.075
            painter.drawLine(QPointF(-wide / 2, y), QPointF(wide / 2, y))
        painter.restore()


def _spread(r: float, step: float, random: Random, jitter: float) -> Iterator[tuple[float, float]]:
    """Yield points of a grid inside the hexagon, from north to south, each a little off."""
    count = int(1 / step) + 1
    points = [
        (x * step * r + random.uniform(-jitter, jitter) * r, y * step * r + random.uniform(-jitter, jitter) * r)
        for y in range(-count, count + 1)
        for x in range(-count, count + 1)
    ]
    yield from sorted((p for p in points if is_inside(*p, r * 0.93)), key=lambda p: p[1])


def woods(painter: QPainter, at: QPointF, r: float, random: Random, palette: Palette) -> None:
    """Draw woods: a green ground under crowns."""
    painter.fillPath(hexagon(at, r * 0.9), QColor(palette.woods))
    for x, y in _spread(r, 0.165, random, 0.08):
        size = r * random.uniform(0.085, 0.13)
        tree(painter, at + QPointF(x, y), size, random.choice(palette.crowns), palette.crown_shadow)


def orchard(painter: QPainter, at: QPointF, r: float, random: Random, palette: Palette) -> None:
    """Draw an orchard: trees in rows."""
    painter.fillPath(hexagon(at, r * 0.88), QColor(palette.orchard))
    for x, y in _spread(r * 0.92, 0.29, random, 0.0):
        tree(painter, at + QPointF(x, y), r * 0.085, random.choice(palette.crowns), palette.crown_shadow)


def vineyard(painter: QPainter, at: QPointF, r: float, random: Random, palette: Palette) -> None:
    """Draw a vineyard: three plots of rows."""
    painter.save()
    painter.setClipPath(hexagon(at, r * 0.9), Qt.ClipOperation.IntersectClip)
    painter.fillRect(QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r), QColor(palette.vines))
    for plot, turn in enumerate(random.sample((-35, 15, 60, -70), 3)):
        painter.save()
        painter.translate(at + QPointF((plot - 1) * r * 0.55, random.uniform(-0.3, 0.3) * r))
        painter.rotate(turn)
        painter.setClipRect(QRectF(-r * 0.46, -r * 0.9, r * 0.92, r * 1.8), Qt.ClipOperation.IntersectClip)
        for n in range(18):
            y = -r * 0.9 + n * r * 0.105
            for colour, width, off in ((palette.vine_row, 0.04, 0.0), (palette.vine_light, 0.02, 0.045)):
                painter.setPen(QPen(QColor(colour), r * width))
                painter.drawLine(QPointF(-r * 0.46, y + off * r), QPointF(r * 0.46, y + off * r))
        painter.restore()
    painter.restore()


def town(painter: QPainter, at: QPointF, r: float, random: Random, palette: Palette) -> None:
    """Draw a town: houses close together about a church."""
    painter.setPen(NO_PEN)
    painter.setBrush(QColor(palette.town))
    painter.drawEllipse(at, r * 0.76, r * 0.72)
    put: list[tuple[float, float]] = []
    for _ in range(400):
        turn, far = random.random() * math.tau, r * 0.8 * math.sqrt(random.random())
        x, y = far * math.cos(turn), far * math.sin(turn)
        if len(put) < 26 and all(math.hypot(x - u, y - v) > r * 0.215 for u, v in put):
            put.append((x, y))
    for x, y in sorted(put, key=lambda p: p[1]):
        turn = random.choice((8, 98)) + random.uniform(-8, 8)
        house(painter, at + QPointF(x, y), r * random.uniform(0.2, 0.27), r * random.uniform(0.14, 0.19), turn, palette)


def hill(painter: QPainter, at: QPointF, r: float, random: Random, palette: Palette) -> None:
    """Draw a hill: slopes lit from the north-west, hachures down those in the shade, and a bright top."""
    light, dark = (QColor(colour) for colour in palette.hill)
    ground = QColor(dark)
    ground.setAlpha(110)
    painter.fillPath(hexagon(at, r), ground)
    lean, long = random.uniform(0, math.tau), random.uniform(0.05, 0.1)
    bumps = [random.uniform(0.95, 1.05) for _ in range(9)]

    def rim(turn: float, size: float) -> QPointF:
        """Return a point of an outline round the hill, longer one way than the other."""
        reach = size * r * bumps[round(turn / math.tau * 9) % 9] * (1 + long * math.cos(2 * (turn - lean)))
        return at + QPointF(math.cos(turn), math.sin(turn)) * reach

    slope = QLinearGradient(at - QPointF(r, r) * 0.55, at + QPointF(r, r) * 0.55)
    for stop, colour in ((0.0, light.lighter(106)), (0.5, dark), (1.0, dark.darker(124))):
        slope.setColorAt(stop, colour)
    painter.fillPath(smooth([rim(n / 18 * math.tau, 0.82) for n in range(18)]), slope)
    for n in range(56):
        turn = n / 56 * math.tau + random.uniform(-0.05, 0.05)
        shade = max(0.0, math.cos(turn - math.pi / 4))
        ink = QColor(palette.hachure)
        ink.setAlphaF(0.08 + 0.72 * shade)
        painter.setPen(QPen(ink, r * (0.016 + 0.02 * shade)))
        painter.drawLine(rim(turn, 0.5), rim(turn, random.uniform(0.68, 0.84)))
    top = QLinearGradient(at - QPointF(r, r) * 0.3, at + QPointF(r, r) * 0.3)
    top.setColorAt(0, light.lighter(110))
    top.setColorAt(1, light)
    painter.fillPath(smooth([rim(n / 18 * math.tau, 0.5) - QPointF(r, r) * 0.04 for n in range(18)]), top)


def marsh(painter: QPainter, at: QPointF, r: float, random: Random, palette: Palette) -> None:
    """Draw a marsh: water and reeds."""
    painter.fillPath(hexagon(at, r * 0.94), QColor(palette.marsh))
    for x, y in _spread(r, 0.3, random, 0.1):
        foot = at + QPointF(x, y)
        painter.setPen(QPen(QColor(palette.bank), r * 0.025))
        painter.drawLine(foot - QPointF(r * 0.12, 0), foot + QPointF(r * 0.12, 0))
        painter.setPen(QPen(QColor(palette.reed), r * 0.028))
        for lean in (-0.05, 0.0, 0.05):
            painter.drawLine(foot, foot + QPointF(lean * r, -r * 0.11))


def crag(painter: QPainter, at: QPointF, r: float, random: Random, palette: Palette) -> None:
    """Draw crags: rocks with a dark side."""
    hill(painter, at, r, random, palette)
    for x, y in _spread(r * 0.85, 0.34, random, 0.1):
        size = r * random.uniform(0.12, 0.22)
        rock = at + QPointF(x, y)
        painter.setPen(QPen(QColor(palette.ink), r * 0.02))
        for colour, points in (
            (palette.rock, ((-1, 0.6), (-0.3, -1), (0.6, -0.5), (1, 0.6))),
            (palette.rock_dark, ((0.1, 0.6), (0.6, -0.5), (1, 0.6))),
        ):
            painter.setBrush(QColor(colour))
            painter.drawPolygon(QPolygonF([rock + QPointF(u, v) * size for u, v in points]))


def sea(painter: QPainter, at: QPointF, r: float, random: Random, palette: Palette) -> None:
    """Draw the sea."""
    painter.fillPath(hexagon(at, r * 1.01), QColor(palette.water))
    painter.setPen(QPen(QColor(palette.water_light), r * 0.04))
    for x, y in _spread(r * 0.85, 0.42, random, 0.05):
        painter.drawArc(QRectF(at.x() + x - r * 0.12, at.y() + y, r * 0.24, r * 0.12), 0, 180 * 16)


def beach(painter: QPainter, at: QPointF, r: float, random: Random, palette: Palette) -> None:
    """Draw a beach: sand."""
    painter.fillPath(hexagon(at, r * 1.01), QColor(palette.sand))
    painter.setPen(NO_PEN)
    painter.setBrush(QColor(palette.furrow))
    for x, y in _spread(r, 0.2, random, 0.08):
        painter.drawEllipse(at + QPointF(x, y), r * 0.018, r * 0.018)


TERRAIN: dict[str, Draw] = {
    "open": fields,
    "woods": woods,
    "town": town,
    "hill": hill,
    "orchard": orchard,
    "vineyard": vineyard,
    "marsh": marsh,
    "crag": crag,
    "sea": sea,
    "beach": beach,
}
"""What fills a hex; rivers, streams, bridges and fords are drawn along their course."""
