"""Counters of whole units: figures as silhouettes, lost ones hollow; obstacles; medals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap, QPolygonF, QRadialGradient

from app.board.painted import letter, pixmap_of, serif
from app.systems.command_cards.art.figures import FIGURES, placed, star
from app.systems.command_cards.art.palette import UNITS, Livery, Palette
from rules.command_cards.charts import Charts, UnitType
from rules.command_cards.terrain import RESISTANCE
from rules.command_cards.view import SideView, UnitView
from rules.engine.english import counted
from rules.engine.frozen import frozen

WIDE, TALL = 60.0, 42.0
"""Size of a counter in scene units."""
INK = QColor("#140e08")


@frozen
class Look:
    """How a unit looks: kind, side, figures, and what it has done this turn; a barred one may not battle any more."""

    kind: UnitType
    seat: str
    figures: int
    full: int
    ordered: bool = False
    moved: bool = False
    spent: bool = False
    barred: bool = False

    @staticmethod
    def of(unit: UnitView, charts: Charts, *, ordered: bool = False) -> Look:
        """Return the look of a unit of the view."""
        kind, order = charts.units[unit.kind], unit.order
        look = Look(kind, unit.seat, unit.figures, unit.full, ordered)
        if order is None:
            return look
        spent = order.battled or order.acted is not None
        return replace(look, moved=order.moved > 0, spent=spent, barred=not spent and not order.may_battle)


def spots(cls: str, count: int, box: QRectF) -> tuple[list[QPointF], float]:
    """Return where the figures of a unit stand on its counter, and their size."""
    at, wide, tall = box.center(), box.width(), box.height()
    if cls == "infantry":
        size = tall * 0.66
        return [at + QPointF((n - (count - 1) / 2) * wide * 0.9 / count, 0) for n in range(count)], size
    if count == 1:
        return [at], tall * 0.48
    if count == 2:
        return [at + QPointF(x * wide * 0.23, 0) for x in (-1, 1)], tall * 0.48
    upper = [QPointF(0, -0.22)] if count == 3 else [QPointF(-0.23, -0.22), QPointF(0.23, -0.22)]
    shares = [*upper, QPointF(-0.23, 0.24), QPointF(0.23, 0.24)]
    return [at + QPointF(s.x() * wide, s.y() * tall) for s in shares], tall * 0.4


def paint_counter(painter: QPainter, box: QRectF, look: Look) -> None:
    """Paint a counter: a gold rim if ordered, an arrow if it has moved, an ear with a tick if it is done.

    A die struck out tells that it may not battle any more this turn.
    """
    unit = box.width() / WIDE
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(30, 20, 8, 90))
    painter.drawRoundedRect(box.translated(2.2 * unit, 2.6 * unit), 5 * unit, 5 * unit)
    if look.ordered:
        painter.setPen(QPen(QColor("#6e4206"), 1.1 * unit))
        painter.setBrush(QColor("#ffd034" if not look.spent else "#a89c84"))
        painter.drawRoundedRect(box.adjusted(-3.6 * unit, -3.6 * unit, 3.6 * unit, 3.6 * unit), 8 * unit, 8 * unit)
    livery = UNITS[look.seat]
    _base(painter, box, livery, unit)
    places, size = spots(look.kind.cls, look.full, box)
    for number, at in enumerate(places):
        if number < look.figures:
            painter.setPen(QPen(QColor(20, 14, 8, 150), 0.8 * unit))
            painter.setBrush(QColor(livery.figure))
        else:
            painter.setPen(QPen(QColor(livery.figure), 0.8 * unit, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(placed(FIGURES[look.kind.cls](), at, size))
    if look.spent:
        _done(painter, box, unit)
    if look.barred:
        _no_battle(painter, box.bottomLeft() + QPointF(4, -4) * unit, unit)
    _badge(painter, box.topRight() + QPointF(-3, 3) * unit, look.kind, unit)
    if look.moved:
        _arrow_mark(painter, box.topLeft() + QPointF(3, 3) * unit, unit)
    painter.restore()


def counter_pixmap(look: Look, size: int, ratio: float = 1.0) -> QPixmap:
    """Return a counter as a picture `size` pixels high."""
    wide = round(size * WIDE / TALL)
    rim = size * 0.1
    box = QRectF(0, 0, wide, size).adjusted(rim, rim, -rim, -rim)
    return pixmap_of(wide, size, ratio, lambda painter: paint_counter(painter, box, look))


def _base(painter: QPainter, box: QRectF, livery: Livery, unit: float) -> None:
    """Paint the ground of a counter with its frame and keyline: square and dark, or round and light."""
    shade = QLinearGradient(box.topLeft(), box.bottomLeft())
    for stop, colour in enumerate(livery.ground):
        shade.setColorAt(stop, QColor(colour))
    round_ = livery.radius * unit
    painter.setPen(QPen(QColor(livery.keyline), 1.6 * unit))
    painter.setBrush(shade)
    painter.drawRoundedRect(box, round_, round_)
    painter.setPen(QPen(QColor(livery.frame), 1.8 * unit))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inset = 1.6 * unit
    painter.drawRoundedRect(
        box.adjusted(inset, inset, -inset, -inset), max(0.0, round_ - inset), max(0.0, round_ - inset)
    )


def _no_battle(painter: QPainter, at: QPointF, unit: float) -> None:
    """Paint a die struck out."""
    side = 11.5 * unit
    painter.setPen(QPen(INK, 1.2 * unit))
    painter.setBrush(QColor("#fffaea"))
    painter.drawRoundedRect(QRectF(at.x() - side / 2, at.y() - side / 2, side, side), 2.4 * unit, 2.4 * unit)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(INK)
    for x in (-2.6, 0.0, 2.6):
        painter.drawEllipse(at + QPointF(x, x) * unit, 1.3 * unit, 1.3 * unit)
    painter.setPen(QPen(QColor("#c4241e"), 2.4 * unit, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(at + QPointF(-6.5, 6.5) * unit, at + QPointF(6.5, -6.5) * unit)


def _done(painter: QPainter, box: QRectF, unit: float) -> None:
    """Veil a counter that has done its part, and turn down its lower right corner: a black ear with a tick."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(112, 106, 96, 112))
    painter.drawRect(box)
    corner = box.bottomRight()
    painter.setPen(QPen(QColor("#fffaea"), 1.4 * unit))
    painter.setBrush(QColor("#14120d"))
    painter.drawPolygon(QPolygonF([corner, corner - QPointF(17 * unit, 0), corner - QPointF(0, 17 * unit)]))
    painter.setPen(QPen(QColor("#fffaea"), 1.8 * unit, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPolyline(QPolygonF([corner - QPointF(x, y) * unit for x, y in ((8, 5), (6, 3), (2.6, 7.6))]))


def _badge(painter: QPainter, at: QPointF, kind: UnitType, unit: float) -> None:
    if not kind.badge:
        return
    is_resistance = kind.id == RESISTANCE
    painter.setPen(QPen(INK, 0.9 * unit))
    painter.setBrush(QColor("#f8f0dc" if is_resistance else "#facc34"))
    painter.drawEllipse(at, 7 * unit, 7 * unit)
    painter.setPen(QPen(QColor("#26387e") if is_resistance else INK, 1.5 * unit))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if is_resistance:  # the cross of Lorraine
        for x, y, u, v in ((0, -5, 0, 5), (-2.6, -2.3, 2.6, -2.3), (-4, 0.6, 4, 0.6)):
            painter.drawLine(at + QPointF(x, y) * unit, at + QPointF(u, v) * unit)
    elif kind.badge == "elite":
        for y in (-1.6, 2.2):
            points = [at + QPointF(u, v + y) * unit for u, v in ((-3.6, 1.2), (0, -1.8), (3.6, 1.2))]
            painter.drawPolyline(QPolygonF(points))
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(INK)
        painter.drawPath(placed(star(), at, 4.8 * unit))


def _arrow_mark(painter: QPainter, at: QPointF, unit: float) -> None:
    painter.setPen(QPen(INK, 0.9 * unit))
    painter.setBrush(QColor("#7fce7a"))
    painter.drawEllipse(at, 5.6 * unit, 5.6 * unit)
    points = [at + QPointF(x, y) * unit for x, y in ((-1.6, -3), (2.4, 0), (-1.6, 3))]
    painter.setPen(QPen(INK, 1.5 * unit))
    painter.drawPolyline(QPolygonF(points))


def paint_obstacle(painter: QPainter, at: QPointF, kind: str, palette: Palette) -> None:
    """Paint an obstacle at the foot of a hex, before the figures."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(INK, 0.9))
    draw = {"sandbags": _bags, "bunker": _bunker, "wire": _wire, "tank_trap": _teeth, "roadblock": _logs}[kind]
    draw(painter, at, palette)
    painter.restore()


def _bags(painter: QPainter, at: QPointF, palette: Palette) -> None:
    painter.setBrush(QColor(palette.bag))
    for row, count in ((0, 6), (1, 5)):
        for n in range(count):
            x = (n - (count - 1) / 2) * 9.4
            painter.drawRoundedRect(QRectF(at.x() + x - 5, at.y() - 3 - row * 5.4, 10, 6), 3, 3)


def _bunker(painter: QPainter, at: QPointF, palette: Palette) -> None:
    painter.setBrush(QColor(palette.rock))
    points = ((-28, 5), (-22, -9), (22, -9), (28, 5))
    painter.drawPolygon(QPolygonF([at + QPointF(x, y) for x, y in points]))
    painter.setBrush(INK)
    painter.drawRect(QRectF(at.x() - 15, at.y() - 4, 30, 3.4))


def _wire(painter: QPainter, at: QPointF, palette: Palette) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((palette.paper, 3.2), (palette.ink, 1.5)):
        painter.setPen(QPen(QColor(colour), width))
        for n in range(7):
            painter.drawEllipse(at + QPointF((n - 3) * 7.6, 0), 5.2, 5.2)


def _teeth(painter: QPainter, at: QPointF, palette: Palette) -> None:
    for n in range(5):
        x = at.x() + (n - 2) * 11
        painter.setBrush(QColor(palette.rock))
        painter.drawPolygon(QPolygonF([QPointF(x - 5, at.y() + 5), QPointF(x, at.y() - 7), QPointF(x + 5, at.y() + 5)]))
        painter.setBrush(QColor(palette.rock_dark))
        painter.drawPolygon(QPolygonF([QPointF(x, at.y() - 7), QPointF(x + 5, at.y() + 5), QPointF(x, at.y() + 5)]))


def _logs(painter: QPainter, at: QPointF, palette: Palette) -> None:
    painter.setBrush(QColor(palette.wood))
    for x, y in ((0, -4.5), (-3, 2), (4, 6)):
        painter.drawRoundedRect(QRectF(at.x() + x - 25, at.y() + y - 3, 50, 6), 3, 3)
        painter.drawEllipse(at + QPointF(x + 22, y), 2.2, 2.4)


def paint_medal(painter: QPainter, at: QPointF, radius: float, sign: str, palette: Palette) -> None:
    """Paint a medal on its ribbon; `sign` is a class of units, "objective", or "" for an empty place."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if not sign:
        painter.setPen(QPen(QColor(palette.muted), radius * 0.1, Qt.PenStyle.DashLine))
        painter.setBrush(QColor(255, 250, 234, 46))
        painter.drawEllipse(at, radius, radius)
        painter.restore()
        return
    painter.setPen(Qt.PenStyle.NoPen)
    for colour, share in (("#961e1e", 1.0), ("#f6f0dc", 0.24)):
        painter.setBrush(QColor(colour))
        points = ((-0.5, -1.6), (0.5, -1.6), (0.28, -0.5), (-0.28, -0.5))
        painter.drawPolygon(QPolygonF([at + QPointF(x * share, y) * radius for x, y in points]))
    shade = QRadialGradient(at - QPointF(radius, radius) * 0.3, radius * 1.4)
    shade.setColorAt(0, QColor("#ffe896"))
    shade.setColorAt(1, QColor("#a8701e"))
    painter.setPen(QPen(QColor("#5a360a"), radius * 0.1))
    painter.setBrush(shade)
    painter.drawEllipse(at, radius, radius)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#46280a"))
    if sign in FIGURES:
        painter.drawPath(placed(FIGURES[sign](), at, radius * (1.2 if sign == "infantry" else 0.85)))
    else:
        painter.drawPath(placed(star(), at, radius * 0.55))
    painter.restore()


def paint_lost(painter: QPainter, cls: str) -> None:
    """Paint a figure of a class that comes off the board, round the origin."""
    shape = placed(FIGURES[cls](), QPointF(), TALL * (0.62 if cls == "infantry" else 0.44))
    painter.save()
    painter.strokePath(shape, QPen(QColor("#fffaea"), 3.0))
    painter.fillPath(shape, QColor("#a8281c"))
    painter.restore()


def paint_back(painter: QPainter, box: QRectF) -> None:
    """Paint the back of a command card."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    round_ = box.width() * 0.09
    painter.setPen(QPen(QColor("#1a222c"), box.width() * 0.02))
    painter.setBrush(QColor("#34424f"))
    painter.drawRoundedRect(box, round_, round_)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inset = box.width() * 0.08
    painter.setPen(QPen(QColor("#d8c69c"), box.width() * 0.025))
    painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), round_ * 0.6, round_ * 0.6)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#d8c69c"))
    painter.drawPath(placed(star(), box.center(), box.width() * 0.2))
    painter.restore()


def paint_face(painter: QPainter, box: QRectF) -> None:
    """Paint a card that lies face up, too small to be read: its head, its scene, lines for its text."""
    round_ = box.width() * 0.09
    painter.setPen(QPen(QColor("#3c2c18"), 1.0))
    painter.setBrush(QColor("#faf3e0"))
    painter.drawRoundedRect(box, round_, round_)
    painter.fillRect(QRectF(box.left() + 2, box.top() + 2, box.width() - 4, 5), QColor("#8c2c22"))
    painter.fillRect(QRectF(box.left() + 3, box.top() + 8, box.width() - 6, 6), QColor("#d6c488"))
    painter.setPen(QPen(QColor("#8a7a60"), 1.0))
    for y in (17, 20, 23):
        painter.drawLine(box.topLeft() + QPointF(4, y), box.topLeft() + QPointF(box.width() - 4, y))


def paint_stand(
    painter: QPainter,
    box: QRectF,
    name: str,
    side: SideView,
    charts: Charts,
    palette: Palette,
    *,
    on_turn: bool,
    coming: int = 0,
) -> None:
    """Paint a side's medal stand: its name, a place for each medal it needs, the backs of its cards.

    So many of its medals are `coming` and do not lie there yet.
    """
    rail = QLinearGradient(box.topLeft(), box.bottomLeft())
    for stop, colour in enumerate(palette.wood_rail):
        rail.setColorAt(stop, QColor(colour))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(palette.gold if on_turn else palette.frame), 2.2 if on_turn else 1.2))
    painter.setBrush(rail)
    painter.drawRoundedRect(box, 6, 6)
    middle = box.center().y()
    title = f"{name} turn" if on_turn else name
    _left(painter, QPointF(box.left() + 14, middle), title, serif(16, bold=True), palette.ink)
    signs = [medal_sign(medal.name, charts) for medal in side.medals]
    spots, step = medal_spots(box, side)
    for n, spot in enumerate(spots):
        sign = signs[n] if n < len(signs) - coming else ""
        paint_medal(painter, spot, medal_radius(step), sign, palette)
    count = f"{len(signs)} of {side.needed} medals"
    letter(painter, QPointF(spots[-1].x() + step + 46, middle), count, serif(14, italic=True), palette.ink)
    lying = charts.cards[side.lying].title if side.lying else ""
    _cards(painter, box, side.cards, lying, palette)
    painter.restore()


def stand_note(painter: QPainter, box: QRectF, words: str, palette: Palette) -> None:
    """Write a note between the name on a stand and its medals."""
    if words:
        _left(painter, QPointF(box.left() + 158, box.center().y()), words, serif(14, italic=True), palette.ink)


def medal_spots(box: QRectF, side: SideView) -> tuple[list[QPointF], float]:
    """Return where the medals of a side lie on its stand, and how far apart."""
    places = max(side.needed, len(side.medals))
    step = min(40.0, (box.width() - 480) / max(1, places))
    start = QPointF(box.center().x() - (places - 1) * step / 2 - 20, box.center().y() + 4)
    return [start + QPointF(n * step, 0) for n in range(places)], step


def medal_radius(step: float) -> float:
    """Return how large medals are so far apart."""
    return min(9.0, step * 0.36)


def medal_sign(name: str, charts: Charts) -> str:
    """Return the sign on a medal by what it was won for: the class of a unit, or "objective"."""
    return charts.units[name].cls if name in charts.units else "objective"


def _cards(painter: QPainter, box: QRectF, cards: int, lying: str, palette: Palette) -> None:
    wide, tall, step = 19.0, 26.6, 14.0
    start = box.right() - 14 - wide - (cards - 1) * step
    for n in range(cards):
        paint_back(painter, QRectF(start + n * step, box.center().y() - tall / 2, wide, tall))
    words = counted(cards, "card")
    _right(painter, QPointF(start - 10, box.center().y()), words, serif(14, italic=True), palette.ink)
    if lying:
        left = start - 22 - _width(words, serif(14, italic=True))
        face = QRectF(left - wide, box.center().y() - tall / 2, wide, tall)
        paint_face(painter, face)
        _right(
            painter, QPointF(face.left() - 8, box.center().y()), f"{lying} lies", serif(14, italic=True), palette.ink
        )


def _left(painter: QPainter, at: QPointF, words: str, font: Any, ink: str) -> None:
    letter(painter, at + QPointF(_width(words, font) / 2, 0), words, font, ink)


def _right(painter: QPainter, at: QPointF, words: str, font: Any, ink: str) -> None:
    letter(painter, at - QPointF(_width(words, font) / 2, 0), words, font, ink)


def _width(words: str, font: Any) -> float:
    path = QPainterPath()
    path.addText(0, 0, font, words)
    return path.boundingRect().width()


def stand_order(sides: Mapping[str, SideView]) -> Sequence[str]:
    """Return the seats from the top edge to the bottom edge."""
    return sorted(sides, key=lambda seat: sides[seat].edge != "top")
