"""Chits of the Cup drawn like small counters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPixmap

from app.board.painted import alone
from app.systems.company_scale.sides import COUNTERS
from app.vision import shown

SIDE_COLOURS = {**COUNTERS, "": ("#d9cfb8", "#26211a")}
KIND_MARKS = {"division": "XX", "formation": "III", "kampfgruppe": "KG", "direct_command": "", "wind": "", "event": "?"}


@dataclass(frozen=True, slots=True)
class ChitLook:
    """What a chit shows: kind, short text, ground, ink and stripe ("" for none)."""

    kind: str
    text: str
    colour: str
    ink: str
    stripe: str = ""


class ChitLooks:
    """Find the colours of chits from the counters they call up."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self._grounds: dict[str, tuple[str, str]] = {}
        self._stripes: dict[str, tuple[str, str, str]] = {}
        for unit in view.get("units", ()):
            ground = (shown(unit.get("colour", "")), unit.get("ink", ""))
            self._grounds.setdefault(unit.get("division") or "", ground)
            if str(unit.get("stripe", "")).startswith("#"):
                self._stripes.setdefault(unit.get("formation") or "", (*ground, unit["stripe"]))

    @property
    def found(self) -> tuple[object, ...]:
        """Return all that tells these looks from others."""
        return self._grounds, self._stripes

    def look(self, chit: Mapping[str, Any]) -> ChitLook:
        """Return how a chit of the view is drawn."""
        kind, name = str(chit.get("kind", "")), str(chit.get("name", ""))
        colour, ink = SIDE_COLOURS.get(str(chit.get("side") or ""), SIDE_COLOURS[""])
        stripe = ""
        key = str(chit.get("id", ""))
        for candidate in (
            key,
            key.removeprefix("division:"),
            key.removeprefix("formation:"),
            key.removeprefix("kampfgruppe:"),
        ):
            if candidate in self._stripes:
                colour, ink, stripe = self._stripes[candidate]
            elif candidate in self._grounds:
                colour, ink = self._grounds[candidate]
        return ChitLook(kind, name, colour or SIDE_COLOURS[""][0], ink or "#1b1b16", stripe)


def draw_chit(painter: QPainter, rect: QRectF, look: ChitLook) -> None:
    """Draw one chit in a square."""
    size = rect.width()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    body = rect.adjusted(size * 0.03, size * 0.03, -size * 0.03, -size * 0.03)
    path = QPainterPath()
    path.addRoundedRect(body, size * 0.11, size * 0.11)
    painter.setPen(QPen(QColor(look.colour).darker(150), max(0.7, size / 40.0)))
    painter.setBrush(QColor(look.colour))
    painter.drawPath(path)
    if look.stripe:
        painter.save()
        painter.setClipPath(path)
        band = QRectF(body.left(), body.bottom() - size * 0.24, body.width(), size * 0.15)
        painter.fillRect(band, QColor(look.stripe))
        painter.restore()
    painter.setPen(QColor(look.ink))
    _emblem(painter, body, look, size)
    painter.restore()


def _emblem(painter: QPainter, body: QRectF, look: ChitLook, size: float) -> None:
    large = size >= 64
    top = QRectF(body.left(), body.top() + size * 0.04, body.width(), size * (0.34 if large else 0.7))
    if look.stripe and not large:
        top.setHeight(size * 0.6)
    {"wind": _wind, "direct_command": _flag, "event": _letter}.get(look.kind, _size_mark)(painter, top, look)
    if large:
        below = body.height() * (0.34 if look.stripe else 0.54)
        words = QRectF(body.left() + 3, top.bottom() + 1, body.width() - 6, below)
        _fit_text(painter, words, look.text)


def _fit_text(painter: QPainter, rect: QRectF, words: str) -> None:
    font = QFont(painter.font())
    font.setBold(True)
    flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
    for pixels in range(max(8, round(rect.height() * 0.42)), 6, -1):
        font.setPixelSize(pixels)
        painter.setFont(font)
        needed = painter.boundingRect(QRectF(0, 0, rect.width(), 1000), flags, words)
        if needed.height() <= rect.height() and needed.width() <= rect.width():
            break
    painter.drawText(rect, flags, words)


def _size_mark(painter: QPainter, rect: QRectF, look: ChitLook) -> None:
    _mark(painter, rect, KIND_MARKS.get(look.kind, "*"))


def _letter(painter: QPainter, rect: QRectF, look: ChitLook) -> None:
    _mark(painter, rect, "?")


def _mark(painter: QPainter, rect: QRectF, mark: str) -> None:
    font = QFont(painter.font())
    font.setBold(True)
    font.setPixelSize(max(7, round(rect.height() * 0.66)))
    painter.setFont(font)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, mark)


def _wind(painter: QPainter, rect: QRectF, look: ChitLook) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(
        QPen(QColor("#2f6f9f"), max(1.2, rect.height() / 11), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    )
    unit = min(rect.width(), rect.height()) * 0.9
    left, middle = rect.center().x() - unit / 2, rect.center().y()
    for index, (length, curl) in enumerate(((0.62, 0.16), (0.8, 0.2), (0.5, 0.14))):
        y = middle + (index - 1) * unit * 0.27
        path = QPainterPath(QPointF(left, y))
        path.lineTo(left + unit * length, y)
        radius = unit * curl
        up = index != 2
        box = QRectF(left + unit * length - radius, y - (2 * radius if up else 0), 2 * radius, 2 * radius)
        path.arcTo(box, 270 if up else 90, 200 if up else -200)
        painter.drawPath(path)


def _flag(painter: QPainter, rect: QRectF, look: ChitLook) -> None:
    unit = min(rect.width(), rect.height())
    x, top = rect.center().x() - unit * 0.3, rect.center().y() - unit * 0.42
    painter.setPen(QPen(QColor(look.ink), max(1.2, unit / 11), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(QPointF(x, top), QPointF(x, top + unit * 0.86))
    painter.setBrush(QColor(look.ink))
    painter.drawPolygon([QPointF(x, top), QPointF(x + unit * 0.66, top + unit * 0.2), QPointF(x, top + unit * 0.42)])


def chit_pixmap(look: ChitLook, size: int, ratio: float = 1.0) -> QPixmap:
    """Return a chit as a picture of `size` logical pixels."""
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    draw_chit(painter, QRectF(0, 0, size, size), look)
    painter.end()
    return alone(pixmap)
