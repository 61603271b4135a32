"""The dice of the last battle on the board: an arrow to the target, and from each die a line to what it has done."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.board.painted import BoardLayer, letter, serif
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.counters import TALL, WIDE, spots
from app.systems.command_cards.art.figures import draw_die, flag, placed
from app.systems.command_cards.board.geometry import FOOT, SIDE, center, field, hex_path, whole
from app.systems.command_cards.text.fall import BLOCKED, HIT, MISS, RETURNS, VOID, Fall

DIE, GAP, WORDS = 38.0, 10.0, 22.0
"""Side of a die, the gap between two, and the height of the words below, in scene units."""
AWAY = (1.0, 1.5, 2.1, 2.8, 3.6)
"""How far from the target the dice may lie, in hexsides beyond its own."""
MUST = 100.0
"""What it costs to hide a hex that must be seen: one to be clicked, or either hex of the battle."""


class DiceLayer(BoardLayer):
    """The dice lie where they hide the least; no hex to be clicked is under them while there is room elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.falls: Sequence[Fall] = ()
        self.plates: list[QRectF] = []
        self._told: list[object] = []
        self.set_bounds(whole())

    def show_falls(self, falls: Sequence[Fall], hidden: Mapping[str, float]) -> None:
        """Show dice; `hidden` tells what it costs to hide a hex."""
        if not falls and not self.falls:
            return
        dirty = self._reach()
        same = len(self.plates) == len(falls) and self.falls is falls
        costs = dict(hidden)
        for fall in falls:
            costs.update({place: MUST for place in (fall.start, fall.to) if place})
        plates: list[QRectF] = []
        for number, fall in enumerate(falls):
            size = _size(len(fall.dice))
            kept = self.plates[number] if same else QRectF()
            stays = kept.size() == size and _cost(kept, costs, plates) < MUST
            plates.append(kept if stays else _place(size, fall.to, costs, plates))
        told: list[object] = [(fall.start, fall.to, fall.left, tuple(fall.dice)) for fall in falls]
        changed = told != self._told or plates != self.plates
        self.falls, self.plates, self._told = falls, plates, told
        if changed:
            self.update(dirty.united(self._reach()))

    def _reach(self) -> QRectF:
        """Return the bounds of all that is painted."""
        room = QRectF()
        for fall, plate in zip(self.falls, self.plates, strict=True):
            room = room.united(plate)
            for place in (fall.start, fall.to):
                room = room.united(hex_path(place).boundingRect()) if place else room
        return room.adjusted(-14, -14, 14, 14)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint arrows, dice, words and lines."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for fall, plate in zip(self.falls, self.plates, strict=True):
            if fall.start:
                _arrow(painter, fall, palettes.current())
            if fall.dice:
                _paint_fall(painter, fall, plate)


def _paint_fall(painter: QPainter, fall: Fall, plate: QRectF) -> None:
    """Paint the lines first: they come out from under the plate."""
    step = (plate.width() - GAP) / len(fall.dice)
    boxes = [
        QRectF(plate.left() + GAP / 2 + step * (number + 0.5) - DIE / 2, plate.top() + 7, DIE, DIE)
        for number in range(len(fall.dice))
    ]
    hits = 0
    for box, (_, told) in zip(boxes, fall.dice, strict=True):
        _line(painter, fall, told, hits, QLineF(box.center(), center(fall.to) + FOOT), plate)
        hits += told in (HIT, RETURNS)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(20, 10, 4, 80))
    painter.drawRoundedRect(plate.translated(3, 4), 8, 8)
    painter.setPen(QPen(QColor("#3e130c"), 1.6))
    painter.setBrush(QColor("#74291e"))
    painter.drawRoundedRect(plate, 8, 8)
    for box, (face, told) in zip(boxes, fall.dice, strict=True):
        idle = told in (MISS, VOID)
        painter.setOpacity(0.6 if idle else 1.0)
        draw_die(painter, box, face)
        painter.setOpacity(1.0)
        foot = QPointF(box.center().x(), box.bottom() + WORDS / 2 + 1)
        letter(painter, foot, told, serif(13, bold=not idle), "#dcbba8" if idle else "#fff3cf")


