"""How to read the map: a piece of the real ground round Hill 300 with every part named."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QImage, QPainter

from app.board.hexes import center, hex_rect, hexside_midpoint
from app.diagram import Diagram, Part, piece_of
from app.systems.company_scale.board.counters.face import Detail, Face
from app.systems.company_scale.board.counters.painter import paint_counter
from app.systems.company_scale.board.laying import ground_of
from app.systems.company_scale.board.stacks import COUNTER
from app.systems.company_scale.printing.counter_art import face
from rules.company_scale.battle_map import Edge, Road, Terrain
from rules.company_scale.scenario import Scenario
from rules.hexes.grid import hex_id

CORNERS = ("14.37", "21.41")
UNITS = ("g_143",)
LEAD = (
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


def map_drawing(scenario: Scenario) -> Diagram:
    """Return the drawing, with the map of First Light in the colours of the present theme."""
    first, last = (hex_rect(hex_id(name)) for name in CORNERS)
    piece = first.united(last).adjusted(10, 0, -10, 0)
    ground = ground_of(scenario)
    assert ground is not None
    units = [(center(scenario.setup[unit].hex), face(scenario, scenario.units[unit], True)) for unit in UNITS]

    def picture(size: QSize) -> QImage:
        scale = size.width() / piece.width()
        drawn = QImage(size, QImage.Format.Format_RGB32)
        drawn.fill(ground.background())
        painter = QPainter(drawn)
        painter.scale(scale, scale)
        painter.translate(-piece.topLeft())
        ground.paint(painter, piece, scale)
        for at, shown in units:
            _counter(painter, shown, at)
        painter.end()
        return drawn

    return piece_of("How to read the map", LEAD, piece, picture, (part.callout(_place(part)) for part in PARTS))


def _place(part: Part) -> QPointF:
    names = [hex_id(name) for name in part.where.split("/")]
    middle = center(names[0]) if len(names) == 1 else hexside_midpoint(*names)
    return middle + QPointF(*part.aside)


def _counter(painter: QPainter, shown: Face, at: QPointF) -> None:
    painter.save()
    painter.translate(at.x() - COUNTER / 2, at.y() - COUNTER / 2)
    painter.scale(COUNTER / 100, COUNTER / 100)
    paint_counter(painter, shown, detail=Detail.FULL)
    painter.restore()
