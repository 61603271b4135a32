"""Counters: branch, name, division, values; full and reduced, Good Order and Disorganized without colour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen

from app.board.lettering import letter
from app.printing.fonts import SANS
from app.systems.striking_anvil.art.armies import ARMIES, Army, edge, ground_of
from app.systems.striking_anvil.art.symbols import paint_symbol

SMALL, FULL = 30.0, 48.0
"""Widths in pixels from which the name, and from which the division are written."""
AMBER, BADGE_INK = "#f2b33c", "#3c1608"
_PAPER, _INK = "#fdf9ec", "#15140f"


@dataclass(frozen=True, slots=True)
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
    def of(unit: Mapping[str, Any]) -> Look:
        """Return the look of a unit of the view."""
        name, _, formation = str(unit["label"]).partition("/")
        return Look(name, unit["division"] or formation, unit["nation"], unit["kind"], unit["symbol"], unit["strength"],
                    unit["movement"], unit["bonus"], unit["steps"], unit["reduced"], unit["disorganized"],
                    unit["entrenched"])  # fmt: skip

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
