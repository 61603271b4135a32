"""Where everything of a map is in the scene: areas, boxes, trays, stacks, discs, crossings; what is at a point.

A place is the id of an area ("07") or of a box ("LZW"). The scene has 110 units to a centimetre of the sheet; a counter
is 0.6 cm wide.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath
from shapely import STRtree
from shapely.geometry import Point

from app.systems.striking_anvil.board.landscape import CM, AreaPlaces, Points, area_path, landscape_of
from app.systems.striking_anvil.board.shapes import Shapes, shapes_of
from rules.engine.frozen import frozen
from rules.striking_anvil.scenario import ALLIED, AreaMap

COUNTER = 66.0
"""The width of a counter."""
HEAD = 46.0
"""The height of the title of a box or a tray."""
GAP = 9.0
SMALLEST = 36.0
"""The least width of counters in a full box or tray; more of them overlap."""
SITE = 34.0
"""How near a bridge site must be to be picked."""
_BARE_MARGIN = 1.5
_NOWHERE = AreaPlaces()


@frozen
class Title:
    """The name of an area on the map: its rows, its middle, its angle in degrees, the height of its letters."""

    rows: tuple[str, ...]
    at: QPointF
    angle: float
    size: float


LINE = 1.2
"""From one row of a name to the next, in heights of its letters."""


def rows_of(name: str, lines: int) -> tuple[str, ...]:
    """Return a name in one row, or broken behind its hyphen."""
    first, hyphen, last = name.partition("-")
    return (first + hyphen, last) if lines > 1 and hyphen else (name,)


def _cells(room: QRectF, step: float) -> tuple[int, int]:
    """Return how many columns and rows of a step have room."""
    gap = step * GAP / (COUNTER + GAP)
    return max(1, int((room.width() - gap) // step)), max(1, int((room.height() - gap) // step))


class Sheet:
    """The places of one map in the scene."""

    def __init__(self, drawn: AreaMap) -> None:
        self.map = drawn
        self.landscape = landscape_of(drawn.id)
        self.shapes: Shapes = shapes_of(drawn, self.landscape)
        self.bounds = self._bounds()
        self._outlines = {name: area_path(shape) for name, shape in self.shapes.areas.items()}
        self._names = tuple(self.shapes.areas)
        self._tree = STRtree([self.shapes.areas[name] for name in self._names])
        self.trays = {name: sheet_rect(raw) for name, raw in self.landscape.trays.items()}
        self.tracks = {name: sheet_rect(raw) for name, raw in self.landscape.tracks.items()}
        self.boxes = self._boxes()
        self.turns: QRectF | None = sheet_rect(self.landscape.turns) if self.landscape.turns else None

    def _bounds(self) -> QRectF:
        wide, tall = self.map.sheet
        bare = (-_BARE_MARGIN, -_BARE_MARGIN, wide + _BARE_MARGIN, tall + _BARE_MARGIN)
        left, top, right, bottom = self.landscape.board or bare
        return QRectF(left * CM, top * CM, (right - left) * CM, (bottom - top) * CM)

    def _boxes(self) -> dict[str, QRectF]:
        """Return the boxes; those without a stored place stand in a row at the foot of the board."""
        stored = self.landscape.boxes
        boxes = {}
        for n, name in enumerate(self.map.boxes):
            spare = QRectF(self.bounds.left() + (0.3 + 3.3 * n) * CM, self.bounds.bottom() - 2.5 * CM, 3 * CM, 2.2 * CM)
            boxes[name] = sheet_rect(stored[name]) if name in stored else spare
        return boxes

    @property
    def places(self) -> tuple[str, ...]:
        """The ids of all areas, then of all boxes."""
        return (*self.map.areas, *self.map.boxes)

    def outline(self, place: str) -> QPainterPath:
        """Return the outline of an area, or of a box."""
        if place in self._outlines:
            return self._outlines[place]
        path = QPainterPath()
        if place in self.boxes:
            path.addRect(self.boxes[place])
        return path

    def tray(self, area: str) -> QRectF | None:
        """Return the tray of an area too small for its counters, or None."""
        return self.trays.get(area)

    def region(self, place: str) -> QPainterPath:
        """Return all that is picked as a place: its outline, with its tray."""
        path = QPainterPath(self.outline(place))
        tray = self.trays.get(place)
        if tray is not None:
            path.addRect(tray)
        return path

    def disc(self, area: str) -> QPointF:
        """Return where the number of an area stands."""
        return _at(self._places(area).disc) or self._middle(area)

    def title(self, area: str) -> Title | None:
        """Return how the name of an area stands, None if it stands nowhere."""
        place = self.landscape.places.get(area)
        if place is None:
            return Title((self.map.areas[area].name,), self._middle(area) + QPointF(0, COUNTER * 0.8), 0.0, 26.0)
        at = _at(place.name)
        if at is None:
            return None
        rows = rows_of(self.map.areas[area].name, place.lines)
        return Title(rows, at, float(place.angle), float(place.size) * CM)

    def marks(self, area: str) -> QPointF:
        """Return where the markers of an area stand: FFI, bombing, supply."""
        return _at(self._places(area).marks) or self._middle(area) + QPointF(0, COUNTER)

    def stand(self, place: str, side: str) -> QPointF:
        """Return the middle of a side's stack."""
        room = self.trays.get(place) or self.boxes.get(place)
        if room is not None:
            return self._half(place, side, room).center()
        shift = COUNTER * (-0.75 if side == ALLIED else 0.75)
        own = self._places(place)
        return _at(own.allied if side == ALLIED else own.german) or self._middle(place) + QPointF(shift, COUNTER * 0.2)

    def slots(self, place: str, side: str, count: int) -> Sequence[QPointF]:
        """Return where counters of a side are spread out in a box or tray; none in areas, where they lie in a stack."""
        room = self.trays.get(place) or self.boxes.get(place)
        if room is None or not count:
            return ()
        half, step = self._half(place, side, room), self.spread(place, side, count) * (1 + GAP / COUNTER)
        columns, rows = _cells(half, step)
        wide = math.ceil(count / rows) if count > columns * rows else min(columns, count)
        deep = math.ceil(count / wide)
        dx = min(step, (half.width() - step) / max(1, wide - 1))
        first = half.center() - QPointF((wide - 1) * dx / 2, (deep - 1) * step / 2)
        return [first + QPointF(n % wide * dx, n // wide * step) for n in range(count)]

    def spread(self, place: str, side: str, count: int) -> float:
        """Return the width of counters that are spread out: the largest at which none overlaps, down to SMALLEST."""
        room = self.trays.get(place) or self.boxes.get(place)
        if room is None:
            return COUNTER
        half = self._half(place, side, room)
        for size in range(int(COUNTER), int(SMALLEST), -1):
            columns, rows = _cells(half, size * (1 + GAP / COUNTER))
            if columns * rows >= count:
                return float(size)
        return SMALLEST

    def _half(self, place: str, side: str, room: QRectF) -> QRectF:
        """Return the room of a side: half of a tray, all of a box."""
        inner = room.adjusted(4, HEAD, -4, -4)
        if place in self.trays:
            inner.setWidth(inner.width() / 2)
            if side != ALLIED:
                inner.translate(inner.width(), 0)
        return inner

    def center(self, place: str) -> QPointF:
        """Return the point of a place that the cursor and arrows go to."""
        return self.boxes[place].center() if place in self.boxes else self.disc(place)

    def place_at(self, point: QPointF) -> str:
        """Return the area or box that holds a scene point, trays included, or ""."""
        for rooms in (self.boxes, self.trays):
            for name, room in rooms.items():
                if room.contains(point):
                    return name
        at = Point(point.x(), point.y())
        for n in self._tree.query(at):
            if self.shapes.areas[self._names[n]].covers(at):
                return self._names[n]
        return ""

    def crossing(self, border: str) -> QPointF | None:
        """Return where the road of a border crosses it, or its middle where it has none; None if it is not drawn."""
        at = self.shapes.crossings.get(border)
        return QPointF(*at) if at is not None else None

    def road(self, border: str) -> Points | None:
        """Return the road across a border from the first area's town to the second's, or None."""
        return self.shapes.roads.get(border)

    def way(self, start: str, end: str) -> Points:
        """Return the line from one place to another: along the road between two areas, else straight."""
        border = self.map.border(start, end)
        road = self.road(border.id) if border is not None else None
        if border is None or road is None:
            return np.array([(at.x(), at.y()) for at in (self.center(start), self.center(end))])
        return road if border.areas[0] == start else road[::-1]

    def site_at(self, point: QPointF) -> str:
        """Return the border whose bridge site is nearest to a scene point within reach, or ""."""
        found = [
            (math.hypot(at.x() - point.x(), at.y() - point.y()), name)
            for name, border in self.map.borders.items()
            if border.is_site and (at := self.crossing(name)) is not None
        ]
        distance, name = min(found, default=(math.inf, ""))
        return name if distance <= SITE else ""

    def beside(self, place: str, key: str) -> str:
        """Return the place a step of the cursor leads to: left, right, up or down; the same where there is none."""
        here = self.center(place)
        turned = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}[key]
        best, cost = place, math.inf
        for other in self.places:
            way = self.center(other) - here
            ahead = way.x() * turned[0] + way.y() * turned[1]
            aside = abs(way.x() * turned[1]) + abs(way.y() * turned[0])
            if ahead > COUNTER and aside <= 1.2 * ahead and ahead + 1.6 * aside < cost:
                best, cost = other, ahead + 1.6 * aside
        return best

    def arrow(self, box: str, area: str) -> list[QPointF]:
        """Return the points of the arrow from a box to an area, [] if it goes straight to the disc."""
        points = self.landscape.arrows.get(box, {}).get(area, ())
        return [QPointF(float(x) * CM, float(y) * CM) for x, y in points]

    def _places(self, area: str) -> AreaPlaces:
        return self.landscape.places.get(area, _NOWHERE)

    def _middle(self, area: str) -> QPointF:
        at = self.shapes.areas[area].representative_point()
        return QPointF(at.x, at.y)


def _at(stored: Sequence[float] | None) -> QPointF | None:
    return None if stored is None else QPointF(float(stored[0]) * CM, float(stored[1]) * CM)


def sheet_rect(stored: Sequence[float]) -> QRectF:
    """Return a room of the sheet, given in centimeters, in the scene."""
    left, top, width, height = (float(value) * CM for value in stored)
    return QRectF(left, top, width, height)


_KEPT: list[Sheet] = []


def sheet_of(drawn: AreaMap) -> Sheet:
    """Return the sheet of a map; that of the last map is kept."""
    if not _KEPT or _KEPT[0].map != drawn:
        _KEPT[:] = [Sheet(drawn)]
    return _KEPT[0]
