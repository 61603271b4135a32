"""How to read the map: the coast from Toulon to Fréjus as the landing begins, with every part named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from app.diagram import FINEST, Callout, Diagram
from app.seat import SeatLike
from app.systems.striking_anvil.board.geometry import Sheet
from app.systems.striking_anvil.board.scene import BoardScene

PIECE = QRectF(1500, 1500, 1420, 1500)
LEAD = (
    "The coast between Toulon and Fréjus on the first day. An area is clear, rough or mountain; stacks stand in it, "
    "Allies to the left and Germans to the right, or in a tray in the sea."
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the map: title, sentence, rule, where it is on a sheet, and its side."""

    title: str
    text: str
    rule: str
    where: Callable[[Sheet], QPointF | None]
    right: bool = False


PARTS = (
    Part(
        "Rough ground",
        "A yellow disc with the number of the area. −1 for every attack there.",
        "5.7",
        lambda sheet: sheet.disc("06"),
    ),
    Part(
        "Fortress",
        "A hexagon. Its level, on the track, weighs on Allied attacks; below 6 it may surrender.",
        "1.5",
        lambda sheet: sheet.disc("09"),
    ),
    Part(
        "Control",
        "The edge of an area: green strokes for the Allies, grey ones for the Germans.",
        "1.6",
        lambda sheet: sheet.crossing("07-18"),
    ),
    Part(
        "Tray",
        "Where the area has no room, its stacks lie in the sea, under its name.",
        "1.1",
        lambda sheet: tray.center() if (tray := sheet.tray("09")) is not None else None,
    ),
    Part(
        "FFI",
        "A cross of Lorraine: the area is Allied. A fighter: +1 for Allied attacks there.",
        "1.3.4",
        lambda sheet: sheet.marks("18"),
        right=True,
    ),
    Part(
        "Mountain",
        "A triangle. −2 for every attack there, and hard going off the road.",
        "5.7",
        lambda sheet: sheet.disc("18"),
        right=True,
    ),
    Part("Clear ground", "A white disc.", "5.7", lambda sheet: sheet.disc("03"), right=True),
    Part(
        "River and bridge",
        "Where a road crosses a river a bridge stands or is down. Without one, crossing costs more and mobile combat "
        "is harder.",
        "9",
        lambda sheet: sheet.crossing("01-07"),
        right=True,
    ),
    Part(
        "Stack",
        "Germans stand to the right. Point at the area, and the Area panel lists everybody.",
        "1.3",
        lambda sheet: sheet.stand("01", "german"),
        right=True,
    ),
    Part(
        "Box",
        "A landing zone: its arrow shows where the units in it land. Other boxes lead off the map.",
        "7",
        lambda sheet: sheet.center("LZW"),
        right=True,
    ),
)


def map_drawing(seat: SeatLike) -> Diagram:
    """Return the drawing, with the map of a game at its start."""
    scene = BoardScene()
    sheet = scene.lay(seat.scenario)
    scene.show(seat.view())
    kept: dict[int, QImage] = {}

    def draw(painter: QPainter) -> None:
        scale = painter.worldTransform().m11() * painter.device().devicePixelRatioF()
        wide = min(FINEST, round(PIECE.width() * scale))
        if wide not in kept:
            kept.clear()
            kept[wide] = scene.picture(QSize(wide, round(wide * PIECE.height() / PIECE.width())), PIECE)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(0, 0, PIECE.width(), PIECE.height()), kept[wide])

    found = [(part, part.where(sheet)) for part in PARTS]
    callouts = [
        Callout(at - PIECE.topLeft(), part.title, part.text, part.rule, part.right)
        for part, at in sorted(found, key=lambda pair: pair[1].y() if pair[1] is not None else 0.0)
        if at is not None
    ]
    return Diagram("How to read the map", LEAD, PIECE.size(), draw, callouts)