def _line(painter: QPainter, fall: Fall, told: str, hits: int, way: QLineF, plate: QRectF) -> None:
    """Draw what a die does: a hit takes a figure, a flag stands at the unit's edge, a miss falls short."""
    if told in (HIT, RETURNS):
        end = _figure(fall, hits)
        _draw_line(painter, QLineF(way.p1(), end), "#b3261c" if told == HIT else "#2f7a34", 2.6)
        _burst(painter, end, "#ff8a3c" if told == HIT else "#9fe08a")
    elif told in (MISS, VOID):
        out = 0.0
        while out < 1 and plate.contains(way.pointAt(out)):
            out += 0.02
        out = min(1.0, out + 13 / max(13.0, way.length()))
        _draw_line(painter, QLineF(way.p1(), way.pointAt(out)), "#8a7a68", 1.6, Qt.PenStyle.DotLine)
        _cross(painter, way.pointAt(out))
    else:
        side = -1 if way.p1().x() < way.p2().x() else 1
        end = way.p2() + QPointF(side * (WIDE / 2 - 2), -TALL / 2 + 4)
        _draw_line(painter, QLineF(way.p1(), end), "#e8b62c", 2.4, Qt.PenStyle.DashLine)
        painter.setPen(QPen(QColor("#fff6e0"), 0.8))
        painter.setBrush(QColor("#3a2418" if told == BLOCKED else "#c4241e"))
        painter.drawPath(placed(flag(), end, 15.0))


def _figure(fall: Fall, hit: int) -> QPointF:
    """Return where the figure stood that a hit has taken; hits beyond the last all go to one place."""
    middle = center(fall.to) + FOOT
    box = QRectF(middle.x() - WIDE / 2, middle.y() - TALL / 2, WIDE, TALL)
    return spots(fall.cls, fall.full, box)[0][min(fall.left + hit, fall.full - 1)]


def _arrow(painter: QPainter, fall: Fall, palette: palettes.Palette) -> None:
    line = QLineF(center(fall.start) + FOOT, center(fall.to) + FOOT)
    line.setLength(max(10.0, line.length() - 30))
    head = QPainterPath(line.p2())
    back = QLineF(line.p2(), line.p1())
    back.setLength(15)
    for turn in (24, -24):
        wing = QLineF(back)
        wing.setAngle(back.angle() + turn)
        head.lineTo(wing.p2())
    head.closeSubpath()
    for colour, width in ((palette.halo, 6.0), (palette.bad, 3.0)):
        pen = QPen(QColor(colour), width)
        if colour == palette.bad:
            pen.setDashPattern([4, 2])
        painter.setPen(pen)
        painter.drawLine(line)
    painter.setPen(QPen(QColor(palette.halo), 1.2))
    painter.setBrush(QColor(palette.bad))
    painter.drawPath(head)


def _draw_line(
    painter: QPainter, line: QLineF, colour: str, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine
) -> None:
    painter.setPen(QPen(QColor(255, 248, 226, 220), width + 2.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(line)
    painter.setPen(QPen(QColor(colour), width, style, Qt.PenCapStyle.RoundCap))
    painter.drawLine(line)


def _burst(painter: QPainter, at: QPointF, colour: str) -> None:
    painter.setPen(QPen(QColor("#4a1408"), 1.0))
    painter.setBrush(QColor(colour))
    rays = [(8.5 if n % 2 == 0 else 3.8, n * math.pi / 8) for n in range(16)]
    painter.drawPolygon(QPolygonF([at + QPointF(r * math.cos(a), r * math.sin(a)) for r, a in rays]))


def _cross(painter: QPainter, at: QPointF) -> None:
    painter.setPen(QPen(QColor("#5a4634"), 2.0))
    for x in (1, -1):
        painter.drawLine(at + QPointF(-4 * x, -4), at + QPointF(4 * x, 4))


def _size(dice: int) -> QSizeF:
    return QSizeF(dice * (DIE + 2 * GAP) + GAP, DIE + WORDS + 14)


def _place(size: QSizeF, to: str, costs: Mapping[str, float], taken: Sequence[QRectF]) -> QRectF:
    """Return where dice lie: of the places about the target the one that hides least."""
    middle = center(to)
    found: list[tuple[float, int, QRectF]] = []
    for away in AWAY:
        for turn in range(0, 360, 30):
            angle = math.radians(turn - 90)  # straight up first
            across = math.cos(angle) * (SIDE * (0.9 + away) + (size.width() - DIE) / 2)
            down = math.sin(angle) * (SIDE * (0.6 + away) + size.height() / 2)
            corner = middle + QPointF(across - size.width() / 2, down - size.height() / 2)
            box = QRectF(corner, size)
            found.append((_cost(box, costs, taken) + away * 6, len(found), box))
    return min(found, key=lambda place: place[:2])[2]


def _cost(box: QRectF, costs: Mapping[str, float], taken: Sequence[QRectF]) -> float:
    """Return what it costs that dice lie in a box."""
    cost = 0.0 if field().adjusted(-6, -6, 6, 6).contains(box) else MUST * 10
    cost += sum(MUST for other in taken if other.intersects(box))
    for place, price in costs.items():
        middle = center(place) + FOOT
        counter = QRectF(middle.x() - WIDE / 2, middle.y() - TALL / 2, WIDE, TALL)
        if box.intersects(counter.adjusted(-8, -14, 8, 6)):
            cost += price
    return cost
