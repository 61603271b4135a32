"""The status markers: round or hexagonal, the number large, each kind with its own sign."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from app.systems.company_scale.board.counters.symbols import write
from app.systems.company_scale.sides import Arms
from app.text.names import NAMES
from rules.engine.frozen import frozen

Sign = Callable[[QPainter, QColor], None]
Value = int | str | Arms | None
"""What tells markers of a kind apart; the arms of a side that has not those of the printed game."""


@frozen
class Look:
    """How a kind of marker looks: shape, colours, letters or sign, and its name in words."""

    shape: str
    ground: str
    ink: str
    letters: str = ""
    sign: Sign | None = None
    name: str = ""


def _pen(painter: QPainter, ink: QColor, width: float = 7.0) -> None:
    painter.setPen(QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _barred_shot(p: QPainter, ink: QColor) -> None:
    _pen(p, ink)
    _arrow(p, QPointF(26, 50), QPointF(76, 50))
    _pen(p, QColor("#fff5e6"), 13)
    p.drawLine(QLineF(27, 75, 73, 25))
    _pen(p, QColor("#c4161c"), 8)
    p.drawLine(QLineF(27, 75, 73, 25))


def _burst_fire(p: QPainter, ink: QColor) -> None:
    _pen(p, ink)
    for y in (34, 50, 66):
        _arrow(p, QPointF(25, y), QPointF(76, y), 8)


def _converging(p: QPainter, ink: QColor) -> None:
    _pen(p, ink)
    for degrees in (150, 210, 30, 330, 90, 270):
        a = math.radians(degrees)
        start = QPointF(50 + 32 * math.cos(a), 50 + 32 * math.sin(a))
        p.drawLine(QLineF(start, QPointF(50 + 14 * math.cos(a), 50 + 14 * math.sin(a))))
    p.setBrush(ink)
    p.drawEllipse(QPointF(50, 50), 6, 6)


def _arrow(p: QPainter, start: QPointF, end: QPointF, head: float = 13) -> None:
    p.drawLine(QLineF(start, end))
    p.drawPolyline([end + QPointF(-head, -head), end, end + QPointF(-head, head)])


def _crest(p: QPainter, ink: QColor) -> None:
    _pen(p, ink, 8)
    p.drawPolyline([QPointF(20, 66), QPointF(38, 38), QPointF(50, 54), QPointF(64, 30), QPointF(82, 66)])


def _foxhole(p: QPainter, ink: QColor) -> None:
    _pen(p, ink, 8)
    path = QPainterPath(QPointF(24, 60))
    path.cubicTo(QPointF(28, 22), QPointF(72, 22), QPointF(76, 60))
    p.drawPath(path)
    p.drawLine(QLineF(20, 66, 80, 66))


def _trench(p: QPainter, ink: QColor) -> None:
    _pen(p, ink, 8)
    turns = ((18, 60), (30, 60), (30, 40), (44, 40), (44, 60), (57, 60), (57, 40), (70, 40), (70, 60), (82, 60))
    p.drawPolyline([QPointF(x, y) for x, y in turns])


def _shell_burst(p: QPainter, ink: QColor) -> None:
    star = QPolygonF()
    for i in range(16):
        radius = 35 if i % 2 == 0 else 18
        a = math.radians(i * 22.5 - 90)
        star.append(QPointF(50 + radius * math.cos(a), 50 + radius * math.sin(a)))
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(ink)
    p.drawPolygon(star)


def _flare(p: QPainter, ink: QColor) -> None:
    _pen(p, ink, 6)
    for i in range(8):
        a = math.radians(i * 45)
        p.drawLine(QLineF(50 + 16 * math.cos(a), 46 + 16 * math.sin(a), 50 + 30 * math.cos(a), 46 + 30 * math.sin(a)))
    p.setBrush(ink)
    p.drawEllipse(QPointF(50, 46), 7, 7)


def _flame(p: QPainter, ink: QColor) -> None:
    path = QPainterPath(QPointF(50, 14))
    path.cubicTo(QPointF(56, 34), QPointF(80, 44), QPointF(72, 66))
    path.cubicTo(QPointF(66, 88), QPointF(34, 88), QPointF(28, 66))
    path.cubicTo(QPointF(24, 52), QPointF(36, 46), QPointF(37, 36))
    path.cubicTo(QPointF(44, 42), QPointF(50, 30), QPointF(50, 14))
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(ink)
    p.drawPath(path)
    p.setBrush(QColor("#ffe27a"))
    p.drawEllipse(QPointF(50, 68), 9, 11)


def _barred_flame(p: QPainter, ink: QColor) -> None:
    p.save()
    p.setOpacity(p.opacity() * 0.55)
    _flame(p, ink)
    p.restore()
    _pen(p, QColor("#fff5e6"), 14)
    p.drawLine(QLineF(24, 78, 76, 22))
    _pen(p, QColor("#2c2a27"), 8)
    p.drawLine(QLineF(24, 78, 76, 22))


def _cloud(p: QPainter, ink: QColor) -> None:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for x, y, r in ((34, 56, 15), (52, 44, 19), (68, 56, 14), (50, 62, 16)):
        path.addEllipse(QPointF(x, y), r, r)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(ink)
    p.drawPath(path)


def _onset(p: QPainter, ink: QColor, emblem: str, mark: str) -> None:
    """Draw a broad arrow pointing down at the hex, with the emblem of its side, in a color, on the shaft."""
    arrow = ((30, 12), (70, 12), (70, 48), (88, 48), (50, 90), (12, 48), (30, 48))
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(ink)
    p.drawPolygon(QPolygonF([QPointF(x, y) for x, y in arrow]))
    p.setBrush(QColor(mark))
    if emblem == "cross":
        p.drawRect(QRectF(44, 20, 12, 44))
        p.drawRect(QRectF(32, 36, 36, 12))
    elif emblem == "star":
        _star(p)


def _star(p: QPainter) -> None:
    star = QPolygonF()
    for i in range(10):
        radius, a = (21 if i % 2 == 0 else 8.5), math.radians(i * 36 - 90)
        star.append(QPointF(50 + radius * math.cos(a), 42 + radius * math.sin(a)))
    p.drawPolygon(star)


def _queue(p: QPainter, ink: QColor) -> None:
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(ink)
    for x, y in ((14, 52), (40, 40), (66, 52)):
        p.drawRoundedRect(QRectF(x, y, 21, 13), 3, 3)
        p.drawRect(QRectF(x + 5, y - 8, 10, 9))


LOOKS: dict[str, Look] = {
    "dg": Look("round", "#c4161c", "#fff6e0", name="Disorganized"),
    "pinned": Look("hex", "#ffd02e", "#1c1709", "P", name="Pinned"),
    "suppressed": Look("wedge", "#f07a1c", "#1c1709", "S", name="Suppressed"),
    "no_opportunity_fire": Look("round", "#f6efdc", "#201b12", sign=_barred_shot, name="No opportunity fire"),
    "sustained_fire": Look("round", "#2f5e8f", "#ffffff", sign=_burst_fire, name="Sustained fire"),
    "concentrated_fire": Look("round", "#5d3577", "#ffffff", sign=_converging, name="Concentrated fire"),
    "ridge": Look("hex", "#7b5a34", "#fff3d8", sign=_crest, name="Holds the ridge"),
    "foxhole": Look("hex", "#8a7a4e", "#fff7e0", sign=_foxhole, name="Foxhole"),
    "trench": Look("hex", "#6a5c3c", "#fff7e0", sign=_trench, name="Trench"),
    "barrage": Look("round", "#3b3a38", "#ffb238", sign=_shell_burst, name="Barrage"),
    "illumination": Look("round", "#26324f", "#fff2a0", sign=_flare, name="Illumination"),
    "on_fire": Look("round", "#5b1a10", "#ff8a1f", sign=_flame, name="On fire"),
    "fire_cleared": Look("round", "#b9b0a0", "#8c3a1c", sign=_barred_flame, name="Fire cleared"),
    "prepared_assault german": Look("hex", "#46525b", "#f6f1e2", sign=partial(_onset, emblem="cross", mark="#2d353b")),
    "prepared_assault allied": Look("hex", "#55651f", "#fff9e4", sign=partial(_onset, emblem="star", mark="#3f4d12")),
    "barrage smoke": Look("round", "#e9e7e2", "#4b4945", sign=_cloud, name="Smoke"),
    "traffic_jam": Look("round", "#8f2c20", "#fff1dc", sign=_queue, name="Traffic jam"),
    "kampfgruppe": Look("hex", "#46525b", "#f6f1e2", "KG", name="Kampfgruppe"),
}
_UNKNOWN = Look("round", "#55524a", "#ffffff", "?")


def marker_name(kind: str, value: int | str | None = None, side: Callable[[str], str] = NAMES.__getitem__) -> str:
    """Return a marker in words: "Disorganized 2"; `side` names sides, as in the printed game unless given."""
    if kind == "prepared_assault" and value in NAMES:
        return f"{side(str(value))} assault prepared"
    if f"{kind} {value}" in LOOKS:
        return LOOKS[f"{kind} {value}"].name
    name = LOOKS[kind].name if kind in LOOKS else kind.replace("_", " ").capitalize()
    return name if value in (None, "") else f"{name} {str(value).replace('_', ' ')}"


def worn(kind: str, value: int | str | None, arms: Mapping[str, Arms]) -> tuple[str, Value]:
    """Return a marker as it is painted where sides have other arms than in the printed game."""
    return kind, arms.get(str(value), value) if kind == "prepared_assault" else value


def look_of(kind: str, value: Value = None) -> Look:
    """Return how a marker looks; some kinds differ by their value."""
    if isinstance(value, Arms):
        return Look("hex", value.ground, value.ink, sign=partial(_onset, emblem=value.emblem, mark=value.ground))
    return LOOKS.get(f"{kind} {value}") or LOOKS.get(kind, _UNKNOWN)


def marker_edge(kind: str, value: Value = None) -> QPainterPath:
    """Return the edge of a marker in a square of 100 units: a disc, a hexagon or a triangle standing on a point."""
    path = QPainterPath()
    shape = look_of(kind, value).shape
    if shape == "round":
        path.addEllipse(QRectF(3, 3, 94, 94))
    elif shape == "wedge":
        path.addPolygon(QPolygonF([QPointF(0, 10), QPointF(100, 10), QPointF(50, 98)]))
        path.closeSubpath()
    else:
        points = [
            QPointF(50 + 49 * math.sin(math.radians(60 * i)), 50 - 49 * math.cos(math.radians(60 * i)))
            for i in range(6)
        ]
        path.addPolygon(QPolygonF([*points, points[0]]))
    return path


def paint_marker(painter: QPainter, kind: str, value: Value = None) -> None:
    """Paint a marker into the square (0, 0, 100, 100)."""
    look = look_of(kind, value)
    edge, ink = marker_edge(kind, value), QColor(look.ink)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(edge.translated(4, 6), QColor(20, 16, 8, 90))
    painter.fillPath(edge, QColor(look.ground))
    painter.strokePath(edge, QPen(QColor(255, 250, 235, 235), 9))
    painter.strokePath(edge, QPen(QColor("#17140d"), 4))
    number = _number(kind, value)
    if look.shape == "wedge":
        write(painter, look.letters, QRectF(28, 17, 44, 46), ink, height=46)
    elif number and look.letters:
        write(painter, look.letters, QRectF(22, 14, 56, 48), ink, height=46)
        write(painter, number, QRectF(24, 68, 52, 18), ink, narrow=True, height=18)
    elif number:
        _sign(painter, look, ink, 0.3)
        write(painter, number, QRectF(18, 24, 64, 52), ink, height=50, rim=QColor(look.ground), rim_width=8)
    elif look.sign is not None:
        look.sign(painter, ink)
    else:
        write(painter, look.letters, QRectF(14, 34, 72, 32), ink, narrow=True, height=30)
    painter.restore()


def _sign(painter: QPainter, look: Look, ink: QColor, opacity: float) -> None:
    if look.sign is not None:
        painter.save()
        painter.setOpacity(painter.opacity() * opacity)
        look.sign(painter, ink)
        painter.restore()


def _number(kind: str, value: Value) -> str:
    """Return the text on a marker: its level or modifier, or the first letter of a barrage's size."""
    if value is None or isinstance(value, Arms) or kind in ("ridge", "no_opportunity_fire"):
        return ""
    if isinstance(value, int):
        return str(value) if kind in ("dg", "concentrated_fire", "foxhole") else f"{value}".replace("-", "\u2212")
    return value[:1].upper() if kind == "barrage" and value != "smoke" else ""
