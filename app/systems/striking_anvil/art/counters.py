"""Counters: army, branch, name, division, values; full and reduced, Good Order and Disorganized."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

from app.board.painted import letter
from app.colour import shown
from app.printing.tables import SANS
from rules.engine.frozen import frozen
from rules.striking_anvil.view import UnitView

# --- The branch symbols of counters, in a box ----------------------------------------------------------------------

Draw = Callable[[QPainter, QRectF], None]


def _cross(painter: QPainter, box: QRectF) -> None:
    painter.drawLine(QLineF(box.topLeft(), box.bottomRight()))
    painter.drawLine(QLineF(box.bottomLeft(), box.topRight()))


def _filled(painter: QPainter) -> None:
    painter.setBrush(painter.pen().color())


def _mountain(painter: QPainter, box: QRectF) -> None:
    _cross(painter, box)
    at, wide, tall = box.center().x(), box.width() * 0.13, box.height() * 0.4
    _filled(painter)
    foot = box.bottom()
    painter.drawPolygon(QPolygonF([QPointF(at - wide, foot), QPointF(at, foot - tall), QPointF(at + wide, foot)]))


def _airborne(painter: QPainter, box: QRectF) -> None:
    _cross(painter, box)
    wide, tall = box.width() * 0.24, box.height() * 0.34
    for x in (-wide, 0.0):
        painter.drawArc(QRectF(box.center().x() + x, box.bottom() - tall * 0.8, wide, tall), 0, 180 * 16)


def _commando(painter: QPainter, box: QRectF) -> None:
    _cross(painter, box)
    painter.drawLine(QLineF(box.center().x(), box.top(), box.center().x(), box.bottom()))


def _tracks(painter: QPainter, box: QRectF) -> None:
    inset = QRectF(box).adjusted(box.width() * 0.15, box.height() * 0.22, -box.width() * 0.15, -box.height() * 0.22)
    painter.drawRoundedRect(inset, inset.height() / 2, inset.height() / 2)


def _ball(painter: QPainter, box: QRectF) -> None:
    _filled(painter)
    painter.drawEllipse(box.center(), box.height() * 0.18, box.height() * 0.18)


def _chevron(painter: QPainter, box: QRectF) -> None:
    painter.drawPolyline(QPolygonF([box.bottomLeft(), QPointF(box.center().x(), box.top()), box.bottomRight()]))


def _slash(painter: QPainter, box: QRectF) -> None:
    painter.drawLine(QLineF(box.bottomLeft(), box.topRight()))


def _flak(painter: QPainter, box: QRectF) -> None:
    painter.drawArc(box.adjusted(0, box.height() * 0.25, 0, box.height() * 0.75), 0, 180 * 16)
    painter.drawLine(QLineF(box.center().x(), box.top() + box.height() * 0.3, box.center().x(), box.bottom()))


def _coast(painter: QPainter, box: QRectF) -> None:
    """A gun behind a wall by the water."""
    at, unit = box.center(), box.height()
    _filled(painter)
    painter.drawEllipse(at + QPointF(-unit * 0.12, unit * 0.02), unit * 0.16, unit * 0.16)
    painter.drawLine(QLineF(at + QPointF(-unit * 0.1, 0), at + QPointF(unit * 0.55, -unit * 0.26)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for n in range(4):
        left = box.left() + box.width() * (0.12 + n * 0.19)
        painter.drawArc(QRectF(left, box.bottom() - unit * 0.26, box.width() * 0.19, unit * 0.22), 180 * 16, 180 * 16)


def _railway_gun(painter: QPainter, box: QRectF) -> None:
    at, unit = box.center(), box.height()
    painter.drawLine(QLineF(at + QPointF(-unit * 0.6, unit * 0.1), at + QPointF(unit * 0.6, unit * 0.1)))
    painter.drawLine(QLineF(at + QPointF(-unit * 0.2, unit * 0.02), at + QPointF(unit * 0.7, -unit * 0.36)))
    _filled(painter)
    for x in (-0.45, -0.15, 0.15, 0.45):
        painter.drawEllipse(at + QPointF(x * unit, unit * 0.27), unit * 0.1, unit * 0.1)


def _trucks(painter: QPainter, box: QRectF) -> None:
    at, wide, unit = box.center(), box.width(), box.height()
    painter.drawRect(QRectF(at.x() - wide * 0.32, at.y() - unit * 0.26, wide * 0.4, unit * 0.4))
    painter.drawRect(QRectF(at.x() + wide * 0.08, at.y() - unit * 0.08, wide * 0.22, unit * 0.22))
    _filled(painter)
    for x in (-0.2, 0.18):
        painter.drawEllipse(at + QPointF(wide * x, unit * 0.24), unit * 0.1, unit * 0.1)


SYMBOLS: Mapping[str, Draw] = {
    "infantry": _cross,
    "mountain infantry": _mountain,
    "airborne infantry": _airborne,
    "commando": _commando,
    "armour": _tracks,
    "artillery": _ball,
    "anti-tank": _chevron,
    "reconnaissance": _slash,
    "anti-aircraft": _flak,
    "coastal battery": _coast,
    "railway gun": _railway_gun,
    "trucks": _trucks,
}


def paint_symbol(painter: QPainter, box: QRectF, name: str, ink: str, paper: str) -> None:
    """Paint the symbol of a branch in its box; an unknown one leaves the box empty."""
    painter.save()
    pen = QPen(QColor(ink), box.height() * 0.085)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.setBrush(QColor(paper))
    painter.drawRect(box)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if name in SYMBOLS:
        SYMBOLS[name](painter, box)
    painter.restore()


# --- The armies as families of colour and edge ---------------------------------------------------------------------

GERMAN_FRAME, ALLIED_FRAME = "#0f1113", "#fffaea"
GERMAN_KEYLINE, ALLIED_KEYLINE = "#fffaea", "#0f1113"
_CUT, _ROUND, _SQUARE = 0.13, 0.18, 0.02


@frozen
class Army:
    """How the counters of a nation look: ink, frame, keyline outside, stripes at the left ("", single, double)."""

    nation: str
    ground: str
    ink: str
    frame: str
    keyline: str
    stripe: str = ""
    stripes: int = 0


ARMIES: Mapping[str, Army] = {
    "de": Army("de", "#302e2c", "#fff9e8", GERMAN_FRAME, GERMAN_KEYLINE),
    "us": Army("us", "#c3cf8e", "#16150f", ALLIED_FRAME, ALLIED_KEYLINE),
    "fr": Army("fr", "#a3cbf7", "#16150f", ALLIED_FRAME, ALLIED_KEYLINE, "#1d4f9c", 1),
    "uk": Army("uk", "#d9c3a0", "#16150f", ALLIED_FRAME, ALLIED_KEYLINE, "#7a1f2b", 2),
}
GROUNDS: Mapping[str, str] = {
    "11PzD": "#29436b", "9PzD": "#46506a", "198ID": "#2f6150", "338ID": "#7a5231", "189RD": "#6a5f84",
    "242ID": "#5a4a3a", "244ID": "#4a5a3c", "148RD": "#6b4450", "157RD": "#3c5d66", "716ID": "#5c5560",
    "3US": "#a9c94f", "36US": "#e3a36f", "45US": "#f0e7bf", "VI": "#86ad98", "SF": "#c7d6c0", "AB": "#d3cfe6",
    "1DFL": "#b9d8f2", "3DIA": "#9fc3ea", "9DIC": "#c3d3ee", "1DB": "#8fb8dd", "GTM": "#cfe0e6",
}  # fmt: skip
"""Grounds of divisions; German ones stay dark, Allied ones light."""


def ground_of(nation: str, division: str = "") -> str:
    """Return the ground of a counter for the eyes chosen: that of its division, else of its nation."""
    return shown(GROUNDS.get(division, ARMIES[nation].ground))


def edge(nation: str, box: QRectF) -> QPainterPath:
    """Return the outline of a counter: square, rounded, with the lower left cut (French), or two cuts (British)."""
    path = QPainterPath()
    side = box.width()
    if nation in ("de", "us"):
        radius = side * (_SQUARE if nation == "de" else _ROUND)
        path.addRoundedRect(box, radius, radius)
        return path
    path.addRoundedRect(box, side * _ROUND, side * _ROUND)
    cut = side * 0.2
    corners = [(box.bottomLeft(), 1, -1)] + ([(box.topRight(), -1, 1)] if nation == "uk" else [])
    for corner, x, y in corners:
        triangle = QPainterPath()
        triangle.addPolygon(QPolygonF([corner, corner + QPointF(cut * x, 0), corner + QPointF(0, cut * y), corner]))
        path = path.subtracted(triangle)
    return path


# --- Counters: branch, name, division, values; full and reduced, Good Order and Disorganized without colour --------

SMALL, FULL = 30.0, 48.0
"""Widths in pixels from which the name, and from which the division are written."""
AMBER, BADGE_INK = "#f2b33c", "#3c1608"
_PAPER, _INK = "#fdf9ec", "#15140f"


@frozen
class Look:
    """How a counter looks: what is printed, which side is up, whether it is Disorganized (1.3)."""

    name: str
    division: str
    nation: str
    kind: str
    symbol: str
    strength: int
    movement: int
    bonus: int
    steps: int
    reduced: bool = False
    disorganized: bool = False
    entrenched: bool = False

    @staticmethod
    def of(unit: UnitView) -> Look:
        """Return the look of a unit of the view."""
        name, _, formation = unit.label.partition("/")
        return Look(name, unit.division or formation, unit.nation, unit.kind, unit.symbol, unit.strength,
                    unit.movement, unit.bonus, unit.steps, unit.reduced, unit.disorganized,
                    unit.entrenched)  # fmt: skip

    @property
    def values(self) -> str:
        """Return the values as printed: strength and movement, a bonus, or points of movement (1.3)."""
        if self.kind == "combat":
            return f"{self.strength}-{'E' if self.entrenched else self.movement}"
        return f"+{self.bonus}" if self.bonus else f"{self.movement}"


def sans(size: float, *, bold: bool = False) -> QFont:
    """Return the plain type in a size of scene units."""
    font = QFont()
    font.setFamilies(SANS)
    font.setPixelSize(max(1, round(size)))
    font.setBold(bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def paint_counter(painter: QPainter, box: QRectF, look: Look, pixels: float) -> None:
    """Paint a counter; `pixels` is its width on the screen, which decides what is written on it."""
    army = ARMIES[look.nation]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(box.center())
    painter.scale(box.width() / 100, box.width() / 100)
    square = QRectF(-50, -50, 100, 100)
    _shadow(painter, square, look.nation)
    painter.save()
    if look.disorganized:
        painter.rotate(180)
    _plate(painter, square, look, army)
    if look.reduced:
        _band(painter, army)
    _symbol(painter, look, army, pixels)
    if pixels >= SMALL:
        letter(painter, QPointF(3, -37), look.name, sans(16 if len(look.name) < 8 else 13, bold=True), _ink(look, army))
    if pixels >= FULL and look.division:
        _division(painter, look, army)
    painter.restore()
    _values(painter, look, army, pixels)
    if look.disorganized:
        _badge(painter, pixels)
    painter.restore()


def _ground(look: Look) -> QColor:
    colour = QColor(ground_of(look.nation, look.division))
    return _dimmed(colour) if look.disorganized else colour


def _dimmed(colour: QColor) -> QColor:
    mean = 118 if colour.lightness() < 128 else 176
    parts = (colour.red(), colour.green(), colour.blue())
    return QColor(*(round(part * 0.5 + mean * 0.5) for part in parts))


def _ink(look: Look, army: Army) -> str:
    return army.ink


def _shadow(painter: QPainter, box: QRectF, nation: str) -> None:
    painter.fillPath(edge(nation, box.translated(3.4, 4.2)), QColor(20, 12, 4, 90))


def _plate(painter: QPainter, box: QRectF, look: Look, army: Army) -> None:
    outline = edge(look.nation, box)
    painter.fillPath(outline, _ground(look))
    painter.save()
    painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
    for n in range(army.stripes):
        painter.fillRect(QRectF(-50 + 7 + n * 8, -50, 5, 100), QColor(army.stripe))
    painter.restore()
    painter.strokePath(outline, QPen(QColor(army.keyline), 3.6))
    inner = edge(look.nation, box.adjusted(3.2, 3.2, -3.2, -3.2))
    dotted = look.kind != "combat"  # support, coastal batteries, train, transports (1.3.2)
    pen = QPen(QColor(army.ink if dotted else army.frame), 3.4)
    if dotted:
        pen.setDashPattern([1.0, 1.2])
    painter.strokePath(inner, pen)
    painter.strokePath(edge(look.nation, box.adjusted(-1, -1, 1, 1)), QPen(QColor(_INK), 1.2))


def _band(painter: QPainter, army: Army) -> None:
    """Paint the white band of a reduced counter, with dark edges."""
    painter.fillRect(QRectF(-47, 10, 94, 11), QColor("#ffffff"))
    painter.setPen(QPen(QColor(_INK), 1.6))
    for y in (10.0, 21.0):
        painter.drawLine(QLineF(-47, y, 47, y))


def _symbol(painter: QPainter, look: Look, army: Army, pixels: float) -> None:
    small = pixels < SMALL
    box = QRectF(-30, -38, 62, 44) if small else QRectF(-24, -27, 52, 34)
    paper = "#d8d2c2" if look.disorganized else _PAPER
    paint_symbol(painter, box, look.symbol, _INK, paper)


def _division(painter: QPainter, look: Look, army: Army) -> None:
    painter.save()
    painter.translate(40, -10)
    painter.rotate(-90)
    letter(painter, QPointF(0, 0), look.division, sans(13), _ink(look, army))
    painter.restore()


def _values(painter: QPainter, look: Look, army: Army, pixels: float) -> None:
    """Write the values, upright on a turned counter too."""
    y = 33.0 if look.reduced else 28.0
    size = 27.0 if look.reduced else 34.0
    if pixels < SMALL:
        size *= 1.2
    at = QPointF(2, -y if look.disorganized else y)
    letter(painter, at, look.values, sans(size, bold=True), _ink(look, army))
    if look.kind == "cd":
        for n in range(look.steps):
            painter.fillRect(QRectF(30, at.y() - 11 + n * 12, 8, 8), QColor(army.ink))


def _badge(painter: QPainter, pixels: float) -> None:
    """Paint the turned arrow of a Disorganized counter, upright."""
    size = 17.0 if pixels >= SMALL else 24.0
    at = QPointF(34, 34) if pixels >= SMALL else QPointF(30, 28)
    painter.setPen(QPen(QColor(BADGE_INK), 2.6))
    painter.setBrush(QColor(AMBER))
    painter.drawEllipse(at, size, size)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(BADGE_INK), size * 0.2))
    ring = QRectF(at.x() - size * 0.5, at.y() - size * 0.5, size, size)
    painter.drawArc(ring, 50 * 16, 250 * 16)
    head = QPainterPath(at + QPointF(size * 0.62, -size * 0.72))
    head.lineTo(at + QPointF(size * 0.66, size * 0.02))
    head.lineTo(at + QPointF(size * 0.02, -size * 0.3))
    head.closeSubpath()
    painter.fillPath(head, QColor(BADGE_INK))
