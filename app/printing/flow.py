"""Pages from blocks: columns fill from the top, headings stay with what follows, no page holds a lone line."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.printing.blocks import Block
from app.printing.paper import mm

LEAST = mm(32.0)
"""Least height of what a last page holds, if there is that much."""


@dataclass(slots=True)
class Placed:
    """A block with its place on the page."""

    block: Block
    box: QRectF

    def paint(self, painter: QPainter) -> None:
        """Paint the block in its place."""
        self.block.paint(painter, self.box)


@dataclass(slots=True)
class Frame:
    """One column of one page, being filled."""

    page: int
    box: QRectF
    placed: list[Placed] = field(default_factory=list)
    used: float = 0.0

    def room(self, gap: float) -> float:
        """Return the height left below a gap."""
        return self.box.height() - self.used - (gap if self.placed else 0.0)

    def put(self, block: Block, tall: float) -> None:
        """Place a block below the last one."""
        self.used += block.gap if self.placed else 0.0
        self.placed.append(Placed(block, QRectF(self.box.left(), self.box.top() + self.used, self.box.width(), tall)))
        self.used += tall


def pages(blocks: Sequence[Block], body: QRectF, columns: int = 1, between: float = mm(6)) -> list[list[Placed]]:
    """Fill pages; the last one is neither nearly empty nor, in columns, lopsided."""
    frames = _fill(blocks, body, columns, between, {})
    last = frames[-1].page
    if last and max(frame.used for frame in frames if frame.page == last) < LEAST:
        frames = _filled_up(blocks, body, columns, between, last) or frames
    if columns > 1:
        frames = _level(blocks, body, columns, between, frames)
    filled: list[list[Placed]] = [[] for _ in range(frames[-1].page + 1)]
    for frame in frames:
        filled[frame.page] += frame.placed
    return filled


def _fill(
    blocks: Sequence[Block], body: QRectF, columns: int, between: float, heights: dict[int, float]
) -> list[Frame]:
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


def _frame(number: int, body: QRectF, columns: int, between: float, heights: dict[int, float]) -> Frame:
    page, column = divmod(number, columns)
    wide = (body.width() - between * (columns - 1)) / columns
    tall = heights.get(page, body.height())
    return Frame(page, QRectF(body.left() + column * (wide + between), body.top(), wide, tall))


def _filled_up(blocks: Sequence[Block], body: QRectF, columns: int, between: float, last: int) -> list[Frame] | None:
    """Make the second to last page shorter until enough moves to the last one."""
    for percent in range(97, 50, -3):
        frames = _fill(blocks, body, columns, between, {last - 1: body.height() * percent / 100})
        if frames[-1].page != last:
            return None
        if max(frame.used for frame in frames if frame.page == last) >= LEAST:
            return frames
    return None


def _level(blocks: Sequence[Block], body: QRectF, columns: int, between: float, frames: list[Frame]) -> list[Frame]:
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
