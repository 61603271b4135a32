"""How to read a counter and the map, with every part named."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QPainter

from app.diagram import Callout, Caption, Diagram, piece_of
from app.systems.striking_anvil.art.counters import Look, paint_counter
from app.systems.striking_anvil.board.geometry import COUNTER, Sheet
from app.systems.striking_anvil.board.scene import BoardScene
from rules.engine.session import Session
from rules.striking_anvil.scenario import ALLIED, GERMAN
from rules.striking_anvil.system import SYSTEM

# --- How to read a counter: a regiment and what supports it with every part named ----------------------------------

LARGE, SMALL = 180.0, 62.0
REGIMENT = Look("7IR", "3US", "us", "combat", "infantry", 8, 1, 0, 2)
GUNS = Look("AR119", "11PzD", "de", "support", "artillery", 0, 3, 1, 1)
PLACES = {REGIMENT: QPointF(100, 120), GUNS: QPointF(348, 120)}
STATES = (
    (Look("7IR", "3US", "us", "combat", "infantry", 4, 1, 0, 1, reduced=True), "reduced"),
    (Look("7IR", "3US", "us", "combat", "infantry", 8, 1, 0, 2, disorganized=True), "Disorganized"),
    (Look("GR918", "242ID", "de", "combat", "infantry", 4, 0, 0, 2, entrenched=True), "entrenched"),
    (Look("MAA", "", "de", "cd", "coastal battery", 0, 0, 2, 2), "coastal battery"),
    (Look("US trucks", "", "us", "transport", "trucks", 0, 3, 0, 0), "transport"),
)
STATES_TOP, STATE_WIDE = 262.0, 90.0
SIZE = QSizeF(len(STATES) * STATE_WIDE, STATES_TOP + SMALL + 84)
BELOW = STATES_TOP + SMALL + 24
"""Where the first label of the states stands best, so that no line crosses another."""
COUNTER_LEAD = (
    "An Allied regiment and a German support unit. A combat unit has two sides, full and reduced. "
    "Upright it is in Good Order, upside down it is Disorganized. Below are other states and kinds."
)


def counter_drawing() -> Diagram:
    """Return the drawing."""

    def draw(painter: QPainter) -> None:
        scale = painter.worldTransform().m11()
        for look, at in PLACES.items():
            paint_counter(painter, _box(at, LARGE), look, LARGE * scale)
        for number, (look, _) in enumerate(STATES):
            at = QPointF((number + 0.5) * STATE_WIDE, STATES_TOP + SMALL / 2)
            paint_counter(painter, _box(at, SMALL), look, SMALL * scale)

    captions = [
        Caption(QRectF(PLACES[look].x() - LARGE / 2, 2, LARGE, 20), words)
        for look, words in ((REGIMENT, "combat unit, full"), (GUNS, "support unit"))
    ]
    captions += [
        Caption(QRectF(number * STATE_WIDE, STATES_TOP - 22, STATE_WIDE, 20), words)
        for number, (_, words) in enumerate(STATES)
    ]
    return Diagram("How to read a counter", COUNTER_LEAD, SIZE, draw, CALLOUTS, captions)


def _box(at: QPointF, side: float) -> QRectF:
    return QRectF(at.x() - side / 2, at.y() - side / 2, side, side)


def _on(look: Look, across: float, down: float) -> QPointF:
    """Return a point of a large counter, given in hundredths of its side from its middle."""
    return PLACES[look] + QPointF(across, down) * (LARGE / 100)


def _state(number: int, down: float = 0.0) -> QPointF:
    """Return a point of a small counter, given in hundredths of its side below its middle."""
    return QPointF((number + 0.5) * STATE_WIDE, STATES_TOP + SMALL / 2 + down * SMALL / 100)


CALLOUTS = (
    # the regiment and of the states below it, from top to bottom
    Callout(_on(REGIMENT, -12, -37), "Name", "The 7th Infantry Regiment.", "1.3.1"),
    Callout(_on(REGIMENT, -24, -10), "Symbol", "The unit type, here infantry.", "1.3.1"),
    Callout(
        _on(REGIMENT, -14, 28),
        "Strength",
        "Added up to find the column of the combat table. Only combat units have strength and can attack or defend.",
        "5.2",
    ),
    Callout(_on(REGIMENT, 16, 34), "Movement", "Movement points. 3 means motorized, E entrenched: it can't move.", "4"),
    Callout(_state(0, 16), "White band", "Reduced: one of two steps lost, with lower values.", "1.3.1", level=BELOW),
    Callout(
        _state(1, 44),
        "Upside down",
        "Disorganized, with an amber badge: it has acted or taken a hit this way, and recovers at the end of the turn.",
        "1.3",
        level=BELOW + 46,
    ),
    # the support unit and of the states below it, from top to bottom
    Callout(
        _on(GUNS, 38, -44),
        "Color and edge",
        "Dark and square: German. Light: Allied. Round corners are American, one cut and one "
        "stripe French, two cuts British. The color shows the division.",
        "1.3",
        right=True,
    ),
    Callout(
        _on(GUNS, 40, -10),
        "Division",
        "Three combat units can act together, or four if two are from one division.",
        "3",
        right=True,
    ),
    Callout(
        _on(GUNS, 46, 14),
        "Dotted frame",
        "A support unit. It only fights alongside a combat unit.",
        "1.3.2",
        right=True,
    ),
    Callout(_on(GUNS, 12, 28), "Bonus", "Added to the die of an attack it joins.", "5.7", right=True),
    Callout(
        _state(4, 40),
        "Transport",
        "Has only movement points. It carries units of its own nation.",
        "1.3.3",
        right=True,
        level=BELOW,
    ),
    Callout(
        _state(3, 40),
        "Pips",
        "Steps of a coastal battery. It never moves and adds its bonus.",
        "1.3.3",
        right=True,
        level=BELOW + 46,
    ),
    Callout(
        _state(2, 40),
        "E",
        "Entrenched. It can leave its trenches, reduced, and then move.",
        "4",
        right=True,
        level=BELOW + 92,
    ),
)

# --- How to read the map: the country behind Toulon with every part named ------------------------------------------

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
MAP_LEAD = (
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
        return board.painting(size, PIECE).whole()

    return piece_of("How to read the map", MAP_LEAD, PIECE, picture, (*_left(sheet), *_right(sheet)), smooth=False)


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
