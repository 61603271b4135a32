"""How to read the map: the country behind Toulon with every part named."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QImage

from app.diagram import Callout, Diagram, piece_of
from app.systems.striking_anvil.board.geometry import COUNTER, Sheet
from app.systems.striking_anvil.board.scene import BoardScene
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


def map_drawing() -> Diagram:
    """Return the drawing in the colours of the present theme."""
    scenario = SYSTEM.load(POSITION)
    board = BoardScene()
    sheet = board.lay(scenario)
    board.show(Session.new(SYSTEM, scenario, seed=0).view())

    def picture(size: QSize) -> QImage:
        return board.picture(size, PIECE)

    return piece_of("How to read the map", LEAD, PIECE, picture, (*_left(sheet), *_right(sheet)), smooth=False)


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


def _left(sheet: Sheet) -> tuple[Callout, ...]:
    """Return the labels at the left, from top to bottom."""
    return (
        Callout(
            _crossing(sheet, "08-17") + QPointF(14, -16),
            "Bridge site",
            "The road over the Durance. A cut deck and red cross: bridge down. A scaffold counts the "
            "activations until it is built.",
            "9",
        ),
        Callout(
            _crossing(sheet, "11-17") + QPointF(-6, 12),
            "River",
            "A wide line is a major river, a thin one minor. View > Rivers shows what each costs.",
            "4",
        ),
        Callout(_edge(sheet, "08"), "Control", "The edge of the area: green strokes Allied, gray dots German.", "1.6"),
        Callout(
            _crossing(sheet, "06-11"),
            "Road",
            "Motorized units on a road pay nothing extra for rough ground. They only enter mountains by road.",
            "4",
        ),
        Callout(
            sheet.disc("09"),
            "Fortress",
            "A hexagon around the number. Bombing and hits lower its level, shown on a track in the sea.",
            "1.5",
        ),
        Callout(
            sheet.trays["09"].bottomLeft() + QPointF(50, -60),
            "Tray",
            "If an area is too small for its stacks, they lie in a tray. The tray counts as the "
            "area: drop units there.",
            "",
        ),
    )


def _right(sheet: Sheet) -> tuple[Callout, ...]:
    """Return the labels at the right, from top to bottom."""
    return (
        Callout(
            sheet.marks("08"),
            "FFI",
            "Fighters add 1 to the die. A cross of Lorraine is control alone.",
            "1.3.4",
            right=True,
        ),
        Callout(
            sheet.disc("07"),
            "Number",
            "White: clear. Yellow: rough, die −1. A triangle: mountain, die −2.",
            "1.1",
            right=True,
        ),
        Callout(
            sheet.stand("07", ALLIED) + QPointF(COUNTER, -COUNTER) * 0.4,
            "Allied stack",
            "The top counters and their number. Zoomed out, a plate shows strength and number.",
            "1.7",
            right=True,
        ),
        Callout(sheet.stand("06", GERMAN), "German stack", "Always at the right.", "1.7", right=True),
        Callout(
            sheet.marks("05") + QPointF(18, 10),
            "Broken chain",
            "The units here are out of supply: half strength.",
            "1.8",
            right=True,
        ),
    )
