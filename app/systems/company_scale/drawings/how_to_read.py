"""How to read a counter and the map, with every part named."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QPainter

from app.board.hexes import center, hex_rect, hexside_midpoint
from app.diagram import Callout, Caption, Diagram, Part, piece_of
from app.systems.company_scale.board.counters.face import Detail, Face, Mark
from app.systems.company_scale.board.counters.painter import LABEL, ROW, STRIPES, SYMBOL, paint_counter
from app.systems.company_scale.board.laying import ground_of
from app.systems.company_scale.board.stacks import COUNTER
from app.systems.company_scale.printing.counter_art import face
from rules.company_scale.battle_map import Edge, Road, Terrain
from rules.company_scale.counters import Counter
from rules.company_scale.scenario import Scenario
from rules.hexes.grid import hex_id

# --- How to read a counter: the two sides of real companies with every part named ----------------------------------

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
COUNTER_LEAD = (
    "Two companies of Task Force Butler from First Light. A company has two sides: deployed, to "
    "fight, and in column, to move. Below is a third one in the states the table shows."
)


def counter_drawing(scenario: Scenario) -> Diagram:
    """Return the drawing, with units of First Light."""
    gun, tank, foot = (scenario.units[unit] for unit in (GUN, TANK, FOOT))
    titles = ("assault guns, deployed", "light tanks, in column")
    return counters_drawn(scenario, (gun, tank, foot), COUNTER_LEAD, titles, CALLOUTS)


def counters_drawn(
    scenario: Scenario,
    units: tuple[Counter, Counter, Counter],
    lead: str,
    titles: tuple[str, str],
    callouts: Sequence[Callout],
) -> Diagram:
    """Return the drawing of one unit deployed, one in column, with their titles, and one in all states."""
    gun, tank, foot = (face(scenario, unit, unit is not units[1]) for unit in units)

    def draw(painter: QPainter) -> None:
        for unit, shown in ((GUN, gun), (TANK, tank)):
            _counter(painter, shown, PLACES[unit], LARGE)
        for number, (marks, _) in enumerate(STATES):
            _counter(painter, foot, QPointF(number * STATE_WIDE + 10, STATES_TOP), SMALL, marks)

    captions = [
        Caption(QRectF(PLACES[unit].x() - 20, 0, 240, 20), words)
        for unit, words in zip((GUN, TANK), titles, strict=True)
    ]
    captions += [
        Caption(QRectF(number * STATE_WIDE, STATES_TOP + 70, STATE_WIDE, 44), words)
        for number, (_, words) in enumerate(STATES)
    ]
    size = QSizeF(6 * STATE_WIDE, STATES_TOP + 108)
    return Diagram("How to read a counter", lead, size, draw, callouts, captions)


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

# --- How to read the map: a piece of the real ground round Hill 300 with every part named --------------------------

CORNERS = ("14.37", "21.41")
UNITS = ("g_143",)
MAP_LEAD = (
    "The ground round the north top of Hill 300 in First Light. What counts is a hex's center dot, its level, and "
    "its six sides; the artwork only follows them."
)
NUMBER, VICTORY, COUNTER_ON, LEVEL = "number", "victory", "counter", "level"
"""What a part shows that is no terrain, hexside or road; it is in a hex, or at a hexside such as "18.39/18.40"."""


PARTS = (
    Part("Hex number", "Column and row: 15.37. A hex is 500 meters across.", "3.1", "15.37", NUMBER, aside=(-15, -28)),
    Part(
        "Railroad",
        "Costs 1 point per hex for units that stay on it in column.",
        "6.2.1",
        "15.38",
        Road.RAILROAD,
        aside=(29, -12),
    ),
    Part(
        "River",
        "Crossed only by road. The Rhône itself is out of play.",
        "6.2.2",
        "13.38/14.38",
        Edge.RIVER,
        aside=(24, 0),
    ),
    Part(
        "Victory hex",
        "Points for whoever holds it at the end, marked by rim and badge. This one is worth 2 to the Allies.",
        "27.2",
        "16.39",
        VICTORY,
        aside=(-30, -10),
    ),
    Part(
        "Road",
        "Half a point per hex in column. Red is the Evacuation Road, black any paved road.",
        "6.2.1",
        "15.40",
        Road.EVACUATION,
        aside=(-9, 10),
    ),
    Part("Clear ground", "A white dot. 1 point on foot, 3 on wheels, 2 on tracks.", "6.2.1", "14.41", Terrain.CLEAR),
    Part(
        "Steep slope",
        "Brown teeth. No vehicles; 3 more points to climb on foot. A unit attacked from below has defense −3.",
        "6.2.2",
        "20.38/21.37",
        Edge.STEEP_SLOPE,
        right=True,
    ),
    Part(
        "Woods",
        "A dark green dot. 2 points on foot, 8 and 6 for vehicles; defense −2; blocks line of sight.",
        "6.2.1",
        "19.38",
        Terrain.WOODS,
        right=True,
    ),
    Part(
        "Level",
        "The browner, the higher: levels 1, 2 and 3. High ground sees farther and blocks line of sight.",
        "7.1.2",
        "20.39",
        LEVEL,
        right=True,
        aside=(12, 14),
    ),
    Part(
        "Counter",
        "A company on the north top. Three per hex are allowed without penalty.",
        "6.1",
        "18.39",
        COUNTER_ON,
        right=True,
        aside=(16, 12),
    ),
    Part(
        "Ridge",
        "A plain brown line. No vehicles; 2 more points on foot. Units behind it are seen only from next to it.",
        "6.2.2",
        "18.39/19.39",
        Edge.RIDGE,
        right=True,
    ),
    Part(
        "Slope",
        "White teeth. 1 more point to climb; firing up it −1, down it +1.",
        "6.2.2",
        "18.41/19.40",
        Edge.SLOPE,
        right=True,
    ),
    Part(
        "Trail",
        "2 points per hex in column, whatever the terrain.",
        "6.2.1",
        "20.41",
        Road.TRAIL,
        right=True,
        aside=(-6, 10),
    ),
)


def map_drawing(
    scenario: Scenario, parts: Sequence[Part] = PARTS, lead: str = MAP_LEAD, units: Sequence[str] = UNITS
) -> Diagram:
    """Return the drawing, with the map of First Light in the colours of the present theme."""
    first, last = (hex_rect(hex_id(name)) for name in CORNERS)
    piece = first.united(last).adjusted(10, 0, -10, 0)
    ground = ground_of(scenario)
    assert ground is not None
    faces = [(center(scenario.setup[unit].hex), face(scenario, scenario.units[unit], True)) for unit in units]

    def picture(size: QSize) -> QImage:
        scale = size.width() / piece.width()
        drawn = QImage(size, QImage.Format.Format_RGB32)
        drawn.fill(ground.background())
        painter = QPainter(drawn)
        painter.scale(scale, scale)
        painter.translate(-piece.topLeft())
        ground.paint(painter, piece, scale)
        for at, shown in faces:
            _piece(painter, shown, at)
        painter.end()
        return drawn

    return piece_of("How to read the map", lead, piece, picture, (part.callout(_place(part)) for part in parts))


def _place(part: Part) -> QPointF:
    names = [hex_id(name) for name in part.where.split("/")]
    middle = center(names[0]) if len(names) == 1 else hexside_midpoint(*names)
    return middle + QPointF(*part.aside)


def _piece(painter: QPainter, shown: Face, at: QPointF) -> None:
    painter.save()
    painter.translate(at.x() - COUNTER / 2, at.y() - COUNTER / 2)
    painter.scale(COUNTER / 100, COUNTER / 100)
    paint_counter(painter, shown, detail=Detail.FULL)
    painter.restore()
