"""Where names stand: each has one place beside its hex, chosen once for all zooms; rivers are named along their course.

Zooming out leaves names out, it never moves them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import cached_property

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from app.board import hexes as geometry
from app.systems.company_scale.board.ground import lettering, shapes
from app.systems.company_scale.board.ground.hexsides import Water
from app.systems.company_scale.board.ground.label_boxes import (
    FREE,
    Bed,
    Bend,
    NamePlace,
    Placed,
    RiverLine,
    RiverStretch,
    Setting,
    Taken,
    Tried,
    meetings,
    placed_name,
)
from app.systems.company_scale.board.ground.lettering import Style
from app.systems.company_scale.board.ground.settlements import OFF_SHEET, Clutter
from app.systems.company_scale.board.ground.shapes import Floats
from app.systems.company_scale.board.ground.survey import Survey
from app.systems.company_scale.board.stacks import COUNTER
from rules.company_scale.battle_map import Label
from rules.engine.memory import trim_memory

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
STEPS = 2.0
"""Layouts per doubling of the zoom."""
READING = 0
"""The step at which a map is read, zoom 1; a place that is free there is preferred to any other."""
_WEIGHED = {READING: 1.0, -2: 0.3, -3: 0.2}
"""The steps at which a place is tried, and what its cost at each counts; names grow no further when zoomed in."""
_TAKEN = 100.0
"""What a place costs that is not free at a step; at reading size far more."""
_OBJECTIVE = 4.0
"""The growth allowed to the name of an objective, which is read even where the whole map is seen."""
COUNTERS = 30.0
"""The cost of a place for each counter that covers it at the start of the scenario, or on the objective it names."""
TORN = 90.0
"""The same for the name of a region, whose letters stand wide apart: one that is hidden tears it."""
BROKEN, CROSSED = 80.0, 400.0
"""The cost of breaking a region's name into two lines, and of writing a line of it across a road."""
_LARGE = ("city", "town")
"""The kinds of names between whose letters the dot of a hex has room."""
_AT_ONCE = 12
"""As many names have their places chosen in one go."""
_EVERY = 2400.0
"""A long river is named again after this many scene units."""


