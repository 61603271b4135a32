"""The boxes that names may take and have taken, names as they are placed, and their halos."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen

from app.board.painted import alone
from app.systems.company_scale.board.ground.lettering import Glyph
from app.systems.company_scale.board.ground.palette import faded
from app.systems.company_scale.board.ground.settlements import OFF_SHEET
from app.systems.company_scale.board.ground.shapes import Floats
from app.systems.company_scale.board.ground.survey import Canvas
from rules.company_scale.battle_map import Label
from rules.engine.frozen import frozen

# --- The boxes of names: what is taken by other names, the boxes a name may take, and names as they are placed -----

FREE = 0.2 * OFF_SHEET
"""The cost below which a place is free."""
_STRAY = 0.5
"""What a river's name costs for each unit along the river from its place at reading size."""


@frozen
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


@frozen
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


@frozen
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

    def corner(self, number: int) -> tuple[float, float]:
        """Return left and top of the name's letters in a box."""
        left, top = self.boxes[number, :2]
        return float(left) + self.room[0] / 2, float(top) + self.room[1] / 2

    def set_at(self, number: int) -> QPainterPath:
        """Return the name in a box."""
        box = self.path.boundingRect()
        left, top = self.corner(number)
        return self.path.translated(left - box.left(), top - box.top())


@frozen
class NamePlace:
    """Hold where a name stands at every zoom: the lines it is broken into, and the number of its place."""

    way: int
    number: int


@frozen
class Bend:
    """Hold where a river's name stands at every zoom: its middle, as a share of the river's length, and its side."""

    middle: float
    hand: float


class Setting(NamedTuple):
    """Tell how one name is written at a zoom: its number among all names, its size, its lines and where.

    `at` is left and top of its letters; for a river how far along it they begin, and on which hand.
    """

    number: int
    size: float
    way: int
    at: tuple[float, float]


@frozen
class Bed:
    """Hold what a river's name is written along: points, letters, and how far beside the line they stand."""

    points: Floats = field(compare=False)
    letters: list[Glyph] = field(compare=False)
    aside: float

    @property
    def length(self) -> float:
        """Return how long the name is."""
        return self.letters[-1].middle + self.letters[-1].width / 2


@frozen
class RiverStretch:
    """Hold where along a river its name is written: the stretch for it, its size, its wanted middle."""

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


# --- Halos of names: light strokes round them, which make them legible on woods ------------------------------------

HALO = ((0.62, 0.22), (0.44, 0.42), (0.27, 0.86))
REGION_HALO = ((0.58, 0.34), (0.30, 0.82))
"""Strokes round a name: widths as shares of its size, and opacities."""
ROOM = 1_000_000
"""Bytes of pictures that are held."""


def halo_width(size: float, share: float) -> float:
    """Return the width of a stroke round a name."""
    return max(2.4, size * share)


def stroke_halo(painter: QPainter, placed: Placed, canvas: Canvas) -> None:
    """Stroke the halo of a name."""
    for width, opacity in REGION_HALO if placed.kind == "region" else HALO:
        pen = QPen(faded(canvas.palette.halo, opacity), halo_width(placed.size, width))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(placed.path, pen)


class Halos:
    """The halos of one zoom as pictures: a name is drawn again and again, and stroking it takes 1 to 10 ms.

    They lie at whole pixels, so that one picture serves wherever the name is placed.
    """

    def __init__(self) -> None:
        self._look: Hashable = None
        self._pictures: OrderedDict[Hashable, QImage] = OrderedDict()

    def paint(self, placed: Placed, canvas: Canvas) -> QPointF:
        """Paint the halo of a name from its picture, which is stroked the first time.

        Return how far its letters have to be moved to lie in the middle of it, in scene units.
        """
        painter, world = canvas.painter, canvas.painter.worldTransform()
        look = (world.m11(), world.m22(), canvas.palette.halo)
        if look != self._look:
            self._look = look
            self._pictures.clear()
        key = (placed.text, placed.kind, placed.size, round(placed.reach.width(), 2), round(placed.reach.height(), 2))
        if key not in self._pictures:
            self._pictures[key] = _picture(placed, canvas)
            while len(self._pictures) > 1 and self.size > ROOM:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        exact = world.map(placed.reach.topLeft())
        corner = QPoint(math.floor(exact.x() + 0.5), math.floor(exact.y() + 0.5))
        painter.save()
        painter.resetTransform()
        painter.drawImage(corner, self._pictures[key])
        painter.restore()
        return QPointF((corner.x() - exact.x()) / world.m11(), (corner.y() - exact.y()) / world.m22())

    @property
    def size(self) -> int:
        """Return the bytes that are held."""
        return sum(picture.sizeInBytes() for picture in self._pictures.values())


def _picture(placed: Placed, canvas: Canvas) -> QImage:
    """Return the halo as a picture, the corner of its reach at the corner."""
    world, reach = canvas.painter.worldTransform(), placed.reach
    size = QSize(math.ceil(reach.width() * world.m11()), math.ceil(reach.height() * world.m22()))
    picture = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHints(canvas.painter.renderHints())
    painter.scale(world.m11(), world.m22())
    painter.translate(-reach.topLeft())
    stroke_halo(painter, placed, canvas)
    painter.end()
    return alone(picture)
