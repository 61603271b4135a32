"""A document for paper: sheets with their running heads, made of sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from app.printing import fonts
from app.printing.blocks import Block, Draw
from app.printing.flow import Placed, pages
from app.printing.paper import HEADER, MARGIN, Paper, mm
from app.printing.text import RULE, SOFT, label

SMALLER = (1.0, 0.96, 0.92, 0.88, 0.84, 0.8)
"""Scales tried, largest first, to fit a sheet on one page."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: what its head says, how the paper lies, and what is painted on it (in units, page at the origin)."""

    head: str
    draw: Draw
    landscape: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """Sheets of one paper size."""

    title: str
    paper: Paper
    sheets: tuple[Sheet, ...]

    def paint(self, painter: QPainter, number: int) -> None:
        """Paint a sheet, counted from 0, with its running head."""
        sheet = self.sheets[number]
        page = self.paper.page(sheet.landscape)
        painter.save()
        sheet.draw(painter, page)
        painter.restore()
        self._head(painter, page, sheet.head, number + 1)

    def _head(self, painter: QPainter, page: QRectF, text: str, number: int) -> None:
        edge = mm(MARGIN)
        line = QRectF(edge, edge - mm(2.5), page.width() - 2 * edge, mm(HEADER - 2.5))
        face = fonts.sans(8.0)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        count = QRectF(line.right() - mm(35), line.top(), mm(35), line.height())
        label(painter, count, f"page {number} of {len(self.sheets)}", face, ink=SOFT, align=right)
        line.setWidth(line.width() - mm(38))
        label(painter, line, f"{self.title}  ·  {text}" if text else self.title, face, ink=SOFT)
        painter.setPen(QPen(RULE, 1.6))
        painter.drawLine(QLineF(edge, line.bottom() + mm(0.6), page.width() - edge, line.bottom() + mm(0.6)))


def flowing(
    head: str, blocks: Sequence[Block], paper: Paper, *, columns: int = 1, landscape: bool = False
) -> list[Sheet]:
    """Return the sheets that blocks fill."""
    if not blocks:
        return []
    filled = pages(blocks, paper.body(landscape), columns)
    return [Sheet(head, _painting(placed), landscape) for placed in filled]


def on_one_page(head: str, blocks: Sequence[Block], paper: Paper) -> list[Sheet]:
    """Return blocks on one sheet, made a little smaller if need be, else on as many sheets as they fill."""
    body = paper.body()
    for scale in SMALLER:
        filled = pages(blocks, QRectF(0, 0, body.width() / scale, body.height() / scale))
        if len(filled) == 1:
            return [Sheet(head, _scaled(_painting(filled[0]), body, scale))]
    return flowing(head, blocks, paper)


def _scaled(draw: Draw, body: QRectF, scale: float) -> Draw:
    def scaled(painter: QPainter, page: QRectF) -> None:
        painter.translate(body.topLeft())
        painter.scale(scale, scale)
        draw(painter, page)

    return scaled


def single(head: str, draw: Draw, paper: Paper, landscape: bool = False) -> Sheet:
    """Return a sheet whose body is one drawing."""
    body = paper.body(landscape)
    return Sheet(head, lambda painter, page: draw(painter, body), landscape)


def _painting(placed: Sequence[Placed]) -> Draw:
    def draw(painter: QPainter, page: QRectF) -> None:
        for piece in placed:
            piece.paint(painter)

    return draw
