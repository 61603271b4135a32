"""Scenery: all layers of the ground, laid out once and painted in order; how roads, railways and bridges look."""

from __future__ import annotations

import logging
import pickle
import zlib
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeVar
from weakref import proxy

import shapely
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from shapely.geometry.base import BaseGeometry

from app.board import hexes as geometry
from app.systems.company_scale.board.ground.areas import Farmland, Marshes, Vineyards, Woods
from app.systems.company_scale.board.ground.entries import (
    EntryHex,
    VictoryHex,
    entry_path,
    inward,
    paint_badges,
    paint_entries,
    paint_rims,
)
from app.systems.company_scale.board.ground.grid import Grid
from app.systems.company_scale.board.ground.hexsides import Hexsides, Water
from app.systems.company_scale.board.ground.kept_layers import KeptLayers, packed, unpacked
from app.systems.company_scale.board.ground.label_places import LabelPlaces
from app.systems.company_scale.board.ground.labels import KeptNames, Labels
from app.systems.company_scale.board.ground.palette import LIGHT, Palette
from app.systems.company_scale.board.ground.relief import Relief
from app.systems.company_scale.board.ground.roads import WIDTHS, Bridge, RoadLine, Roads
from app.systems.company_scale.board.ground.settlements import CREST, HOUSES, NUMBER, SLOPE, WATER, Clutter, Settlements
from app.systems.company_scale.board.ground.survey import Canvas, Survey
from rules.company_scale.battle_map import BattleMap, Road

# --- How roads, railways and bridges look --------------------------------------------------------------------------

_ROUND = Qt.PenCapStyle.RoundCap
_FLAT = Qt.PenCapStyle.FlatCap


def paint_roads(canvas: Canvas, lines: list[RoadLine], bridges: list[Bridge]) -> None:
    """Paint every line in view: trails lowest, the evacuation road on top, bridges around them."""
    seen = [line for line in lines if line.reach.intersects(canvas.rect)]
    palette = canvas.palette
    canvas.painter.setBrush(Qt.BrushStyle.NoBrush)
    _stroke(canvas, seen, Road.TRAIL, palette.trail_halo, 5.0, 0.0)
    _paint_decks(canvas, bridges)
    _stroke(canvas, seen, Road.TRAIL, palette.trail, 2.5, 0.9, (3.4, 1.9))
    _stroke(canvas, seen, Road.PAVED, palette.road_casing, WIDTHS[Road.PAVED], 1.6)
    _stroke(canvas, seen, Road.EVACUATION, palette.road_casing, WIDTHS[Road.EVACUATION], 2.4)
    _stroke(canvas, seen, Road.PAVED, palette.paved, WIDTHS[Road.PAVED] - 2.6, 0.9)
    _stroke(canvas, seen, Road.EVACUATION, palette.evacuation, WIDTHS[Road.EVACUATION] - 2.8, 1.7)
    if canvas.lod > 0.6:
        _stroke(canvas, seen, Road.EVACUATION, palette.evacuation_core, 1.3, 0.0)
    _rails(canvas, seen, palette)
    _paint_parapets(canvas, bridges)


def _rails(canvas: Canvas, seen: list[RoadLine], palette: Palette) -> None:
    width = canvas.at_least(WIDTHS[Road.RAILROAD], 1.5)
    _stroke(canvas, seen, Road.RAILROAD, palette.trail_halo, width + 2.0, 0.0)
    _stroke(canvas, seen, Road.RAILROAD, palette.rail, width, 0.0)
    gap = width * 0.56
    _stroke(canvas, seen, Road.RAILROAD, palette.rail_gap, gap, 0.0, (3.6, 3.6))


