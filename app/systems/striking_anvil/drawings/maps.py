"""How to read the map: the country behind Toulon with every part named."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from app.diagram import Callout, Diagram
from app.systems.striking_anvil.board.geometry import COUNTER, Sheet
from app.systems.striking_anvil.board.scene import BoardScene
from rules.engine.frozen import frozen
from rules.engine.session import Session
from rules.striking_anvil.scenario import ALLIED, GERMAN
from rules.striking_anvil.system import SYSTEM

PIECE = QRectF(1300, 1860, 1180, 1170)
"""The part of the sheet that is shown, in scene units."""
POSITION = {
    "setup": {
        "07": ["us-7ir", "us-15ir", "us-756tkb"],
        "06": ["de-gr308", "de-haa1196"],
        "05": ["us-30ir"],
        "09": ["de-gr918", "de-cd09"],
    },
    "ffi": {"08": "fighters"},
    "begin": {"turn": 3, "side": "allied"},
}
LEAD = (
    "The country behind Toulon. Areas replace hexes. Any number of units of both sides can be in one "
    "area, Allies on the left and Germans on the right."
)


@frozen
class MapPart:
    """A part of the map: title, sentence, rule, its place on the sheet, and its side."""

    title: str
    text: str
    rule: str
    at: QPointF
    right: bool = False


def map_drawing() -> Diagram:
    """Return the drawing in the colours of the present theme."""
    scenario = SYSTEM.load(POSITION)
    board = BoardScene()
    sheet = board.lay(scenario)
    board.show(Session.new(SYSTEM, scenario, seed=0).view())
    kept: dict[int, QImage] = {}

    def draw(painter: QPainter) -> None:
        wide = round(PIECE.width() * painter.worldTransform().m11() * painter.device().devicePixelRatioF())
        if wide not in kept:
            kept.clear()
            kept[wide] = board.picture(QSize(wide, round(wide * PIECE.height() / PIECE.width())), PIECE)
        painter.drawImage(QRectF(0, 0, PIECE.width(), PIECE.height()), kept[wide])

    callouts = [
        Callout(part.at - PIECE.topLeft(), part.title, part.text, part.rule, part.right)
        for part in (*_left(sheet), *_right(sheet))
    ]
    return Diagram("How to read the map", LEAD, PIECE.size(), draw, callouts)


def _crossing(sheet: Sheet, border: str) -> QPointF:
    at = sheet.crossing(border)
    assert at is not None
    return at


def _edge(sheet: Sheet, area: str) -> QPointF:
    """Return a point within the left edge of an area."""
    region, at = sheet.region(area), sheet.disc(area)
    while region.contains(at):
        at -= QPointF(4, 0)
    return at + QPointF(16, 0)


def _left(sheet: Sheet) -> tuple[MapPart, ...]:
    """Return the labels at the left, from top to bottom."""
    return (
        MapPart(
            "Bridge site",
            "The road over the Durance. A cut deck and red cross: bridge down. A scaffold counts the "
            "activations until it is built.",
            "9",
            _crossing(sheet, "08-17") + QPointF(14, -16),
        ),
        MapPart(
            "River",
            "A wide line is a major river, a thin one minor. View > Rivers shows what each costs.",
            "4",
            _crossing(sheet, "11-17") + QPointF(-6, 12),
        ),
        MapPart("Control", "The edge of the area: green strokes Allied, gray dots German.", "1.6", _edge(sheet, "08")),
        MapPart(
            "Road",
            "Motorized units on a road pay nothing extra for rough ground. They only enter mountains by road.",
            "4",
            _crossing(sheet, "06-11"),
        ),
        MapPart(
            "Fortress",
            "A hexagon around the number. Bombing and hits lower its level, shown on a track in the sea.",
            "1.5",
            sheet.disc("09"),
        ),
        MapPart(
            "Tray",
            "If an area is too small for its stacks, they lie in a tray. The tray counts as the "
            "area: drop units there.",
            "",
            sheet.trays["09"].bottomLeft() + QPointF(50, -60),
        ),
    )


def _right(sheet: Sheet) -> tuple[MapPart, ...]:
    """Return the labels at the right, from top to bottom."""
    return (
        MapPart(
            "FFI",
            "Fighters add 1 to the die. A cross of Lorraine is control alone.",
            "1.3.4",
            sheet.marks("08"),
            right=True,
        ),
        MapPart(
            "Number",
            "White: clear. Yellow: rough, die −1. A triangle: mountain, die −2.",
            "1.1",
            sheet.disc("07"),
            right=True,
        ),
        MapPart(
            "Allied stack",
            "The top counters and their number. Zoomed out, a plate shows strength and number.",
            "1.7",
            sheet.stand("07", ALLIED) + QPointF(COUNTER, -COUNTER) * 0.4,
            right=True,
        ),
        MapPart("German stack", "Always at the right.", "1.7", sheet.stand("06", GERMAN), right=True),
        MapPart(
            "Broken chain",
            "The units here are out of supply: half strength.",
            "1.8",
            sheet.marks("05") + QPointF(18, 10),
            right=True,
        ),
    )
