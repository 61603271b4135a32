"""Scenery: all layers of the ground, laid out once and painted in order."""

from __future__ import annotations

import shapely
from PySide6.QtGui import QPainter

from app.board import hexes as geometry
from app.systems.company_scale.board.ground import clutter
from app.systems.company_scale.board.ground.areas import Farmland, Marshes, Vineyards
from app.systems.company_scale.board.ground.clutter import Clutter
from app.systems.company_scale.board.ground.entries import EntryHex, entry_path, inward, paint_entries
from app.systems.company_scale.board.ground.grid import Grid
from app.systems.company_scale.board.ground.hexsides import Hexsides
from app.systems.company_scale.board.ground.labels import Labels
from app.systems.company_scale.board.ground.palette import LIGHT
from app.systems.company_scale.board.ground.relief import Relief
from app.systems.company_scale.board.ground.road_paint import paint_roads
from app.systems.company_scale.board.ground.roads import Roads
from app.systems.company_scale.board.ground.settlements import Settlements
from app.systems.company_scale.board.ground.survey import Canvas, Survey
from app.systems.company_scale.board.ground.victory import VictoryHex, paint_badges, paint_rims
from app.systems.company_scale.board.ground.water import Water
from app.systems.company_scale.board.ground.woods import Woods
from rules.company_scale.battle_map import BattleMap


class Scenery:
    """Lay out a battle map and paint it, without a scene or cached pictures."""

    def __init__(
        self, battle_map: BattleMap, victory: tuple[VictoryHex, ...] = (), entries: tuple[EntryHex, ...] = ()
    ) -> None:
        """Lay out every layer, from the ground up."""
        self.survey = Survey(battle_map)
        self.victory, self.entries = victory, entries
        self.relief = Relief(self.survey)
        self.water = Water(self.survey)
        self.roads = Roads(self.survey)
        self.bridges = self.roads.bridges(self.water.area, self.water.great)
        self.settlements = Settlements(self.survey, self.roads, self.water.area)
        clearing = shapely.union_all(
            [self.roads.corridor(3.5), self.water.area.buffer(3.0, 3), self.settlements.ground.buffer(1.5, 3)]
        )
        self.woods = Woods(self.survey, clearing)
        self.vineyards = Vineyards(self.survey, clearing, len(LIGHT.vines))
        self.marshes = Marshes(self.survey, clearing)
        taken = (self.woods.shape, self.vineyards.shape, self.marshes.shape, clearing)
        self.farmland = Farmland(self.survey, taken, len(LIGHT.fields))
        self.hexsides = Hexsides(self.survey)
        self.grid = Grid(self.survey, [way.hex for way in entries if inward(way.hex, self.survey.playable).y() > 0.9])
        self.labels = Labels(self.survey, self._clutter(), self.water)

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

    def paint_marks(self, canvas: Canvas) -> None:
        """Paint what must stay visible above overlays: arrows, badges, dots, numbers, names."""
        canvas.painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        paint_entries(canvas, self.entries, self.survey.playable)
        paint_badges(canvas, self.victory)
        self.grid.paint_numbers(canvas)
        self.labels.paint(canvas)
        self.grid.paint_dots(canvas)

    def paint_victory(self, canvas: Canvas) -> None:
        """Paint the rims and badges of the victory hexes."""
        self.paint_rims(canvas)
        paint_badges(canvas, self.victory)

    def paint_rims(self, canvas: Canvas) -> None:
        """Paint the rims of the victory hexes."""
        canvas.painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        paint_rims(canvas, self.victory)

    def _clutter(self) -> Clutter:
        """Return what names have to keep off."""
        busy = Clutter(self.survey)
        busy.area(geometry.path_of(self.settlements.ground), clutter.HOUSES)
        busy.area(geometry.path_of(self.water.area), clutter.WATER)
        busy.line(self.hexsides.ridges, 9.0, clutter.CREST)
        busy.line(self.hexsides.slopes, 5.0, clutter.SLOPE)
        busy.roads(self.roads.lines)
        busy.area(self.grid.number_boxes(), clutter.NUMBER)
        for mark in self.victory:
            busy.line(geometry.hex_path(mark.hex, 0.86), 6.0, clutter.CREST)
        for way in self.entries:
            busy.area(entry_path(way, self.survey.playable), clutter.CREST)
        busy.close()
        return busy
