"""How to read a counter: names, values, edges, the reduced and the Disorganized side."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from app.diagram import Callout, Caption, Diagram
from app.systems.striking_anvil.art.counters import Look, paint_counter

SIDE = 190.0
SIZE = QSizeF(470, 480)
AMERICAN = Look("7IR", "3US", "us", "combat", "infantry", 8, 1, 0, 2)
TIRED = Look("7IR", "3US", "us", "combat", "infantry", 4, 1, 0, 1, reduced=True, disorganized=True)
GERMAN = Look("GR918", "242ID", "de", "combat", "infantry", 4, 0, 0, 2, entrenched=True)
FRENCH = Look("7RCA", "", "fr", "support", "anti-tank", 0, 3, 1, 1)
PLACES = {
    AMERICAN: QPointF(14, 24), GERMAN: QPointF(262, 24), TIRED: QPointF(14, 264), FRENCH: QPointF(262, 264),
}  # fmt: skip
NAMES = (
    (AMERICAN, "American regiment"), (GERMAN, "German regiment, entrenched"),
    (TIRED, "the same, reduced and Disorganized"), (FRENCH, "French support"),
)  # fmt: skip
LEAD = (
    "Counters of Striking the Anvil. A combat unit has two steps, full and reduced, and lies upright in Good Order or "
    "on its head when it is Disorganized."
)


def counter_drawing() -> Diagram:
    """Return the drawing."""

    def draw(painter: QPainter) -> None:
        for look, at in PLACES.items():
            paint_counter(painter, QRectF(at, QSizeF(SIDE, SIDE)), look, SIDE)

    captions = [Caption(QRectF(PLACES[look].x() - 20, PLACES[look].y() - 24, SIDE + 40, 20), words)
                for look, words in NAMES]  # fmt: skip
    return Diagram("How to read a counter", LEAD, SIZE, draw, _callouts(), captions)


def _on(look: Look, across: float, down: float) -> QPointF:
    """Return a point of a counter, given as shares of its side."""
    return PLACES[look] + QPointF(across, down) * SIDE


def _callouts() -> tuple[Callout, ...]:
    return (
        Callout(_on(AMERICAN, 0.4, 0.15), "Name and symbol", "The unit, and the kind of troops.", "1.3.1"),
        Callout(
            _on(AMERICAN, 0.36, 0.8),
            "Strength, then movement",
            "8 points for attack and for the score; 1 point of movement. 3 or more drive, all others walk.",
            "1.3.1",
        ),
        Callout(
            _on(TIRED, 0.08, 0.36),
            "White band",
            "Reduced: one step is lost, and the values are those of this side.",
            "1.3.1",
        ),
        Callout(
            _on(TIRED, 0.68, 0.85),
            "On its head, with a badge",
            "Disorganized: it has acted or was hit, and neither acts nor counts against pursuit until the turn ends.",
            "1.3",
        ),
        Callout(
            _on(GERMAN, 0.945, 0.4), "Division", "At the right, where the unit belongs to one.", "1.3.1", right=True
        ),
        Callout(
            _on(GERMAN, 0.74, 0.76),
            "E",
            "Entrenched: it does not move. To move it leaves its trenches, and is reduced.",
            "4",
            right=True,
        ),
        Callout(
            _on(GERMAN, 0.97, 0.92),
            "Edge",
            "Germans square and dark; Americans round; French with one corner cut, British with two.",
            "1.3",
            right=True,
        ),
        Callout(
            _on(FRENCH, 0.965, 0.3),
            "Dotted frame",
            "Support: artillery or anti-tank. It has one step and fights with a combat unit only.",
            "1.3.2",
            right=True,
        ),
        Callout(
            _on(FRENCH, 0.66, 0.8),
            "Bonus",
            "Added to the die of the attack it takes part in.",
            "1.3.2",
            right=True,
        ),
    )
