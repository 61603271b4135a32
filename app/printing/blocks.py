"""The blocks that fill a sheet: they know their height, may be cut in two, and paint themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

Draw = Callable[[QPainter, QRectF], None]


class Block(Protocol):
    """A part of a page; `gap` is the space above it, `keep` holds it together with the next block."""

    gap: float
    keep: bool

    def height(self, width: float) -> float:
        """Return the height at a width."""
        ...

    def least(self, width: float) -> float:
        """Return the height of the smallest first part it can be cut to."""
        ...

    def cut(self, width: float, room: float) -> tuple[Block, Block] | None:
        """Return a first part that fits the room, and the rest; None if it must not be cut there."""
        ...

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint into a box of its width and height."""
        ...


@dataclass(slots=True)
class Figure:
    """A drawing of a fixed height, never cut."""

    tall: float
    draw: Draw
    gap: float = 20.0
    keep: bool = False

    def height(self, width: float) -> float:
        """Return the fixed height."""
        return self.tall

    def least(self, width: float) -> float:
        """Return the fixed height."""
        return self.tall

    def cut(self, width: float, room: float) -> tuple[Block, Block] | None:
        """Return None: a drawing stays whole."""
        return None

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Draw."""
        self.draw(painter, box)


@dataclass(slots=True)
class Cells:
    """Equal small drawings side by side, cut between rows but never so that one row stands alone."""

    draws: Sequence[Draw]
    across: int
    tall: float
    gap: float = 10.0
    keep: bool = False
    between: float = 30.0

    def _rows(self) -> int:
        return -(-len(self.draws) // self.across)

    def height(self, width: float) -> float:
        """Return the height of all rows."""
        return self._rows() * self.tall

    def least(self, width: float) -> float:
        """Return the height of two rows, or of all where there are three or fewer."""
        return self.tall * (self._rows() if self._rows() <= 3 else 2)

    def cut(self, width: float, room: float) -> tuple[Block, Block] | None:
        """Cut between rows, two at least on either side."""
        rows = min(int(room // self.tall), self._rows() - 2)
        if rows < 2:
            return None
        at = rows * self.across
        return replace(self, draws=self.draws[:at], keep=False), replace(self, draws=self.draws[at:])

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Draw every cell."""
        wide = (box.width() - self.between * (self.across - 1)) / self.across
        for i, draw in enumerate(self.draws):
            row, column = divmod(i, self.across)
            draw(
                painter,
                QRectF(box.left() + column * (wide + self.between), box.top() + row * self.tall, wide, self.tall),
            )
