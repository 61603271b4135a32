"""Tables and headings of the sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.printing import fonts
from app.printing.blocks import Block, Draw, Figure
from app.printing.paper import mm
from app.printing.text import INK, RULE, SOFT, Paragraph, label
from rules.engine.frozen import frozen

BAND = QColor("#efe9da")
HEAD = QColor("#ddd3bb")
_PAD = mm(1.0)
_SIDES = {
    "l": Qt.AlignmentFlag.AlignLeft,
    "c": Qt.AlignmentFlag.AlignHCenter,
    "r": Qt.AlignmentFlag.AlignRight,
}


@frozen
class Drawn:
    """A cell that is a drawing of a fixed height."""

    tall: float
    draw: Draw


Cell = str | Drawn


@dataclass(slots=True)
class Table:
    """Rows under a head that every page repeats; `widths` are shares, `align` a letter l, c or r for each column."""

    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    widths: Sequence[float]
    align: str = ""
    points: float = 8.0
    gap: float = 14.0
    keep: bool = False
    banded: bool = True
    strong: bool = False
    offset: int = 0
    _cells: dict[tuple[int, int], Paragraph] = field(default_factory=dict)

    def _columns(self, width: float) -> list[tuple[float, float]]:
        whole, x, columns = sum(self.widths), 0.0, []
        for share in self.widths:
            wide = width * share / whole
            columns.append((x, wide))
            x += wide
        return columns

    def _words(self, row: int, column: int) -> Paragraph:
        """Return a cell's text; row -1 is the head."""
        key = (row, column)
        if key not in self._cells:
            head = row < 0
            text = self.head[column] if head else str(self.rows[row][column])
            bold = head or (self.strong and column == 0)
            letter = self.align[column] if column < len(self.align) else "l"
            self._cells[key] = Paragraph(text, fonts.sans(self.points, bold=bold), align=_SIDES[letter])
        return self._cells[key]

    def _tall(self, row: int, columns: list[tuple[float, float]]) -> float:
        tallest = 0.0
        for i, (_, wide) in enumerate(columns):
            cell = None if row < 0 else self.rows[row][i]
            room = wide - 2 * _PAD
            tallest = max(tallest, cell.tall if isinstance(cell, Drawn) else self._words(row, i).height(room))
        return tallest + 1.2 * _PAD

    def _top(self, columns: list[tuple[float, float]]) -> float:
        return self._tall(-1, columns) if any(self.head) else 0.0

    def _talls(self, width: float) -> tuple[float, list[float]]:
        columns = self._columns(width)
        return self._top(columns), [self._tall(row, columns) for row in range(len(self.rows))]

    def height(self, width: float) -> float:
        """Return the height of head and rows."""
        top, talls = self._talls(width)
        return top + sum(talls)

    def least(self, width: float) -> float:
        """Return the height of the head and two rows, or of all where there are three or fewer."""
        top, talls = self._talls(width)
        return top + sum(talls if len(talls) <= 3 else talls[:2])

    def cut(self, width: float, room: float) -> tuple[Block, Block] | None:
        """Cut between rows, with at least two on either side."""
        top, talls = self._talls(width)
        y, count = top, 0
        while count < len(talls) - 2 and y + talls[count] <= room:
            y += talls[count]
            count += 1
        if count < 2:
            return None
        return self._part(self.rows[:count], 0, False), self._part(self.rows[count:], count, self.keep)

    def _part(self, rows: Sequence[Sequence[Cell]], offset: int, keep: bool) -> Table:
        return Table(
            self.head, rows, self.widths, self.align, self.points, self.gap, keep,
            self.banded, self.strong, self.offset + offset,
        )  # fmt: skip

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the table."""
        columns, y = self._columns(box.width()), box.top()
        if any(self.head):
            tall = self._tall(-1, columns)
            painter.fillRect(QRectF(box.left(), y, box.width(), tall), HEAD)
            self._row(painter, -1, columns, box.left(), y, tall)
            y += tall
        for row in range(len(self.rows)):
            tall = self._tall(row, columns)
            if self.banded and (row + self.offset) % 2:
                painter.fillRect(QRectF(box.left(), y, box.width(), tall), BAND)
            self._row(painter, row, columns, box.left(), y, tall)
            y += tall
        painter.setPen(QPen(RULE, 1.6))
        painter.drawLine(QLineF(box.left(), y, box.right(), y))
        painter.drawLine(QLineF(box.left(), box.top(), box.right(), box.top()))

    def _row(
        self, painter: QPainter, row: int, columns: list[tuple[float, float]], left: float, y: float, tall: float
    ) -> None:
        for i, (x, wide) in enumerate(columns):
            cell = None if row < 0 else self.rows[row][i]
            room = QRectF(left + x + _PAD, y + 0.6 * _PAD, wide - 2 * _PAD, tall - 1.2 * _PAD)
            if isinstance(cell, Drawn):
                cell.draw(painter, room)
                continue
            words = self._words(row, i)
            high = words.height(room.width())
            words.paint(painter, QRectF(room.left(), room.center().y() - high / 2, room.width(), high))


def title(text: str, under: str = "") -> Block:
    """Return the title of a document with a line under it."""
    tall = mm(11.0 if not under else 16.5)

    def draw(painter: QPainter, box: QRectF) -> None:
        label(painter, QRectF(box.left(), box.top(), box.width(), mm(10)), text, fonts.serif(21, bold=True))
        if under:
            line = QRectF(box.left(), box.top() + mm(10), box.width(), mm(5.5))
            label(painter, line, under, fonts.serif(11, italic=True), ink=SOFT)

    return Figure(tall, draw, gap=0.0, keep=True)


def heading(text: str, colour: str = "", note: str = "", gap: float = mm(4.5)) -> Block:
    """Return a heading, with an optional coloured bar before it and a note at its right."""

    def draw(painter: QPainter, box: QRectF) -> None:
        left = box.left()
        if colour:
            painter.fillRect(QRectF(left, box.top() + mm(0.6), mm(3.4), mm(4.6)), QColor(colour))
            painter.setPen(QPen(INK, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(left, box.top() + mm(0.6), mm(3.4), mm(4.6)))
            left += mm(5.0)
        face = fonts.serif(12.5, bold=True)
        room = QRectF(left, box.top(), box.right() - left, mm(6))
        if note:
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            label(painter, QRectF(room.right() - mm(100), room.top(), mm(100), mm(6)), note, fonts.sans(9), ink=SOFT,
                  align=right)  # fmt: skip
            room.setWidth(room.width() - mm(102))
        label(painter, room, text, face)
        painter.setPen(QPen(RULE, 2.4))
        painter.drawLine(QLineF(box.left(), box.top() + mm(6.4), box.right(), box.top() + mm(6.4)))

    return Figure(mm(7.2), draw, gap=gap, keep=True)


def boxes(painter: QPainter, box: QRectF, count: int) -> None:
    """Draw a row of tick boxes, from the left of a box."""
    side, step = mm(3.0), mm(4.0)
    painter.setPen(QPen(INK, 1.8))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for i in range(count):
        painter.drawRect(QRectF(box.left() + i * step, box.center().y() - side / 2, side, side))
