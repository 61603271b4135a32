"""The units of a side as a list to tick: each with its counter, its hex, its name and its figures."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.printing import fonts
from app.printing.blocks import Cells, Draw
from app.printing.paper import mm
from app.printing.tables import boxes
from app.printing.text import SOFT, label
from app.systems.command_cards.art.counters import TALL, WIDE, Look, paint_counter
from app.systems.command_cards.text.names import kind_name
from rules.engine.frozen import frozen

ACROSS = 4
ROWS = (15.0, 13.6, 12.6)
"""Heights of a row in millimetres, the largest first: a sheet takes the largest with which it is one page."""


@frozen
class Entry:
    """One unit of the list: how it looks, and where it goes."""

    look: Look
    where: str


def cells(entries: Sequence[Entry], row: float) -> Cells:
    """Return entries as a block of cells in rows of a height in millimetres."""
    return Cells([_cell(entry, row) for entry in entries], ACROSS, mm(row), gap=mm(1.5), between=mm(2.0))


def _cell(entry: Entry, row: float) -> Draw:
    def draw(painter: QPainter, box: QRectF) -> None:
        boxes(painter, QRectF(box.left(), box.top(), mm(4), box.height()), 1)
        tall = mm(row - 2.8)
        counter = QRectF(box.left() + mm(5), box.center().y() - tall / 2, tall * WIDE / TALL, tall)
        paint_counter(painter, counter, entry.look)
        left, look = counter.right() + mm(2.0), entry.look
        line = QRectF(left, counter.center().y() - mm(5), box.right() - left, mm(5))
        label(painter, line, entry.where, fonts.sans(11.5, bold=True))
        lost = f", {look.figures} of {look.full}" if look.figures < look.full else ""
        line.translate(0, mm(4.9))
        label(painter, line, f"{kind_name(look.kind)}{lost}", fonts.sans(9), ink=SOFT)

    return draw
