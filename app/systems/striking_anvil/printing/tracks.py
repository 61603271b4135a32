"""Tracks at the size of the counters: turns with their days, fortification levels with their modifiers."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.board.lettering import letter
from app.printing import fonts
from app.printing.blocks import Block, Cells, Figure
from app.printing.document import Sheet, flowing
from app.printing.paper import mm
from app.printing.text import label
from app.systems.striking_anvil.art.counters import sans
from app.systems.striking_anvil.art.palette import DAY
from app.systems.striking_anvil.board.turns import label_of, paint_cell
from app.systems.striking_anvil.printing.job import Job
from app.systems.striking_anvil.printing.pieces import SIDE
from app.systems.striking_anvil.printing.setup_sheets import heading, place_name, units

CELL = SIDE + 5
_ACROSS = 8


def track_sheets(job: Job) -> list[Sheet]:
    """Return the tracks on one sheet."""
    scenario = job.scenario
    blocks: list[Block] = [heading("Turns")]
    blocks.append(Cells([partial(_turn, job, turn) for turn in range(1, scenario.turns + 1)], 4, mm(42)))
    for area, dice in scenario.charts.fortifications.items():
        blocks.append(heading(f"Fortress of {scenario.map.areas[area].name}: level, modifier of the die"))
        cells = [partial(_level, level, dice[level]) for level in reversed(range(len(dice)))]
        blocks.append(Cells(cells, _ACROSS, mm(CELL + 2), between=mm(2)))
    blocks.append(heading("Impulses: passes in a row"))
    blocks.append(Figure(mm(CELL), _passes))
    return flowing("Tracks", blocks, job.paper)


def _turn(job: Job, turn: int, painter: QPainter, box: QRectF) -> None:
    inner = box.adjusted(0, 0, 0, -mm(2))
    cell = QRectF(inner.left(), inner.top(), inner.width(), mm(CELL))
    paint_cell(painter, cell, turn, label_of(job.scenario, turn), DAY, 10.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(inner)
    lines = [f"{drop.area}: {units(job.scenario, drop.units)}" for drop in job.scenario.drops if drop.turn == turn]
    lines += [f"{_short(job, lot.box)}: {len(lot.units)} counters" for lot in job.scenario.lots if lot.turn == turn]
    for n, words in enumerate(lines):
        room = QRectF(inner.left() + mm(1.5), cell.bottom() + mm(1.5 + 4.6 * n), inner.width() - mm(3), mm(4))
        label(painter, room, words, fonts.sans(9))


def _short(job: Job, box: str) -> str:
    return place_name(job.scenario.map, box)


def _level(level: int, die: int, painter: QPainter, box: QRectF) -> None:
    cell = QRectF(box.left(), box.top(), box.width(), mm(CELL))
    painter.setPen(QPen(QColor(DAY.ink), 2.4))
    painter.setBrush(QColor(DAY.box_paper))
    painter.drawRect(cell)
    letter(painter, cell.center() - QPointF(0, mm(3)), str(level), sans(mm(7), bold=True), DAY.ink)
    told = f"−{-die}" if die < 0 else str(die)
    letter(painter, cell.center() + QPointF(0, mm(5)), told, sans(mm(4)), DAY.bad)


def _passes(painter: QPainter, box: QRectF) -> None:
    for n, words in enumerate(("nobody has passed", "one pass", "two passes: the phase ends")):
        cell = QRectF(box.left() + n * mm(60), box.top(), mm(56), box.height() - mm(2))
        painter.setPen(QPen(QColor(DAY.ink), 2.4))
        painter.setBrush(QColor(DAY.box_paper))
        painter.drawRect(cell)
        label(painter, cell.adjusted(mm(2), 0, -mm(2), -mm(9)), words, fonts.serif(9))
