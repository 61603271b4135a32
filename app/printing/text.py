"""Paragraphs, with <i>italic</i> and <b>bold</b> words in markup; a cut between lines never leaves one alone."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextOption

from app.printing import fonts
from app.printing.blocks import Block
from app.text.parts import Markup

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
    return Paragraph(text, fonts.serif(points), **{"gap": 14.0, "spacing": 1.06, **more})  # type: ignore[arg-type]


def plain(text: str, points: float = 8.5, **more: object) -> Paragraph:
    """Return a paragraph in the style of a list."""
    return Paragraph(text, fonts.sans(points), **{"gap": 8.0, **more})  # type: ignore[arg-type]


def label(painter: QPainter, box: QRectF, text: str, font: QFont, *, ink: QColor = INK,
          align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter) -> None:  # fmt: skip
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
