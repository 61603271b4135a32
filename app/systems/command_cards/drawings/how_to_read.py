"""How to read a counter and the board, with every part named."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QPainter

from app.board.painting import Painting
from app.diagram import Callout, Caption, Diagram, Part, piece_of
from app.play.seat import SeatLike
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.counters import TALL, WIDE, Look, paint_counter, paint_medal, paint_obstacle
from app.systems.command_cards.board.contents import board_of
from app.systems.command_cards.board.geometry import HEIGHT, LINES, center, hex_path
from rules.command_cards.charts import UnitType, house_charts

# --- How to read a counter: figures, edges, badges, and what an ordered unit shows ---------------------------------

LARGE = 3.24
SIZE = QSizeF(470, 480)


def _kind(name: str) -> UnitType:
    return house_charts().units[name]


WOUNDED = Look(_kind("special_forces"), "allied", 3, 4, ordered=True, moved=True)
TANKS = Look(_kind("elite_armor"), "german", 4, 4)
GUNS = Look(_kind("artillery"), "allied", 2, 2)
PLACES = {WOUNDED: QPointF(14, 36), TANKS: QPointF(262, 36), GUNS: QPointF(14, 240)}
BAGS, MEDAL = QPointF(360, 330), QPointF(112, 448)
COUNTER_LEAD = (
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
    return Diagram("How to read a counter", COUNTER_LEAD, SIZE, draw, CALLOUTS, captions)


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

# --- How to read the board: a piece of the ridge of Savasse with every part named ----------------------------------

CORNERS = ("B3", "E7")
BOARD_LEAD = (
    "Part of the board at the start of Down the Savasse ridge. It has nine rows, A to I. Each hex "
    "has its name at the top. Point at a hex to see what its terrain does."
)
ROAD, SECTION, OBJECTIVE, UNIT = "road", "section", "objective", "unit"
"""What a part shows that is neither terrain nor an obstacle, as their names are."""


PARTS = (
    Part(
        "Town",
        "Units stop on entering and can't battle that turn. Infantry attacking it rolls one die less, armor two.",
        "CMD-terrain-02",
        "B3",
        "town",
        aside=(-22, -22),
    ),
    Part(
        "Sandbags",
        "One die less, and the unit may ignore the first flag.",
        "CMD-obst-04",
        "B3",
        "sandbags",
        aside=(-18, 22),
    ),
    Part("Road", "A move that follows it all the way can be one hex longer.", "", "D3", ROAD, aside=(0, -8)),
    Part(
        "Vineyard",
        "Stops armor and artillery. Armor attacking it rolls one die less.",
        "CMD-terrain-02",
        "C4",
        "vineyard",
    ),
    Part(
        "Section line",
        "Left, center and right, as you see them from your edge. A card orders units of its sections; one on the line "
        "belongs to either.",
        "CMD-order-03",
        "E4",
        SECTION,
    ),
    Part(
        "Objective",
        "Gold rim: a medal for the side that takes it.",
        "CMD-hit-07",
        "B5",
        OBJECTIVE,
        right=True,
        aside=(24, -22),
    ),
    Part(
        "Woods",
        "Units stop and can't battle that turn. Blocks line of sight. One die less for infantry, two for armor.",
        "CMD-terrain-02",
        "B6",
        "woods",
        right=True,
    ),
    Part(
        "Hill",
        "Blocks line of sight. One die less when attacked from below.",
        "CMD-terrain-02",
        "C6",
        "hill",
        right=True,
        aside=(14, 0),
    ),
    Part(
        "Unit",
        "One unit per hex, and no unit passes through. Attacking the next hex is a close assault.",
        "CMD-move-04",
        "E6",
        UNIT,
        right=True,
        aside=(16, 8),
    ),
)


def board_drawing(seat: SeatLike) -> Diagram:
    """Return the drawing, with the board of a game at its start."""
    first, last = (hex_path(name).boundingRect() for name in CORNERS)
    piece = first.united(last).adjusted(-12, -HEIGHT * 0.25, 12, 8)
    board = board_of(seat)

    def picture(size: QSize) -> QImage:
        whole = QRectF(QPointF(), size.toSizeF())
        return Painting(board.scene, piece, size, palettes.current().table, whole).whole()

    callouts = (part.callout(_place(part)) for part in PARTS)
    return piece_of("How to read the board", BOARD_LEAD, piece, picture, callouts)


def _place(part: Part) -> QPointF:
    at = center(part.where) + QPointF(*part.aside)
    return QPointF(LINES[0], at.y()) if part.feature == SECTION else at
