"""Player aids: turn and dice on one page, terrain and obstacles on another."""

from __future__ import annotations

from functools import partial
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from app.printing import fonts
from app.printing.blocks import Block, Cells, Figure
from app.printing.document import Sheet, on_one_page
from app.printing.paper import mm
from app.printing.text import body, label, plain
from app.systems.command_cards.art.counters import TALL, WIDE, paint_counter, paint_obstacle
from app.systems.command_cards.art.dice import draw_die
from app.systems.command_cards.art.palette import DAY
from app.systems.command_cards.art.terrain import TERRAIN, hexagon
from app.systems.command_cards.printing.job import Job, full
from app.systems.command_cards.printing.setup_sheets import heading
from app.systems.command_cards.text.help_cards import FACES, ground_words
from rules.command_cards.charts import Ground, obstacles, terrains, unit_types

TURN = (
    "1. Card: play one command card and name whom it orders.",
    "2. Orders are announced with the card; a unit is ordered once.",
    "3. Move ordered units one after another. Nobody enters or passes an occupied hex.",
    "4. Battle with ordered units one after another. A unit rolls all its dice whatever figures it has lost.",
    "5. Count objectives, discard the card, draw another. Medals enough: the game is won at once, even in mid-battle.",
)


def aids_sheets(job: Job) -> list[Sheet]:
    """Return both pages."""
    turn: list[Block] = [heading("A turn"), *map(body, TURN), heading("The dice")]
    turn += [Figure(mm(13), partial(_die, face, words), gap=mm(1)) for face, words in FACES.items()]
    turn.append(heading("Units"))
    turn += [Figure(mm(15), partial(_unit, kind), gap=mm(1)) for kind in unit_types()]
    ground: list[Block] = [heading("Terrain"), Cells([partial(_ground, name) for name in terrains()], 2, mm(22))]
    ground += [heading("Obstacles"), Cells([partial(_obstacle, name) for name in obstacles()], 2, mm(22))]
    note = (
        "Dice: change for attacking infantry / armor. The dice of artillery never change. "
        "Of terrain and obstacle the greater change counts, not both."
    )
    return [
        *on_one_page("Turn and dice", turn, job.paper),
        *on_one_page("Terrain and obstacles", [*ground, plain(note)], job.paper),
    ]


def _die(face: str, words: str, painter: QPainter, box: QRectF) -> None:
    side = box.height() - mm(1)
    draw_die(painter, QRectF(box.left(), box.top(), side, side), face)
    label(painter, box.adjusted(side + mm(4), 0, 0, 0), f"{face}: {words}", fonts.serif(10))


def _unit(kind: str, painter: QPainter, box: QRectF) -> None:
    tall = box.height() - mm(4)
    wide = tall * WIDE / TALL
    paint_counter(painter, QRectF(box.left() + mm(1), box.top() + mm(2), wide, tall), full(kind, "allied"))
    unit = unit_types()[kind]
    dice = ", ".join(map(str, unit.dice))
    after = f"battles after {unit.battle_after}" if unit.battle_after < unit.move else "and battles after any move"
    words = f"{unit.name}: {unit.figures} figures, moves {unit.move}, {after}; dice by distance {dice}"
    label(painter, box.adjusted(wide + mm(6), 0, 0, 0), words, fonts.serif(9.5))


def _told(painter: QPainter, box: QRectF, ground: Ground) -> None:
    room = box.adjusted(mm(24), mm(1), 0, 0)
    label(painter, QRectF(room.left(), room.top(), room.width(), mm(5)), ground.name, fonts.serif(10, bold=True))
    lines = ground_words(ground)
    for n, words in enumerate(lines):
        label(painter, QRectF(room.left(), room.top() + mm(5 + n * 3.5), room.width(), mm(3.5)), words, fonts.sans(7.5))


def _ground(name: str, painter: QPainter, box: QRectF) -> None:
    at, radius = QPointF(box.left() + mm(11), box.center().y()), mm(9.5)
    painter.save()
    painter.fillPath(hexagon(at, radius), QColor(DAY.ground[0]))
    if name in TERRAIN:
        TERRAIN[name](painter, at, radius, Random(3), DAY)
    else:
        share = {"river": 1.0, "stream": 0.35, "bridge": 0.8, "ford": 0.7}[name]
        painter.setClipPath(hexagon(at, radius), Qt.ClipOperation.IntersectClip)
        band = QRectF(at.x() - radius, at.y() - radius * share / 2, 2 * radius, radius * share)
        painter.fillRect(band, QColor(DAY.water))
    painter.restore()
    _told(painter, box, terrains()[name])


def _obstacle(name: str, painter: QPainter, box: QRectF) -> None:
    at, radius = QPointF(box.left() + mm(11), box.center().y()), mm(9.5)
    painter.fillPath(hexagon(at, radius), QColor(DAY.ground[0]))
    painter.save()
    painter.translate(at)
    painter.scale(radius / 40, radius / 40)
    paint_obstacle(painter, QPointF(), name, DAY)
    painter.restore()
    _told(painter, box, obstacles()[name])
