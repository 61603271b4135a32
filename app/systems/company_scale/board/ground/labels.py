"""Names: sized by rank, clear of dots, roads and each other; rivers are written along their course."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainterPath

from app.board import hexes as geometry
from app.systems.company_scale.board.ground import lettering, shapes
from app.systems.company_scale.board.ground.clutter import OFF_SHEET, Clutter
from app.systems.company_scale.board.ground.halos import HALO, Halos, halo_width, stroke_halo
from app.systems.company_scale.board.ground.lettering import Style
from app.systems.company_scale.board.ground.shapes import Floats
from app.systems.company_scale.board.ground.survey import Canvas, Survey
from app.systems.company_scale.board.ground.water import Water
from rules.company_scale.battle_map import Label

STYLES = {
    "city": Style(0, 39.0, 19.5, 5.0, bold=True, spacing=0.06),
    "town": Style(1, 27.5, 15.0, 4.0, bold=True),
    "river": Style(2, 23.0, 14.0, 4.0, italic=True, spacing=0.10),
    "village": Style(3, 20.5, 12.3, 3.4),
    "hill": Style(4, 17.0, 11.7, 1.5, italic=True),
    "region": Style(5, 30.0, 15.0, 3.5, italic=True, spacing=0.34),
    "hamlet": Style(6, 16.5, 11.7, 1.5),
    "entry": Style(7, 14.0, 11.7, 1.5, italic=True),
}
_STREAM = Style(2, 16.5, 11.7, 1.8, italic=True, spacing=0.06)
_STEPS = 2.0
"""Layouts per doubling of the zoom."""
BROKEN, CROSSED = 80.0, 400.0
"""The cost of breaking a region's name into two lines, and of writing a line of it across a road."""
_EVERY = 2400.0
"""A long river is named again after this many scene units."""


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
        mine, theirs = boxes[:, None, :], self._boxes[None, :, :]
        apart = (mine[..., 2] <= theirs[..., 0]) | (mine[..., 0] >= theirs[..., 2])
        apart |= (mine[..., 3] <= theirs[..., 1]) | (mine[..., 1] >= theirs[..., 3])
        return np.asarray((~apart).any(axis=1))


@dataclass(frozen=True, slots=True)
class Tried:
    """Hold a name set in lines, the boxes it may take, what each costs while nothing is taken, and the room around."""

    path: QPainterPath
    boxes: Floats
    costs: Floats
    room: tuple[float, float]

    def best(self, taken: Taken) -> tuple[float, int]:
        """Return the least cost and the number of its box."""
        costs = self.costs + OFF_SHEET * taken.hit(self.boxes)
        best = int(np.argmin(costs))
        return float(costs[best]), best

    def set_at(self, number: int) -> QPainterPath:
        """Return the name in a box."""
        box = self.path.boundingRect()
        left, top = (float(self.boxes[number, i]) + self.room[i] / 2 for i in (0, 1))
        return self.path.translated(left - box.left(), top - box.top())


