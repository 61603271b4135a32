"""Hexes on the table: ids to scene coordinates and back, outlines, letters with a halo."""

from __future__ import annotations

import math
import struct
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QDataStream, QIODevice, QLineF, QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

# --- Hexes on the table: hex ids to scene coordinates and back, outlines, hexsides ---------------------------------

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from shapely.geometry.base import BaseGeometry

    Floats = npt.NDArray[np.float64]

SIDE = 40.0
"""Length of a hexside in scene units."""
STEP_X = 1.5 * SIDE
"""Distance between neighbouring columns of centres."""
STEP_Y = math.sqrt(3.0) * SIDE
"""Distance between neighbouring rows of centres: the height of a hex."""
HEX_WIDTH = 2.0 * SIDE
HEX_HEIGHT = STEP_Y

# Integer lattice: centre of (c, r) at (3c, 2r + (c odd)); its corners clockwise from the east.
_LATTICE_CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
_LATTICE_X = SIDE / 2.0
_LATTICE_Y = STEP_Y / 2.0

Loop = list[tuple[int, int]]
_ELEMENT = struct.Struct(">idd")
"""How Qt writes one element of a painter path: 0 for a new start or 1 for a line to here, x and y."""


def column_row(hex_id: int) -> tuple[int, int]:
    """Split a hex id into its column and row."""
    return divmod(hex_id, 100)


def from_hex_space(x: float, y: float) -> QPointF:
    """Turn drawing data in hex space (x = column, y = row, plus a half in odd columns) into a scene point."""
    return QPointF(x * STEP_X, y * STEP_Y)


def center_xy(hex_id: int) -> tuple[float, float]:
    """Return the scene coordinates of a hex's centre dot as two floats."""
    column, row = divmod(hex_id, 100)
    return column * STEP_X, (row + 0.5 * (column % 2)) * STEP_Y


def center(hex_id: int) -> QPointF:
    """Return the scene point of a hex's centre dot."""
    return QPointF(*center_xy(hex_id))


def corners_xy(hex_id: int, scale: float = 1.0) -> list[tuple[float, float]]:
    """Return the six corners clockwise from the east; `scale` shrinks or grows the hex about its centre."""
    x, y = center_xy(hex_id)
    return [(x + dx * _LATTICE_X * scale, y + dy * _LATTICE_Y * scale) for dx, dy in _LATTICE_CORNERS]


def polygon(hex_id: int, scale: float = 1.0) -> QPolygonF:
    """Return the hex as a closed polygon, shrunk or grown about its centre by `scale`."""
    points = [QPointF(x, y) for x, y in corners_xy(hex_id, scale)]
    return QPolygonF([*points, points[0]])


def hex_path(hex_id: int, scale: float = 1.0) -> QPainterPath:
    """Return the hex as a painter path."""
    path = QPainterPath()
    path.addPolygon(polygon(hex_id, scale))
    return path


def hex_rect(hex_id: int) -> QRectF:
    """Return the bounding rectangle of a hex."""
    x, y = center_xy(hex_id)
    return QRectF(x - SIDE, y - STEP_Y / 2.0, HEX_WIDTH, HEX_HEIGHT)


def hex_at(point: QPointF, within: Collection[int] | None = None) -> int | None:
    """Return the hex that holds a scene point, or None if it has no number or is not in `within`."""
    nearest = round(point.x() / STEP_X)
    best: int | None = None
    best_distance = math.inf
    for column in (nearest - 1, nearest, nearest + 1):
        row = round(point.y() / STEP_Y - 0.5 * (column % 2))
        if not (0 <= column <= 99 and 0 <= row <= 99):
            continue
        x, y = column * STEP_X, (row + 0.5 * (column % 2)) * STEP_Y
        distance = (x - point.x()) ** 2 + (y - point.y()) ** 2
        if distance < best_distance:
            best, best_distance = column * 100 + row, distance
    if best is None or best_distance > SIDE * SIDE * 1.0001:
        return None
    return best if within is None or best in within else None


