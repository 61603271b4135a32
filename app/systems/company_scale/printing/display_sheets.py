"""Division displays to fill in, each with records track and boxes; and the turn track."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.colour import shown
from app.printing.document import Sheet, flowing
from app.printing.paper import Block, Figure, mm
from app.printing.tables import INK, SOFT, heading, label, sans, serif, title
from app.systems.company_scale.printing.job import Job
from app.systems.company_scale.printing.overview import turn_track
from rules.company_scale.counters import Division

TRACK = 20
BOXES = ("Available", "Reallocating", "Routed units", "Transport pool", "Air strikes", "Heroes", "Attached formations")
TALL = mm(118)


def display_sheets(job: Job) -> list[Sheet]:
    """Return the turn track and a display for every division."""
    sheets = flowing("Turn track", _tracks(job), job.paper)
    displays: list[Block] = [
        Figure(TALL, lambda painter, box, division=division: _display(painter, box, job, division), gap=mm(8))  # type: ignore[misc]
        for division in job.scenario.divisions.values()
        if division.has_display
    ]
    return [*sheets, *flowing("Division displays", displays, job.paper)]


def _tracks(job: Job) -> list[Block]:
    points = Figure(mm(34), lambda painter, box: _numbers(painter, box, 30, 10, QColor("#fbf8ee")), gap=mm(2))
    return [
        title("Turn track", job.title),
        turn_track(job),
        heading("Victory points", note="27.1"),
        points,
        heading("The Cup"),
        Figure(mm(30), _cup, gap=mm(2)),
    ]


def _cup(painter: QPainter, box: QRectF) -> None:
    wide = (box.width() - mm(6)) / 3
    for i, name in enumerate(("Chits played this turn", "Chit in play", "Chits not bought")):
        _box(painter, QRectF(box.left() + i * (wide + mm(3)), box.top(), wide, box.height()), name)


def _numbers(painter: QPainter, box: QRectF, count: int, across: int, ground: QColor) -> None:
    wide, tall = box.width() / across, box.height() / -(-count // across)
    for i in range(count):
        row, column = divmod(i, across)
        cell = QRectF(box.left() + column * wide, box.top() + row * tall, wide, tall)
        painter.setPen(QPen(INK, 1.6))
        painter.setBrush(ground)
        painter.drawRect(cell)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        corner = cell.adjusted(mm(0.8), mm(0.5), 0, 0)
        label(
            painter,
            corner,
            str(i),
            sans(9, bold=True),
            ink=SOFT,
            align=Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop,
        )


def _display(painter: QPainter, box: QRectF, job: Job, division: Division) -> None:
    band = QRectF(box.left(), box.top(), box.width(), mm(9))
    painter.fillRect(band, QColor(shown(division.colour)))
    painter.setPen(QPen(INK, 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(band)
    ink = QColor(division.ink)
    name = f"{division.name} · {job.side(division.side)}"
    label(painter, band.adjusted(mm(3), 0, 0, 0), name, serif(14, bold=True), ink=ink)
    words = (
        f"Command rating {division.command_rating}  ·  Dispatch rating {division.dispatch_rating}  ·  "
        f"Troop quality at most {division.max_troop_quality}"
    )
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    label(
        painter,
        QRectF(band.center().x(), band.top(), band.width() / 2 - mm(3), band.height()),
        words,
        sans(9),
        ink=ink,
        align=right,
    )
    track = QRectF(box.left(), band.bottom() + mm(5.5), box.width(), mm(35))
    label(
        painter,
        QRectF(box.left(), band.bottom() + mm(0.6), box.width(), mm(4.6)),
        "General records: dispatch points (at most 9), direct commands (19), fatigue, troop quality",
        sans(8),
        ink=SOFT,
    )
    _numbers(painter, track, TRACK, 10, QColor("#fbf8ee"))
    _boxes(painter, QRectF(box.left(), track.bottom() + mm(3), box.width(), box.bottom() - track.bottom() - mm(3)))


def _boxes(painter: QPainter, box: QRectF) -> None:
    gap, tall = mm(2), (box.height() - mm(2)) / 2
    for row, names in enumerate((BOXES[:3], BOXES[3:])):
        wide = (box.width() - gap * (len(names) - 1)) / len(names)
        for i, name in enumerate(names):
            _box(painter, QRectF(box.left() + i * (wide + gap), box.top() + row * (tall + gap), wide, tall), name)


def _box(painter: QPainter, box: QRectF, name: str) -> None:
    painter.setPen(QPen(INK, 1.8))
    painter.setBrush(QColor("#fdfbf4"))
    painter.drawRoundedRect(box, mm(1.5), mm(1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    label(
        painter,
        QRectF(box.left() + mm(2), box.top() + mm(0.8), box.width() - mm(4), mm(4.6)),
        name,
        sans(8.5),
        ink=SOFT,
    )
