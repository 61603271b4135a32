"""Areas over the map with fill, hatching and edge, and their edges kept as pictures."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen, QPixmap, QPolygonF, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.board.hexes import region_path
from app.board.painted import alone
from rules.engine.frozen import frozen
from rules.hexes.grid import hex_id

# --- Edges of areas that are painted again and again ---------------------------------------------------------------

ROOM = 16_000_000
"""Bytes of pictures that are held."""
SEEN = 32
"""Edges that are remembered."""


class EdgePictures:
    """The edges painted last. One that is painted a second time in the same place is kept as a picture."""

    def __init__(self) -> None:
        self._held: OrderedDict[tuple[object, ...], tuple[QPainterPath, QImage | None]] = OrderedDict()

    def stroke(self, painter: QPainter, path: QPainterPath, pen: QPen) -> None:
        """Stroke a path with a cosmetic pen."""
        box = _box(painter, path, pen)
        if box is None:
            painter.strokePath(path, pen)
            return
        world = painter.worldTransform()
        place = (world.m11(), world.m22(), world.dx(), world.dy(), painter.device().devicePixelRatioF())
        key = (id(path), place, _look(pen), painter.renderHints())
        if key not in self._held:
            painter.strokePath(path, pen)
            self._hold(key, path, None)
            return
        image = self._held[key][1]
        if image is None:
            image = _picture(painter, path, pen, box)
            self._hold(key, path, image)
        ratio = image.devicePixelRatioF()
        painter.save()
        painter.setWorldTransform(QTransform())
        painter.drawImage(box, image, QRect(box.topLeft() * ratio, box.size() * ratio))
        painter.restore()

    def _hold(self, key: tuple[object, ...], path: QPainterPath, image: QImage | None) -> None:
        """Hold an edge, with its path so that no other takes its place in memory; forget the oldest."""
        self._held[key] = path, image
        self._held.move_to_end(key)
        while len(self._held) > SEEN or (image is not None and len(self._held) > 1 and self.size > ROOM):
            self._held.popitem(last=False)

    @property
    def size(self) -> int:
        """Return the bytes that are held."""
        return sum(image.sizeInBytes() for _, image in self._held.values() if image is not None)


def _look(pen: QPen) -> tuple[object, ...]:
    """Return all that tells one pen of a plain colour from another."""
    dashes = tuple(pen.dashPattern()), pen.dashOffset()
    return pen.color().rgba(), pen.widthF(), pen.style(), dashes, pen.capStyle(), pen.joinStyle(), pen.miterLimit()


def _box(painter: QPainter, path: QPainterPath, pen: QPen) -> QRect | None:
    """Return what an edge covers; None where its picture would not have the same pixels, as when it is cut off."""
    device, world = painter.device(), painter.worldTransform()
    upright = world.m12() == world.m21() == 0.0 and world.isAffine()
    if not (isinstance(device, QWidget | QImage | QPixmap) and upright and pen.isCosmetic()):
        return None
    if painter.opacity() != 1.0 or device.devicePixelRatioF() % 1.0:
        return None
    wide = math.ceil(pen.widthF()) + 2
    box = world.mapRect(path.boundingRect()).toAlignedRect().adjusted(-wide, -wide, wide, wide)
    return box if painter.viewport().contains(box) else None


def _picture(painter: QPainter, path: QPainterPath, pen: QPen, box: QRect) -> QImage:
    """Return an edge on nothing, from the corner of the device on: elsewhere its corners would be rounded otherwise."""
    ratio = painter.device().devicePixelRatioF()
    image = QImage(QSize(box.right() + 1, box.bottom() + 1) * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    brush = QPainter(image)
    brush.setRenderHints(painter.renderHints())
    brush.setWorldTransform(painter.worldTransform())
    brush.strokePath(path, pen)
    brush.end()
    return alone(image)


STROKES = EdgePictures()
"""The edges on every board of this program."""


# --- Washes over the map: areas with fill, hatching and edge, distinct in pattern as well as colour ----------------

_HATCH = 1.6
"""Width of the lines of a hatching, in pixels."""
GLOW = 16.0
"""Width of the stroke of light along an edge, half of it inside, in pixels."""
_RESTING = 0.62
"""Opacity of the edge of an overlay at rest."""


@lru_cache(maxsize=256)
def _union(hexes: frozenset[int]) -> QPainterPath:
    return region_path(hexes)


def union_path(hexes: Iterable[int | str]) -> QPainterPath:
    """Return the outline of a set of hexes (ids or printed numbers) as one painter path, holes included."""
    return _union(frozenset(h if isinstance(h, int) else hex_id(h) for h in hexes))


@lru_cache(maxsize=64)
def _hatch_tile(colour: str, alpha: int, kind: str, gap: int, ratio: float) -> QPixmap:
    side = round(gap * ratio)
    tile = QPixmap(side, side)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ink = QColor(colour)
    ink.setAlpha(alpha)
    painter.setPen(QPen(ink, _HATCH * ratio, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    for shift in (-side, 0, side):
        if kind in ("rising", "cross"):
            painter.drawLine(QLineF(shift - 2, side + 2, shift + side + 2, -2))
        if kind in ("falling", "cross"):
            painter.drawLine(QLineF(shift - 2, -2, shift + side + 2, side + 2))
        if kind == "upright":
            painter.drawLine(QLineF(side / 2, 0, side / 2, side))
    painter.end()
    return alone(tile)


def hatch(painter: QPainter, colour: QColor, kind: str = "rising", *, gap: int = 9) -> QBrush:
    """Return a hatching of constant width in pixels at every zoom; kinds: rising, falling, cross, upright."""
    world, ratio = painter.worldTransform(), painter.device().devicePixelRatioF()
    brush = QBrush(_hatch_tile(colour.name(), colour.alpha(), kind, gap, ratio))
    scale = 1.0 / (max(world.m11(), 1e-6) * ratio)
    brush.setTransform(QTransform.fromScale(scale, scale))
    return brush


@frozen
class Wash:
    """How an area is shown: fill, hatching (colour, kind, gap), edge (colour, width in pixels, style), halo.

    `teeth` are triangles on the edge: positive ones point into the area, negative ones out of it; in pixels. `glow` is
    light along the inside of the edge. `name` is what a legend calls it, or "" where it needs no words.
    """

    fill: QColor | None = None
    hatch: QColor | None = None
    kind: str = "rising"
    gap: int = 9
    edge: QColor | None = None
    edge_width: float = 2.0
    style: Qt.PenStyle = Qt.PenStyle.SolidLine
    halo: QColor | None = None
    teeth: float = 0.0
    glow: QColor | None = None
    name: str = ""


def rgba(colour: QColor | str, alpha: int) -> QColor:
    """Return a colour with another opacity, 0 to 255."""
    faded = QColor(colour)
    faded.setAlpha(alpha)
    return faded


class AreaItem(QGraphicsItem):
    """Show areas, each a painter path with its wash; mouse events pass through. `on_shown` is called after a change."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self.areas: list[tuple[QPainterPath, Wash]] = []
        self.at_rest = False
        self.on_shown: Callable[[], None] = _nothing
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    @property
    def washes(self) -> list[Wash]:
        """Return how the areas are shown."""
        return [wash for _, wash in self.areas]

    def show_areas(self, areas: list[tuple[QPainterPath, Wash]]) -> None:
        """Replace the areas shown; an empty list shows nothing."""
        shown = [(path, wash) for path, wash in areas if not path.isEmpty()]
        if shown == self.areas:
            return
        self.prepareGeometryChange()
        self.areas = shown
        self.update()
        self.on_shown()

    def set_at_rest(self, at_rest: bool) -> None:
        """Paint only thin edges while another overlay is in focus, or everything."""
        if at_rest != self.at_rest:
            self.at_rest = at_rest
            self.update()

    def boundingRect(self) -> QRectF:
        """Return the bounds of all areas and their edges."""
        room = QRectF()
        for path, _ in self.areas:
            room = room.united(path.boundingRect())
        return room.adjusted(-16, -16, 16, 16)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint fill, hatching and edge of each area, or at rest its edge."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for path, wash in self.areas:
            if self.at_rest:
                paint_resting(painter, path, wash)
            else:
                paint_area(painter, path, wash)


