"""The lines of the ground: rivers by width, borders, coast, roads, bridges' approaches."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from app.systems.striking_anvil.art.tokens import Palette
from app.systems.striking_anvil.board.geometry import Sheet
from app.systems.striking_anvil.board.lines import CM, area_path, line_path, rough, seed_of, smooth
from app.systems.striking_anvil.board.shapes import COAST, MAJOR, MINOR, OUTER, PLAIN, Projector

WIDTHS: Mapping[str, float] = {MAJOR: 13.0, MINOR: 6.4}
"""Widths of rivers in scene units."""
STREAM = 2.0
"""The width of a stream that is no border."""
BROAD_STREAM = 0.8
"""Millimetres from which a river that is no border is drawn like one: those off the map."""
_BROAD = 24.0


class MapLines:
    """The lines of a map, made once."""

    def __init__(self, sheet: Sheet) -> None:
        shapes = sheet.shapes
        self._room = sheet.bounds
        self.rivers = [(line_path(chain.points), WIDTHS[chain.kind]) for chain in shapes.chains if chain.kind in WIDTHS]
        scale = CM / 10
        self.streams = [line_path(points) for _, width, points in shapes.streams if width < BROAD_STREAM * scale]
        self.rivers += [
            (line_path(points), width) for _, width, points in shapes.streams if width >= BROAD_STREAM * scale
        ]
        self.borders = {
            kind: [line_path(chain.points) for chain in shapes.chains if chain.kind == kind]
            for kind in (PLAIN, OUTER, COAST)
        }
        self.shore = area_path(shapes.land)
        self.lakes = [area_path(lake) for lake in shapes.lakes]
        roads = {name: line_path(points) for name, points in shapes.roads.items()}
        highways = sheet.landscape.highways
        self.roads = [(path, name in highways) for name, path in roads.items()]
        project = Projector(sheet.map.projection)
        for road in sheet.landscape.roads:
            bent = rough(smooth(project.points(road.line)), seed_of(road.name), 1.6, 143.0)
            self.roads.append((line_path(bent), road.national))

    def paint(self, painter: QPainter, room: QRectF, palette: Palette, lod: float) -> None:
        """Paint rivers, borders, coast and roads in a part of the map."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        self._room = room.adjusted(-_BROAD, -_BROAD, _BROAD, _BROAD)
        self._rivers(painter, palette)
        self._borders(painter, palette, lod)
        self._roads(painter, palette, lod)

    def _rivers(self, painter: QPainter, palette: Palette) -> None:
        for path in self.streams:  # no border: a thin line without banks, so that nobody takes it for one (1.1)
            self._stroke(painter, path, palette.water_light, STREAM)
        for path, width in self.rivers:
            self._stroke(painter, path, palette.bank, width + 3.2)
        for path, width in self.rivers:
            self._stroke(painter, path, palette.water, width)
        for path, width in self.rivers:
            self._stroke(painter, path, palette.water_light, width * 0.35)
        painter.setBrush(QColor(palette.water_light))
        for lake in self.lakes:
            self._stroke(painter, lake, palette.bank, 2.4)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _borders(self, painter: QPainter, palette: Palette, lod: float) -> None:
        least = 1.0 / lod
        for kind, width in ((PLAIN, 3.4), (OUTER, 4.2)):
            for path in self.borders[kind]:
                self._stroke(painter, path, palette.border_halo, max(7.4, 2.6 * least))
                self._stroke(painter, path, palette.border, max(width, 1.1 * least))
        self._stroke(painter, self.shore, palette.shore, max(2.6, 1.0 * least))

    def _roads(self, painter: QPainter, palette: Palette, lod: float) -> None:
        least = 1.0 / lod
        for inner in (False, True):
            for path, big in self.roads:
                width = 5.6 if big else 4.2
                colour = (palette.highway if big else palette.road) if inner else palette.road_edge
                self._stroke(painter, path, colour, max(width, 1.3 * least) + (0 if inner else max(3.4, 1.1 * least)))

    def _stroke(self, painter: QPainter, path: QPainterPath, colour: str, width: float) -> None:
        if path.controlPointRect().intersects(self._room):
            _stroke(painter, path, colour, width)


def _stroke(painter: QPainter, path: QPainterPath, colour: str, width: float) -> None:
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPath(path)