class Labels:
    """Place and paint the names of a map; a layout is made for each step of zoom when first painted."""

    def __init__(self, survey: Survey, clutter: Clutter, water: Water) -> None:
        """Store what is to be named and what is in the way."""
        self._labels = [label for label in survey.map.labels if label.kind != "river"] + list(survey.map.entries)
        self._clutter = clutter
        self._rivers = _river_lines(water)
        self._layouts: dict[int, list[Placed]] = {}
        self._yielding: dict[int, list[Placed]] = {}
        self._shown: dict[int, list[Placed]] = {}
        self._covers: Floats = np.empty((0, 4))
        self._figures: Floats = np.empty((0, 4))
        self._seen = 0
        self._tries: dict[tuple[Label, float], list[Tried]] = {}
        self._tried = 0
        self._halos = Halos()

    def yield_to(self, covers: list[QRectF], figures: list[QRectF], lod: float) -> list[QRectF]:
        """Make names keep off `covers` (counters), and leave out those under `figures`, which come and go.

        Return the areas that change at a zoom; none if nothing has been placed for it.
        """
        boxes, passing = _boxes(covers), _boxes(figures)
        if np.array_equal(boxes, self._covers) and np.array_equal(passing, self._figures):
            return []
        old = self._shown.get(_step(lod))
        if not np.array_equal(boxes, self._covers):
            self._covers, self._yielding = boxes, {}
        self._figures, self._shown = passing, {}
        if old is None:
            return []
        new = self.layout(lod)
        was, now = ({_telling(placed): placed for placed in names} for names in (old, new))
        return [placed.reach for key, placed in (was | now).items() if (key in was) != (key in now)]

    def paint(self, canvas: Canvas) -> None:
        """Paint all names in view, halos first so that none cuts into a neighbour."""
        painter = canvas.painter
        seen = [placed for placed in self.layout(canvas.zoom) if placed.reach.intersects(canvas.rect)]
        if canvas.kept:
            letters = [placed.path.translated(self._halos.paint(placed, canvas)) for placed in seen]
        else:
            letters = [placed.path for placed in seen]
            for placed in seen:
                stroke_halo(painter, placed, canvas)
        for placed, path in zip(seen, letters, strict=True):
            painter.fillPath(path, _ink(canvas, placed.kind))

    def layout(self, lod: float) -> list[Placed]:
        """Return the names as placed for a zoom, always the same for a map and a zoom."""
        step = self._seen = _step(lod)
        lod = 2.0 ** (step / _STEPS)
        if step not in self._layouts:
            self._layouts[step] = self._laid_out(lod)
        if step not in self._yielding:
            self._yielding[step] = self._yielded(self._layouts[step], lod)
        if step not in self._shown:
            self._shown[step] = self._uncovered(self._yielding[step])
        return self._shown[step]

    def shown_in(self, area: QRectF, lod: float) -> tuple[Hashable, ...]:
        """Return what tells the names in an area at a zoom from any others there."""
        seen = (placed for placed in self.layout(lod) if placed.reach.intersects(area))
        return tuple(_telling(placed) for placed in seen)

    def _uncovered(self, names: list[Placed]) -> list[Placed]:
        """Return the names that lie under no figure; those along rivers are left."""
        if not len(self._figures):
            return names
        figures = Taken()
        figures.add(self._figures)
        hidden = {id(placed) for placed in _hit(names, figures)}
        return [placed for placed in names if placed.label is None or id(placed) not in hidden]

    def _yielded(self, names: list[Placed], lod: float) -> list[Placed]:
        """Return the names with those under counters placed elsewhere, or left out if there is no room."""
        covers = Taken()
        covers.add(self._covers)
        hidden = {id(placed) for placed in _hit(names, covers) if placed.label is not None}
        if not hidden:
            return names
        for placed in names:
            if id(placed) not in hidden:
                covers.add(placed.rows)
        clear: list[Placed] = []
        for placed in names:
            if id(placed) in hidden and placed.label is not None:
                clear += self._place(placed.label, STYLES[placed.kind], lod, covers)
            else:
                clear.append(placed)
        return clear

    def _laid_out(self, lod: float) -> list[Placed]:
        done: list[Placed] = []
        taken = Taken()
        for kind in sorted(STYLES, key=lambda name: STYLES[name].order):
            if kind == "river":
                for line in self._rivers:
                    done += self._river(line, lod, taken)
            for label in self._labels:
                if label.kind == kind:
                    done += self._place(label, STYLES[kind], lod, taken)
        return done

    def _place(self, label: Label, style: Style, lod: float, taken: Taken) -> list[Placed]:
        """Write a name at the best free place around its hex; return nothing if there is none."""
        size = style.size_at(lod)
        for shrink in (1.0, 0.86) if size else ():
            found = [(*tried.best(taken), tried) for tried in self._tries_of(label, style, size * shrink)]
            cost, number, tried = min(found, key=lambda one: one[0])
            if cost < 0.2 * OFF_SHEET:
                taken.add(tried.boxes[number : number + 1])
                path = tried.set_at(number)
                return [_placed(written(label), label.kind, size * shrink, path, [path.boundingRect()], label)]
        return []

    def _tries_of(self, label: Label, style: Style, size: float) -> list[Tried]:
        """Return the ways to write a name in a size; they are kept for the zoom painted last."""
        if self._tried != self._seen:
            self._tries, self._tried = {}, self._seen
        if (label, size) not in self._tries:
            text = written(label)
            ways = lettering.breaks(text) if label.kind == "region" else [[text]]
            self._tries[label, size] = [self._try(label, lettering.block(way, style, size)) for way in ways]
        return self._tries[label, size]

    def _try(self, label: Label, lines: list[QPainterPath]) -> Tried:
        """Return the places around its hex that a name may take, and what it would cover at each."""
        path = QPainterPath()
        for line in lines:
            path.addPath(line)
        region, box = label.kind == "region", path.boundingRect()
        room = (40.0, 26.0) if region else (6.0, 4.0)
        width, height = box.width() + room[0], box.height() + room[1]
        spots = lettering.wide_places() if region else lettering.places(width, height, label.kind == "city")
        x, y = np.asarray(geometry.center_xy(label.hex))[:, None] + spots[:, :2].T
        boxes = np.column_stack([x - width / 2, y - height / 2, x + width / 2, y + height / 2])
        cost = spots[:, 2] + BROKEN * (len(lines) - 1)
        corner = boxes[:, [0, 1, 0, 1]] + np.asarray([room[0], room[1], room[0], room[1]]) / 2
        for line in lines:  # the gap between the lines covers nothing
            beside, above = (12.0, 3.0) if region else (3.0, 2.0)
            part = line.boundingRect().translated(-box.topLeft()).adjusted(-beside, -above, beside, above)
            rows = corner + np.asarray(part.getCoords())
            cost += self._clutter.under(rows)
            if region:
                cost += self._clutter.wooded(rows) * 75.0 + CROSSED * self._clutter.crosses(rows)
        return Tried(path, boxes, cost, room)

    def _river(self, line: RiverLine, lod: float, taken: Taken) -> list[Placed]:
        """Write a river's name along the calmest free stretches of its course."""
        style = STYLES["river"] if line.wide else _STREAM
        size = style.size_at(lod)
        if not size:
            return []
        letters = lettering.glyphs(line.name, style, size)
        length = letters[-1].middle + letters[-1].width / 2
        points = shapes.evened(line.points, max(30.0 if line.width > 30.0 else 55.0, size * 1.6))
        whole = float(lettering.lengths(points)[-1])
        if whole < length * 1.15:
            return []
        count = 1 + int(whole / max(_EVERY, 5 * length))
        written_here = [
            self._along(line.name, points, (whole * i / count, whole * (i + 1) / count), letters, line, size, taken)
            for i in range(count)
        ]
        return [placed for placed in written_here if placed is not None]

    def _along(
        self,
        name: str,
        points: Floats,
        stretch: tuple[float, float],
        letters: list[lettering.Glyph],
        line: RiverLine,
        size: float,
        taken: Taken,
    ) -> Placed | None:
        """Write a name once along a stretch of a line, on the water if it is wide enough, else beside it."""
        length = letters[-1].middle + letters[-1].width / 2
        starts = np.arange(stretch[0], stretch[1] - length, max(10.0, size * 0.7))
        if not len(starts):
            return None
        inside = line.width > size * 1.3
        aside = line.width / 2 + size * 0.75
        best: tuple[float, lettering.Runs, int] | None = None
        off_middle = np.abs(starts + length / 2 - sum(stretch) / 2) / (stretch[1] - stretch[0])
        for hand in (0.0,) if inside else (-1.0, 1.0):
            ways = lettering.runs(points, starts, letters, hand * aside, size)
            flat = ways.boxes.reshape(-1, 4)
            under = self._clutter.under(flat) * (0.3 if inside else 1.0) + OFF_SHEET * taken.hit(flat)
            cost = under.reshape(len(starts), -1).sum(axis=1)
            cost += lettering.bends(points, starts, length) * 40.0 + off_middle * 6.0 + ways.crowding(letters) * 300.0
            way = int(np.argmin(cost))
            if cost[way] < 0.3 * OFF_SHEET and (best is None or cost[way] < best[0]):
                best = (float(cost[way]), ways, way)
        if best is None:
            return None
        _, ways, way = best
        taken.add(ways.boxes[way])
        boxes = [QRectF(b[0], b[1], b[2] - b[0], b[3] - b[1]) for b in ways.boxes[way].tolist()]
        return _placed(name, "river", size, ways.set(way, letters, size), boxes)