def _stroke(
    canvas: Canvas,
    seen: list[RoadLine],
    kind: Road,
    colour: str,
    width: float,
    pixels: float,
    dashes: tuple[float, float] | None = None,
) -> None:
    pen = QPen(QColor(colour), canvas.at_least(width, pixels))
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(_FLAT if dashes else _ROUND)
    canvas.painter.setPen(pen)
    for line in seen:
        if line.kind is kind and dashes:
            _dash(canvas, line, pen, dashes)
        elif line.kind is kind:
            canvas.painter.drawPath(line.path)


def _dash(canvas: Canvas, line: RoadLine, pen: QPen, dashes: Sequence[float]) -> None:
    """Paint a line in dashes, made a little longer or shorter so that as many as go fill each step of it."""
    room = canvas.rect.adjusted(*(side * pen.widthF() for side in (-1, -1, 1, 1)))
    for path, length in line.steps:
        if path.boundingRect().adjusted(-0.1, -0.1, 0.1, 0.1).intersects(room):  # a straight one has no area
            whole = sum(dashes) * pen.widthF()
            share = length / (max(1, round(length / whole)) * whole)
            pen.setDashPattern([dash * share for dash in dashes])
            canvas.painter.setPen(pen)
            canvas.painter.drawPath(path)


def _paint_decks(canvas: Canvas, bridges: list[Bridge]) -> None:
    if canvas.lod < 0.3:
        return
    for bridge in bridges:
        if canvas.rect.contains(QPointF(bridge.x, bridge.y)) or canvas.rect.intersects(_box(bridge)):
            half = bridge.length / 2 + 3.0
            width = WIDTHS[bridge.kind] + 5.2
            _bar(canvas, bridge, half, width, canvas.palette.bridge_edge)
            _bar(canvas, bridge, half, width - 1.8, canvas.palette.bridge)


def _bar(canvas: Canvas, bridge: Bridge, half: float, width: float, colour: str) -> None:
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(_FLAT)
    canvas.painter.setPen(pen)
    canvas.painter.drawLine(
        QLineF(
            bridge.x - bridge.dx * half,
            bridge.y - bridge.dy * half,
            bridge.x + bridge.dx * half,
            bridge.y + bridge.dy * half,
        )
    )


def _paint_parapets(canvas: Canvas, bridges: list[Bridge]) -> None:
    """Paint the splayed wings that mark a bridge on staff maps."""
    if canvas.lod < 0.3:
        return
    pen = QPen(QColor(canvas.palette.bridge_edge), canvas.at_least(1.5, 0.8))
    pen.setCapStyle(_ROUND)
    canvas.painter.setPen(pen)
    for bridge in bridges:
        if not canvas.rect.intersects(_box(bridge)):
            continue
        half, side = bridge.length / 2 + 2.0, WIDTHS[bridge.kind] / 2 + 2.2
        for hand in (-1, 1):
            nx, ny = -bridge.dy * hand, bridge.dx * hand
            a = QPointF(bridge.x - bridge.dx * half + nx * side, bridge.y - bridge.dy * half + ny * side)
            b = QPointF(bridge.x + bridge.dx * half + nx * side, bridge.y + bridge.dy * half + ny * side)
            out = QPointF(nx * 3.2, ny * 3.2)
            ahead = QPointF(bridge.dx * 3.2, bridge.dy * 3.2)
            canvas.painter.drawPolyline([a + out - ahead, a, b, b + out + ahead])


def _box(bridge: Bridge) -> QRectF:
    reach = bridge.length / 2 + 16.0
    return QRectF(bridge.x - reach, bridge.y - reach, 2 * reach, 2 * reach)


# --- Scenery: all layers of the ground, laid out once and painted in order -----------------------------------------

LAYERS = (
    "survey", "relief", "water", "roads", "bridges", "settlements", "clearing", "woods", "vineyards", "marshes",
    "farmland", "hexsides", "grid", "obstacles", "labels",
)  # fmt: skip
"""The layers from the ground up."""
MADE_AGAIN = ("survey", "clearing", "labels")
"""Layers that are not kept: they take no time, or only laying out needs them."""
Laid = TypeVar("Laid")
LOG = logging.getLogger("chitpull.cache")


