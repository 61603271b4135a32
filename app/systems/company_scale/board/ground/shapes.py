"""Curves and noise the ground is drawn with: lines out of links, smoothing, sampling, deterministic chance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import shapely
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPen
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from app.board import hexes as geometry

Floats = npt.NDArray[np.float64]
XY = tuple[float, float]
_MASK = (1 << 64) - 1
RingChange = Callable[[Floats], Floats]


def chance(*keys: Floats | npt.NDArray[np.int64] | int) -> Floats:
    """Return evenly distributed numbers in [0, 1) that depend only on the integer keys (arrays are broadcast)."""
    with np.errstate(over="ignore"):
        mixed: npt.NDArray[np.uint64] = np.asarray(np.uint64(0x9E3779B97F4A7C15))
        for key in keys:
            mixed = (mixed ^ np.asarray(key).astype(np.int64).view(np.uint64)) * np.uint64(0xBF58476D1CE4E5B9)
            mixed = mixed ^ (mixed >> np.uint64(29))
        mixed = (mixed * np.uint64(0x94D049BB133111EB)) >> np.uint64(11)
    return mixed.astype(np.float64) / float(1 << 53)


def luck(*keys: int) -> float:
    """Return one number in [0, 1) that depends only on the integer keys."""
    mixed = 0x9E3779B97F4A7C15
    for key in keys:
        mixed = ((mixed ^ (key & _MASK)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed ^= mixed >> 29
    return ((mixed * 0x94D049BB133111EB & _MASK) >> 11) / float(1 << 53)


def noise(x: Floats, y: Floats, seed: int) -> Floats:
    """Return smooth value noise in [-1, 1] at points whose unit is the size of one bump."""
    x0, y0 = np.floor(x), np.floor(y)
    fx, fy = x - x0, y - y0
    fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
    a, b = chance(x0, y0, seed), chance(x0 + 1, y0, seed)
    c, d = chance(x0, y0 + 1, seed), chance(x0 + 1, y0 + 1, seed)
    return ((a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy) * 2 - 1


@cache
def grain(size: int, bump: int, seed: int) -> npt.NDArray[np.float32]:
    """Return a square of tileable noise in [-1, 1], mixed from two sizes of bump."""
    y, x = np.mgrid[0:size, 0:size].astype(np.float64)
    total = np.zeros((size, size))
    for share, width, salt in ((0.65, bump, 0), (0.35, max(1, bump // 2), 7)):
        count = size // width
        u, v = x / width, y / width
        x0, y0 = np.floor(u), np.floor(v)
        fx, fy = u - x0, v - y0
        fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
        rim = [(chance((x0 + i) % count, (y0 + j) % count, seed + salt)) for j in (0, 1) for i in (0, 1)]
        value = (rim[0] * (1 - fx) + rim[1] * fx) * (1 - fy) + (rim[2] * (1 - fx) + rim[3] * fx) * fy
        total += share * (value * 2 - 1)
    return total.astype(np.float32)


def catmull(points: Floats, per_span: int = 8) -> Floats:
    """Run a Catmull-Rom curve through points, with `per_span` samples to a span."""
    if len(points) < 3:
        return points
    ghost = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    t = np.linspace(0.0, 1.0, per_span, endpoint=False)[None, :, None]
    p0, p1, p2, p3 = (ghost[i : len(ghost) - 3 + i, None, :] for i in range(4))
    curve = 0.5 * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2 + (3 * p1 - p0 - 3 * p2 + p3) * t**3)
    return np.vstack([curve.reshape(-1, 2), points[-1:]])


def resample(points: Floats, step: float, kept: Sequence[int] = ()) -> Floats:
    """Return points about `step` apart along a polyline, keeping both ends and the points of these numbers."""
    along = _lengths(points)
    if along[-1] <= 0.0:
        return points[:1]
    return _at(points, along, np.append(_steps(along[[0, *kept, -1]], step), along[-1]))


def resample_ring(ring: Floats, step: float) -> Floats:
    """Return points about `step` apart along a ring: on a part of a map the same as on all of it.

    Wherever the ring begins, steps are counted from where it meets lines that stand fast, across slanting hexsides.
    """
    closed = np.vstack([ring, ring[:1]])
    along = _lengths(closed)
    if along[-1] <= 0.0:
        return ring[:1]
    level = closed[:, 1] / (geometry.STEP_Y / 2) - 0.5
    line = np.floor(level)
    count = np.abs(np.diff(line)).astype(int)
    i = np.repeat(np.arange(len(ring)), count)
    met = np.minimum(line[i], line[i + 1]) + 1 + np.arange(len(i)) - np.repeat(np.cumsum(count) - count, count)
    cuts = along[i] + (met - level[i]) / (level[i + 1] - level[i]) * (along[i + 1] - along[i])
    if not len(cuts):
        cuts = along[np.lexsort(ring.T)[:1]]
    return _at(closed, along, _steps(np.append(cuts, cuts.min() + along[-1]), step) % along[-1])


def _lengths(points: Floats) -> Floats:
    """Return how far each point lies along a polyline."""
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])


def _at(points: Floats, along: Floats, wanted: Floats) -> Floats:
    return np.column_stack([np.interp(wanted, along, points[:, axis]) for axis in (0, 1)])


def _steps(marks: Floats, step: float) -> Floats:
    """Return places about `step` apart from each mark on to the next, without the last mark."""
    ends = sorted(set(marks.tolist()))
    return np.concatenate([np.linspace(a, b, max(1, round((b - a) / step)), endpoint=False) for a, b in pairwise(ends)])


def through_midpoints(corners: Sequence[XY], per_span: int = 6) -> Floats:
    """Round a chain of hexsides so that it touches every side at its middle and keeps both ends."""
    points = np.asarray(corners, dtype=np.float64)
    if len(points) < 3:
        return points
    middles = (points[:-1] + points[1:]) / 2.0
    t = np.linspace(0.0, 1.0, per_span, endpoint=False)[None, :, None]
    a, b, c = middles[:-1, None, :], points[1:-1, None, :], middles[1:, None, :]
    curve = (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t**2 * c
    return np.vstack([points[:1], curve.reshape(-1, 2), middles[-1:], points[-1:]])


def wiggled(points: Floats, amplitude: float, wavelength: float, seed: int) -> Floats:
    """Push a polyline's inner points sideways by smooth noise, so that it looks drawn by nature."""
    if len(points) < 3:
        return points
    along = np.gradient(points, axis=0)
    normal = np.column_stack([-along[:, 1], along[:, 0]])
    normal /= np.maximum(np.hypot(*normal.T), 1e-9)[:, None]
    push = amplitude * noise(points[:, 0] / wavelength, points[:, 1] / wavelength, seed)
    push[[0, -1]] = 0.0
    return points + normal * push[:, None]


