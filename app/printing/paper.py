"""Sheets of paper with their sizes and margins, and a painter that leaves out what is off the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from rules.engine.frozen import frozen

# --- Sheets of paper: their sizes, margins and unit of measure -----------------------------------------------------

MM = 10.0
"""Units of a sheet to a millimetre."""
POINT = MM * 25.4 / 72
"""Units of a sheet to a typographic point."""
MARGIN = 11.0
HEADER = 8.0
"""Height of the running head in millimetres, from the upper margin to the text."""


@frozen
class Paper:
    """A size of paper in millimetres, in portrait."""

    name: str
    width: float
    height: float

    def page(self, landscape: bool = False) -> QRectF:
        """Return the whole sheet, in units."""
        wide, tall = (self.height, self.width) if landscape else (self.width, self.height)
        return QRectF(0, 0, wide * MM, tall * MM)

    def body(self, landscape: bool = False) -> QRectF:
        """Return the part of a sheet that text and pictures fill."""
        edge = MARGIN * MM
        return self.page(landscape).adjusted(edge, edge + HEADER * MM, -edge, -edge)

    def layout(self, landscape: bool = False) -> QPageLayout:
        """Return the page layout for Qt, without margins of its own."""
        size = QPageSize(QSizeF(self.width, self.height), QPageSize.Unit.Millimeter, self.name)
        if self.name in SIZES:
            size = QPageSize(SIZES[self.name])
        way = QPageLayout.Orientation.Landscape if landscape else QPageLayout.Orientation.Portrait
        return QPageLayout(size, way, QMarginsF(0, 0, 0, 0), QPageLayout.Unit.Millimeter)


SIZES = {"A4": QPageSize.PageSizeId.A4, "Letter": QPageSize.PageSizeId.Letter}
PAPERS = {"A4": Paper("A4", 210.0, 297.0), "Letter": Paper("Letter", 215.9, 279.4)}


def mm(millimetres: float) -> float:
    """Turn millimetres into units."""
    return millimetres * MM


# --- A painter that leaves out what is off the page ----------------------------------------------------------------

Points = npt.NDArray[np.float64]
_PLAIN = (Qt.PenStyle.NoPen, Qt.PenStyle.SolidLine)
SMOOTH = 110.0
"""Dots to the inch of shading on paper."""
_MOST = 4000
_LARGE = 120
"""Paths of fewer points are drawn as they are."""
_FINE = 8.0
"""Curves are flattened into lines as finely as at this many times their size."""


class PaperPainter(QPainter):
    """Draw paths only within a rectangle, if one is set, and everything else as any painter does."""

    def __init__(self, *device: Any) -> None:
        super().__init__(*device)
        self._room: QRectF | None = None

    @contextmanager
    def within(self, room: QRectF, margin: float) -> Iterator[None]:
        """Leave out what is more than a margin outside a rectangle, in the present coordinates.

        It stays where it is on the page whatever is moved or turned later.
        """
        self._room = self.worldTransform().mapRect(room.adjusted(-margin, -margin, margin, margin))
        try:
            yield
        finally:
            self._room = None

    def drawPath(self, path: QPainterPath) -> None:
        """Draw a path, or the part of it that is on the page; dashes begin where they would."""
        part = path if self.pen().style() not in _PLAIN else self._part(path)
        if not part.isEmpty():
            super().drawPath(part)

    def fillPath(self, path: QPainterPath, brush: Any) -> None:
        """Fill a path, or the part of it that is on the page."""
        part = self._part(path)
        if not part.isEmpty():
            super().fillPath(part, brush)

    def strokePath(self, path: QPainterPath, pen: Any) -> None:
        """Stroke a path, or the part of it that is on the page."""
        part = path if QPen(pen).style() not in _PLAIN else self._part(path)
        if not part.isEmpty():
            super().strokePath(part, pen)

    def drawImage(self, *given: Any) -> None:
        """Draw an image; one that would show its dots on paper is made finer first."""
        if self._room is not None and len(given) == 3 and isinstance(given[0], QRectF):
            target, image, source = given
            given = (target, *self._finer(target, image, source))
        super().drawImage(*given)

    def _finer(self, target: QRectF, image: QImage, source: QRectF) -> tuple[QImage, QRectF]:
        dots = self.worldTransform().m11() * SMOOTH / self.device().logicalDpiX()
        wide, tall = round(target.width() * dots), round(target.height() * dots)
        if wide <= source.width() * 1.3 or not (8 < wide < _MOST and 8 < tall < _MOST):
            return image, source
        form = QImage.Format.Format_ARGB32_Premultiplied if image.hasAlphaChannel() else QImage.Format.Format_RGB32
        finer = QImage(wide, tall, form)
        finer.fill(Qt.GlobalColor.transparent)
        painter = QPainter(finer)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(0, 0, wide, tall), image, source)
        painter.end()
        return finer, QRectF(finer.rect())

    def _part(self, path: QPainterPath) -> QPainterPath:
        if self._room is None or path.elementCount() < _LARGE:
            return path
        back, _ = self.worldTransform().inverted()
        room = back.mapRect(self._room)
        if room.contains(path.controlPointRect()):
            return path
        return cut(path, room)


def cut(path: QPainterPath, room: QRectF) -> QPainterPath:
    """Return a path that is unchanged inside a rectangle; lines outside are dropped or run along its edge."""
    kept = QPainterPath()
    kept.setFillRule(path.fillRule())
    for polygon in path.toSubpathPolygons(QTransform.fromScale(_FINE, _FINE)):
        corners = [polygon.at(i) for i in range(polygon.size())]
        points = np.asarray([(corner.x(), corner.y()) for corner in corners]) / _FINE
        closed = bool((points[0] == points[-1]).all())
        low, high = points.min(axis=0), points.max(axis=0)
        if low[0] > room.right() or high[0] < room.left() or low[1] > room.bottom() or high[1] < room.top():
            continue
        for axis, edge, keep_above in (
            (0, room.left(), True),
            (0, room.right(), False),
            (1, room.top(), True),
            (1, room.bottom(), False),
        ):
            points = _clipped(points, axis, edge, keep_above)
            if closed and len(points) > 1 and (points[0] != points[-1]).any():
                points = np.concatenate([points, points[:1]])
        if len(points) > 1:
            kept.addPolygon(QPolygonF([QPointF(x, y) for x, y in points.tolist()]))
    return kept


def _clipped(points: Points, axis: int, edge: float, keep_above: bool) -> Points:
    """Clip a line at an edge: points beyond it move on to it, and a corner appears where the line crosses."""
    if len(points) < 2:
        return points
    side = points[:, axis] - edge if keep_above else edge - points[:, axis]
    inside = side >= 0
    if inside.all():
        return points
    crossing = np.flatnonzero(inside[1:] != inside[:-1])
    share = (side[crossing] / (side[crossing] - side[crossing + 1]))[:, None]
    corners = points[crossing] + (points[crossing + 1] - points[crossing]) * share
    order = np.concatenate([np.flatnonzero(inside).astype(np.float64), crossing + 0.5])
    return np.concatenate([points[inside], corners])[np.argsort(order, kind="stable")]


# --- The blocks that fill a sheet: they know their height, may be cut in two, and paint themselves -----------------

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
