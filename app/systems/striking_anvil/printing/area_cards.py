"""Area cards: each area and box of the position with both stacks, for going on at a real table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.printing import tables
from app.printing.document import Sheet, flowing
from app.printing.painter import Block, Cells
from app.printing.paper import mm
from app.printing.tables import SOFT, label, plain
from app.systems.striking_anvil.art.counters import Look, paint_counter
from app.systems.striking_anvil.art.tokens import DAY, paint_token
from app.systems.striking_anvil.board.signs import paint_disc
from app.systems.striking_anvil.board.stacks import ordered
from app.systems.striking_anvil.printing.job import Job
from app.systems.striking_anvil.printing.setup_sheets import heading
from rules.engine.english import capital
from rules.striking_anvil.scenario import SIDES
from rules.striking_anvil.view import AreaView, BoxView, View

TALL, ACROSS = 44.0, 2
_PIECE = 9.5
_NAMES = {"allied": "Allied", "german": "German"}


def area_sheets(job: Job) -> list[Sheet]:
    """Return the cards of every place where somebody stands or something lies, and the state of the turn."""
    view = job.view
    told = [area for area in view.areas if any(area.stacks[side].units for side in SIDES) or _markers(area)]
    cards = [partial(_card, job, area) for area in told]
    cards += [partial(_box, job, box) for box in view.boxes if box.units]
    blocks: list[Block] = [heading(_when(view)), plain(control_words(view))]
    if waits := [f"{one.border}: {one.waits}" for one in view.bridges if one.waits]:
        blocks.append(plain(f"Bridges under construction, activations to wait: {', '.join(waits)}."))
    stand = ", ".join(one.border for one in view.bridges if one.stands)
    blocks.append(plain(f"Bridges: {stand or 'none'}."))
    blocks.append(Cells(cards, ACROSS, mm(TALL), gap=mm(3)))
    return flowing("Areas", blocks, job.paper)


def _when(view: View) -> str:
    turn, impulse = view.turn, view.impulse
    return f"Turn {turn.number} of {turn.of}, {turn.name}: {_NAMES[impulse.side]} impulse"


def control_words(view: View) -> str:
    """Return which areas are Allied; all others are German (1.6)."""
    allied = ", ".join(area.id for area in view.areas if area.side == SIDES[0])
    return f"Allied areas: {allied or 'none'}. All others are German."


def _markers(area: AreaView) -> list[str]:
    kinds = [f"ffi_{area.ffi}"] if area.ffi else []
    return [*kinds, *area.bombing, *(f"unsupplied_{side}" for side in area.out_of_supply)]


def _card(job: Job, area: AreaView, painter: QPainter, box: QRectF) -> None:
    inner = _frame(painter, box)
    painter.save()
    painter.translate(inner.left() + mm(5), inner.top() + mm(5))
    painter.scale(1.5, 1.5)
    paint_disc(painter, QPointF(0, 0), job.scenario.map.areas[area.id], DAY, fortified=area.fort is not None)
    painter.restore()
    words = [area.terrain.capitalize(), _NAMES[area.side]]
    words += [f"level {area.fort.level}"] if area.fort is not None else []
    _title(painter, inner.adjusted(mm(11), 0, 0, 0), area.name, ", ".join(words))
    for n, kind in enumerate(_markers(area)):
        at = QRectF(inner.right() - mm(9 * (n + 1)), inner.top() + mm(1), mm(8), mm(8))
        paint_token(painter, at, kind)
    half = (inner.height() - mm(11)) / 2
    for n, side in enumerate(SIDES):
        row = QRectF(inner.left(), inner.top() + mm(11) + n * half, inner.width(), half)
        stack = area.stacks[side]
        _stack(painter, row, ordered(stack.units, job.view), job, f"{_NAMES[side]} {stack.strength}")


def _box(job: Job, told: BoxView, painter: QPainter, box: QRectF) -> None:
    inner = _frame(painter, box)
    _title(painter, inner, capital(told.name), told.id)
    row = inner.adjusted(0, mm(11), 0, 0)
    units = ordered(told.units, job.view)
    per = int((row.width() - mm(16)) // mm(_PIECE + 1))
    for n in range(0, len(units), per):
        part = QRectF(row.left(), row.top() + n // per * mm(_PIECE + 1.5), row.width(), mm(_PIECE + 1))
        _stack(painter, part, units[n : n + per], job, "" if n else f"{len(units)} counters")


def _frame(painter: QPainter, box: QRectF) -> QRectF:
    card = box.adjusted(0, 0, 0, -mm(2.5))
    painter.setPen(QPen(QColor(DAY.ink), 3.0))
    painter.setBrush(QColor("#fffdf6"))
    painter.drawRoundedRect(card, mm(2), mm(2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    return card.adjusted(mm(2.5), mm(2), -mm(2.5), -mm(2))


def _title(painter: QPainter, room: QRectF, name: str, words: str) -> None:
    label(painter, QRectF(room.left(), room.top(), room.width() - mm(20), mm(5.5)), name, tables.serif(11, bold=True))
    label(painter, QRectF(room.left(), room.top() + mm(5.5), room.width(), mm(4)), words, tables.sans(9), ink=SOFT)


def _stack(painter: QPainter, row: QRectF, units: Sequence[str], job: Job, words: str) -> None:
    """Draw a row of counters, closer together where there are many."""
    side = min(mm(_PIECE), row.height() - mm(1))
    label(painter, QRectF(row.left(), row.top(), mm(15), side), words, tables.sans(9, bold=True))
    room = row.width() - mm(16) - side
    step = min(side + mm(1), room / max(1, len(units) - 1))
    for n, unit in enumerate(units):
        at = QRectF(row.left() + mm(16) + n * step, row.top() + mm(0.4), side, side)
        paint_counter(painter, at, Look.of(job.view.units[unit]), 100.0)
