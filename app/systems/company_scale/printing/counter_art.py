"""Counters on paper: pieces, chits and markers as squares of any size, also for a printer without colour."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.colour import shown
from app.systems.company_scale.board.counters.face import Detail, Face, FireBox
from app.systems.company_scale.board.counters.painter import ROW, STRIPES, paint_counter, shrink
from app.systems.company_scale.board.counters.symbols import write
from app.systems.company_scale.board.marker_art import LOOKS, marker_name, paint_marker, worn
from app.systems.company_scale.board.token_art import Token, paint_token
from app.systems.company_scale.sides import Armed
from rules.company_scale.counters import Counter, LeaderCounter, Stripe, WeaponCounter
from rules.company_scale.scenario import Scenario

# --- Signs that replace the colours of a counter on a printer without colour ---------------------------------------

LETTERS = {"red": "S", "yellow": "H", "white": "W", "blue": "A", "black": "I"}
INK = QColor("#17140d")
_PATTERNS = 7


def sign(painter: QPainter, face: Face) -> None:
    """Paint the letter of the fire box and the pattern of the stripe over a counter in its square of 100 units."""
    if face.fire is not None:
        painter.save()
        shrink(painter, Detail.FULL)
        letter(painter, face.fire.box, QRectF(ROW.fire.left(), ROW.fire.top() - 6.5, 11, 11))
        painter.restore()
    if face.stripe.startswith("#"):
        band = STRIPES[Detail.FULL]
        hatch(painter, QRectF(8.5, band.top() + 1.5, 17.5, band.height() - 3), pattern_of(face.stripe))


def letter(painter: QPainter, fire: str, box: QRectF) -> None:
    """Write the letter for the colour of a fire box into a small disc."""
    painter.setPen(QPen(INK, 1.2))
    painter.setBrush(QColor("#ffffff"))
    painter.drawEllipse(box)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    write(painter, LETTERS.get(fire, "?"), box.adjusted(2, 2, -2, -2), INK, height=box.height() * 0.6)


def pattern_of(colour: str) -> int:
    """Return the pattern for a colour, the same on every sheet."""
    shade = QColor(colour)
    hue = shade.hsvHueF()
    if shade.hsvSaturationF() < 0.18 or hue < 0:
        return 0 if shade.lightnessF() > 0.5 else 1
    return 2 + int(hue * (_PATTERNS - 2)) % (_PATTERNS - 2)


def hatch(painter: QPainter, box: QRectF, pattern: int) -> None:
    """Fill a box with one of seven patterns of lines: white, black, and five ways to hatch."""
    painter.save()
    painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
    painter.fillRect(box, QColor("#1d1a14") if pattern == 1 else QColor("#f6f3ea"))
    painter.setPen(QPen(INK, max(1.0, box.height() / 11)))
    step = box.height() / 3.2
    if pattern in (2, 4):
        _slant(painter, box, step, 1)
    if pattern in (3, 4):
        _slant(painter, box, step, -1)
    if pattern in (5,):
        _level(painter, box, step)
    if pattern in (6,):
        x = box.left() + step / 2
        while x < box.right():
            painter.drawLine(QLineF(x, box.top(), x, box.bottom()))
            x += step
    painter.restore()


def _slant(painter: QPainter, box: QRectF, step: float, way: int) -> None:
    x = box.left() - box.height()
    while x < box.right() + box.height():
        painter.drawLine(QLineF(x, box.bottom(), x + way * box.height(), box.top()))
        x += step


def _level(painter: QPainter, box: QRectF, step: float) -> None:
    y = box.top() + step / 2
    while y < box.bottom():
        painter.drawLine(QLineF(box.left(), y, box.right(), y))
        y += step


# --- Counters on paper: units, support weapons, leaders, chits and markers as squares of any size ------------------


def paint_unit(painter: QPainter, box: QRectF, face: Face, grey: bool = False) -> None:
    """Paint a unit counter into a square."""
    enter(painter, box)
    paint_counter(painter, face, shadow=False)
    if grey:
        sign(painter, face)
    painter.restore()


def paint_piece(painter: QPainter, box: QRectF, token: Token, name: str, stripe: str = "", grey: bool = False) -> None:
    """Paint a support weapon or leader as a square counter with its name."""
    enter(painter, box)
    _ground(painter, token.colour)
    if stripe not in ("", "none"):
        band = QRectF(0, 22, 100, 20)
        painter.fillRect(band, QColor("#fbf9f1") if stripe == "white" else QColor(stripe))
        if grey and stripe.startswith("#"):
            hatch(painter, QRectF(1, 23, 18, 18), pattern_of(stripe))
    painter.save()
    painter.translate(20, 5)
    painter.scale(0.6, 0.6)
    paint_token(painter, token)
    painter.restore()
    if grey and token.fire is not None:
        letter(painter, token.fire.box, QRectF(22, 29, 13, 13))
    for i, line in enumerate(_halves(name)):
        write(painter, line, QRectF(5, 69 + 13.5 * i, 90, 12), QColor(token.ink), narrow=True, height=10.5)
    painter.restore()


def paint_chit(painter: QPainter, box: QRectF, words: str, kind: str, colour: str, ink: str, stripe: str = "") -> None:
    """Paint a chit: its kind, and whom it activates."""
    enter(painter, box)
    _ground(painter, colour)
    if stripe.startswith("#"):
        painter.fillRect(QRectF(0, 0, 100, 20), QColor(stripe))
        painter.fillRect(QRectF(0, 20, 100, 1.4), INK)
    painter.setPen(QPen(QColor(ink), 2.4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QRectF(6, 24, 88, 52))
    lines = _halves(words)
    top = 50 - 7.5 * len(lines)
    for i, line in enumerate(lines):
        write(painter, line, QRectF(13, top + 15 * i, 74, 14), QColor(ink), narrow=True, height=12)
    write(painter, kind, QRectF(8, 81, 84, 12), QColor(ink), narrow=True, height=9.5)
    painter.restore()


def paint_status(
    painter: QPainter, box: QRectF, kind: str, value: int | str | None, side: Callable[[str], str], arms: Armed
) -> None:
    """Paint a status marker on a square with its name below; `side` names sides, which have `arms`."""
    enter(painter, box)
    _ground(painter, "#e9e2cf")
    painter.save()
    painter.translate(17, 4)
    painter.scale(0.66, 0.66)
    paint_marker(painter, *worn(kind, value, arms))
    painter.restore()
    words = marker_name(kind, value, side) if kind in LOOKS else kind.replace("_", " ").capitalize()
    for i, line in enumerate(_halves(words, 16)):
        write(painter, line, QRectF(4, 74 + 11.5 * i, 92, 11), INK, narrow=True, height=9.5)
    painter.restore()


def enter(painter: QPainter, box: QRectF) -> None:
    """Enter the square of 100 units that counters are painted in; the caller restores the painter."""
    painter.save()
    painter.translate(box.topLeft())
    painter.scale(box.width() / 100, box.height() / 100)


def _ground(painter: QPainter, colour: str) -> None:
    painter.setPen(QPen(INK, 1.6))
    painter.setBrush(QColor(colour))
    painter.drawRoundedRect(QRectF(0.8, 0.8, 98.4, 98.4), 10, 10)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _halves(words: str, width: int = 14) -> list[str]:
    """Break a name into at most two lines of about equal length."""
    parts = words.split()
    if len(words) <= width or len(parts) < 2:
        return [words]
    best = min(range(1, len(parts)), key=lambda i: abs(len(" ".join(parts[:i])) - len(" ".join(parts[i:]))))
    return [" ".join(parts[:best]), " ".join(parts[best:])]


# --- The two printed sides of every counter of a scenario, as the board's painters take them -----------------------

PLAIN = ("#c9c2ae", "#1b1b16")


def colours(scenario: Scenario, division: str, formation: str, grey: bool = False) -> tuple[str, str]:
    """Return the ground and ink of a counter: its formation's if it has any, else its division's.

    Without colour the Germans are dark and the Allies light, each division in a shade of its own.
    """
    if grey:
        return _shade(scenario, division), _owner(scenario, division)[1]
    own = scenario.formations.get(formation)
    if own is not None and own.colour:
        return shown(own.colour), own.ink or "#1b1b16"
    return _owner(scenario, division)


def _owner(scenario: Scenario, division: str) -> tuple[str, str]:
    owner = scenario.divisions.get(division)
    return (shown(owner.colour), owner.ink) if owner else PLAIN


def _shade(scenario: Scenario, division: str) -> str:
    side = scenario.divisions[division].side if division in scenario.divisions else ""
    others = [other.id for other in scenario.divisions.values() if other.side == side]
    darkest, lightest = (0x38, 0x68) if side == "german" else (0xB8, 0xF4)
    step = (lightest - darkest) // max(1, len(others))
    level = lightest - step * (others.index(division) if division in others else 0)
    return f"#{level:02x}{level:02x}{level:02x}"


def stripe(scenario: Scenario, kind: Stripe, formation: str) -> str:
    """Return the colour of a stripe, "white" or "none"."""
    own = scenario.formations.get(formation)
    return own.stripe if kind is Stripe.COLOURED and own is not None else str(kind)


def has_back(counter: Counter) -> bool:
    """Tell whether a unit has two printed sides."""
    return counter.deployed is not None and counter.column is not None


def face(scenario: Scenario, counter: Counter, deployed: bool, grey: bool = False) -> Face:
    """Return a side of a unit counter, or its only one."""
    if (counter.deployed if deployed else counter.column) is None:
        deployed = not deployed
    side = counter.face(deployed)
    ground, ink = colours(scenario, counter.division, counter.formation, grey)
    owner = scenario.divisions.get(counter.division)
    fire, far = (FireBox(f.box.value, f.value, f.range) if f else None for f in (side.fire, side.indirect))
    return Face(
        label=counter.label or counter.name, symbol=counter.symbol, size=counter.size, colour=ground, ink=ink,
        stripe=stripe(scenario, counter.stripe, counter.formation), armor=counter.armor.value,
        defense=side.defense, fire=fire, move_class=counter.move_class.value if side.move is not None else "",
        move=side.move, deployed=deployed, engineer=counter.engineer, indirect=far,
        edge=owner.edge if owner else "round", short=owner.short if owner else "",
    )  # fmt: skip


def weapon(scenario: Scenario, counter: WeaponCounter, grey: bool = False) -> Token:
    """Return a support weapon."""
    ground, ink = colours(scenario, counter.division, counter.formation, grey)
    fire = FireBox(counter.fire.box.value, counter.fire.value, counter.fire.range)
    return Token("weapon", ground, ink, fire, sustained=counter.sustained_fire)


def leader(scenario: Scenario, counter: LeaderCounter, replaced: bool = False, grey: bool = False) -> Token:
    """Return a leader, or his replacement."""
    ground, ink = colours(scenario, counter.division, counter.formation, grey)
    shown = counter.replacement if replaced and counter.replacement else counter
    return Token("leader", ground, ink, bonus=shown.fire, quality=shown.troop_quality)
