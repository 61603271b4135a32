"""How to read a counter: a regiment and what supports it with every part named, and the states a counter shows."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from app.diagram import Callout, Caption, Diagram
from app.systems.striking_anvil.art.counters import Look, paint_counter

LARGE, SMALL = 180.0, 62.0
REGIMENT = Look("7IR", "3US", "us", "combat", "infantry", 8, 1, 0, 2)
GUNS = Look("AR119", "11PzD", "de", "support", "artillery", 0, 3, 1, 1)
PLACES = {REGIMENT: QPointF(100, 120), GUNS: QPointF(348, 120)}
STATES = (
    (Look("7IR", "3US", "us", "combat", "infantry", 4, 1, 0, 1, reduced=True), "reduced"),
    (Look("7IR", "3US", "us", "combat", "infantry", 8, 1, 0, 2, disorganized=True), "Disorganized"),
    (Look("GR918", "242ID", "de", "combat", "infantry", 4, 0, 0, 2, entrenched=True), "entrenched"),
    (Look("MAA", "", "de", "cd", "coastal battery", 0, 0, 2, 2), "coastal battery"),
    (Look("US trucks", "", "us", "transport", "trucks", 0, 3, 0, 0), "transport"),
)
STATES_TOP, STATE_WIDE = 262.0, 90.0
SIZE = QSizeF(len(STATES) * STATE_WIDE, STATES_TOP + SMALL + 84)
BELOW = STATES_TOP + SMALL + 24
"""Where the first label of the states stands best, so that no line crosses another."""
LEAD = (
    "An Allied regiment and a German support unit. A combat unit has two sides, full and reduced. "
    "Upright it is in Good Order, upside down it is Disorganized. Below are other states and kinds."
)


def counter_drawing() -> Diagram:
    """Return the drawing."""

    def draw(painter: QPainter) -> None:
        scale = painter.worldTransform().m11()
        for look, at in PLACES.items():
            paint_counter(painter, _box(at, LARGE), look, LARGE * scale)
        for number, (look, _) in enumerate(STATES):
            at = QPointF((number + 0.5) * STATE_WIDE, STATES_TOP + SMALL / 2)
            paint_counter(painter, _box(at, SMALL), look, SMALL * scale)

    captions = [
        Caption(QRectF(PLACES[look].x() - LARGE / 2, 2, LARGE, 20), words)
        for look, words in ((REGIMENT, "combat unit, full"), (GUNS, "support unit"))
    ]
    captions += [
        Caption(QRectF(number * STATE_WIDE, STATES_TOP - 22, STATE_WIDE, 20), words)
        for number, (_, words) in enumerate(STATES)
    ]
    return Diagram("How to read a counter", LEAD, SIZE, draw, CALLOUTS, captions)


def _box(at: QPointF, side: float) -> QRectF:
    return QRectF(at.x() - side / 2, at.y() - side / 2, side, side)


def _on(look: Look, across: float, down: float) -> QPointF:
    """Return a point of a large counter, given in hundredths of its side from its middle."""
    return PLACES[look] + QPointF(across, down) * (LARGE / 100)


def _state(number: int, down: float = 0.0) -> QPointF:
    """Return a point of a small counter, given in hundredths of its side below its middle."""
    return QPointF((number + 0.5) * STATE_WIDE, STATES_TOP + SMALL / 2 + down * SMALL / 100)


CALLOUTS = (
    # the regiment and of the states below it, from top to bottom
    Callout(_on(REGIMENT, -12, -37), "Name", "The 7th Infantry Regiment.", "1.3.1"),
    Callout(_on(REGIMENT, -24, -10), "Symbol", "The unit type, here infantry.", "1.3.1"),
    Callout(
        _on(REGIMENT, -14, 28),
        "Strength",
        "Added up to find the column of the combat table. Only combat units have strength and can attack or defend.",
        "5.2",
    ),
    Callout(_on(REGIMENT, 16, 34), "Movement", "Movement points. 3 means motorized, E entrenched: it can't move.", "4"),
    Callout(_state(0, 16), "White band", "Reduced: one of two steps lost, with lower values.", "1.3.1", level=BELOW),
    Callout(
        _state(1, 44),
        "Upside down",
        "Disorganized, with an amber badge: it has acted or taken a hit this way, and recovers at the end of the turn.",
        "1.3",
        level=BELOW + 46,
    ),
    # the support unit and of the states below it, from top to bottom
    Callout(
        _on(GUNS, 38, -44),
        "Color and edge",
        "Dark and square: German. Light: Allied. Round corners are American, one cut and one "
        "stripe French, two cuts British. The color shows the division.",
        "1.3",
        right=True,
    ),
    Callout(
        _on(GUNS, 40, -10),
        "Division",
        "Three combat units can act together, or four if two are from one division.",
        "3",
        right=True,
    ),
    Callout(
        _on(GUNS, 46, 14),
        "Dotted frame",
        "A support unit. It only fights alongside a combat unit.",
        "1.3.2",
        right=True,
    ),
    Callout(_on(GUNS, 12, 28), "Bonus", "Added to the die of an attack it joins.", "5.7", right=True),
    Callout(
        _state(4, 40),
        "Transport",
        "Has only movement points. It carries units of its own nation.",
        "1.3.3",
        right=True,
        level=BELOW,
    ),
    Callout(
        _state(3, 40),
        "Pips",
        "Steps of a coastal battery. It never moves and adds its bonus.",
        "1.3.3",
        right=True,
        level=BELOW + 46,
    ),
    Callout(
        _state(2, 40),
        "E",
        "Entrenched. It can leave its trenches, reduced, and then move.",
        "4",
        right=True,
        level=BELOW + 92,
    ),
)
