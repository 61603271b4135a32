"""The boxes of names: what is taken by other names, the boxes a name may take, and names as they are placed."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from app.systems.company_scale.board.ground.clutter import OFF_SHEET
from app.systems.company_scale.board.ground.halos import HALO, halo_width
from app.systems.company_scale.board.ground.shapes import Floats
from rules.company_scale.battle_map import Label

FREE = 0.2 * OFF_SHEET
"""The cost below which a place is free."""
_STRAY = 0.5
"""What a river's name costs for each unit along the river from its place at reading size."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Hold one written name: its outline, the boxes it covers (also as rows), its kind and size."""

    text: str
    kind: str
    size: float
    path: QPainterPath = field(compare=False)
    boxes: tuple[QRectF, ...] = field(compare=False)
    rows: Floats = field(compare=False)
    reach: QRectF = field(compare=False)
    label: Label | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class RiverLine:
    """Hold one named stretch of water: its line, its width, and whether it is a river rather than a brook."""

    name: str
    points: Floats = field(compare=False)
    width: float
    wide: bool


class Taken:
    """Remember the boxes that names already cover."""

    def __init__(self) -> None:
        """Start with nothing taken."""
        self._boxes: Floats = np.empty((0, 4))

    def add(self, boxes: Floats) -> None:
        """Take boxes (left, top, right, bottom)."""
        self._boxes = np.vstack([self._boxes, boxes])

    def hit(self, boxes: Floats) -> npt.NDArray[np.bool_]:
        """Tell for each box whether it meets one that is taken."""
        return np.asarray(meetings(boxes, self._boxes).any(axis=1))


@dataclass(frozen=True, slots=True)
class Tried:
    """Hold a name set in lines, the boxes it may take, what each costs while nothing is taken, and the room around."""

    path: QPainterPath
    boxes: Floats
    costs: Floats
    room: tuple[float, float]

    def costs_among(self, taken: Taken) -> Floats:
        """Return what each box costs beside what is taken."""
        return np.asarray(self.costs + OFF_SHEET * taken.hit(self.boxes))

    def is_free(self, number: int, taken: Taken) -> bool:
        """Tell whether a box lies on the sheet and meets nothing that is taken."""
        return float(self.costs[number]) < FREE and not taken.hit(self.boxes[number : number + 1])[0]

    def best(self, taken: Taken) -> tuple[float, int]:
        """Return the least cost and the number of its box."""
        costs = self.costs_among(taken)
        best = int(np.argmin(costs))
        return float(costs[best]), best

    def set_at(self, number: int) -> QPainterPath:
        """Return the name in a box."""
        box = self.path.boundingRect()
        left, top = (float(self.boxes[number, i]) + self.room[i] / 2 for i in (0, 1))
        return self.path.translated(left - box.left(), top - box.top())


@dataclass(frozen=True, slots=True)
class Spot:
    """Hold where a name stands at every zoom: the lines it is broken into, and the number of its place."""

    way: int
    number: int


@dataclass(frozen=True, slots=True)
class Bend:
    """Hold where a river's name stands at every zoom: its middle, as a share of the river's length, and its side."""

    middle: float
    hand: float


@dataclass(frozen=True, slots=True)
class Course:
    """Hold the line a river's name is written along: its points, the stretch for it, its size, its wanted middle."""

    points: Floats = field(compare=False)
    stretch: tuple[float, float]
    size: float
    wanted: float | None = None

    def off(self, middles: Floats) -> Floats:
        """Return what names cost whose middles lie here: away from the middle of the stretch, or from their place."""
        if self.wanted is not None:
            return np.asarray(np.abs(middles - self.wanted) * _STRAY)
        begin, end = self.stretch
        return np.asarray(np.abs(middles - (begin + end) / 2) / (end - begin) * 6.0)


def meetings(boxes: Floats, others: Floats) -> npt.NDArray[np.bool_]:
    """Tell for each box (left, top, right, bottom) which of the others it meets."""
    mine, theirs = boxes[:, None, :], others[None, :, :]
    apart = (mine[..., 2] <= theirs[..., 0]) | (mine[..., 0] >= theirs[..., 2])
    apart |= (mine[..., 3] <= theirs[..., 1]) | (mine[..., 1] >= theirs[..., 3])
    return np.asarray(~apart)


def placed_name(
    text: str, kind: str, size: float, path: QPainterPath, boxes: list[QRectF], label: Label | None = None
) -> Placed:
    pad = halo_width(size, HALO[0][0]) / 2 + 1.0
    reach = path.boundingRect().adjusted(-pad, -pad, pad, pad)
    return Placed(text, kind, size, path, tuple(boxes), boxes_of(boxes), reach, label)


def boxes_of(boxes: list[QRectF]) -> Floats:
    """Return boxes as rows of left, top, right, bottom."""
    return np.asarray([box.getCoords() for box in boxes], dtype=np.float64).reshape(-1, 4)


def names_hit(names: list[Placed], taken: Taken) -> list[Placed]:
    """Return the names of which a box meets one that is taken."""
    if not names:
        return []
    hit = taken.hit(np.vstack([placed.rows for placed in names]))
    owners = np.repeat(np.arange(len(names)), [len(placed.rows) for placed in names])
    return [names[number] for number in sorted(set(owners[hit].tolist()))]
