"""Tables and headings of the sheets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption

from app.printing.paper import POINT, Block, Draw, Figure, mm
from app.text.parts import Markup
from app.theme.faces import SANS, SERIF, NoFonts, load
from rules.engine.frozen import frozen

__all__ = ["SANS", "SERIF", "NoFonts", "load", "sans", "serif"]


def sans(points: float, *, bold: bool = False, italic: bool = False) -> QFont:
    """Return the font of tables and lists."""
    return _font(SANS, points, bold, italic)


def serif(points: float, *, bold: bool = False, italic: bool = False) -> QFont:
    """Return the font of titles and notes."""
    return _font(SERIF, points, bold, italic)


def _font(families: list[str], points: float, bold: bool, italic: bool) -> QFont:
    load()
    font = QFont()
    font.setFamilies(families)
    font.setPixelSize(max(1, round(points * POINT)))
    font.setBold(bold)
    font.setItalic(italic)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setFeature(QFont.Tag("liga"), 0)  # so that a search for "fire" finds it
    return font


INK = QColor("#1a1712")
SOFT = QColor("#5b5446")
RULE = QColor("#8d8471")
_MARK = re.compile(r"<([bi])>(.*?)</\1>", re.DOTALL)
_WIDOW = 2


@dataclass(slots=True)
class _Set:
    layout: QTextLayout
    tops: list[float]
    tall: float


@dataclass(slots=True)
class Paragraph:
    """A text in one font; `first` and `last` bound the lines that belong to this part of it."""

    text: str
    font: QFont
    gap: float = 12.0
    keep: bool = False
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft
    ink: QColor = field(default_factory=lambda: QColor(INK))
    spacing: float = 1.0
    first: int = 0
    last: int | None = None
    _made: dict[float, _Set] = field(default_factory=dict)

    def _set(self, width: float) -> _Set:
        key = round(width, 1)
        if key not in self._made:
            self._made[key] = self._break(width)
        return self._made[key]

    def _break(self, width: float) -> _Set:
        plain, formats = _read(self.text, self.font)
        layout = QTextLayout(plain, self.font)
        option = QTextOption(self.align)
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        layout.setTextOption(option)
        layout.setFormats(formats)
        layout.setCacheEnabled(True)
        tops, y = [], 0.0
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0.0, y))
            tops.append(y)
            y += line.height() * self.spacing
        layout.endLayout()
        return _Set(layout, [*tops, y], y)

    def _span(self, width: float) -> tuple[int, int]:
        count = len(self._set(width).tops) - 1
        return self.first, count if self.last is None else self.last

    def lines(self, width: float) -> int:
        """Return the number of lines at a width."""
        first, last = self._span(width)
        return last - first

    def height(self, width: float) -> float:
        """Return the height of the lines at a width."""
        first, last = self._span(width)
        tops = self._set(width).tops
        return tops[last] - tops[first]

    def least(self, width: float) -> float:
        """Return the height of two lines, or of all where there are three or fewer."""
        first, last = self._span(width)
        tops = self._set(width).tops
        return tops[last if last - first <= _WIDOW + 1 else first + _WIDOW] - tops[first]

    def cut(self, width: float, room: float) -> tuple[Block, Block] | None:
        """Cut between lines, with at least two on either side."""
        first, last = self._span(width)
        tops = self._set(width).tops
        at = last - _WIDOW
        while at >= first + _WIDOW and tops[at] - tops[first] > room:
            at -= 1
        if at < first + _WIDOW:
            return None
        return self._part(first, at, False), self._part(at, last, self.keep)

    def _part(self, first: int, last: int, keep: bool) -> Paragraph:
        return Paragraph(
            self.text, self.font, self.gap, keep, self.align, self.ink, self.spacing, first, last, self._made
        )

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the lines."""
        made = self._set(box.width())
        first, last = self._span(box.width())
        painter.setPen(self.ink)
        for i in range(first, last):
            line = made.layout.lineAt(i)
            line.draw(painter, QPointF(box.left(), box.top() - made.tops[first]))


