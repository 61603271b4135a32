"""How to read a counter: both sides of one, enlarged, with everything on it explained."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.printing import fonts
from app.printing.blocks import Block, Cells, Draw, Figure
from app.printing.paper import mm
from app.printing.tables import Cell, Drawn, Table, heading, title
from app.printing.text import INK, label, measure
from app.systems.company_scale.board.counters.face import Face, Fire
from app.systems.company_scale.board.counters.painter import BOXES, LABEL, RANGE, ROW, SYMBOL
from app.systems.company_scale.board.counters.symbols import SYMBOLS, draw_symbol
from app.systems.company_scale.printing.counter_art import paint_unit
from app.systems.company_scale.printing.grey_signs import LETTERS
from app.systems.company_scale.printing.job import Job
from app.systems.company_scale.text.names import BOXES as BOX_WORDS

FRONT = Face("B/15/11", "assault_gun", "company", "#6c7177", "#f4efe2", "#eac11c", "hard", -1, Fire("white", 5, 3),
             indirect=Fire("black", 4, 12))  # fmt: skip
BACK = Face("B/15/11", "assault_gun", "company", "#6c7177", "#f4efe2", "#eac11c", "hard", 0, Fire("white", 4, 1),
            "tracked", 12, False)  # fmt: skip
LARGE = mm(46)
SYMBOL_WORDS = {
    "infantry": "Infantry",
    "armor": "Tanks",
    "cavalry": "Reconnaissance",
    "cavalry_armored": "Armored cars",
    "artillery": "Artillery",
    "artillery_sp": "Self-propelled artillery",
    "assault_gun": "Assault guns",
    "anti_tank": "Anti-tank guns",
    "tank_destroyer": "Tank destroyers",
    "anti_aircraft": "Anti-aircraft guns",
    "engineer": "Engineers",
    "mortar": "Mortars",
    "infantry_gun": "Infantry guns",
    "headquarters": "Headquarters",
    "mechanized_infantry": "Armored infantry",
    "truck": "Transport",
}


def anatomy(job: Job) -> list[Block]:
    """Return the blocks of the page about counters."""
    boxes: list[list[Cell]] = []
    for name in BOXES:
        words = BOX_WORDS[name]
        letter = f"; letter {LETTERS[name]} on sheets without colour" if job.grey else ""
        boxes.append([Drawn(mm(8), _fire_box(name)), name.capitalize(), f"{words[0].upper()}{words[1:]}{letter}"])
    return [
        title("How to read a counter", "Deployed on the front, in column on the back (3.2)."),
        Figure(mm(72), lambda painter, box: _both(painter, box, job.grey), gap=mm(4)),
        heading("Fire boxes"),
        Table(["", "Box", "Fires"], boxes, [1, 2, 8], "cll", points=9.5),
        heading("Symbols"),
        Cells([_symbol(name) for name in SYMBOLS if name in SYMBOL_WORDS], 4, mm(12), gap=mm(3)),
    ]


def _both(painter: QPainter, box: QRectF, grey: bool) -> None:
    top = box.top() + mm(13)
    front = QRectF(box.left() + mm(24), top, LARGE, LARGE)
    back = QRectF(box.right() - mm(24) - LARGE, top, LARGE, LARGE)
    paint_unit(painter, front, FRONT, grey)
    paint_unit(painter, back, BACK, grey)
    left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
    for text, spot, at, align in (
        ("Size: a company", (48, 8), (44, -16), left),
        ("Formation stripe", (8, 33), (-52, 33), left),
        ("Name", (LABEL.left() + 10, 56), (-52, 56), left),
        ("Fire value", (ROW.fire.left() + 2, 85), (-52, 82), left),
        ("Kind of unit", (SYMBOL.right() - 3, 40), (106, 40), left),
        ("Second value: indirect", (ROW.move.center().x() - 2, 90), (106, 82), left),
        ("Range in hexes", (RANGE.left() + 4, 76), (-52, 104), left),
        ("Defense: minus is good;", (ROW.defense.center().x(), 90), (34, 118), left),
        ("yellow box hard target, black box tank", None, (34, 127), left),
    ):
        _call(painter, front, text, spot, at, align)
    for text, spot, at, align in (
        ("Column: arrow, cut corner", (88, 30), (58, -16), left),
        ("Movement points", (ROW.move.center().x() + 8, 78), (104, 74), left),
        ("with a track, two wheels, or nothing (on foot)", (ROW.move.center().x() + 4, 94), (110, 118), right),
    ):
        _call(painter, back, text, spot, at, align)


def _call(
    painter: QPainter,
    square: QRectF,
    text: str,
    spot: tuple[float, float] | None,
    at: tuple[float, float],
    align: Qt.AlignmentFlag,
) -> None:
    """Write a label beside a counter with a line to what it explains; places in hundredths of the counter."""
    unit = square.width() / 100
    place = QPointF(square.left() + at[0] * unit, square.top() + at[1] * unit)
    wide = mm(60)
    room = QRectF(place.x() if align & Qt.AlignmentFlag.AlignLeft else place.x() - wide, place.y() - mm(2), wide, mm(4))
    face = fonts.sans(9)
    label(painter, room, text, face, align=align | Qt.AlignmentFlag.AlignVCenter)
    if spot is None:
        return
    end = QPointF(square.left() + spot[0] * unit, square.top() + spot[1] * unit)
    start = QPointF(place)
    if at[0] < 0:
        start.setX(place.x() + measure(text, face) + mm(1))
    elif at[0] > 100:
        start.setX(place.x() - mm(1))
    else:
        start += QPointF(mm(2), mm(-2.4) if at[1] > 100 else mm(2.4))
    painter.setPen(QPen(INK, 2.0))
    painter.drawLine(QLineF(start, end))
    painter.setBrush(INK)
    painter.drawEllipse(end, mm(0.6), mm(0.6))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _fire_box(name: str) -> Draw:
    def draw(painter: QPainter, box: QRectF) -> None:
        ground, ink = BOXES[name]
        square = QRectF(box.center().x() - mm(3.4), box.top() + mm(0.6), mm(6.8), mm(6.8))
        painter.setPen(QPen(INK, 3))
        painter.setBrush(ground)
        painter.drawRoundedRect(square, mm(1), mm(1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        label(painter, square, "4", fonts.sans(13, bold=True), ink=QColor(ink), align=Qt.AlignmentFlag.AlignCenter)

    return draw


def _symbol(name: str) -> Draw:
    def draw(painter: QPainter, box: QRectF) -> None:
        painter.save()
        painter.translate(box.left(), box.top() + mm(1))
        painter.scale(mm(13) / 46, mm(13) / 46)
        draw_symbol(painter, QRectF(0, 0, 46, 30), name)
        painter.restore()
        label(painter, QRectF(box.left() + mm(15), box.top() + mm(1), box.width() - mm(15), mm(8)), SYMBOL_WORDS[name],
              fonts.sans(9))  # fmt: skip

    return draw
