"""How to read the map: a piece of the real ground round Hill 300 with every part named."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from app.board.hexes import center, hex_rect, hexside_midpoint
from app.diagram import FINEST, Callout, Diagram
from app.systems.company_scale.board.counters.face import Detail, Face
from app.systems.company_scale.board.counters.painter import paint_counter
from app.systems.company_scale.board.laying import ground_of
from app.systems.company_scale.board.stacks import COUNTER
from app.systems.company_scale.printing.counter_art import face
from rules.company_scale.battle_map import Edge, Road, Terrain
from rules.company_scale.scenario import Scenario
from rules.engine.frozen import frozen
from rules.hexes.grid import hex_id

CORNERS = ("14.37", "21.41")
UNITS = ("g_143",)
LEAD = (
    "The ground round the north top of Hill 300 in First Light. What counts is a hex's center dot, its level, and "
    "its six sides; the artwork only follows them."
)
NUMBER, VICTORY, COUNTER_ON, LEVEL = "number", "victory", "counter", "level"
"""What a part shows that is no terrain, hexside or road."""


@frozen
class MapPart:
    """A part of the map: title, sentence, rule, the hex or hexside ("18.39/18.40") that has `feature`, and its side.

    `aside` is the distance of the line's end from the middle of the hex or hexside, in scene units.
    """

    title: str
    text: str
    rule: str
    where: str
    feature: Terrain | Edge | Road | str
    right: bool = False
    aside: tuple[float, float] = (0.0, 0.0)


PARTS = (
    MapPart(
        "Hex number", "Column and row: 15.37. A hex is 500 meters across.", "3.1", "15.37", NUMBER, aside=(-15, -28)
    ),
    MapPart(
        "Railroad",
        "Costs 1 point per hex for units that stay on it in column.",
        "6.2.1",
        "15.38",
        Road.RAILROAD,
        aside=(29, -12),
    ),
    MapPart(
        "River",
        "Crossed only by road. The Rhône itself is out of play.",
        "6.2.2",
        "13.38/14.38",
        Edge.RIVER,
        aside=(24, 0),
    ),
    MapPart(
        "Victory hex",
        "Points for whoever holds it at the end, marked by rim and badge. This one is worth 2 to the Allies.",
        "27.2",
        "16.39",
        VICTORY,
        aside=(-30, -10),
    ),
    MapPart(
        "Road",
        "Half a point per hex in column. Red is the Evacuation Road, black any paved road.",
        "6.2.1",
        "15.40",
        Road.EVACUATION,
        aside=(-9, 10),
    ),
    MapPart("Clear ground", "A white dot. 1 point on foot, 3 on wheels, 2 on tracks.", "6.2.1", "14.41", Terrain.CLEAR),
    MapPart(
        "Steep slope",
        "Brown teeth. No vehicles; 3 more points to climb on foot. A unit attacked from below has defense −3.",
        "6.2.2",
        "20.38/21.37",
        Edge.STEEP_SLOPE,
        right=True,
    ),
    MapPart(
        "Woods",
        "A dark green dot. 2 points on foot, 8 and 6 for vehicles; defense −2; blocks line of sight.",
        "6.2.1",
        "19.38",
        Terrain.WOODS,
        right=True,
    ),
    MapPart(
        "Level",
        "The browner, the higher: levels 1, 2 and 3. High ground sees farther and blocks line of sight.",
        "7.1.2",
        "20.39",
        LEVEL,
        right=True,
        aside=(12, 14),
    ),
    MapPart(
        "Counter",
        "A company on the north top. Three per hex are allowed without penalty.",
        "6.1",
        "18.39",
        COUNTER_ON,
        right=True,
        aside=(16, 12),
    ),
    MapPart(
        "Ridge",
        "A plain brown line. No vehicles; 2 more points on foot. Units behind it are seen only from next to it.",
        "6.2.2",
        "18.39/19.39",
        Edge.RIDGE,
        right=True,
    ),
    MapPart(
        "Slope",
        "White teeth. 1 more point to climb; firing up it −1, down it +1.",
        "6.2.2",
        "18.41/19.40",
        Edge.SLOPE,
        right=True,
    ),
    MapPart(
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
    kept: dict[int, QImage] = {}

    def draw(painter: QPainter) -> None:
        scale = painter.worldTransform().m11() * painter.device().devicePixelRatioF()
        wide = min(FINEST, round(piece.width() * scale))
        if wide not in kept:
            kept.clear()
            kept[wide] = image(wide)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(0, 0, piece.width(), piece.height()), kept[wide])

    def image(wide: int) -> QImage:
        scale = wide / piece.width()
        drawn = QImage(QSize(wide, round(piece.height() * scale)), QImage.Format.Format_RGB32)
        drawn.fill(ground.background())
        painter = QPainter(drawn)
        painter.scale(scale, scale)
        painter.translate(-piece.topLeft())
        ground.paint(painter, piece, scale)
        for at, shown in units:
            _counter(painter, shown, at)
        painter.end()
        return drawn

    callouts = [Callout(_place(part) - piece.topLeft(), part.title, part.text, part.rule, part.right) for part in PARTS]
    return Diagram("How to read the map", LEAD, piece.size(), draw, callouts)


def _place(part: MapPart) -> QPointF:
    names = [hex_id(name) for name in part.where.split("/")]
    middle = center(names[0]) if len(names) == 1 else hexside_midpoint(*names)
    return middle + QPointF(*part.aside)


def _counter(painter: QPainter, shown: Face, at: QPointF) -> None:
    painter.save()
    painter.translate(at.x() - COUNTER / 2, at.y() - COUNTER / 2)
    painter.scale(COUNTER / 100, COUNTER / 100)
    paint_counter(painter, shown, detail=Detail.FULL)
    painter.restore()
