"""Names of a map on the screen and on paper: which are shown beside counters and figures, and how they are painted."""

from __future__ import annotations

import json
import math
from collections.abc import Hashable, Sequence
from pathlib import Path

import numpy as np
from PySide6 import __version__ as qt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from app.kept_pictures import fonts
from app.systems.company_scale.board.ground.label_boxes import (
    Halos,
    Placed,
    Setting,
    Taken,
    boxes_of,
    names_hit,
    stroke_halo,
)
from app.systems.company_scale.board.ground.label_places import READING, STEPS, LabelPlaces
from app.systems.company_scale.board.ground.shapes import Floats
from app.systems.company_scale.board.ground.survey import Canvas
from rules.engine.cache import digest, fingerprint, keep, recall

KIND = "names"
PREPARED = range(-8, READING + 1)
"""The steps of zoom at which a map is shown as a whole or nearer, the largest in the middle of a window as well."""
_COVERED = 0.3
"""The share of a name that counters may hide before all of it is left out."""


class KeptNames:
    """Where the names of one map stand, in the cache: choosing their places takes long."""

    def __init__(self, what: Sequence[bytes], code: Sequence[Path]) -> None:
        """Take everything that the places depend on, and the folders of the modules that choose them."""
        self._key = digest(*what, fingerprint(*code, *fonts()), qt.encode()).encode()

    def take(self, step: int) -> list[Setting] | None:
        """Return how the names are written at a step of zoom, None if that is not known."""
        body = recall(KIND, self._at(step))
        try:
            rows = None if body is None else json.loads(body)
            return rows and [
                Setting(int(n), float(size), int(way), (float(x), float(y))) for n, size, way, x, y in rows
            ]
        except (ValueError, TypeError):
            return None

    def keep(self, step: int, settings: Sequence[Setting]) -> None:
        """Keep how the names are written at a step of zoom."""
        rows = [(one.number, one.size, one.way, *one.at) for one in settings]
        keep(KIND, self._at(step), json.dumps(rows).encode())

    def _at(self, step: int) -> str:
        return digest(self._key, str(step).encode())