def written(label: Label) -> str:
    """Return the words of a name: hills show their height unless the name has it already."""
    if label.kind == "hill" and label.height and str(label.height) not in label.text:
        return f"{label.text} {label.height}"
    return label.text


def _placed(
    text: str, kind: str, size: float, path: QPainterPath, boxes: list[QRectF], label: Label | None = None
) -> Placed:
    pad = halo_width(size, HALO[0][0]) / 2 + 1.0
    reach = path.boundingRect().adjusted(-pad, -pad, pad, pad)
    return Placed(text, kind, size, path, tuple(boxes), _boxes(boxes), reach, label)


def _step(lod: float) -> int:
    """Return the number of the layout for a zoom."""
    return round(math.log2(max(lod, 1e-3)) * _STEPS)


def _telling(placed: Placed) -> tuple[Hashable, ...]:
    """Return what tells a written name from any other of the map."""
    return placed.text, placed.kind, placed.size, placed.reach.getCoords()


def _hit(names: list[Placed], taken: Taken) -> list[Placed]:
    """Return the names of which a box meets one that is taken."""
    if not names:
        return []
    hit = taken.hit(np.vstack([placed.rows for placed in names]))
    owners = np.repeat(np.arange(len(names)), [len(placed.rows) for placed in names])
    return [names[number] for number in sorted(set(owners[hit].tolist()))]


def _boxes(boxes: list[QRectF]) -> Floats:
    """Return boxes as rows of left, top, right, bottom."""
    return np.asarray([box.getCoords() for box in boxes], dtype=np.float64).reshape(-1, 4)


def _river_lines(water: Water) -> list[RiverLine]:
    """Return the lines of water to be named: great rivers first, then each river's longest run."""
    lines = [
        RiverLine(name, line, 40.0, True)
        for name, line in zip(water.great_names, water.great_lines, strict=True)
        if name
    ]
    courses: dict[str, list[RiverLine]] = defaultdict(list)
    for stream in water.streams:
        if stream.name:
            courses[stream.name].append(RiverLine(stream.name, stream.points, stream.width, stream.rank <= 2))
    longest = [max(own, key=lambda line: len(line.points)) for own in courses.values()]
    return lines + sorted(longest, key=lambda line: (-line.width, line.name))


def _ink(canvas: Canvas, kind: str) -> QColor:
    palette = canvas.palette
    special = {"hill": palette.hill_ink, "river": palette.river_ink, "region": palette.region_ink}
    return QColor(special.get(kind, palette.ink))
