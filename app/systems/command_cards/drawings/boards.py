"""How to read the board: a piece of the ridge of Savasse with every part named."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from app.diagram import FINEST, Callout, Diagram
from app.play.seat import SeatLike
from app.systems.command_cards.board.geometry import HEIGHT, LINES, center, hex_path
from app.systems.command_cards.picture import board_of
from rules.engine.frozen import frozen

CORNERS = ("B3", "E7")
LEAD = (
    "Part of the board at the start of Down the Savasse ridge. It has nine rows, A to I. Each hex "
    "has its name at the top. Point at a hex to see what its terrain does."
)
ROAD, SECTION, OBJECTIVE, UNIT = "road", "section", "objective", "unit"
"""What a part shows that is neither terrain nor an obstacle."""


@frozen
class BoardPart:
    """A part of the board: title, sentence, rule, the hex with the `feature`, its side, and how far from its middle.

    A feature is the name of a terrain or an obstacle, or one of those above.
    """

    title: str
    text: str
    rule: str
    where: str
    feature: str
    right: bool = False
    aside: tuple[float, float] = (0.0, 0.0)


PARTS = (
    BoardPart(
        "Town",
        "Units stop on entering and can't battle that turn. Infantry attacking it rolls one die less, armor two.",
        "CMD-terrain-02",
        "B3",
        "town",
        aside=(-22, -22),
    ),
    BoardPart(
        "Sandbags",
        "One die less, and the unit may ignore the first flag.",
        "CMD-obst-04",
        "B3",
        "sandbags",
        aside=(-18, 22),
    ),
    BoardPart("Road", "A move that follows it all the way can be one hex longer.", "", "D3", ROAD, aside=(0, -8)),
    BoardPart(
        "Vineyard",
        "Stops armor and artillery. Armor attacking it rolls one die less.",
        "CMD-terrain-02",
        "C4",
        "vineyard",
    ),
    BoardPart(
        "Section line",
        "Left, center and right, as you see them from your edge. A card orders units of its sections; one on the line "
        "belongs to either.",
        "CMD-order-03",
        "E4",
        SECTION,
    ),
    BoardPart(
        "Objective",
        "Gold rim: a medal for the side that takes it.",
        "CMD-hit-07",
        "B5",
        OBJECTIVE,
        right=True,
        aside=(24, -22),
    ),
    BoardPart(
        "Woods",
        "Units stop and can't battle that turn. Blocks line of sight. One die less for infantry, two for armor.",
        "CMD-terrain-02",
        "B6",
        "woods",
        right=True,
    ),
    BoardPart(
        "Hill",
        "Blocks line of sight. One die less when attacked from below.",
        "CMD-terrain-02",
        "C6",
        "hill",
        right=True,
        aside=(14, 0),
    ),
    BoardPart(
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
    kept: dict[int, QImage] = {}

    def draw(painter: QPainter) -> None:
        scale = painter.worldTransform().m11() * painter.device().devicePixelRatioF()
        wide = min(FINEST, round(piece.width() * scale))
        if wide not in kept:
            kept.clear()
            kept[wide] = QImage(QSize(wide, round(wide * piece.height() / piece.width())), QImage.Format.Format_RGB32)
            on_image = QPainter(kept[wide])
            on_image.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            board.scene.render(on_image, QRectF(kept[wide].rect()), piece)
            on_image.end()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(0, 0, piece.width(), piece.height()), kept[wide])

    callouts = [Callout(_place(part) - piece.topLeft(), part.title, part.text, part.rule, part.right) for part in PARTS]
    return Diagram("How to read the board", LEAD, piece.size(), draw, callouts)


def _place(part: BoardPart) -> QPointF:
    at = center(part.where) + QPointF(*part.aside)
    return QPointF(LINES[0], at.y()) if part.feature == SECTION else at
