"""How to read the board: a piece of the ridge of Savasse with every part named."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QImage

from app.board.contents import picture_of
from app.diagram import Diagram, Part, piece_of
from app.play.seat import SeatLike
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.board.contents import board_of
from app.systems.command_cards.board.geometry import HEIGHT, LINES, center, hex_path

CORNERS = ("B3", "E7")
LEAD = (
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
        return picture_of(board.scene, piece, size, palettes.current().table, QRectF(QPointF(), size.toSizeF()))

    callouts = (part.callout(_place(part)) for part in PARTS)
    return piece_of("How to read the board", LEAD, piece, picture, callouts)


def _place(part: Part) -> QPointF:
    at = center(part.where) + QPointF(*part.aside)
    return QPointF(LINES[0], at.y()) if part.feature == SECTION else at
