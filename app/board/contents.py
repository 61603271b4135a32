"""What lies on a board, as the view's own tools show it: overview, loupe, a board without counters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QColor, QImage, QPixmap


class Enlarged(NamedTuple):
    """A counter under the loupe: its picture, its name, and what it says in short lines."""

    picture: QPixmap
    name: str
    lines: Sequence[str]


class Dot(NamedTuple):
    """Where counters stand, in the colour of their side; one side is round, the other square."""

    at: QPointF
    colour: QColor
    round: bool


class Contents(Protocol):
    """What each system tells of its board."""

    def ground(self, size: QSize) -> QImage:
        """Return the map without counters, its bounds drawn into exactly this size."""
        ...

    def dots(self) -> Sequence[Dot]:
        """Return where counters stand."""
        ...

    def bare(self, on: bool) -> None:
        """Hide the counters and all that lies with them, or show them again."""
        ...

    def enlarged(self, point: QPointF, size: int) -> Sequence[Enlarged]:
        """Return the counters of the hex under a scene point, the uppermost first, `size` pixels high."""
        ...
