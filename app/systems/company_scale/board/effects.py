"""What lies on the ground of a hex, drawn round its counters: works, barrages, smoke, fires, illumination."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF, QRadialGradient
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.board.hexes import HEX_HEIGHT, SIDE, center, hex_path
from app.board.painted import BoardLayer, around, pixmap_of, touch
from rules.company_scale.records.view import MarkerView
from rules.hexes.grid import hex_id

Draw = Callable[[QPainter, str, float], None]
RIM = 0.5 * HEX_HEIGHT
"""Distance from the middle of a hex to the middle of its sides."""
BURSTS = {"light": (0, 120, 240), "medium": (0, 60, 120, 180, 270), "heavy": (0, 30, 60, 90, 120, 150, 180, 240, 300)}
"""Directions of shell bursts in degrees clockwise from the east: mostly the corners, where no counters lie."""
_EARTH, _HOLE, _SOD = "#6b5026", "#32240f", "#c9b27a"
_FAR = 0.42
"""Below this scale (pixels to a scene unit), works are drawn as plain rings."""


def _round(angle: float, radius: float) -> QPointF:
    return QPointF(radius * math.cos(angle), radius * math.sin(angle))


def _rim_spots(count: int, inset: float = 6.0, turn: float = 0.0) -> list[tuple[QPointF, float]]:
    """Return spots spread evenly inside the rim of a hex, each with its direction from the middle."""
    spots = []
    for i in range(count):
        angle = 2 * math.pi * i / count + turn
        spots.append((_round(angle, _reach(angle) - inset), angle))
    return spots


def _reach(angle: float) -> float:
    """Return how far the edge of a flat-topped hex is in a direction."""
    off = angle % (math.pi / 3) - math.pi / 6  # from the middle of the side, which lies between two corners
    return RIM / math.cos(off)


def paint_foxholes(painter: QPainter, value: str, scale: float) -> None:
    """Paint a ring of foxholes, each a hole with a bank of earth towards the outside."""
    if scale < _FAR:
        pen = QPen(QColor(_EARTH), 4.2)
        pen.setDashPattern([0.9, 1.5])
        painter.strokePath(_ring(0.82), pen)
        return
    for spot, angle in _rim_spots(14, 7.0, 0.11):
        painter.save()
        painter.translate(spot)
        painter.rotate(math.degrees(angle) + 90)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(_SOD))
        painter.drawEllipse(QPointF(0, -1.2), 5.0, 3.6)
        painter.setPen(QPen(QColor(_EARTH), 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawArc(QRectF(-5.2, -4.8, 10.4, 8.4), 20 * 16, 140 * 16)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(_HOLE))
        painter.drawEllipse(QPointF(0, 0.4), 3.3, 1.9)
        painter.restore()


def paint_trenches(painter: QPainter, value: str, scale: float) -> None:
    """Paint a trench all round the hex, in the toothed line of every staff map."""
    line = _ring(0.9) if scale < _FAR else _crenels()
    for colour, width in ((_SOD, 5.2), (_EARTH, 3.6), (_HOLE, 1.6)):
        pen = QPen(QColor(colour), width)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.strokePath(line, pen)


def _ring(share: float) -> QPainterPath:
    path = hex_path(0, share)
    path.translate(-center(0))
    return path


def _crenels() -> QPainterPath:
    """Return a closed line with square teeth, three to a side."""
    points: list[QPointF] = []
    corners = [_round(math.pi / 3 * i, SIDE * 0.93) for i in range(6)]
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        way = end - start
        inward = QPointF(start + end) * (-2.1 / RIM)
        for i in range(7):
            here = start + QPointF(way) * (i / 7)
            there = start + QPointF(way) * ((i + 1) / 7)
            shift = inward if i % 2 else QPointF()
            points += [here + shift, there + shift]
    path = QPainterPath()
    path.addPolygon(QPolygonF([*points, points[0]]))
    path.closeSubpath()
    return path


def paint_barrage(painter: QPainter, value: str, scale: float) -> None:
    """Paint smoke in drifting clouds, or shell bursts: three for light, five for medium, nine for heavy."""
    if value == "smoke":
        _clouds(painter, 6, QColor(214, 214, 212), 12.5, 21.0)
        _clouds(painter, 12, QColor(222, 222, 220), 12.0)
        return
    _clouds(painter, 7, QColor(96, 88, 78), 9.5)
    for i, angle in enumerate(BURSTS.get(value, ())):
        turn = math.radians(angle)
        _burst(painter, _round(turn, _reach(turn) - 8.5), 7.6 + 1.3 * (i % 2), turn)


def _clouds(painter: QPainter, count: int, colour: QColor, radius: float, inset: float = 8.0) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for i, (spot, _) in enumerate(_rim_spots(count, inset, 0.3)):
        size = radius * (1.0 + 0.22 * ((i * 5) % 3 - 1))
        glow = QRadialGradient(spot, size)
        for at, alpha in ((0.0, 235), (0.65, 190), (1.0, 0)):
            shade = colour.darker(100 + round(32 * at))
            shade.setAlpha(alpha)
            glow.setColorAt(at, shade)
        painter.setBrush(glow)
        painter.drawEllipse(spot, size, size)
        if i % 2 == 0:
            painter.setPen(QPen(QColor(70, 68, 64, 120), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            box = QRectF(spot.x() - size * 0.6, spot.y() - size * 0.6, size * 1.2, size * 1.2)
            painter.drawArc(box, 40 * 16, 150 * 16)
            painter.setPen(Qt.PenStyle.NoPen)


def _burst(painter: QPainter, spot: QPointF, size: float, turn: float) -> None:
    star = QPolygonF([spot + _round(turn + math.pi * i / 7, size if i % 2 == 0 else size * 0.45) for i in range(14)])
    painter.setPen(QPen(QColor("#2a1d12"), 1.2))
    painter.setBrush(QColor("#e8862a"))
    painter.drawPolygon(star)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#ffe08a"))
    painter.drawEllipse(spot, size * 0.3, size * 0.3)


def paint_fire(painter: QPainter, value: str, scale: float) -> None:
    """Paint a hex on fire: a red glow and flames along its rim."""
    glow = QRadialGradient(QPointF(0, 0), SIDE)
    for at, alpha in ((0.0, 40), (0.6, 90), (1.0, 170)):
        glow.setColorAt(at, QColor(205, 52, 12, alpha))
    painter.fillPath(_ring(0.97), glow)
    for i, (spot, _) in enumerate(_rim_spots(12, 7.0, 0.26)):
        _flame(painter, spot, 1.0 + 0.28 * (i % 3))


def _flame(painter: QPainter, spot: QPointF, size: float) -> None:
    for colour, share in (("#b3220b", 1.0), ("#f57b17", 0.72), ("#ffd95a", 0.42)):
        s = size * share * 6.4
        foot = spot + QPointF(0, 6.4 * size * 0.6)
        path = QPainterPath(foot + QPointF(0, -2.1 * s))
        path.cubicTo(foot + QPointF(0.3 * s, -1.2 * s), foot + QPointF(s, -0.8 * s), foot + QPointF(0.55 * s, 0))
        path.quadTo(foot + QPointF(0, 0.35 * s), foot + QPointF(-0.55 * s, 0))
        path.cubicTo(foot + QPointF(-s, -0.7 * s), foot + QPointF(-0.2 * s, -1.0 * s), foot + QPointF(0, -2.1 * s))
        painter.fillPath(path, QColor(colour))


def paint_cleared(painter: QPainter, value: str, scale: float) -> None:
    """Paint burnt ground: a charred rim, broken into strokes."""
    pen = QPen(QColor(38, 30, 24, 190), 5.0)
    pen.setDashPattern([1.6, 1.1])
    painter.fillPath(_ring(0.97), QColor(40, 32, 26, 60))
    painter.strokePath(_ring(0.86), pen)


def paint_light(painter: QPainter, value: str, scale: float) -> None:
    """Paint the light of a flare: a pale glow with rays from the top of the hex."""
    source = QPointF(0, -RIM + 7)
    glow = QRadialGradient(source, 2 * RIM)
    for at, alpha in ((0.0, 250), (0.3, 190), (1.0, 70)):
        glow.setColorAt(at, QColor(255, 236, 110, alpha))
    painter.fillPath(_ring(0.98), glow)
    for colour, width in (("#6b5208", 3.2), ("#fff7c8", 1.7)):
        painter.setPen(QPen(QColor(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for i in range(12):
            angle = 2 * math.pi * i / 12 + 0.26
            painter.drawLine(_round(angle, _reach(angle) - 3), _round(angle, _reach(angle) - (13 if i % 2 else 9)))
    painter.setPen(QPen(QColor("#7a6418"), 1.0))
    painter.setBrush(QColor("#fffbe0"))
    painter.drawEllipse(source, 4.6, 4.6)


DRAWINGS: dict[str, Draw] = {
    "foxhole": paint_foxholes,
    "trench": paint_trenches,
    "fire_cleared": paint_cleared,
    "illumination": paint_light,
    "barrage": paint_barrage,
    "on_fire": paint_fire,
}
"""Kinds from the lowest to the uppermost."""
WORKS = ("foxhole", "trench")
_FARTHEST = 1.4 * SIDE
"""How far an effect reaches from the middle of its hex at most."""


class EffectsItem(BoardLayer):
    """Paint some kinds of markers on the ground, under the counters."""

    def __init__(self, kinds: Collection[str]) -> None:
        super().__init__()
        self._order = [kind for kind in DRAWINGS if kind in kinds]
        self.effects: list[tuple[int, str, str]] = []
        self._scale = 0.0
        self._pictures: dict[tuple[str, str], QPixmap] = {}

    def show_markers(self, markers: Sequence[MarkerView]) -> None:
        """Show those markers of a view that this item draws."""
        effects = [(hex_id(m.hex), m.kind, str(m.value or "")) for m in markers if m.kind in self._order]
        effects.sort(key=lambda effect: (effect[0], self._order.index(effect[1])))
        changed = {at for at, _, _ in {*effects} ^ {*self.effects}}
        self.effects = effects
        for at in changed:
            touch(self, QRectF(center(at), center(at)).adjusted(-_FARTHEST, -_FARTHEST, _FARTHEST, _FARTHEST))

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the effects of the exposed part: in a view as pictures at whole pixels, anywhere else as they are."""
        room = option.exposedRect.adjusted(-_FARTHEST, -_FARTHEST, _FARTHEST, _FARTHEST)
        scale = painter.worldTransform().m11() * painter.device().devicePixelRatioF()
        paint = _paint_effect if widget is None else self._paint_picture
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for at, kind, value in self.effects:
            middle = center(at)
            if room.contains(middle):
                painter.save()
                paint(painter, middle, kind, value, scale)
                painter.restore()

    def _paint_picture(self, painter: QPainter, middle: QPointF, kind: str, value: str, scale: float) -> None:
        if scale != self._scale:
            self._scale = scale
            self._pictures.clear()
        picture = self._pictures.get((kind, value))
        if picture is None:
            picture = self._pictures[kind, value] = _picture(kind, value, scale)
        spot = painter.worldTransform().map(middle)
        painter.resetTransform()
        box = around(spot, picture, painter.device().devicePixelRatioF())
        painter.drawPixmap(box, picture, QRectF(picture.rect()))


def _paint_effect(painter: QPainter, middle: QPointF, kind: str, value: str, scale: float) -> None:
    painter.translate(middle)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    DRAWINGS[kind](painter, value, scale)


def _picture(kind: str, value: str, scale: float) -> QPixmap:
    """Return an effect on nothing, the middle of its hex in the middle."""
    side = 2 * math.ceil(_FARTHEST * scale)

    def paint(painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(side / 2, side / 2)
        painter.scale(scale, scale)
        _paint_effect(painter, QPointF(), kind, value, scale)

    return pixmap_of(side, side, 1.0, paint)