def _nothing() -> None:
    """Do nothing."""


def paint_area(painter: QPainter, path: QPainterPath, wash: Wash) -> None:
    """Paint one area with its wash."""
    if wash.fill is not None:
        painter.fillPath(path, wash.fill)
    if wash.hatch is not None:
        painter.fillPath(path, hatch(painter, wash.hatch, wash.kind, gap=wash.gap))
    if wash.glow is not None:
        _glow(painter, path, wash.glow)
    if wash.edge is not None and wash.teeth:
        teeth = teeth_path(path, wash.teeth / max(painter.worldTransform().m11(), 1e-6))
        if wash.halo is not None:
            painter.strokePath(teeth, _pen(wash.halo, 2.4))
        _line(painter, path, wash)
        painter.fillPath(teeth, wash.edge)
    else:
        _line(painter, path, wash)


def _line(painter: QPainter, path: QPainterPath, wash: Wash) -> None:
    for colour, width in ((wash.halo, wash.edge_width + 3), (wash.edge, wash.edge_width)):
        if colour is not None:
            style = wash.style if colour is wash.edge else Qt.PenStyle.SolidLine
            STROKES.stroke(painter, path, _pen(colour, width, style))


def paint_resting(painter: QPainter, path: QPainterPath, wash: Wash) -> None:
    """Paint one area while another overlay is in focus: a thin edge, with small teeth if it has any."""
    if wash.edge is None:
        return
    painter.save()
    painter.setOpacity(painter.opacity() * _RESTING)
    painter.strokePath(path, _pen(wash.edge, 1.3))
    if wash.teeth:
        size = 4.2 if wash.teeth > 0 else -4.2
        painter.fillPath(teeth_path(path, size / max(painter.worldTransform().m11(), 1e-6), every=2), wash.edge)
    painter.restore()