def smooth_region(hexes: Iterable[int], softness: float = 12.0) -> BaseGeometry:
    """Unite hexes into an area with a smooth edge instead of a zigzag; every centre stays on its own side."""
    shape = geometry.region(hexes)
    if shape.is_empty:
        return shape
    radius = min(softness, 16.0)
    shape = shape.buffer(radius, 4).buffer(-2 * radius, 4).buffer(radius + 1.5, 4)
    return rings_changed(shape, lambda ring: softened(ring, softness))


def softened(ring: Floats, softness: float) -> Floats:
    """Smooth a ring along its length by a Gaussian of the given width in scene units."""
    step = 5.0
    points = resample_ring(ring, step)
    if len(points) < 8:
        return points
    reach = min(int(3 * softness / step), (len(points) - 1) // 2)
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) * step / softness) ** 2)
    weights /= weights.sum()
    around = np.vstack([points[-reach:], points, points[:reach]])
    return np.column_stack([np.convolve(around[:, axis], weights, mode="valid") for axis in (0, 1)])


def evened(points: Floats, softness: float, kept: Sequence[int] = ()) -> Floats:
    """Smooth an open line along its length by a Gaussian of the given width, keeping both ends.

    The points of the numbers `kept` are among those from which it is taken.
    """
    line = resample(points, 8.0, kept)
    reach = min(int(3 * softness / 8.0), len(line) - 1)
    if reach < 1:
        return line
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) * 8.0 / softness) ** 2)
    weights /= weights.sum()
    around = np.vstack([2 * line[0] - line[reach:0:-1], line, 2 * line[-1] - line[-2 : -reach - 2 : -1]])
    return np.column_stack([np.convolve(around[:, axis], weights, mode="valid") for axis in (0, 1)])


def roughened(shape: BaseGeometry, amplitude: float, wavelength: float, seed: int) -> BaseGeometry:
    """Make the edge of an area ragged by smooth noise."""

    def push(ring: Floats) -> Floats:
        closed = resample_ring(ring, wavelength / 3.0)
        dx = noise(closed[:, 0] / wavelength, closed[:, 1] / wavelength, seed)
        dy = noise(closed[:, 0] / wavelength, closed[:, 1] / wavelength, seed + 1)
        return closed + amplitude * np.column_stack([dx, dy])

    return rings_changed(shape, push)


def rings_changed(shape: BaseGeometry, change: RingChange) -> BaseGeometry:
    """Rebuild an area with every ring passed through `change` (rings come without the repeated last point)."""
    parts: list[BaseGeometry] = []
    for part in polygons(shape):
        shell = change(np.asarray(part.exterior.coords)[:-1])
        if len(shell) < 4:
            continue
        holes = [change(np.asarray(ring.coords)[:-1]) for ring in part.interiors]
        parts.append(Polygon(shell, [hole for hole in holes if len(hole) > 3]).buffer(0))
    return shapely.union_all(parts) if parts else shape


