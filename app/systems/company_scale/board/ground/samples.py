"""Samples for the legend, drawn by the layers that draw the map."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QTransform

from app.board import hexes as geometry
from app.systems.company_scale.board.ground import shapes
from app.systems.company_scale.board.ground.entries import EntryHex, paint_entry
from app.systems.company_scale.board.ground.kept_layers import KeptLayers
from app.systems.company_scale.board.ground.palette import Palette
from app.systems.company_scale.board.ground.roads import RoadLine
from app.systems.company_scale.board.ground.scenery import Scenery, paint_roads
from app.systems.company_scale.board.ground.survey import Canvas
from app.systems.company_scale.board.ground.victory import VictoryHex
from rules.company_scale.battle_map import BattleMap, Edge, Hexside, MapArt, MapHex, Road, Terrain

TERRAINS = tuple(Terrain)
EDGES = (Edge.STREAM, Edge.RIVER, Edge.SLOPE, Edge.STEEP_SLOPE, Edge.RIDGE, Edge.GRAY)
_APART = 4


class Samples:
    """Hold a small invented map with one example of everything."""

    def __init__(self, kept: KeptLayers | None = None) -> None:
        """Take the cache of the small map's layers."""
        columns = _APART * (len(TERRAINS) + 1)
        hexes = {c * 100 + r: MapHex(Terrain.CLEAR, 1) for c in range(1, columns + 1) for r in range(1, 13)}
        for i, terrain in enumerate(TERRAINS):
            hexes[self._terrain_hex(i)] = MapHex(terrain, 1)
        for level in (2, 3):
            for hex_id in self._hill(level):
                hexes[hex_id] = MapHex(Terrain.CLEAR, level)
        sides: dict[tuple[int, int], Hexside] = {}
        for i, edge in enumerate(EDGES):
            upper, lower = self._pair(i)
            sides[upper, lower] = Hexside(edges=frozenset({edge}))
        elevation = {
            r: tuple(90 + 45 * (hexes[c * 100 + r].level - 1) for c in range(1, columns + 1)) for r in range(1, 13)
        }
        self._scenery = Scenery(
            BattleMap("legend", "", (1, columns), (1, 12), hexes, sides, (), MapArt(elevation=elevation)),
            (VictoryHex(self._victory(), "red"),),
            kept=kept,
        )

    def prepare(self, palette: Palette) -> None:
        """Lay out all that a legend may show, and keep it."""
        self._scenery.prepare(palette)

    def terrain(self, painter: QPainter, target: QRectF, terrain: Terrain, palette: Palette) -> None:
        """Draw one hex of a terrain with its dot."""
        self._hex(painter, target, self._terrain_hex(TERRAINS.index(terrain)), palette)

    def level(self, painter: QPainter, target: QRectF, level: int, palette: Palette) -> None:
        """Draw one hex of open ground at a level."""
        self._hex(painter, target, self._hill(level)[0] if level > 1 else 2402, palette)

    def victory(self, painter: QPainter, target: QRectF, palette: Palette) -> None:
        """Draw a victory hex."""
        self._hex(painter, target, self._victory(), palette, marks=True)

    def entry(self, painter: QPainter, target: QRectF, side: str, palette: Palette) -> None:
        """Draw the arrow of a side's reinforcement hex."""
        scale = target.width() / 60.0
        painter.save()
        painter.translate(target.center() + QPointF(31.0, 0.0) * scale)
        painter.scale(scale, scale)
        painter.translate(-geometry.center(0))
        paint_entry(Canvas(painter, QRectF(), 1.0, palette), EntryHex(0, side), QPointF(1.0, 0.0))
        painter.restore()

    def edge(self, painter: QPainter, target: QRectF, edge: Edge, palette: Palette) -> None:
        """Draw a hexside with what it carries."""
        upper, lower = self._pair(EDGES.index(edge))
        middle = geometry.hexside_midpoint(upper, lower)
        height = 70.0 * target.height() / target.width()
        source = QRectF(middle.x() - 35.0, middle.y() - height / 2, 70.0, height)
        clip = QPainterPath()
        clip.addRoundedRect(target, 3.0, 3.0)
        self._window(painter, target, source, clip, palette, False)

    def road(self, painter: QPainter, target: QRectF, road: Road, palette: Palette) -> None:
        """Draw a stretch of road or railway."""
        points = np.asarray([(-34.0, 5.0), (-12.0, -1.0), (12.0, 2.5), (34.0, -5.0)])
        curve = shapes.catmull(points, 8)
        path = shapes.polyline(curve)
        line = RoadLine(road, (), curve, path, path.boundingRect().adjusted(-9, -9, 9, 9))
        scale = target.width() / 70.0
        painter.save()
        painter.translate(target.center())
        painter.scale(scale, scale)
        lod = scale * painter.worldTransform().m11() / scale
        paint_roads(Canvas(painter, QRectF(-40, -20, 80, 40), max(0.2, lod), palette), [line], [])
        painter.restore()

    def _hex(self, painter: QPainter, target: QRectF, hex_id: int, palette: Palette, marks: bool = False) -> None:
        source = geometry.hex_rect(hex_id)
        scale = target.width() / source.width()
        clip = geometry.hex_path(hex_id)
        if marks:
            badge = QPainterPath()
            badge.addEllipse(geometry.center(hex_id) + QPointF(0.0, geometry.STEP_Y * 0.43), 9.8, 9.8)
            clip = clip.united(badge)
        clip.translate(-source.center())
        clip = QTransform.fromScale(scale, scale).map(clip).translated(target.center())
        source = source.adjusted(0, 0, 0, 12 if marks else 0)
        room = QRectF(target.left(), target.center().y() - geometry.STEP_Y * scale / 2, 0, 0)
        room.setSize(source.size() * scale)
        self._window(painter, room, source, clip, palette, marks)

    def _window(
        self, painter: QPainter, target: QRectF, source: QRectF, clip: QPainterPath, palette: Palette, marks: bool
    ) -> None:
        scale = target.width() / source.width()
        painter.save()
        painter.setClipPath(clip)
        painter.translate(target.topLeft())
        painter.scale(scale, scale)
        painter.translate(-source.topLeft())
        canvas = Canvas(painter, source, painter.worldTransform().m11(), palette)
        self._scenery.paint_terrain(canvas)
        if marks:
            self._scenery.paint_victory(canvas)
        if source.height() > 60.0:
            self._scenery.grid.paint_dots(canvas)
        painter.restore()

    @staticmethod
    def _terrain_hex(index: int) -> int:
        return (2 + _APART * index) * 100 + 2

    @staticmethod
    def _hill(level: int) -> list[int]:
        column = 6 + 8 * (level - 2)
        rim = [column * 100 + 9, column * 100 + 8, column * 100 + 10]
        return rim + [(column + d) * 100 + r for d in (-1, 1) for r in (8, 9)]

    @staticmethod
    def _pair(index: int) -> tuple[int, int]:
        column = 2 + _APART * index
        return column * 100 + 5, column * 100 + 6

    @staticmethod
    def _victory() -> int:
        return 2209