def _read(text: str, font: QFont) -> tuple[str, list[QTextLayout.FormatRange]]:
    """Take the marks of bold and italic words out of markup and return where they apply; other text has none."""
    if not isinstance(text, Markup):
        return text.replace("\n", "\u2028"), []
    plain, formats, at = "", [], 0
    for mark in _MARK.finditer(text):
        plain += unescape(text[at : mark.start()])
        words = unescape(mark[2])
        span = QTextLayout.FormatRange()
        span.start, span.length = len(plain), len(words)
        how = QTextCharFormat()
        how.setFont(_variant(font, mark[1] == "b", mark[1] == "i"))
        span.format = how
        formats.append(span)
        plain += words
        at = mark.end()
    plain += unescape(text[at:])
    return plain.replace("\n", "\u2028"), formats


def _variant(font: QFont, bold: bool, italic: bool) -> QFont:
    made = QFont(font)
    made.setBold(bold or font.bold())
    made.setItalic(italic or font.italic())
    return made


def body(text: str, points: float = 9.5, **more: object) -> Paragraph:
    """Return a paragraph in the style of a note."""
    return Paragraph(text, serif(points), **{"gap": 14.0, "spacing": 1.06, **more})  # type: ignore[arg-type]


def plain(text: str, points: float = 8.5, **more: object) -> Paragraph:
    """Return a paragraph in the style of a list."""
    return Paragraph(text, sans(points), **{"gap": 8.0, **more})  # type: ignore[arg-type]


def label(
    painter: QPainter,
    box: QRectF,
    text: str,
    font: QFont,
    *,
    ink: QColor = INK,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
) -> None:
    """Write one line of text into a box, made smaller if it is too wide."""
    width = measure(text, font)
    if width > box.width() > 0:
        font = QFont(font)
        font.setPixelSize(max(8, int(font.pixelSize() * box.width() / width)))
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(box, align | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip, text)


def measure(text: str, font: QFont) -> float:
    """Return the width of a text on one line."""
    return QFontMetricsF(font).horizontalAdvance(text)


BAND = QColor("#efe9da")
HEAD = QColor("#ddd3bb")
_PAD = mm(1.0)
_SIDES = {"l": Qt.AlignmentFlag.AlignLeft, "c": Qt.AlignmentFlag.AlignHCenter, "r": Qt.AlignmentFlag.AlignRight}


@frozen
class DrawnCell:
    """A cell that is a drawing of a fixed height."""

    tall: float
    draw: Draw


Cell = str | DrawnCell


@dataclass(slots=True)
class PageTable:
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
            self._cells[key] = Paragraph(text, sans(self.points, bold=bold), align=_SIDES[letter])
        return self._cells[key]

    def _tall(self, row: int, columns: list[tuple[float, float]]) -> float:
        tallest = 0.0
        for i, (_, wide) in enumerate(columns):
            cell = None if row < 0 else self.rows[row][i]
            room = wide - 2 * _PAD
            tallest = max(tallest, cell.tall if isinstance(cell, DrawnCell) else self._words(row, i).height(room))
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

    def _part(self, rows: Sequence[Sequence[Cell]], offset: int, keep: bool) -> PageTable:
        return PageTable(
            self.head,
            rows,
            self.widths,
            self.align,
            self.points,
            self.gap,
            keep,
            self.banded,
            self.strong,
            self.offset + offset,
        )

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
            if isinstance(cell, DrawnCell):
                cell.draw(painter, room)
                continue
            words = self._words(row, i)
            high = words.height(room.width())
            words.paint(painter, QRectF(room.left(), room.center().y() - high / 2, room.width(), high))


def title(text: str, under: str = "") -> Block:
    """Return the title of a document with a line under it."""
    tall = mm(11.0 if not under else 16.5)

    def draw(painter: QPainter, box: QRectF) -> None:
        label(painter, QRectF(box.left(), box.top(), box.width(), mm(10)), text, serif(21, bold=True))
        if under:
            line = QRectF(box.left(), box.top() + mm(10), box.width(), mm(5.5))
            label(painter, line, under, serif(11, italic=True), ink=SOFT)

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
        face = serif(12.5, bold=True)
        room = QRectF(left, box.top(), box.right() - left, mm(6))
        if note:
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            label(
                painter,
                QRectF(room.right() - mm(100), room.top(), mm(100), mm(6)),
                note,
                sans(9),
                ink=SOFT,
                align=right,
            )
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