class Labels:
    """Place and paint the names of a map; a layout is made for each step of zoom when first painted."""

    def __init__(self, places: LabelPlaces, kept: KeptNames | None = None) -> None:
        """Take what finds the places of the names, and the cache of what it has found."""
        self._places, self._kept = places, kept
        self._layouts: dict[int, list[Placed]] = {}
        self._missing: list[int] | None = None
        self._yielding: dict[int, list[Placed]] = {}
        self._shown: dict[int, list[Placed]] = {}
        self._covers: Floats = np.empty((0, 4))
        self._figures: Floats = np.empty((0, 4))
        self._steady = True
        self.halos = Halos()
        """Pictures of what has been painted, for the names of the same map after a change as well."""

    def yield_to(self, covers: list[QRectF], figures: list[QRectF], lod: float, *, steady: bool = True) -> list[QRectF]:
        """Leave out names that `covers` (counters) hide for the most part, or that `figures` touch, which come and go.

        On paper, which nobody moves counters on (not `steady`), names are written beside the counters instead.
        Return the areas that change at a zoom; none if nothing has been placed for it.
        """
        boxes, passing = boxes_of(covers), boxes_of(figures)
        same = np.array_equal(boxes, self._covers) and np.array_equal(passing, self._figures)
        if same and steady == self._steady:
            return []
        old = self._shown.get(_step(lod))
        self._covers, self._figures, self._steady = boxes, passing, steady
        self._yielding, self._shown = {}, {}
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
            letters = [placed.path.translated(self.halos.paint(placed, canvas)) for placed in seen]
        else:
            letters = [placed.path for placed in seen]
            for placed in seen:
                stroke_halo(painter, placed, canvas)
        for placed, path in zip(seen, letters, strict=True):
            painter.fillPath(path, _ink(canvas, placed.kind))

    def layout(self, lod: float) -> list[Placed]:
        """Return the names as placed for a zoom, always the same for a map and a zoom."""
        step = _step(lod)
        lod = 2.0 ** (step / STEPS)
        if step not in self._layouts:
            self._layouts[step] = self._written(step)
        if step not in self._yielding:
            names = self._layouts[step]
            self._yielding[step] = self._seen_beside(names) if self._steady else self._yielded(names, lod)
        if step not in self._shown:
            self._shown[step] = self._uncovered(self._yielding[step])
        return self._shown[step]

    def lay_out_some(self, lod: float) -> bool:
        """Choose the places of some more names, or lay out one more step of zoom; return whether there is more to do.

        That of `lod` comes first; the others are kept for later, or where nothing is kept, left.
        """
        if self._missing is None:
            others = PREPARED if self._kept is not None else ()
            steps = dict.fromkeys((_step(lod), *others))
            self._missing = [step for step in steps if step not in self._layouts and self._taken(step) is None]
        if not self._missing:
            return False
        if not self._places.choose_some():
            step = self._missing.pop(0)
            if step == _step(lod):
                self.layout(lod)
            else:
                self._find(step)
        if not self._missing:
            self._places.rest()
        return bool(self._missing)

    def rest(self) -> None:
        """Give up what only places that are still to be found need: of the largest map 11 MB, made again by then."""
        self._places.rest()

    def prepare(self) -> None:
        """Find where the names stand at every step of zoom at which a map is shown, and keep it."""
        while self.lay_out_some(1.0):
            pass

    def _taken(self, step: int) -> list[Setting] | None:
        return self._kept.take(step) if self._kept is not None else None

    def _find(self, step: int) -> list[Setting]:
        """Find how the names are written at a step of zoom, and keep it."""
        settings = self._places.settings(2.0 ** (step / STEPS))
        if self._kept is not None:
            self._kept.keep(step, settings)
        return settings

    def _written(self, step: int) -> list[Placed]:
        """Return the names of a step of zoom, from the cache if it has them."""
        settings = self._taken(step)
        return [self._places.written_out(one) for one in (self._find(step) if settings is None else settings)]

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
        hidden = {id(placed) for placed in names_hit(names, figures)}
        return [placed for placed in names if placed.label is None or id(placed) not in hidden]

    def _seen_beside(self, names: list[Placed]) -> list[Placed]:
        """Return the names that counters do not hide; an objective's is always one of them."""
        if not len(self._covers) or not names:
            return names
        hidden = _hidden(names, self._covers)
        return [
            placed
            for placed, share in zip(names, hidden, strict=True)
            if placed.label is None or placed.label.hex in self._places.objectives or share <= _COVERED
        ]

    def _yielded(self, names: list[Placed], lod: float) -> list[Placed]:
        """Return the names with those under counters placed elsewhere, or left out if there is no room."""
        covers = Taken()
        covers.add(self._covers)
        hidden = {id(placed) for placed in names_hit(names, covers) if placed.label is not None}
        if not hidden:
            return names
        for placed in names:
            if id(placed) not in hidden:
                covers.add(placed.rows)
        clear: list[Placed] = []
        for placed in names:
            if id(placed) in hidden and placed.label is not None:
                clear += self._places.place_beside(placed.label, lod, covers)
            else:
                clear.append(placed)
        return clear


def _step(lod: float) -> int:
    """Return the number of the layout for a zoom; zoomed in beyond reading size no name is written otherwise."""
    return min(READING, round(math.log2(max(lod, 1e-3)) * STEPS))


def _telling(placed: Placed) -> tuple[Hashable, ...]:
    """Return what tells a written name from any other of the map."""
    return placed.text, placed.kind, placed.size, placed.reach.getCoords()


def _hidden(names: Sequence[Placed], covers: Floats) -> list[float]:
    """Return the share of each name's boxes that lies under covers, which hardly meet each other."""
    rows = np.vstack([placed.rows for placed in names])
    wide = np.minimum(rows[:, None, 2], covers[None, :, 2]) - np.maximum(rows[:, None, 0], covers[None, :, 0])
    high = np.minimum(rows[:, None, 3], covers[None, :, 3]) - np.maximum(rows[:, None, 1], covers[None, :, 1])
    under = (np.maximum(wide, 0.0) * np.maximum(high, 0.0)).sum(axis=1)
    area = (rows[:, 2] - rows[:, 0]) * (rows[:, 3] - rows[:, 1])
    first = np.cumsum([0, *(len(placed.rows) for placed in names[:-1])])
    shares: list[float] = (np.add.reduceat(under, first) / np.add.reduceat(area, first)).tolist()
    return shares


def _ink(canvas: Canvas, kind: str) -> QColor:
    palette = canvas.palette
    special = {"hill": palette.hill_ink, "river": palette.river_ink, "region": palette.region_ink}
    return QColor(special.get(kind, palette.ink))
