"""How to read a counter: figures, edges, badges, and what an ordered unit shows."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from app.diagram import Callout, Caption, Diagram
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.counters import TALL, WIDE, Look, paint_counter, paint_medal, paint_obstacle

LARGE = 3.24
SIZE = QSizeF(470, 480)
WOUNDED = Look("special_forces", "allied", 3, 4, ordered=True, moved=True)
TANKS = Look("elite_armor", "german", 4, 4)
GUNS = Look("artillery", "allied", 2, 2)
PLACES = {WOUNDED: QPointF(14, 36), TANKS: QPointF(262, 36), GUNS: QPointF(14, 240)}
BAGS, MEDAL = QPointF(360, 330), QPointF(112, 448)
LEAD = (
    "Units of Battle Cards. Each counter is a unit, and its figures are its strength: a hit removes "
    "one. It rolls all its dice however many are left."
)


def counter_drawing() -> Diagram:
    """Return the drawing in the colours of the present theme."""

    def draw(painter: QPainter) -> None:
        for look, at in PLACES.items():
            paint_counter(painter, QRectF(at, QSizeF(WIDE, TALL) * LARGE), look)
        painter.save()
        painter.translate(BAGS)
        painter.scale(LARGE * 0.8, LARGE * 0.8)
        paint_obstacle(painter, QPointF(), "sandbags", palettes.current())
        painter.restore()
        paint_medal(painter, MEDAL, 24, "armor", palettes.current())

    names = (
        (WOUNDED, "Special Forces", -34.0),
        (TANKS, "German elite armor", -34.0),
        (GUNS, "artillery", TALL * LARGE + 4),
    )
    captions = [
        Caption(QRectF(PLACES[look].x(), PLACES[look].y() + aside, WIDE * LARGE, 20), words)
        for look, words, aside in names
    ]
    return Diagram("How to read a counter", LEAD, SIZE, draw, CALLOUTS, captions)


def _on(look: Look, across: float, down: float) -> QPointF:
    """Return a point of a counter, given as shares of its width and height."""
    return PLACES[look] + QPointF(across * WIDE, down * TALL) * LARGE


CALLOUTS = (
    Callout(
        _on(WOUNDED, 0.05, 0.08),
        "Green arrow",
        "It has moved this turn. Units move once each, before the first battle.",
        "CMD-move-02",
    ),
    Callout(
        _on(WOUNDED, 0.15, 0.62),
        "Figures",
        "Infantry has four men, armor three tanks, artillery two guns. Removing the last one is worth a medal.",
        "CMD-hit-03",
    ),
    Callout(
        _on(WOUNDED, 0.86, 0.62),
        "Hollow figure",
        "Lost. The unit still rolls all its dice.",
        "CMD-battle-04",
        level=210,
    ),
    Callout(
        _on(GUNS, 0.2, 0.55),
        "Guns",
        "They move one hex or battle, never both. They need no line of sight; only grenades hit them.",
        "CMD-hit-04",
    ),
    Callout(
        MEDAL + QPointF(-24, 0),
        "Medal",
        "For the last figure of a unit, or an objective. Fill your stand and you win at once.",
        "CMD-hit-07",
    ),
    Callout(
        _on(TANKS, 0.95, 0.1),
        "Badge",
        "Chevrons: elite armor, four figures. Star: Special Forces, who may battle after two hexes. Cross: the "
        "Resistance, three figures.",
        "CMD-special-01",
        right=True,
    ),
    Callout(
        _on(TANKS, 0.985, 0.7),
        "Double edge",
        "German. The Allies have a single edge, so you can tell the sides apart without color.",
        right=True,
    ),
    Callout(
        _on(WOUNDED, 1.06, 0.9),
        "Gold rim",
        "Ordered: only these units move and battle this turn. It turns gray when the unit is done.",
        "CMD-order-04",
        right=True,
        level=232,
    ),
    Callout(
        BAGS + QPointF(66, -8),
        "Sandbags",
        "Attacks on the unit roll one die less, and it may ignore the first flag.",
        "CMD-obst-04",
        right=True,
    ),
)