class LabelPlaces:
    """Find the places of the names of a map. The names of `objectives` (hexes) come first and are never left out.

    Counters begin in the hexes `standing`: names keep off them where they can.
    """

    def __init__(
        self,
        survey: Survey,
        clutter: Callable[[], Clutter],
        water: Water,
        objectives: Collection[int] = frozenset(),
        standing: Collection[int] = frozenset(),
    ) -> None:
        self._labels = [label for label in survey.map.labels if label.kind != "river"] + list(survey.map.entries)
        self.objectives, self._standing = frozenset(objectives), frozenset(standing)
        self._clutter = clutter
        self._rivers = _river_lines(water)
        self._spots: dict[Label, NamePlace] = {}
        self._bends: dict[int, list[Bend]] = {}
        self._chosen, self._chosen_at = 0, {step: Taken() for step in _WEIGHED}
        self._tries: dict[tuple[Label, float], list[Tried]] = {}

    def settings(self, lod: float) -> list[Setting]:
        """Return how the names are written at a zoom, each at its one place, as far as they are free there."""
        while self.choose_some():
            pass
        done: list[Setting] = []
        taken = Taken()
        for number, thing in enumerate(self._in_order):
            if isinstance(thing, RiverLine):
                done += self._river(number, thing, lod, taken)
            elif thing in self._spots:
                done += self._keep(number, thing, self._spots[thing], lod, taken)
        self._tries.clear()
        return done

    def written_out(self, setting: Setting) -> Placed:
        """Return a name as it is written."""
        number, size, way, at = setting
        thing = self._in_order[number]
        if isinstance(thing, RiverLine):
            bed = self._bed(thing, size)
            ways = lettering.runs(bed.points, np.asarray(at[:1]), bed.letters, at[1] * bed.aside, size)
            boxes = [QRectF(b[0], b[1], b[2] - b[0], b[3] - b[1]) for b in ways.boxes[0].tolist()]
            return placed_name(thing.name, "river", size, ways.set(0, bed.letters, size), boxes)
        path = QPainterPath()
        for line in lettering.block(_breaks(thing)[way], self._style(thing), size):
            path.addPath(line)
        box = path.boundingRect()
        path.translate(at[0] - box.left(), at[1] - box.top())
        return placed_name(written(thing), thing.kind, size, path, [path.boundingRect()], thing)

    @cached_property
    def clutter(self) -> Clutter:
        """What names keep off, asked for when a place is chosen: it takes long to draw."""
        return self._clutter()

    def rest(self) -> None:
        """Give up what names keep off: all have their places."""
        if self.__dict__.pop("clutter", None) is not None:
            trim_memory()

    @cached_property
    def _in_order(self) -> list[Label | RiverLine]:
        """Everything to be named: objectives first, then by rank."""
        found: list[Label | RiverLine] = [label for label in self._labels if label.hex in self.objectives]
        for kind in sorted(STYLES, key=lambda name: STYLES[name].order):
            if kind == "river":
                found += self._rivers
            found += [label for label in self._labels if label.kind == kind and label.hex not in self.objectives]
        return found

    def _style(self, label: Label) -> Style:
        style = STYLES[label.kind]
        return style if label.hex not in self.objectives else replace(style, growth=max(style.growth, _OBJECTIVE))

    def choose_some(self) -> bool:
        """Choose the places of some more names; return whether there are more to choose."""
        chosen = self._chosen
        self._chosen = min(chosen + _AT_ONCE, len(self._in_order))
        for number in range(chosen, self._chosen):
            thing, taken = self._in_order[number], self._chosen_at
            if not isinstance(thing, RiverLine):
                self._choose_spot(thing, taken)
                continue
            self._bends[number] = []
            self._river(number, thing, 2.0 ** (READING / STEPS), taken[READING], self._bends[number])
            for step in _WEIGHED.keys() - {READING}:
                self._river(number, thing, 2.0 ** (step / STEPS), taken[step])
        return self._chosen < len(self._in_order)

    def _choose_spot(self, label: Label, taken: dict[int, Taken]) -> None:
        """Choose the place of a name and take it at every zoom where it is free."""
        style, costs = self._style(label), dict[tuple[int, int], float]()
        tried = {step: self._tries_at(label, style, 2.0 ** (step / STEPS)) for step in _WEIGHED}
        whole: list[Floats] = []
        for way, at_reading in enumerate(tried[READING]):
            total = np.zeros(len(at_reading.boxes))
            for step, weight in _WEIGHED.items():
                if tried[step]:
                    barred = 1000 * _TAKEN if step == READING else _TAKEN
                    total += weight * np.minimum(tried[step][way].costs_among(taken[step]), barred)
            whole.append(total)
            costs[way, int(np.argmin(total))] = float(total.min())
        if not costs:
            return
        way, number = min(costs, key=lambda key: costs[key])
        at = {step: tries[way] for step, tries in tried.items() if tries}
        free = {step: one for step, one in at.items() if one.is_free(number, taken[step])}
        if free or label.hex in self.objectives:
            self._spots[label] = NamePlace(way, number)
        for step, one in free.items():
            taken[step].add(one.boxes[number : number + 1])

    def _keep(self, number: int, label: Label, spot: NamePlace, lod: float, taken: Taken) -> list[Setting]:
        """Write a name at its place if that is free at a zoom, if need be a little smaller."""
        style = self._style(label)
        size = style.size_at(lod)
        for shrink in (1.0, 0.86) if size else ():
            tried = self._tries_of(label, style, size * shrink)[spot.way]
            if tried.is_free(spot.number, taken):
                taken.add(tried.boxes[spot.number : spot.number + 1])
                return [Setting(number, size * shrink, spot.way, tried.corner(spot.number))]
        return []

    def place_beside(self, label: Label, lod: float, taken: Taken) -> list[Placed]:
        """Write a name at the best free place around its hex; return nothing if there is none."""
        style = self._style(label)
        size = style.size_at(lod)
        for shrink in (1.0, 0.86) if size else ():
            found = [(*tried.best(taken), tried) for tried in self._tries_of(label, style, size * shrink)]
            cost, number, tried = min(found, key=lambda one: one[0])
            if cost < FREE:
                taken.add(tried.boxes[number : number + 1])
                path = tried.set_at(number)
                return [placed_name(written(label), label.kind, size * shrink, path, [path.boundingRect()], label)]
        return []

    def _tries_at(self, label: Label, style: Style, lod: float) -> list[Tried]:
        size = style.size_at(lod)
        return self._tries_of(label, style, size) if size else []

    def _tries_of(self, label: Label, style: Style, size: float) -> list[Tried]:
        """Return the ways to write a name in a size; they are kept while a layout is made."""
        if (label, size) not in self._tries:
            self._tries[label, size] = [self._try(label, lettering.block(way, style, size)) for way in _breaks(label)]
        return self._tries[label, size]

    def _try(self, label: Label, lines: list[QPainterPath]) -> Tried:
        """Return the places around its hex that a name may take, and what it would cover at each."""
        path = QPainterPath()
        for line in lines:
            path.addPath(line)
        region, box = label.kind == "region", path.boundingRect()
        room = (40.0, 26.0) if region else (6.0, 4.0)
        width, height = (float(round(side)) for side in (box.width() + room[0], box.height() + room[1]))
        if region or label.kind == "city":
            spots = lettering.wide_places() if region else lettering.near_places()
        else:
            spots = lettering.places(width, height)
        x, y = np.asarray(geometry.center_xy(label.hex))[:, None] + spots[:, :2].T
        boxes = np.column_stack([x - width / 2, y - height / 2, x + width / 2, y + height / 2])
        cost = (
            spots[:, 2]
            + BROKEN * (len(lines) - 1)
            + (TORN if region else COUNTERS) * self._under_counters(label, boxes)
        )
        corner = boxes[:, [0, 1, 0, 1]] + np.asarray([room[0], room[1], room[0], room[1]]) / 2
        beside, above = (12.0, 3.0) if region else (3.0, 2.0)
        for covering in _letters(path) if label.kind in _LARGE else [line.boundingRect() for line in lines]:
            part = covering.translated(-box.topLeft()).adjusted(-beside, -above, beside, above)
            rows = corner + np.rint(np.asarray(part.getCoords()))  # Qt rounds letters anew once they were painted
            cost += self.clutter.under(rows)
            if region:
                cost += self.clutter.wooded(rows) * 75.0 + CROSSED * self.clutter.crosses(rows)
        return Tried(path, boxes, cost, room)

    def _under_counters(self, label: Label, boxes: Floats) -> Floats:
        """Return for each box how many of the counters lie over it that are likely to."""
        stands = sorted(self._standing | ({label.hex} & self.objectives))
        if not stands:
            return np.zeros(len(boxes))
        middles = np.asarray([geometry.center_xy(at) for at in stands])
        counters = np.column_stack([middles - COUNTER / 2, middles + COUNTER / 2])
        return meetings(boxes, counters).sum(axis=1).astype(np.float64)

    def _bed(self, line: RiverLine, size: float) -> Bed:
        """Return where the name of a river is written in a size."""
        letters = lettering.glyphs(line.name, STYLES["river"] if line.wide else _STREAM, size)
        points = shapes.evened(line.points, max(30.0 if line.width > 30.0 else 55.0, size * 1.6))
        return Bed(points, letters, line.width / 2 + size * 0.75)

    def _river(
        self, number: int, line: RiverLine, lod: float, taken: Taken, found: list[Bend] | None = None
    ) -> list[Setting]:
        """Write a river's name along the calmest free stretches of its course, or where it stands at reading size.

        `found` takes those stretches down when they are looked for.
        """
        size = (STYLES["river"] if line.wide else _STREAM).size_at(lod)
        if not size:
            return []
        bed = self._bed(line, size)
        length, whole = bed.length, float(lettering.lengths(bed.points)[-1])
        if whole < length * 1.15:
            return []
        if found is None:
            at = [
                self._along(bed, RiverStretch((0.0, whole), size, whole * bend.middle), taken, (bend.hand,))
                for bend in self._bends[number]
            ]
            return [Setting(number, size, 0, one) for one in at if one is not None]
        count = 1 + int(whole / max(_EVERY, 5 * length))
        hands = (0.0,) if line.width > size * 1.3 else (-1.0, 1.0)
        for i in range(count):
            here = self._along(bed, RiverStretch((whole * i / count, whole * (i + 1) / count), size), taken, hands)
            if here is not None:
                found.append(Bend((here[0] + length / 2) / whole, here[1]))
        return []

    def _along(
        self, bed: Bed, course: RiverStretch, taken: Taken, hands: tuple[float, ...]
    ) -> tuple[float, float] | None:
        """Write a name once along a stretch of a river: on the water (hand 0) or beside it.

        Return how far along the river it begins, and its hand; None where there is no room.
        """
        points, letters, size, length = bed.points, bed.letters, course.size, bed.length
        starts = np.arange(course.stretch[0], course.stretch[1] - length, max(10.0, size * 0.7))
        best: tuple[float, Floats, float, float] | None = None
        for hand in hands if len(starts) else ():
            ways = lettering.runs(points, starts, letters, hand * bed.aside, size)
            flat = ways.boxes.reshape(-1, 4)
            under = self.clutter.under(flat) * (1.0 if hand else 0.3) + OFF_SHEET * taken.hit(flat)
            cost = under.reshape(len(starts), -1).sum(axis=1)
            cost += lettering.bends(points, starts, length) * 40.0 + ways.crowding(letters) * 300.0
            cost += course.off(starts + length / 2)
            way = int(np.argmin(cost))
            if cost[way] < 0.3 * OFF_SHEET and (best is None or cost[way] < best[0]):
                best = (float(cost[way]), ways.boxes[way], float(starts[way]), hand)
        if best is None:
            return None
        taken.add(best[1])
        return best[2], best[3]


def _letters(path: QPainterPath) -> list[QRectF]:
    """Return the boxes of letters and accents: the dots of hexes may lie in the notches above a large name."""
    return [part.boundingRect() for part in path.toSubpathPolygons()]


def _breaks(label: Label) -> list[list[str]]:
    """Return the ways to break a name into lines."""
    text = written(label)
    return lettering.breaks(text) if label.kind == "region" else [[text]]


def written(label: Label) -> str:
    """Return the words of a name: hills show their height unless the name has it already."""
    if label.kind == "hill" and label.height and str(label.height) not in label.text:
        return f"{label.text} {label.height}"
    return label.text


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
