"""Counters, chits of the Cup, display pieces and options as small pictures, drawn like counters."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from app.board.painted import pixmap_of
from app.colour import shown
from app.systems.company_scale.board.counters.face import Face, Mark, detail_for, marks_of
from app.systems.company_scale.board.counters.painter import MARGIN, SIZE, paint_counter
from app.systems.company_scale.board.markers import chip_picture
from app.systems.company_scale.board.token_art import COUNTERS, Token
from app.systems.company_scale.sides import AS_PRINTED, Armed
from rules.company_scale.records.view import ChitView, LeaderView, UnitView, View, WeaponView
from rules.engine.command import Command
from rules.engine.frozen import frozen

# --- Small pictures for the displays of what is not a unit: aircraft, tokens, formations, bottles ------------------

EDGE, RIM = QColor("#17140d"), QColor("#fffaeb")
BOTTLES = {"Bourbon": ("#8c4a17", "#f3dfae"), "Cognac": ("#3f5a2c", "#efe3c4")}
"""Glass and label of the re-roll markers that are bottles."""
_NOSE = ((50, 12), (55, 24), (56, 38), (90, 52), (90, 60), (56, 56), (54, 74), (66, 82), (66, 88), (50, 84))
PLANE = (*_NOSE, *((100 - x, y) for x, y in reversed(_NOSE[1:-1])))


def _plate(painter: QPainter, colour: str, edge: QRectF) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shadow = QPainterPath()
    shadow.addRoundedRect(edge.translated(3, 4), 9, 9)
    painter.fillPath(shadow, QColor(20, 16, 8, 90))
    light = QLinearGradient(0, 0, 0, 100)
    light.setColorAt(0, QColor(colour).lighter(116))
    light.setColorAt(1, QColor(colour).darker(108))
    painter.setPen(QPen(EDGE, 2.5))
    painter.setBrush(light)
    painter.drawRoundedRect(edge, 9, 9)


@lru_cache(maxsize=64)
def air_pixmap(colour: str, ink: str, size: int, ratio: float = 1.0) -> QPixmap:
    """Return an air support marker: an aircraft on its division's ground."""

    def paint(painter: QPainter) -> None:
        painter.scale(size / 100, size / 100)
        _plate(painter, colour, QRectF(4, 4, 90, 90))
        painter.translate(9, 8)
        painter.scale(0.8, 0.8)
        painter.setPen(QPen(RIM, 7, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        plane = QPolygonF([QPointF(x, y) for x, y in PLANE])
        painter.setBrush(QColor(ink))
        painter.drawPolygon(plane)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon(plane)

    return pixmap_of(size, size, ratio, paint)


def token_pixmap(token: WeaponView | LeaderView, ground: tuple[str, str], size: int, ratio: float = 1.0) -> QPixmap:
    """Return a support weapon, leader or hero of the view on its division's ground."""
    pixmap = chip_picture(Token.of(token, *ground, Mark.NONE), round(size * ratio / 1.3))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


@lru_cache(maxsize=64)
def formation_pixmap(name: str, colour: str, ink: str, stripe: str, size: int, ratio: float = 1.0) -> QPixmap:
    """Return a formation as a plate with its stripe and short name."""

    def paint(painter: QPainter) -> None:
        painter.scale(size / 100, size / 100)
        _plate(painter, colour, QRectF(4, 4, 90, 90))
        painter.setPen(Qt.PenStyle.NoPen)
        if stripe.startswith("#"):
            painter.fillRect(QRectF(6, 60, 86, 14), QColor(stripe))
        _lettering(painter, name, QColor(ink), QRectF(8, 10, 82, 48))

    return pixmap_of(size, size, ratio, paint)


def _lettering(painter: QPainter, name: str, ink: QColor, box: QRectF) -> None:
    font = QFont()
    font.setBold(True)
    font.setPixelSize(24 if len(name) <= 6 else 17)
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, name)


@lru_cache(maxsize=16)
def reroll_pixmap(name: str, ground: str, available: bool, size: int, ratio: float = 1.0) -> QPixmap:
    """Return a re-roll marker, on its side's ground unless it is a bottle; a used one is pale and struck out."""

    def paint(painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(size / 100, size / 100)
        painter.setOpacity(1.0 if available else 0.35)
        if name in BOTTLES:
            _bottle(painter, name)
        else:
            _plate(painter, ground, QRectF(4, 4, 90, 90))
            _lettering(painter, name, RIM, QRectF(8, 8, 82, 82))
        painter.setOpacity(1.0)
        if not available:
            painter.setPen(QPen(QColor("#b3201f"), 7, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(QPointF(18, 84), QPointF(82, 20))

    return pixmap_of(size, size, ratio, paint)


def _bottle(painter: QPainter, name: str) -> None:
    glass, label = BOTTLES[name]
    path = QPainterPath(QPointF(43, 6))
    path.lineTo(57, 6)
    path.lineTo(57, 28)
    path.cubicTo(QPointF(57, 36), QPointF(74, 36), QPointF(74, 48))
    path.lineTo(74, 94)
    path.lineTo(26, 94)
    path.lineTo(26, 48)
    path.cubicTo(QPointF(26, 36), QPointF(43, 36), QPointF(43, 28))
    path.closeSubpath()
    painter.setPen(QPen(RIM, 6))
    painter.setBrush(QColor(glass))
    painter.drawPath(path)
    painter.setPen(QPen(EDGE, 2))
    painter.drawPath(path)
    painter.fillRect(QRectF(41, 4, 18, 9), QColor("#2a2118"))
    painter.fillRect(QRectF(28, 54, 44, 26), QColor(label))
    font = QFont()
    font.setBold(True)
    font.setPixelSize(9)
    painter.setFont(font)
    painter.setPen(QColor("#2a2118"))
    painter.drawText(QRectF(27, 54, 46, 26), Qt.AlignmentFlag.AlignCenter, name.upper())


# --- A picture for an option: the counter, token, aircraft or division it is about ---------------------------------

KEYS = ("unit", "units", "target", "weapon", "leader", "hero", "division")
GROUND = ("#cfc5a5", "#1b1b16")


def command_pixmap(view: View, command: Command, size: int, ratio: float) -> QPixmap | None:
    """Return the picture of what a command is about; for a hex, the top counter there, if any."""
    for key in KEYS:
        value = command.get(key)
        value = value[0] if isinstance(value, tuple) and value else value
        picture = thing_pixmap(view, str(value), size, ratio) if isinstance(value, str) and value else None
        if picture is not None:
            return picture
    at = command.text("hex")
    here = [u for u in view.units if at and u.hex == at]
    return unit_pixmap(here[-1], size, ratio, states=False) if here else None


def thing_pixmap(view: View, thing: str, size: int, ratio: float) -> QPixmap | None:
    """Return the picture of a unit, support weapon, leader, hero or division of the view."""
    for unit in view.units:
        if unit.id == thing:
            return unit_pixmap(unit, size, ratio, states=False)
    for token in view.tokens:
        if token.id == thing:
            return token_pixmap(token, ground_of(view, token), size, ratio)
    for division in view.divisions:
        if division.id == thing:
            chit = ChitView(thing, division.name, "division", division.side)
            return chit_pixmap(ChitLooks(view).look(chit), size, ratio)
    return None


def ground_of(view: View, raw: WeaponView | LeaderView) -> tuple[str, str]:
    """Return the colours of a token: those of the units it is stacked with, else of its side."""
    near = (u for u in view.units if raw.hex and u.hex == raw.hex)
    own = (u for u in view.units if u.side == raw.side)
    unit = next(near, None) or next(own, None)
    return (shown(unit.colour), unit.ink) if unit else GROUND


# --- Chits of the Cup drawn like small counters --------------------------------------------------------------------

SIDE_COLOURS = {**COUNTERS, "": ("#d9cfb8", "#26211a")}
KIND_MARKS = {"division": "XX", "formation": "III", "kampfgruppe": "KG", "direct_command": "", "wind": "", "event": "?"}


@frozen
class ChitLook:
    """What a chit shows: kind, short text, ground, ink and stripe ("" for none)."""

    kind: str
    text: str
    colour: str
    ink: str
    stripe: str = ""


class ChitLooks:
    """Find the colours of chits from the counters they call up."""

    def __init__(self, view: View, arms: Armed = AS_PRINTED) -> None:
        self._arms = arms
        self._grounds: dict[str, tuple[str, str]] = {}
        self._stripes: dict[str, tuple[str, str, str]] = {}
        for unit in view.units:
            ground = (shown(unit.colour), unit.ink)
            self._grounds.setdefault(unit.division, ground)
            if unit.stripe.startswith("#"):
                self._stripes.setdefault(unit.formation, (*ground, unit.stripe))

    @property
    def found(self) -> tuple[object, ...]:
        """Return all that tells these looks from others."""
        return self._grounds, self._stripes, self._arms

    def look(self, chit: ChitView) -> ChitLook:
        """Return how a chit is drawn."""
        kind, name, key = chit.kind, chit.name, chit.id
        arms = self._arms.get(chit.side or "")
        colour, ink = (arms.ground, arms.ink) if arms else SIDE_COLOURS.get(chit.side or "", SIDE_COLOURS[""])
        stripe = ""
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
    return pixmap_of(size, size, ratio, lambda painter: draw_chit(painter, QRectF(0, 0, size, size), look))


# --- Counters as pictures, drawn by the board's own painter --------------------------------------------------------


def unit_pixmap(unit: UnitView, size: int, ratio: float = 1.0, states: bool = True) -> QPixmap:
    """Return a unit of the view as a picture of `size` logical pixels; `states` draws its rims too."""
    return _picture(Face.of(unit), marks_of(unit) if states else Mark.NONE, size, ratio)


@lru_cache(maxsize=512)
def _picture(face: Face, marks: Mark, size: int, ratio: float) -> QPixmap:
    def paint(painter: QPainter) -> None:
        room = SIZE + MARGIN
        painter.scale(size / room, size / room)
        painter.translate(MARGIN / 2, MARGIN / 2)
        paint_counter(painter, face, marks, detail_for(size * ratio))

    return pixmap_of(size, size, ratio, paint)
