"""Ground that follows its map while it is drawn: a part at once after a stroke, the whole sheet aside after a while."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import compress
from operator import is_not
from typing import Any

from PySide6.QtCore import QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from app.board import hexes as geometry
from app.systems.company_scale.board.ground.entries import paint_frame
from app.systems.company_scale.board.ground.ground import Ground
from app.systems.company_scale.board.ground.palette import Named
from app.systems.company_scale.board.ground.scenery import Scenery
from app.systems.company_scale.board.ground.survey import Canvas
from app.systems.company_scale.workshop.ground_tools import flat_colour
from app.systems.company_scale.workshop.laying_out import LayOut, lay_out
from rules.company_scale.battle_map import BattleMap
from rules.company_scale.loading.map_building import cut
from rules.engine.frozen import frozen
from rules.engine.memory import trim_memory
from rules.hexes.grid import neighbours

AROUND = 3
"""Hexes round what is shown anew that are laid out with it, for what reaches into it."""
MOST = 150
"""Hexes of a change up to which it is shown by itself; beyond that the whole sheet is laid out."""
QUIET = 1500
"""Milliseconds without a change until the whole sheet is laid out."""

TRIES = 40
"""How often it is looked whether what has changed is shown."""


@frozen
class Patch:
    """A part of the ground that was laid out by itself, and where it is shown: in which hexes, inside which outline."""

    hexes: frozenset[int]
    region: QPainterPath
    scenery: Scenery

    @property
    def box(self) -> QRectF:
        """The rectangle around it."""
        return self.region.boundingRect()


class LiveGround(Ground):
    """The ground of a draft.

    `number` counts its changes; `signals.settled(number)`: those up to a number are shown, names left aside.
    """

    def __init__(self, battle_map: BattleMap, theme: Named, *, flat: bool = False) -> None:
        """Take the map; it is shown in `flat` colours until all of it is laid out, or laid out when first painted."""
        super().__init__(battle_map, theme)
        self.is_flat = flat
        self.patches: list[Patch] = []
        self.signals = LiveSignals()
        self.number = self._shown = self._fresh_to = 0
        self._only_whole: set[int] = set()
        self._at_work: list[LayOut] = []
        self._parts: list[tuple[frozenset[int], LayOut]] = []
        self._whole: LayOut | None = None
        self._quiet = _timer(QUIET, self._lay_out_whole)
        self._fresh = _timer(15, self._tell_if_fresh)
        self._exchange = _timer(0, self._take_whole)
        self._laid_out: tuple[int, Scenery] | None = None
        self._waiting: list[QRectF] = []
        self._tries = 0
        if flat:
            self.number = 1
            self._marks.hide()
            self._quiet.start(0)

    def follow(self, battle_map: BattleMap) -> bool:
        """Show a map that has changed; return whether that is possible: it is not if it is of another size."""
        before = self.map
        if (before.columns, before.rows) != (battle_map.columns, battle_map.rows):
            return False
        touched = changed_hexes(before, battle_map)
        if before.id != battle_map.id and len(touched) > MOST:
            return False
        self.map = battle_map
        if touched or (before.labels, before.entries) != (battle_map.labels, battle_map.entries):
            self.number += 1
            self._marks.forget_past()
            if self._whole is not None:
                self._whole.leave()
            if self.is_flat:
                self._redraw([self.sheet_rect()], self.number)
            elif 0 < len(touched) <= MOST:
                self._lay_out_part(touched)
            elif touched:
                self._only_whole.add(self.number)
            self._quiet.start(QUIET if touched and len(touched) <= MOST else 0)
        return True

    def is_up_to_date(self) -> bool:
        """Tell whether the whole sheet shows the map as it is."""
        return self._shown == self.number and not self._quiet.isActive()

    def stop(self) -> None:
        """Leave off what is laid out aside; the ground is not shown any more."""
        for timer in (self._quiet, self._fresh, self._exchange):
            timer.stop()
        for work in self._at_work:
            work.leave()
        self._at_work = []

    # --- a part ------------------------------------------------------------------------------------------------------

    def warm(self) -> None:
        """Have a part laid out that nobody sees: the first takes a process three times as long as others."""
        (west, east), (north, south) = self.map.columns, self.map.rows
        middle = (west + east) // 2 * 100 + (north + south) // 2
        self._at_work.append(lay_out(_window(self.map, [middle]), self.palette, lambda _: None, self.sheet_rect()))

    def _lay_out_part(self, touched: Collection[int]) -> None:
        """Lay out what a stroke has touched; what has been asked for and lies within it is not laid out any more."""
        number, region, hexes = self.number, geometry.region_path(touched), frozenset(touched)
        for older, part in self._parts:
            if older <= hexes:
                part.leave()
        window, shown = _window(self.map, touched), region.boundingRect()
        work = lay_out(
            window, self.palette, lambda laid: self._show_part(number, Patch(hexes, region, laid)), self._sheet, shown
        )
        self._parts = [*(each for each in self._parts if each[1].is_wanted), (hexes, work)]
        self._at_work = [*(each for each in self._at_work if each.is_wanted), work]

    def _show_part(self, number: int, patch: Patch) -> None:
        if number <= self._shown:
            return  # the whole sheet has it already
        self.patches = [each for each in self.patches if not each.hexes <= patch.hexes] + [patch]
        self._terrain.paint_over(patch.box, partial(self._draw_patch, patch))
        self._marks.redraw([patch.box])
        self._watch([patch.box], number)

    def _redraw(self, boxes: Sequence[QRectF], number: int) -> None:
        self._terrain.redraw(boxes)
        self._marks.redraw(boxes)
        self._watch(boxes, number)

    def _watch(self, boxes: Sequence[QRectF], number: int) -> None:
        self._waiting, self._tries, self._fresh_to = [*self._waiting, *boxes], 0, max(number, self._fresh_to)
        self._fresh.start()

    def _tell_if_fresh(self) -> None:
        """Tell that what has changed is shown, or lies where nobody sees it."""
        self._tries += 1
        if self._tries > TRIES or all(
            item.is_fresh(box) for item in (self._terrain, self._marks) for box in self._waiting
        ):
            self._waiting = []
            self.signals.settled.emit(min([self._fresh_to, *(number - 1 for number in self._only_whole)]))
        else:
            self._fresh.start()

    # --- the whole ---------------------------------------------------------------------------------------------------

    def _lay_out_whole(self) -> None:
        number = self.number
        self._whole = lay_out(self.map, self.palette, lambda laid: self._show_whole(number, laid))
        self._at_work.append(self._whole)

    def _show_whole(self, number: int, scenery: Scenery) -> None:
        self._at_work = []
        if number != self.number:
            return
        if "labels" in self.__dict__:
            scenery.labels.halos = self.labels.halos
        if self._zoom:  # the names are written in a turn of their own, before they are painted
            scenery.labels.yield_to(*self._covers, self._zoom, steady=self._steady)
            scenery.labels.layout(self._zoom)
        self._laid_out = number, scenery
        self._exchange.start()

    def _take_whole(self) -> None:
        """Show the sheet that was laid out, unless the map has changed since."""
        (number, scenery), self._laid_out = self._laid_out or (0, None), None
        if scenery is None or number != self.number:
            return
        self._shown, self.patches, self.is_flat = number, [], False
        vars(self).update(scenery=scenery)
        self.__dict__.pop("labels", None)
        self._marks.show()
        self._only_whole = set()
        trim_memory()  # of 30 strokes up to 100 MB
        self._redraw([self.sheet_rect()], number)

    # --- painting ----------------------------------------------------------------------------------------------------

    @property
    def _is_as_read(self) -> bool:
        return self.number == 0

    def look(self, *, covered: bool = True) -> bytes:
        """Return what a painting depends on; one of a map that has changed is not kept."""
        return super().look(covered=covered) if self._is_as_read else b""

    def lay_out_some(self) -> bool:
        """Lay out one more layer; what has changed is laid out aside."""
        return not self.is_flat and not self._shown and super().lay_out_some()

    def _draw_flat(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        """Paint every hex in the colour of its terrain, or of its level."""
        paint_frame(Canvas(painter, rect, lod, self.palette), self._frame, self._sheet)
        painter.setPen(QPen(QColor(self.palette.grid), 1.0))
        water = frozenset(self.map.art.water or ())
        for at in sorted(_frame(self.map)):
            if geometry.hex_rect(at).intersects(rect):
                painter.setBrush(flat_colour(self.map.hexes.get(at), at in water, self.palette))
                painter.drawPolygon(geometry.polygon(at))

    def _draw_terrain(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        if self.is_flat:
            self._draw_flat(painter, rect, lod)
            return
        super()._draw_terrain(painter, rect, lod)
        for patch in self.patches:
            self._draw_patch(patch, painter, rect, lod)

    def _draw_patch(self, patch: Patch, painter: QPainter, rect: QRectF, lod: float) -> None:
        seen = rect.intersected(patch.box)
        if not seen.isEmpty():
            painter.save()
            painter.setClipPath(patch.region, Qt.ClipOperation.IntersectClip)
            patch.scenery.paint_terrain(Canvas(painter, seen, lod, self.palette))
            painter.restore()

    def _marks_state(self, area: QRectF, lod: float) -> tuple[object, ...] | None:
        known = super()._marks_state(area, lod) if self._shown == self.number else None
        return None if known is None else (self._shown, known)

    def _draw_marks_on_screen(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        super()._draw_marks_on_screen(painter, rect, lod)
        self._draw_dots(painter, rect, lod)

    def _draw_marks_aside(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        super()._draw_marks_aside(painter, rect, lod)
        self._draw_dots(painter, rect, lod)

    def _draw_dots(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        """Paint the dots of parts that were laid out by themselves over those of before."""
        for patch in self.patches:
            seen = rect.intersected(patch.box)
            if not seen.isEmpty():
                painter.save()
                painter.setClipPath(patch.region, Qt.ClipOperation.IntersectClip)
                patch.scenery.grid.paint_dots(Canvas(painter, seen, lod, self._letters, self._marks.ratio))
                painter.restore()


class LiveSignals(QObject):
    """What a ground that follows its map tells."""

    settled = Signal(int)


def _timer(interval: int, act: object) -> QTimer:
    timer = QTimer()
    timer.setInterval(interval)
    timer.setSingleShot(True)
    timer.timeout.connect(act)
    return timer


def changed_hexes(before: BattleMap, after: BattleMap) -> set[int]:
    """Return the hexes in which two maps of one size differ, and those beside hexsides in which they do."""
    if before is after:
        return set()
    found = {at for at in _differing(before.hexes, after.hexes) if not _is_named_only(before, after, at)}
    found |= set(before.art.water or ()) ^ set(after.art.water or ())
    if before.sides is not after.sides:
        found |= {at for side in _differing(before.sides, after.sides) for at in side}
    around = {near for at in found for near in neighbours(at)}
    return (found | around) & _frame(after) if found else set()


def _differing(before: Mapping[Any, object], after: Mapping[Any, object]) -> Iterator[Any]:
    """Yield the keys under which two mappings hold something else; most of it is the same object, in the same order."""
    if list(before) == list(after):
        others = compress(after, map(is_not, before.values(), after.values()))
        yield from (key for key in others if before[key] != after[key])
        return
    for key, value in after.items():
        other = before.get(key)
        if other is not value and other != value:
            yield key
    yield from before.keys() - after.keys()


def _is_named_only(before: BattleMap, after: BattleMap, at: int) -> bool:
    one, other = before.hexes.get(at), after.hexes.get(at)
    return one is not None and other is not None and (one.terrain, one.level) == (other.terrain, other.level)


def _frame(ground: BattleMap) -> set[int]:
    (west, east), (north, south) = ground.columns, ground.rows
    return {column * 100 + row for column in range(west, east + 1) for row in range(north, south + 1)}


def _window(ground: BattleMap, touched: Collection[int]) -> BattleMap:
    """Return the part of a map around some hexes."""
    (west, east), (north, south) = ground.columns, ground.rows
    columns, rows = [at // 100 for at in touched], [at % 100 for at in touched]
    across = max(west, min(columns) - AROUND), min(east, max(columns) + AROUND)
    down = max(north, min(rows) - AROUND), min(south, max(rows) + AROUND)
    return cut(ground, across, down)