def _pen(colour: QColor, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    pen = QPen(colour, width, style)
    pen.setCosmetic(True)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def _glow(painter: QPainter, path: QPainterPath, colour: QColor) -> None:
    """Light the inside of the edge: a wide stroke, cut off at the edge."""
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    painter.strokePath(path, _pen(colour, GLOW))
    painter.restore()


def teeth_path(path: QPainterPath, size: float, every: int = 1) -> QPainterPath:
    """Return teeth on the sides of an area of hexes: two on each hexside, `size` high; negative ones point outwards.

    They are never higher than a third of a side. `every` leaves out the others.
    """
    made = QPainterPath()
    made.setFillRule(Qt.FillRule.WindingFill)
    for polygon in path.toSubpathPolygons():
        corners = [(corner.x(), corner.y()) for corner in polygon.toList()]
        sides = [(a, b) for a, b in pairwise(corners) if a != b]
        if not sides:
            continue
        (ax, ay), (bx, by) = sides[0]
        aside = QPointF((ax + bx) / 2 + (ay - by) * 0.1, (ay + by) / 2 + (bx - ax) * 0.1)
        inwards = 1.0 if path.contains(aside) else -1.0
        for (ax, ay), (bx, by) in sides[::every]:
            length = math.hypot(bx - ax, by - ay)
            x, y = (bx - ax) / length, (by - ay) / length
            high = max(-length / 3, min(length / 3, size)) * inwards
            half = abs(high) * 0.62
            for share in (0.27, 0.73) if every == 1 else (0.5,):
                u, v = ax + (bx - ax) * share, ay + (by - ay) * share
                tooth = ((u - x * half, v - y * half), (u + x * half, v + y * half), (u - y * high, v + x * high))
                made.addPolygon(QPolygonF([QPointF(*point) for point in tooth]))
    return made
