"""Washes over the map: areas with fill, hatching and edge, distinct in pattern as well as colour."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.board.hexes import region_path
from rules.hexes.ids import hex_id

_HATCH = 1.6
"""Width of the lines of a hatching, in pixels."""


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
    return tile


def hatch(painter: QPainter, colour: QColor, kind: str = "rising", *, gap: int = 9) -> QBrush:
    """Return a hatching of constant width in pixels at every zoom; kinds: rising, falling, cross, upright."""
    world, ratio = painter.worldTransform(), painter.device().devicePixelRatioF()
    brush = QBrush(_hatch_tile(colour.name(), colour.alpha(), kind, gap, ratio))
    scale = 1.0 / (max(world.m11(), 1e-6) * ratio)
    brush.setTransform(QTransform.fromScale(scale, scale))
    return brush


@dataclass(frozen=True, slots=True)
class Wash:
    """How an area is shown: fill, hatching (colour, kind, gap), edge (colour, width in pixels, style), halo."""

    fill: QColor | None = None
    hatch: QColor | None = None
    kind: str = "rising"
    gap: int = 9
    edge: QColor | None = None
    edge_width: float = 2.0
    style: Qt.PenStyle = Qt.PenStyle.SolidLine
    halo: QColor | None = None


def rgba(colour: QColor | str, alpha: int) -> QColor:
    """Return a colour with another opacity, 0 to 255."""
    faded = QColor(colour)
    faded.setAlpha(alpha)
    return faded


class AreaItem(QGraphicsItem):
    """Show areas, each a painter path with its wash; mouse events pass through."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self.areas: list[tuple[QPainterPath, Wash]] = []
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_areas(self, areas: list[tuple[QPainterPath, Wash]]) -> None:
        """Replace the areas shown; an empty list shows nothing."""
        self.prepareGeometryChange()
        self.areas = [(path, wash) for path, wash in areas if not path.isEmpty()]
        self.update()

    def boundingRect(self) -> QRectF:
        """Return the bounds of all areas and their edges."""
        room = QRectF()
        for path, _ in self.areas:
            room = room.united(path.boundingRect())
        return room.adjusted(-6, -6, 6, 6)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint fill, hatching and edge of each area."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for path, wash in self.areas:
            paint_area(painter, path, wash)


def paint_area(painter: QPainter, path: QPainterPath, wash: Wash) -> None:
    """Paint one area with its wash."""
    if wash.fill is not None:
        painter.fillPath(path, wash.fill)
    if wash.hatch is not None:
        painter.fillPath(path, hatch(painter, wash.hatch, wash.kind, gap=wash.gap))
    for colour, width in ((wash.halo, wash.edge_width + 3), (wash.edge, wash.edge_width)):
        if colour is not None:
            pen = QPen(colour, width, wash.style if colour is wash.edge else Qt.PenStyle.SolidLine)
            pen.setCosmetic(True)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(path, pen)
