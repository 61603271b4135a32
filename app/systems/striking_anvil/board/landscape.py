"""What the file of a map's ground tells, as records, and its lines as arrays of scene points.

Points are longitudes and latitudes in degrees, rooms of the sheet left, top, width and height in centimeters; some of
these numbers are texts, as the reader of YAML keeps decimals that a float does not hold exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Final
from zlib import crc32

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPolygonF
from shapely.geometry.base import BaseGeometry

from rules.engine.frozen import frozen
from rules.striking_anvil.loading.scenarios import load_ground

# --- What the file of a map's ground tells (scenarios/striking_anvil/ground), as records ---------------------------

LonLat = Sequence[float]
Line = Sequence[LonLat]
Room = Sequence[float]


@frozen
class Town:
    """A town of a size from 0 to 4; `area` is the one it is the chief town of."""

    name: str
    size: int
    at: LonLat
    area: str = ""


@frozen
class Outline:
    """An isle or a lake."""

    name: str
    outline: Line


@frozen
class Ridge:
    """A crest, its height in meters and its width in kilometers."""

    crest: Line
    height: float
    width: float


@frozen
class Wood:
    """A wood along an axis, its width in centimeters of the sheet, its density from 0 to 1."""

    axis: Line
    width: float
    density: float


@frozen
class Stream:
    """A river that is no border, its width in millimeters of the sheet."""

    name: str
    course: Line
    width: float


@frozen
class Road:
    """A road that crosses no border."""

    name: str
    line: Line
    national: bool


@frozen
class Region:
    """The name of a region and the line it is written along."""

    name: str
    line: Line


@frozen
class Mainland:
    """The coast beyond the map."""

    west: Line
    east: Line


@frozen
class AreaPlaces:
    """Where in an area its disc, name, marks and the stacks of both sides stand, in centimeters of the sheet."""

    disc: LonLat | None = None
    name: LonLat | None = None
    marks: LonLat | None = None
    allied: LonLat | None = None
    german: LonLat | None = None
    lines: int = 1
    angle: float = 0
    size: float = 0.24


@frozen
class Landscape:
    """The ground of a map; a map without a file has none of all this."""

    title: str = ""
    board: Sequence[float] | None = None
    """Left, top, right and bottom."""
    mainland: Mainland | None = None
    isles: Sequence[Outline] = ()
    lakes: Sequence[Outline] = ()
    ridges: Sequence[Ridge] = ()
    woods: Sequence[Wood] = ()
    streams: Sequence[Stream] = ()
    towns: Sequence[Town] = ()
    roads: Sequence[Road] = ()
    regions: Sequence[Region] = ()
    highways: Sequence[str] = ()
    """The borders whose roads are national."""
    places: Mapping[str, AreaPlaces] = field(default_factory=dict)
    trays: Mapping[str, Room] = field(default_factory=dict)
    tracks: Mapping[str, Room] = field(default_factory=dict)
    boxes: Mapping[str, Room] = field(default_factory=dict)
    arrows: Mapping[str, Mapping[str, Line]] = field(default_factory=dict)
    """By box and area."""
    cartouche: Room | None = None
    legend: Room | None = None
    turns: Room | None = None


_LISTS: Final[Mapping[str, Any]] = {
    "isles": Outline,
    "lakes": Outline,
    "ridges": Ridge,
    "woods": Wood,
    "streams": Stream,
    "towns": Town,
    "roads": Road,
    "regions": Region,
}
_OWN: Final = ("format", "system", "id")
"""Fields that say what the file is."""


def landscape_of(map_id: str) -> Landscape:
    """Return the ground of a map; raise ScenarioError if its file is wrong."""
    told: dict[str, Any] = {key: value for key, value in load_ground(map_id).items() if key not in _OWN}
    for key in _LISTS.keys() & told.keys():
        told[key] = [_LISTS[key](**each) for each in told[key]]
    if "mainland" in told:
        told["mainland"] = Mainland(**told["mainland"])
    told["places"] = {area: AreaPlaces(**places) for area, places in told.get("places", {}).items()}
    return Landscape(**told)


# --- Lines of the map as arrays of scene points: smoothed, roughened, measured. The same every time ----------------

Points = npt.NDArray[np.float64]
"""Scene points, one a row: x, y."""
CM = 110.0
"""Scene units to a centimetre of the sheet."""
_STEP = 5.0
_OCTAVES = 5


def seed_of(*words: object) -> int:
    """Return a number that depends on the words alone."""
    return crc32(repr(words).encode())


def smooth(points: Points, steps: int = 8) -> Points:
    """Return a line through the same points with rounded bends (Catmull-Rom)."""
    if len(points) < 3:
        return points
    ends = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    t = np.linspace(0.0, 1.0, steps, endpoint=False)[:, None]
    parts = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        parts.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    return np.vstack([*parts, points[-1:]])


def lengths(points: Points) -> npt.NDArray[np.float64]:
    """Return how far along the line each point lies."""
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])


def along(points: Points, distances: npt.NDArray[np.float64]) -> Points:
    """Return the points at some distances along a line."""
    at = lengths(points)
    return np.column_stack([np.interp(distances, at, points[:, 0]), np.interp(distances, at, points[:, 1])])


def rough(points: Points, seed: int, height: float, wave: float) -> Points:
    """Return a line that wanders about this one, not at its ends; height and wave in scene units."""
    total = lengths(points)[-1]
    count = max(6, int(total / _STEP))
    t = np.linspace(0.0, total, count)
    even = along(points, t)
    random = np.random.default_rng(seed)
    away = np.zeros(count)
    for octave in range(_OCTAVES):
        length = wave / 1.9**octave * random.uniform(0.85, 1.2)
        away += height / 1.55**octave * np.sin(2 * np.pi * t / length + random.uniform(0, 2 * np.pi))
    free = np.clip(np.minimum(t, total - t) / (0.22 * np.clip(total, 0.8 * CM, 2 * CM)), 0, 1)
    away *= free * free * (3 - 2 * free) * min(1.0, total / (1.6 * CM))
    return even + normals(even) * away[:, None]


def normals(points: Points) -> Points:
    """Return the unit normals of a line, to the left of its course."""
    course = np.gradient(points, axis=0)
    course /= np.maximum(1e-9, np.hypot(*course.T))[:, None]
    return np.column_stack([-course[:, 1], course[:, 0]])


def line_path(points: Points | Sequence[QPointF]) -> QPainterPath:
    """Return an open line as a path."""
    path = QPainterPath()
    path.addPolygon(_polygon(points))
    return path


def area_path(shape: BaseGeometry) -> QPainterPath:
    """Return polygons as one path, holes included."""
    path = QPainterPath()
    for part in getattr(shape, "geoms", [shape]):
        if part.geom_type == "Polygon" and not part.is_empty:
            for ring in (part.exterior, *part.interiors):
                path.addPolygon(_polygon(np.asarray(ring.coords)))
                path.closeSubpath()
    return path


def _polygon(points: Points | Sequence[QPointF]) -> QPolygonF:
    if isinstance(points, np.ndarray):
        return QPolygonF([QPointF(x, y) for x, y in points.tolist()])
    return QPolygonF(points)
