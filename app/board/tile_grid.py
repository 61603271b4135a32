"""Where the tiles of a drawing lie, a grid of squares for each scale from the origin of the scene; what views show."""

from __future__ import annotations

import math
from collections.abc import Iterable

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QTransform
from PySide6.QtWidgets import QGraphicsItem

TILE = 384
"""Side of a tile in device pixels."""
Key = tuple[int, int]
"""Column and row of a tile."""


def area_of(key: Key, scale: float) -> QRectF:
    """Return the rectangle of the scene that a tile shows; `scale` are pixels to a unit of the scene."""
    side = TILE / scale
    return QRectF(key[0] * side, key[1] * side, side, side)


def keys_in(exposed: QRectF, scale: float) -> list[Key]:
    """Return the tiles that touch a rectangle, from the middle outwards."""
    if exposed.isEmpty() or scale <= 0.0:
        return []
    side = TILE / scale
    columns = range(math.floor(exposed.left() / side), math.ceil(exposed.right() / side))
    rows = range(math.floor(exposed.top() / side), math.ceil(exposed.bottom() / side))
    x, y = exposed.center().x() / side - 0.5, exposed.center().y() / side - 0.5
    keys = [(i, j) for j in rows for i in columns]
    return sorted(keys, key=lambda key: abs(key[0] - x) + abs(key[1] - y))


def pixels_of(part: QRectF, scale: float) -> QRect:
    """Return the whole pixels of a tile that a part of it touches, in units of the scene from its corner."""
    across = QTransform.fromScale(scale, scale).mapRect(part)
    return across.toAlignedRect().adjusted(-1, -1, 1, 1).intersected(QRect(0, 0, TILE, TILE))


def apart(parts: Iterable[QRect]) -> list[QRect]:
    """Return rectangles that cover the same pixels and more without meeting each other."""
    found: list[QRect] = []
    for part in parts:
        while met := [other for other in found if other.intersects(part)]:
            found = [other for other in found if not other.intersects(part)]
            for other in met:
                part = part.united(other)
        found.append(part)
    return found


def views_of(item: QGraphicsItem) -> list[QRectF]:
    """Return what the views of its scene show, in the item's coordinates."""
    scene = item.scene()
    shown = (view.mapToScene(view.viewport().rect()).boundingRect() for view in (scene.views() if scene else ()))
    return [item.mapRectFromScene(room) for room in shown]
