"""Counters of a place as a list to tick: each with a box, its picture, its name and its values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.printing import fonts
from app.printing.blocks import Cells, Draw
from app.printing.paper import mm
from app.printing.tables import boxes
from app.printing.text import SOFT, label
from app.systems.striking_anvil.art.counters import Look, paint_counter
from app.systems.striking_anvil.printing.job import Job
from app.systems.striking_anvil.text.facts import state_words, values

COUNTER = mm(11.0)
ROW = mm(12.2)
ACROSS = 2


def listed(job: Job, units: Iterable[str], *, fresh: bool = False) -> Cells:
    """Return counters as a block of cells; `fresh` shows those that are still to come as they come."""
    told = [job.view["units"][unit] for unit in units]
    return Cells([_cell(unit, fresh) for unit in told], ACROSS, ROW, gap=mm(1.0), between=mm(2.5))


def _cell(unit: Any, fresh: bool) -> Draw:
    def draw(painter: QPainter, box: QRectF) -> None:
        boxes(painter, QRectF(box.left(), box.top(), mm(4), ROW), 1)
        square = QRectF(box.left() + mm(4.8), box.center().y() - COUNTER / 2, COUNTER, COUNTER)
        paint_counter(painter, square, Look.of(unit), 120.0)
        left = square.right() + mm(1.6)
        room = QRectF(left, square.top() + mm(0.6), box.right() - left, mm(4.6))
        label(painter, room, unit["label"], fonts.sans(9.5, bold=True))
        state = "" if fresh else state_words(unit)
        words = f"{values(unit)}{f', {state}' if state else ''}"
        label(painter, room.translated(0, mm(4.8)), words, fonts.sans(9), ink=SOFT)

    return draw
