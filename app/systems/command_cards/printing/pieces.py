"""What is cut out: the sixty cards with their backs, counters for every strength, medals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.printing.document import Sheet
from app.printing.paper import HEADER, MARGIN, Paper, mm
from app.systems.command_cards.art.cards import paint_card
from app.systems.command_cards.art.counters import TALL, WIDE, paint_back, paint_counter, paint_medal, paint_obstacle
from app.systems.command_cards.art.palette import DAY
from app.systems.command_cards.printing.job import Job, look_of
from rules.command_cards.charts import cards
from rules.command_cards.state import SEATS

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


def deck() -> list[str]:
    """Return the cards of the deck, each as often as it is there."""
    return [name for name, card in cards().items() for _ in range(card.copies)]


def card_sheets(job: Job) -> list[Sheet]:
    """Return the sixty cards, each sheet followed by its backs."""
    fronts = sheets_of("Command cards", [_front(name) for name in deck()], job.paper, CARD)
    backs = sheets_of("Command cards, backs", [_back] * len(deck()), job.paper, CARD)
    return [sheet for pair in zip(fronts, backs, strict=True) for sheet in pair]


def _front(name: str) -> Piece:
    return lambda painter, box: paint_card(painter, _within(box, 1.2), cards()[name], DAY)


def _back(painter: QPainter, box: QRectF) -> None:
    paint_back(painter, _within(box, 1.2))


def _within(box: QRectF, millimetres: float) -> QRectF:
    edge = mm(millimetres)
    return box.adjusted(edge, edge, -edge, -edge)


def counter_sheets(job: Job) -> list[Sheet]:
    """Return counters of every unit for each number of figures it can have, the obstacles and the medals."""
    units = sorted(job.scenario.units.values(), key=lambda unit: (unit.seat, unit.kind))
    pieces = [
        _counter(unit.kind, unit.seat, figures)
        for unit in units
        for figures in range(look_of(unit.kind, unit.seat).figures, 0, -1)
    ]
    pieces += [_obstacle(kind) for kind in ("sandbags",) * 6]
    pieces += [_medal] * sum(job.scenario.sides[seat].medals for seat in SEATS)
    return sheets_of("Counters: swap them as figures are lost", pieces, job.paper, COUNTER)


def _counter(kind: str, seat: str, figures: int) -> Piece:
    def draw(painter: QPainter, box: QRectF) -> None:
        inner = _within(box, 1.5)
        wide = min(inner.width(), inner.height() * WIDE / TALL)
        size = QRectF(0, 0, wide, wide * TALL / WIDE)
        size.moveCenter(inner.center())
        paint_counter(painter, size, replace(look_of(kind, seat), figures=figures))

    return draw


def _obstacle(kind: str) -> Piece:
    def draw(painter: QPainter, box: QRectF) -> None:
        painter.save()
        painter.translate(box.center())
        painter.scale(box.width() / 70, box.width() / 70)
        paint_obstacle(painter, QPointF(0, 4), kind, DAY)
        painter.restore()

    return draw


def _medal(painter: QPainter, box: QRectF) -> None:
    paint_medal(painter, box.center() + QPointF(0, mm(2)), mm(5.5), "objective", DAY)
