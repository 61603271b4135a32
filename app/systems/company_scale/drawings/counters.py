"""How to read a counter: the two sides of real companies with every part named, and the states a counter shows."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from app.diagram import Callout, Caption, Diagram
from app.systems.company_scale.board.counters.face import Detail, Face, Mark
from app.systems.company_scale.board.counters.painter import LABEL, ROW, STRIPES, SYMBOL, paint_counter
from app.systems.company_scale.printing.counter_art import face
from rules.company_scale.scenario import Scenario

FOOT, GUN, TANK = "e_143", "e_117", "f_117"
LARGE, SMALL = 2.0, 0.62
PLACES = {GUN: QPointF(10, 26), TANK: QPointF(266, 26)}
STATES: tuple[tuple[Mark, str], ...] = (
    (Mark.SELECTED, "picked"),
    (Mark.ACTIVE, "active"),
    (Mark.ACTIVE | Mark.ACTED, "has acted once"),
    (Mark.SPENT, "has acted twice"),
    (Mark.OUT_OF_COMMAND, "out of command"),
    (Mark.LOADED, "has a unit aboard"),
)
STATES_TOP, STATE_WIDE = 396.0, 82.0
LEAD = (
    "Two companies of Task Force Butler from First Light. A company has two sides: deployed, to "
    "fight, and in column, to move. Below is a third one in the states the table shows."
)


def counter_drawing(scenario: Scenario) -> Diagram:
    """Return the drawing, with units of First Light."""
    gun, tank, foot = (face(scenario, scenario.units[unit], unit is not TANK) for unit in (GUN, TANK, FOOT))

    def draw(painter: QPainter) -> None:
        for unit, shown in ((GUN, gun), (TANK, tank)):
            _counter(painter, shown, PLACES[unit], LARGE)
        for number, (marks, _) in enumerate(STATES):
            _counter(painter, foot, QPointF(number * STATE_WIDE + 10, STATES_TOP), SMALL, marks)

    captions = [
        Caption(QRectF(PLACES[unit].x() - 20, 0, 240, 20), words)
        for unit, words in ((GUN, "assault guns, deployed"), (TANK, "light tanks, in column"))
    ]
    captions += [
        Caption(QRectF(number * STATE_WIDE, STATES_TOP + 70, STATE_WIDE, 44), words)
        for number, (_, words) in enumerate(STATES)
    ]
    size = QSizeF(6 * STATE_WIDE, STATES_TOP + 108)
    return Diagram("How to read a counter", LEAD, size, draw, CALLOUTS, captions)


def _counter(painter: QPainter, shown: Face, at: QPointF, scale: float, marks: Mark = Mark.NONE) -> None:
    painter.save()
    painter.translate(at)
    painter.scale(scale, scale)
    paint_counter(painter, shown, marks, Detail.FULL)
    painter.restore()


def _on(unit: str, point: QPointF) -> QPointF:
    """Return a point of a large counter in units of the drawing."""
    return PLACES[unit] + point * LARGE


def _foot(box: QRectF) -> QPointF:
    """Return the middle of a box's lower edge."""
    return QPointF(box.center().x(), box.bottom())


CALLOUTS = (
    # the deployed guns, from top to bottom
    Callout(_on(GUN, QPointF(44, 10)), "Size", "One stroke: a company or battery. Two: a battalion.", "3.2"),
    Callout(
        _on(GUN, QPointF(SYMBOL.left(), 36)),
        "Symbol",
        "The kind of troops, here assault guns. Only engineers have special abilities because of it.",
        "3.2",
    ),
    Callout(
        _on(GUN, _foot(ROW.fire)),
        "Fire power",
        "The color is the fire type: red small arms, yellow high explosive, blue armor piercing, white either "
        "of these two as you choose, black indirect.",
        "3.2",
        level=228,
    ),
    Callout(_on(GUN, QPointF(38, 78)), "Range", "In hexes. No number: adjacent hexes only.", "3.2", level=262),
    Callout(
        _on(GUN, _foot(ROW.defense)),
        "Defense",
        "Added to fire at it, so low is good. Yellow box: a hard target. Black: a tank, also hard. None: soft.",
        "3.2",
        level=300,
    ),
    Callout(
        _on(GUN, QPointF(80, 92)), "Second fire", "These guns also fire indirectly, up to 12 hexes.", "21.1", level=340
    ),
    # the tanks in column, from top to bottom, and of the states
    Callout(
        _on(TANK, QPointF(88, 18)),
        "Cut corner, two arrows",
        "In column: it moves farther, fires less and is easier to hit.",
        "6.1",
        right=True,
    ),
    Callout(
        _on(TANK, QPointF(89, STRIPES[Detail.FULL].bottom() - 3)),
        "Stripe",
        "The formation whose chit activates it. White: the division's chit only. No stripe: any chit of its division.",
        "2.0",
        right=True,
    ),
    Callout(
        _on(TANK, QPointF(88, LABEL.center().y())),
        "Name",
        "Company F of the 117th Cavalry. Point at a counter on the map to read its full name.",
        "3.2",
        right=True,
    ),
    Callout(
        _on(TANK, QPointF(96, 82)),
        "Background and edge",
        "The division. Dark and square: German; light and round: Allied.",
        "3.2",
        right=True,
    ),
    Callout(
        _on(TANK, QPointF(ROW.move.center().x(), 96)),
        "Movement",
        "Movement points. White: on foot. Black, two dots: on wheels. Red, a bar: on tracks. In a box: it can also "
        "move while deployed. A dash: it can't move on this side.",
        "2.0",
        level=250,
        right=True,
    ),
    Callout(
        QPointF(STATE_WIDE * 5 + 66, STATES_TOP + 31),
        "Status",
        "Rim and corner show who can still act. The Stack panel shows its current values, and why.",
        "5.1",
        right=True,
    ),
)