def polygons(shape: BaseGeometry) -> list[Polygon]:
    """Return the polygons of an area of any geometry type."""
    return [part for part in shapely.get_parts(shape).tolist() if isinstance(part, Polygon) and not part.is_empty]


def inside(shape: BaseGeometry, box: QRectF) -> BaseGeometry:
    """Return what of an area lies in a box: the area itself, to the last point, if all of it does."""
    room = shapely.box(box.left(), box.top(), box.right(), box.bottom())
    return shape if room.contains(shape) else shape.intersection(room)


def stroke(painter: QPainter, seen: QRectF, lines: Sequence[Floats], pen: QPen) -> None:
    """Stroke the runs of lines that come into view: the same pixels as of whole lines, in less time."""
    pad = 2 * pen.widthF()
    if runs := near(lines, seen.adjusted(-pad, -pad, pad, pad)):
        painter.setPen(pen)
        painter.drawPath(geometry.lines_path(runs))


def near(lines: Sequence[Floats], area: QRectF) -> list[Floats]:
    """Return the runs of lines that come into an area."""
    low, high, found = (area.left(), area.top()), (area.right(), area.bottom()), list[Floats]()
    for line in lines:
        a, b = line[:-1], line[1:]
        seen = np.asarray(((np.minimum(a, b) <= high) & (np.maximum(a, b) >= low)).all(axis=1))
        ends = np.flatnonzero(np.diff(seen, prepend=False, append=False)).reshape(-1, 2)
        runs = [line[first : last + 1] for first, last in ends.tolist()]
        if len(runs) > 1 and seen[0] and seen[-1] and np.array_equal(line[0], line[-1]):
            runs[0] = np.vstack([runs.pop(), runs[0][1:]])  # a ring goes on where it began
        found += runs
    return found


def lines(shape: BaseGeometry) -> list[Floats]:
    """Return the polylines of a shape as arrays of points."""
    return [np.asarray(part.coords) for part in shapely.get_parts(shape).tolist() if isinstance(part, LineString)]


def polyline(points: Floats | Sequence[XY]) -> QPainterPath:
    """Turn points into an open painter path."""
    return geometry.lines_path([np.asarray(points, dtype=np.float64)])


# --- A web of short links (hexsides, road steps) sorted into long lines that can be drawn smoothly -----------------

Node = TypeVar("Node", int, tuple[int, int])
_BEND = -0.25
"""Two links at a junction form one line only if the cosine between them is below this."""


def chains(links: Iterable[tuple[Node, Node]], place: Callable[[Node], tuple[float, float]]) -> list[list[Node]]:
    """Sort links into lines; at a junction the two straightest links form one line and the others end, as do both links
    of a sharp turn.

    A closed line repeats its first node at the end. `place` returns the position of a node.
    """
    around: dict[Node, list[Node]] = defaultdict(list)
    for a, b in sorted({(min(link), max(link)) for link in links}):
        around[a].append(b)
        around[b].append(a)
    onward = {node: _pairs(node, others, place) for node, others in around.items()}
    free = {(a, b) for a, others in around.items() for b in others}
    lines: list[list[Node]] = []
    starts = sorted((a, b) for a, b in free if b not in onward[a])
    for a, b in starts + sorted(free):  # what no start reaches is closed
        if (a, b) in free:
            lines.append(_walk(a, b, onward, free))
    return lines


def _walk(a: Node, b: Node, onward: dict[Node, dict[Node, Node]], free: set[tuple[Node, Node]]) -> list[Node]:
    line = [a]
    while (a, b) in free:
        free -= {(a, b), (b, a)}
        line.append(b)
        following = onward[b].get(a)
        if following is None:
            break
        a, b = b, following
    return line


def _pairs(node: Node, others: list[Node], place: Callable[[Node], tuple[float, float]]) -> dict[Node, Node]:
    """Return for each link of a node the link that continues it, if any."""
    bends = sorted(
        (_cosine(place(a), place(node), place(b)), a, b) for i, a in enumerate(others) for b in others[i + 1 :]
    )
    paired: dict[Node, Node] = {}
    for cosine, a, b in bends:
        if cosine < _BEND and a not in paired and b not in paired:
            paired[a], paired[b] = b, a
    return paired


def _cosine(a: tuple[float, float], at: tuple[float, float], b: tuple[float, float]) -> float:
    ux, uy, vx, vy = a[0] - at[0], a[1] - at[1], b[0] - at[0], b[1] - at[1]
    size = ((ux * ux + uy * uy) * (vx * vx + vy * vy)) ** 0.5
    return round((ux * vx + uy * vy) / size, 6) if size else 1.0
