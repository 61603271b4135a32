"""A document for paper: sections, columns that fill from the top, pages."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from app import theme
from app.diagram import Diagram, Inks, lay_out, paint
from app.printing import tables
from app.printing.paper import HEADER, MARGIN, POINT, Block, Draw, Paper, mm
from app.printing.tables import INK, RULE, SOFT, heading, label, plain, sans
from app.text.parts import Line, compose
from rules.engine.frozen import frozen

# --- A document for paper: sheets with their running heads, made of sections ---------------------------------------

SMALLER = (1.0, 0.96, 0.92, 0.88, 0.84, 0.8)
"""Scales tried, largest first, to fit a sheet on one page."""


@frozen
class Sheet:
    """One page: what its head says, how the paper lies, and what is painted on it (in units, page at the origin)."""

    head: str
    draw: Draw
    landscape: bool = False


@frozen
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
        face = sans(8.0)
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


def _painting(placed: Sequence[PlacedBlock]) -> Draw:
    def draw(painter: QPainter, page: QRectF) -> None:
        for piece in placed:
            piece.paint(painter)

    return draw


# --- Pages from blocks: columns fill from the top, headings stay with what follows, no page holds a lone line ------

LEAST = mm(32.0)
"""Least height of what a last page holds, if there is that much."""


@dataclass(slots=True)
class PlacedBlock:
    """A block with its place on the page."""

    block: Block
    box: QRectF

    def paint(self, painter: QPainter) -> None:
        """Paint the block in its place."""
        self.block.paint(painter, self.box)


@dataclass(slots=True)
class Column:
    """One column of one page, being filled."""

    page: int
    box: QRectF
    placed: list[PlacedBlock] = field(default_factory=list)
    used: float = 0.0

    def room(self, gap: float) -> float:
        """Return the height left below a gap."""
        return self.box.height() - self.used - (gap if self.placed else 0.0)

    def put(self, block: Block, tall: float) -> None:
        """Place a block below the last one."""
        self.used += block.gap if self.placed else 0.0
        self.placed.append(
            PlacedBlock(block, QRectF(self.box.left(), self.box.top() + self.used, self.box.width(), tall))
        )
        self.used += tall


def pages(blocks: Sequence[Block], body: QRectF, columns: int = 1, between: float = mm(6)) -> list[list[PlacedBlock]]:
    """Fill pages; the last one is neither nearly empty nor, in columns, lopsided."""
    frames = _fill(blocks, body, columns, between, {})
    last = frames[-1].page
    if last and max(frame.used for frame in frames if frame.page == last) < LEAST:
        frames = _filled_up(blocks, body, columns, between, last) or frames
    if columns > 1:
        frames = _level(blocks, body, columns, between, frames)
    filled: list[list[PlacedBlock]] = [[] for _ in range(frames[-1].page + 1)]
    for frame in frames:
        filled[frame.page] += frame.placed
    return filled


def _fill(
    blocks: Sequence[Block], body: QRectF, columns: int, between: float, heights: dict[int, float]
) -> list[Column]:
    queue = deque(blocks)
    frames = [_frame(0, body, columns, between, heights)]
    while queue:
        block = queue.popleft()
        frame = frames[-1]
        width, room = frame.box.width(), frame.room(block.gap)
        tall = block.height(width)
        if tall <= room and tall + _after(block, queue, width) <= room:
            frame.put(block, tall)
            continue
        parts = None if block.keep and tall <= room else block.cut(width, room)
        if parts is None and not frame.placed:  # nothing helps: it is larger than the page
            frame.put(block, tall)
            continue
        if parts is not None:
            frame.put(parts[0], parts[0].height(width))
            queue.appendleft(parts[1])
        else:
            queue.appendleft(block)
        frames.append(_frame(len(frames), body, columns, between, heights))
    return frames


def _after(block: Block, queue: deque[Block], width: float) -> float:
    """Return the room that must be left below a block that keeps with the next."""
    total, at = 0.0, 0
    while block.keep and at < len(queue):
        block = queue[at]
        total += block.gap + (block.height(width) if block.keep else block.least(width))
        at += 1
    return total


def _frame(number: int, body: QRectF, columns: int, between: float, heights: dict[int, float]) -> Column:
    page, column = divmod(number, columns)
    wide = (body.width() - between * (columns - 1)) / columns
    tall = heights.get(page, body.height())
    return Column(page, QRectF(body.left() + column * (wide + between), body.top(), wide, tall))


def _filled_up(blocks: Sequence[Block], body: QRectF, columns: int, between: float, last: int) -> list[Column] | None:
    """Make the second to last page shorter until enough moves to the last one."""
    for percent in range(97, 50, -3):
        frames = _fill(blocks, body, columns, between, {last - 1: body.height() * percent / 100})
        if frames[-1].page != last:
            return None
        if max(frame.used for frame in frames if frame.page == last) >= LEAST:
            return frames
    return None


def _level(blocks: Sequence[Block], body: QRectF, columns: int, between: float, frames: list[Column]) -> list[Column]:
    """Make the columns of the last page about equally long."""
    last, best = frames[-1].page, frames
    heights = {frame.page: frame.box.height() for frame in frames}
    for percent in range(95, 5, -5):
        tried = _fill(blocks, body, columns, between, {**heights, last: body.height() * percent / 100})
        too_tall = any(f.used > f.box.height() + 1 for f in tried if f.page == last)
        if tried[-1].page != last or too_tall:
            break
        best = tried
    return best


# --- What happened, as the log tells it ----------------------------------------------------------------------------


def diary(
    lines: Sequence[Line],
    paper: Paper,
    *,
    points: float,
    strong: Collection[str],
    kept: Collection[str],
    head: Callable[[str], Block] = heading,
) -> list[Sheet]:
    """Return the sheets that lines of a log fill in two columns, none if there are none.

    `strong` and `kept` are styles, the latter of what stays with the line that follows; `head` makes the heading of a
    turn.
    """
    if not lines:
        return []
    blocks: list[Block] = [heading("What happened")]
    for line in lines:
        made = plain(compose("<b>{}</b>", line.plain) if line.style in strong else line.plain, points, gap=4.0)
        made.keep = line.style in kept
        blocks.append(head(line.plain) if line.style == "turn" else made)
    return flowing("What happened", blocks, paper, columns=2)


# --- Labelled drawings of counters and map on paper, one on each sheet across --------------------------------------

TITLE = "How to read counters and the map"
SCALE = 2.9
"""Units of paper to a pixel of a drawing."""
TEXT = 12
"""Size of the words of a drawing in its pixels."""
HEAD = 10.0
"""Height of the title in millimetres."""


def drawing_sheets(drawings: Callable[[], Sequence[Diagram]], paper: Paper) -> list[Sheet]:
    """Return a sheet for each drawing that is made."""
    with theme.by_day():
        return [single(drawing.title, _Drawn(drawing), paper, landscape=True) for drawing in drawings()]


class _Drawn:
    """Paints a drawing under its title, in the colours of daylight."""

    def __init__(self, drawing: Diagram) -> None:
        self.drawing = drawing

    def __call__(self, painter: QPainter, body: QRectF) -> None:
        top = QRectF(body.left(), body.top(), body.width(), mm(HEAD))
        label(painter, top, self.drawing.title, tables.serif(17, bold=True))
        room = QRectF(0, 0, body.width() / SCALE, (body.height() - mm(HEAD)) / SCALE)
        font = tables.sans(TEXT / POINT)
        inks = Inks(INK.name(), SOFT.name(), theme.LIGHT.link, font)
        painter.save()
        painter.translate(body.left(), body.top() + mm(HEAD))
        painter.scale(SCALE, SCALE)
        with theme.by_day():
            paint(painter, self.drawing, lay_out(self.drawing, room, font), inks)
        painter.restore()
