"""Player aids, both sides of one sheet, and what is cut out: cards, counters, medals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.printing.document import Sheet, flowing
from app.printing.paper import HEADER, MARGIN, Block, Paper, mm
from app.printing.tables import Cell, DrawnCell, PageTable, body, heading, title
from app.systems.command_cards.art.cards import paint_card
from app.systems.command_cards.art.counters import (
    TALL,
    WIDE,
    Look,
    paint_back,
    paint_counter,
    paint_medal,
    paint_obstacle,
)
from app.systems.command_cards.art.figures import draw_die
from app.systems.command_cards.art.palette import DAY
from app.systems.command_cards.art.terrain import TERRAIN, hexagon
from app.systems.command_cards.printing.job import Job, look_of
from app.systems.command_cards.text.help_cards import FACES, attacking, battling, defending, entering, other
from rules.command_cards.charts import Card, Charts, Ground, UnitType
from rules.command_cards.state import SEATS
from rules.engine.english import capital, spelled

# --- Player aids, both sides of one sheet: turn, dice and units on one, terrain ------------------------------------

POINTS = 9.0
"""Size of type in the charts."""
TURN = (
    ("1. Card", "Play one command card. If it can order no one, it orders any one unit and does nothing else."),
    ("2. Orders", "Announce every unit the card orders. One order per unit. You may order fewer than allowed."),
    ("3. Moves", "Move ordered units one at a time, hex by hex. No unit enters or passes through an occupied hex."),
    (
        "4. Battles",
        "Battle with ordered units one at a time. Check range and line of sight, then count the dice. "
        "A unit next to an enemy can only close assault. A unit rolls all its dice however many figures it has left.",
    ),
    (
        "5. Draw",
        "Count objectives, discard the card, draw another. You win at once with the medals you need, "
        "even in mid-battle.",
    ),
)
AFTER = (
    ("Hits", "Remove one figure per hit. The side that removes the last figure takes the unit as a medal."),
    (
        "Flags",
        "The unit retreats one row per flag toward its own edge, into an empty hex it may enter. "
        "Each hex it can't retreat costs a figure. The owner picks the hexes.",
    ),
    ("Taking ground", "Ordered infantry or armor may enter a hex its close assault emptied. Artillery can't."),
    ("Overrun", "Armor that takes ground may battle once more, right away, and may take ground again."),
)


def aids_sheets(job: Job) -> list[Sheet]:
    """Return both sides of the sheet."""
    turn: list[Block] = [title("Battle Cards: the turn"), _told("Step", TURN), heading("After the dice")]
    turn += [_told("", AFTER), heading("The battle dice"), _dice(), heading("Units"), _units(job.charts)]
    turn.append(body("Dice at each distance in hexes. Terrain and cover change them; see the charts overleaf.", POINTS))
    ground: list[Block] = [
        title("Battle Cards: terrain and obstacles"),
        _chart("Terrain", job.charts.terrains, _ground),
    ]
    ground.append(_chart("Obstacle", job.charts.obstacles, _obstacle))
    note = (
        "Artillery always rolls its full dice. Of terrain and obstacle in one hex only the larger change counts. "
        f"Changes for the target's hex and for the attacker's hex add up. {_road(job.charts)}"
    )
    ground.append(body(note, POINTS))
    return [*flowing("Turn, dice and units", turn, job.paper), *flowing("Terrain and obstacles", ground, job.paper)]


def _road(charts: Charts) -> str:
    more = charts.extra_road_hexes
    return f"Road: {spelled(more, 'hex')} more if the whole move follows it." if more else "Roads make no move longer."


def _told(head: str, rows: tuple[tuple[str, str], ...]) -> PageTable:
    return PageTable([], [list(row) for row in rows], [2.2, 14], "ll", points=10.0, gap=mm(1.5), strong=True)


def _dice() -> PageTable:
    rows: list[list[Cell]] = [
        [DrawnCell(mm(7.4), partial(_die, face)), face.capitalize(), capital(words)] for face, words in FACES.items()
    ]
    return PageTable(["", "Face", "What it does"], rows, [1.2, 2, 12], "lll", points=10.0, gap=mm(1.5))


def _die(face: str, painter: QPainter, box: QRectF) -> None:
    side = min(box.height(), box.width())
    draw_die(painter, QRectF(box.left(), box.center().y() - side / 2, side, side), face)


def _units(charts: Charts) -> PageTable:
    reach = max(6, *(len(unit.dice) for unit in charts.units.values()))
    rows: list[list[Cell]] = [
        [
            DrawnCell(mm(8.6), partial(_unit, unit)),
            capital(unit.name),
            str(unit.figures),
            str(unit.move),
            _after(unit),
            *(str(unit.dice[n]) if n < len(unit.dice) else "–" for n in range(reach)),
            _special(unit),
        ]
        for unit in charts.units.values()
    ]
    head = ["", "Unit", "Figures", "Moves", "Battles after", *(str(far) for far in range(1, reach + 1)), "Special"]
    widths = [2, 2.2, 1.5, 1.4, 2.3, *[0.7] * reach, 5]
    return PageTable(head, rows, widths, "llccl" + "c" * reach + "l", points=POINTS, gap=mm(1.5))


def _after(unit: UnitType) -> str:
    if not unit.battle_after:
        return "no move"
    return "any move" if unit.battle_after >= unit.move else f"{unit.battle_after} hex"


def _special(unit: UnitType) -> str:
    told = [
        *(["may battle after entering woods and towns"] if unit.battle_in_new_terrain else []),
        *([f"may retreat up to {unit.retreat_per_flag[1]} hexes per flag"] if unit.retreat_per_flag[1] > 1 else []),
        *(["overruns"] if unit.overrun else []),
        *([] if unit.needs_los else ["needs no line of sight"]),
        *([] if unit.takes_ground else ["never takes ground"]),
    ]
    return capital("; ".join(told)) or "–"


def _unit(kind: UnitType, painter: QPainter, box: QRectF) -> None:
    wide = min(box.width(), box.height() * WIDE / TALL)
    tall = wide * TALL / WIDE
    counter = QRectF(box.left(), box.center().y() - tall / 2, wide, tall).adjusted(mm(0.6), mm(0.6), -mm(0.6), -mm(0.6))
    paint_counter(painter, counter, look_of(kind, "allied"))


def _chart(head: str, kinds: Mapping[str, Ground], draw: Callable[[str, QPainter, QRectF], None]) -> PageTable:
    """Return the chart of terrain or obstacles: a picture, then everything in words."""
    rows: list[list[Cell]] = [
        [
            DrawnCell(mm(8.2), partial(draw, name)),
            capital(ground.name),
            entering(ground),
            battling(ground),
            defending(ground),
            attacking(ground),
            other(ground),
        ]
        for name, ground in kinds.items()
    ]
    names = ["", head, "Entering", "Battle on entering", "Attacks on a unit here", "Attacks from here", "Also"]
    return PageTable(
        names, rows, [1.1, 1.8, 4.1, 2.5, 3.6, 2.5, 5.0], "lllllll", points=POINTS, gap=mm(3), strong=False
    )


def _ground(name: str, painter: QPainter, box: QRectF) -> None:
    at, radius = QPointF(box.left() + mm(4.4), box.center().y()), mm(4.1)
    painter.save()
    painter.fillPath(hexagon(at, radius), QColor(DAY.ground[0]))
    if name in TERRAIN:
        TERRAIN[name](painter, at, radius, Random(3), DAY)
    elif name in ("river", "stream", "bridge", "ford"):
        share = {"river": 1.0, "stream": 0.35, "bridge": 0.8, "ford": 0.7}[name]
        painter.setClipPath(hexagon(at, radius), Qt.ClipOperation.IntersectClip)
        band = QRectF(at.x() - radius, at.y() - radius * share / 2, 2 * radius, radius * share)
        painter.fillRect(band, QColor(DAY.water))
        if name == "bridge":
            painter.fillRect(
                QRectF(at.x() - radius * 0.28, at.y() - radius * 0.7, radius * 0.56, radius * 1.4), QColor(DAY.wood)
            )
    painter.restore()


def _obstacle(name: str, painter: QPainter, box: QRectF) -> None:
    at, radius = QPointF(box.left() + mm(4.4), box.center().y()), mm(4.1)
    painter.fillPath(hexagon(at, radius), QColor(DAY.ground[0]))
    painter.save()
    painter.translate(at)
    painter.scale(radius / 40, radius / 40)
    paint_obstacle(painter, QPointF(), name, DAY)
    painter.restore()


# --- What is cut out: the cards with their backs, counters for every strength, medals ------------------------

CARD = (63.0, 88.0)
"""Size of a card in millimetres."""
COUNTER = (27.0, 19.0)
FOOT = 6.0
"""Millimetres kept free at the foot of a sheet of pieces."""
Piece = Callable[[QPainter, QRectF], None]


def places(paper: Paper, wide: float, tall: float) -> list[QRectF]:
    """Return where pieces of a size in millimetres lie on a sheet, in the middle from side to side."""
    across = int((paper.width - 2 * FOOT) // wide)
    down = int((paper.height - MARGIN - HEADER - FOOT) // tall)
    left, top = (paper.width - across * wide) / 2, MARGIN + HEADER
    return [
        QRectF(mm(left + column * wide), mm(top + row * tall), mm(wide), mm(tall))
        for row in range(down)
        for column in range(across)
    ]


def sheets_of(head: str, pieces: Sequence[Piece], paper: Paper, size: tuple[float, float]) -> list[Sheet]:
    """Return the sheets that pieces of one size fill, with lines to cut along."""
    boxes = places(paper, *size)
    return [
        Sheet(head, _laid(pieces[start : start + len(boxes)], boxes)) for start in range(0, len(pieces), len(boxes))
    ]


def _laid(pieces: Sequence[Piece], boxes: Sequence[QRectF]) -> Piece:
    def draw(painter: QPainter, page: QRectF) -> None:
        for piece, box in zip(pieces, boxes, strict=False):
            painter.setPen(QPen(QColor("#9a9284"), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box)
            piece(painter, box)

    return draw


def deck(charts: Charts) -> list[Card]:
    """Return the cards of the deck, each as often as it is there."""
    return [card for card in charts.cards.values() for _ in range(card.copies)]


def card_sheets(job: Job) -> list[Sheet]:
    """Return the cards of the deck, each sheet followed by its backs."""
    cards = deck(job.charts)
    fronts = sheets_of("Command cards", [_front(card) for card in cards], job.paper, CARD)
    backs = sheets_of("Command cards, backs", [_back] * len(cards), job.paper, CARD)
    return [sheet for pair in zip(fronts, backs, strict=True) for sheet in pair]


def _front(card: Card) -> Piece:
    return lambda painter, box: paint_card(painter, _within(box, 1.2), card, DAY)


def _back(painter: QPainter, box: QRectF) -> None:
    paint_back(painter, _within(box, 1.2))


def _within(box: QRectF, millimetres: float) -> QRectF:
    edge = mm(millimetres)
    return box.adjusted(edge, edge, -edge, -edge)


def counter_sheets(job: Job) -> list[Sheet]:
    """Return counters of every unit for each number of figures it can have, the obstacles and the medals."""
    units = sorted(job.scenario.units.values(), key=lambda unit: (unit.seat, unit.kind))
    pieces = [
        _counter(look_of(job.charts.units[unit.kind], unit.seat, figures))
        for unit in units
        for figures in range(job.charts.units[unit.kind].figures, 0, -1)
    ]
    pieces += [_obstacle_piece(kind) for kind in ("sandbags",) * 6]
    pieces += [_medal] * sum(job.scenario.sides[seat].medals for seat in SEATS)
    return sheets_of("Counters: swap them as figures are lost", pieces, job.paper, COUNTER)


def _counter(look: Look) -> Piece:
    def draw(painter: QPainter, box: QRectF) -> None:
        inner = _within(box, 1.5)
        wide = min(inner.width(), inner.height() * WIDE / TALL)
        size = QRectF(0, 0, wide, wide * TALL / WIDE)
        size.moveCenter(inner.center())
        paint_counter(painter, size, look)

    return draw


def _obstacle_piece(kind: str) -> Piece:
    def draw(painter: QPainter, box: QRectF) -> None:
        painter.save()
        painter.translate(box.center())
        painter.scale(box.width() / 70, box.width() / 70)
        paint_obstacle(painter, QPointF(0, 4), kind, DAY)
        painter.restore()

    return draw


def _medal(painter: QPainter, box: QRectF) -> None:
    paint_medal(painter, box.center() + QPointF(0, mm(2)), mm(5.5), "objective", DAY)