def hexside_xy(a: int, b: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the ends of the hexside between neighbours; `b` is on the right when walking from first to second."""
    (ax, ay), (bx, by) = center_xy(a), center_xy(b)
    mx, my = (ax + bx) / 2.0, (ay + by) / 2.0
    ux, uy = (bx - ax) / STEP_Y, (by - ay) / STEP_Y
    half = SIDE / 2.0
    return (mx - uy * half, my + ux * half), (mx + uy * half, my - ux * half)


def hexside(a: int, b: int) -> QLineF:
    """Return the hexside between two neighbouring hexes as a line."""
    (x1, y1), (x2, y2) = hexside_xy(a, b)
    return QLineF(x1, y1, x2, y2)


def hexside_midpoint(a: int, b: int) -> QPointF:
    """Return the middle of the hexside between two neighbouring hexes."""
    (ax, ay), (bx, by) = center_xy(a), center_xy(b)
    return QPointF((ax + bx) / 2.0, (ay + by) / 2.0)


def outlines(hexes: Iterable[int]) -> list[Loop]:
    """Return the closed outlines of a set of hexes on the integer lattice; holes run the other way round."""
    sides: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    for hex_id in sorted(set(hexes)):
        column, row = divmod(hex_id, 100)
        cx, cy = 3 * column, 2 * row + column % 2
        ring = [(cx + dx, cy + dy) for dx, dy in _LATTICE_CORNERS]
        for start, end in zip(ring, ring[1:] + ring[:1], strict=True):
            if (end, start) in sides:
                sides.remove((end, start))  # shared by two hexes of the set
            else:
                sides.add((start, end))
    # Three hexes meet at a corner, so the outline leaves a corner in one direction only.
    return list(_loops(dict(sorted(sides))))


def _loops(following: dict[tuple[int, int], tuple[int, int]]) -> Iterable[Loop]:
    while following:
        start, point = next(iter(following.items()))
        del following[start]
        loop = [start]
        while point != start:
            loop.append(point)
            point = following.pop(point)
        yield loop


def loop_points(loop: Loop) -> list[tuple[float, float]]:
    """Turn an outline on the lattice into scene coordinates."""
    return [corner_xy(corner) for corner in loop]


def corner_xy(corner: tuple[int, int]) -> tuple[float, float]:
    """Turn a corner of the lattice into scene coordinates."""
    return corner[0] * _LATTICE_X, corner[1] * _LATTICE_Y


def lines_path(lines: Sequence[Floats] | Floats) -> QPainterPath:
    """Return many lines, each an array of points, as one painter path, exact to the last bit.

    Lines of as many points each may be one array (lines, points, 2), which is faster.

    Qt reads the path as if from a file, ten times as fast as point by point.
    """
    import numpy as np  # here, so that a start without a drawing of this kind need not wait for it

    if isinstance(lines, np.ndarray):
        points, starts = lines.reshape(-1, 2), np.arange(len(lines)) * (lines.shape[1] if len(lines) else 0)
    else:
        lines = [line for line in lines if len(line)]
        points = np.vstack([np.empty((0, 2)), *lines])
        starts = np.cumsum([0, *(len(line) for line in lines[:-1])])
    if not len(points):
        return QPainterPath()
    elements = np.empty(len(points), [("kind", ">i4"), ("x", ">f8"), ("y", ">f8")])
    elements["kind"] = 1
    elements["kind"][starts] = 0
    elements["x"], elements["y"] = points.T
    return _read_path(len(points), elements.tobytes(), int(starts[-1]))


def lines_of(path: QPainterPath) -> list[Floats]:
    """Return the lines of a path without curves, each an array of points: the other way round than `lines_path`."""
    import numpy as np

    written = QByteArray()
    QDataStream(written, QIODevice.OpenModeFlag.WriteOnly) << path
    elements = np.frombuffer(written.data(), np.uint8, 20 * path.elementCount(), 4).reshape(-1, 20)
    points = elements[:, 4:].copy().view(">f8").astype(float)
    starts = np.flatnonzero(elements[:, 3] == 0)  # the last byte of what kind an element is
    return [line for line in np.split(points, starts) if len(line)]


def _read_path(count: int, elements: bytes, last_start: int) -> QPainterPath:
    path = QPainterPath()
    tail = last_start.to_bytes(4, "big") + bytes(4)
    QDataStream(QByteArray(count.to_bytes(4, "big") + elements + tail)) >> path
    return path


def region_path(hexes: Iterable[int]) -> QPainterPath:
    """Return the outline of a set of hexes, holes included, as one painter path."""
    elements, start, count = bytearray(), 0, 0
    for points in map(loop_points, outlines(hexes)):
        start = count
        for x, y in (*points, points[0]):
            elements += _ELEMENT.pack(int(count > start), x, y)
            count += 1
    return _read_path(count, bytes(elements), start) if count else QPainterPath()


def region(hexes: Iterable[int]) -> BaseGeometry:
    """Return a set of hexes as one shapely area in scene units (for buffers, insets and smoothing)."""
    import shapely
    from shapely.geometry import GeometryCollection, LinearRing

    rings = [LinearRing(loop_points(loop)) for loop in outlines(hexes)]
    return shapely.build_area(GeometryCollection(rings))


def path_of(shape: BaseGeometry) -> QPainterPath:
    """Turn a shapely area (Polygon or MultiPolygon) into a painter path, holes included."""
    import shapely
    from shapely.geometry import MultiPolygon, Polygon

    polygons: Sequence[BaseGeometry] = shape.geoms if isinstance(shape, MultiPolygon) else [shape]
    return lines_path(
        [
            shapely.get_coordinates(ring)
            for part in polygons
            if isinstance(part, Polygon) and not part.is_empty
            for ring in (part.exterior, *part.interiors)
        ]
    )


def sheet_rect(columns: tuple[int, int], rows: tuple[int, int]) -> QRectF:
    """Return the rectangle that holds every hex of the given columns and rows (both inclusive)."""
    odd = any(column % 2 for column in range(columns[0], columns[1] + 1))
    even = any(column % 2 == 0 for column in range(columns[0], columns[1] + 1))
    top = (rows[0] - 0.5 + (0.0 if even else 0.5)) * STEP_Y
    bottom = (rows[1] + 0.5 + (0.5 if odd else 0.0)) * STEP_Y
    left = columns[0] * STEP_X - SIDE
    return QRectF(left, top, (columns[1] - columns[0]) * STEP_X + HEX_WIDTH, bottom - top)