class Scenery:
    """Lay out a battle map and paint it, without a scene or cached pictures."""

    def __init__(
        self,
        battle_map: BattleMap,
        victory: tuple[VictoryHex, ...] = (),
        entries: tuple[EntryHex, ...] = (),
        kept: KeptLayers | None = None,
        standing: frozenset[int] = frozenset(),
        kept_names: KeptNames | None = None,
        whole: QRectF | None = None,
        shown: QRectF | None = None,
    ) -> None:
        """Take what is drawn, the caches, and where counters begin; layers are laid out on first use.

        `whole` is the sheet of the map of which this is a part, `shown` what alone is painted of it.
        """
        self.map, self.victory, self.entries = battle_map, victory, entries
        self._kept, self._standing, self._kept_names = kept, standing, kept_names
        self._whole, self._shown = whole, shown
        self._from_cache = kept is not None and kept.are_there
        self._finishing = [Scenery._finish_woods, Scenery._finish_farmland, Scenery._keep]

    def lay_out_one(self) -> bool:
        """Lay out one more layer, and keep them all in the end; return whether there is more to do."""
        done = {*self.__dict__, *(["clearing"] if self._from_cache else [])}
        left = [name for name in LAYERS if name not in done]
        if left:
            getattr(self, left[0])
        elif not self._from_cache and self._finishing:
            self._finishing.pop(0)(self)
        return len(left) > 1 or (not self._from_cache and bool(self._finishing))

    def prepare(self, palette: Palette) -> None:
        """Lay out everything and colour the relief, and keep it."""
        while self.lay_out_one():
            pass
        self.relief.image(palette)
        self.relief.shade(palette, self.woods.path)

    def _finish_woods(self) -> None:
        self.woods.plant()

    def _finish_farmland(self) -> None:
        self.farmland.cut()

    def _keep(self) -> None:
        if self._kept is not None:
            self._kept.keep({name: getattr(self, name) for name in LAYERS if name not in MADE_AGAIN}, self.survey)

    def _laid(self, name: str, lay_out: Callable[[], Laid]) -> Laid:
        """Return a layer from the cache, or lay it out."""
        if self._kept is not None and self._from_cache:
            try:
                layer: Laid = self._kept.take(name, self.survey)
                return layer
            except (pickle.UnpicklingError, zlib.error, KeyError) as error:
                LOG.info("The layers of %s are made again: %s.", self.map.id, error)
                self._from_cache = False
                for taken in LAYERS[1:]:  # what has been taken cannot be laid out from
                    self.__dict__.pop(taken, None)
        return lay_out()

    @cached_property
    def survey(self) -> Survey:
        return Survey(self.map, self._whole, self._shown)

    @cached_property
    def relief(self) -> Relief:
        relief = self._laid("relief", lambda: Relief(self.survey))
        relief.pictures = self._kept.pictures if self._kept is not None else None
        return relief

    @cached_property
    def water(self) -> Water:
        return self._laid("water", lambda: Water(self.survey))

    @cached_property
    def roads(self) -> Roads:
        return self._laid("roads", lambda: Roads(self.survey))

    @cached_property
    def bridges(self) -> list[Bridge]:
        return self._laid("bridges", lambda: self.roads.bridges(self.water.area, self.water.great))

    @cached_property
    def settlements(self) -> Settlements:
        return self._laid("settlements", lambda: Settlements(self.survey, self.roads, self.water.area))

    @cached_property
    def clearing(self) -> BaseGeometry:
        """Where nothing grows: roads, water and houses, with some room around."""
        room = self.roads.corridor(3.5), self.water.area.buffer(3.0, 3), self.settlements.ground.buffer(1.5, 3)
        return shapely.union_all(room)

    @cached_property
    def woods(self) -> Woods:
        return self._laid("woods", lambda: Woods(self.survey, self.clearing))

    @cached_property
    def vineyards(self) -> Vineyards:
        return self._laid("vineyards", lambda: Vineyards(self.survey, self.clearing, len(LIGHT.vines)))

    @cached_property
    def marshes(self) -> Marshes:
        return self._laid("marshes", lambda: Marshes(self.survey, self.clearing))

    @cached_property
    def farmland(self) -> Farmland:
        def lay_out() -> Farmland:
            taken = (self.woods.shape, self.vineyards.shape, self.marshes.shape, self.clearing)
            return Farmland(self.survey, taken, len(LIGHT.fields))

        return self._laid("farmland", lay_out)

    @cached_property
    def hexsides(self) -> Hexsides:
        return self._laid("hexsides", lambda: Hexsides(self.survey))

    @cached_property
    def grid(self) -> Grid:
        grid = self._laid("grid", lambda: Grid(self.survey))
        ways = (way.hex for way in self.entries if inward(way.hex, self.survey.playable).y() > 0.9)
        grid.aside = frozenset(ways)
        return grid

    @cached_property
    def obstacles(self) -> bytes:
        """What names have to keep off in every scenario on the map, packed: as pictures the largest takes 5 MB."""
        return self._laid("obstacles", lambda: packed(self._obstacles(), self.survey))

    def _obstacles(self) -> Clutter:
        busy = Clutter(self.survey)
        busy.area(geometry.path_of(self.settlements.ground), HOUSES)
        busy.area(geometry.path_of(self.water.area), WATER)
        busy.line(self.hexsides.ridges, 9.0, CREST)
        busy.line(self.hexsides.slopes, 5.0, SLOPE)
        busy.roads(self.roads.lines)
        return busy

    @property
    def clutter(self) -> Clutter:
        """What names have to keep off, drawn anew each time: of the largest map it takes 24 MB."""
        busy: Clutter = unpacked(self.obstacles, self.survey)
        busy.area(self.grid.number_boxes(), NUMBER)
        for mark in self.victory:
            busy.line(geometry.hex_path(mark.hex, 0.86), 6.0, CREST)
        for way in self.entries:
            busy.area(entry_path(way, self.survey.playable), CREST)
        busy.close()
        return busy

    @cached_property
    def labels(self) -> Labels:
        goals, this = frozenset(mark.hex for mark in self.victory), proxy(self)  # it is given up without a collection
        return Labels(
            LabelPlaces(self.survey, lambda: this.clutter, self.water, goals, self._standing), self._kept_names
        )

    def paint_terrain(self, canvas: Canvas) -> None:
        """Paint everything that overlays and counters may lie on."""
        canvas.painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        self.relief.paint(canvas)
        self.farmland.paint(canvas)
        self.vineyards.paint(canvas)
        self.marshes.paint(canvas)
        self.woods.paint(canvas)
        self.relief.paint_over_woods(canvas, self.woods.path)
        self.relief.paint_edges(canvas)
        self.settlements.paint_ground(canvas)
        self.water.paint(canvas)
        self.settlements.paint_houses(canvas)
        paint_roads(canvas, self.roads.lines, self.bridges)
        self.grid.paint_lines(canvas)
        self.hexsides.paint(canvas)

    def paint_marks(self, canvas: Canvas, labels: Labels) -> None:
        """Paint what must stay visible above overlays: arrows, badges, dots, numbers, names."""
        canvas.painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        paint_entries(canvas, self.entries, self.survey.playable)
        paint_badges(canvas, self.victory)
        self.grid.paint_numbers(canvas)
        labels.paint(canvas)
        self.grid.paint_dots(canvas)

    def paint_victory(self, canvas: Canvas) -> None:
        """Paint the rims and badges of the victory hexes."""
        self.paint_rims(canvas)
        paint_badges(canvas, self.victory)

    def paint_rims(self, canvas: Canvas) -> None:
        """Paint the rims of the victory hexes."""
        canvas.painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        paint_rims(canvas, self.victory)
