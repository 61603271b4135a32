"""The ground of a map in the scene: everything that is printed on the sheet."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from app.board.lettering import letter, serif
from app.board.tiles import TiledItem
from app.systems.striking_anvil.art import palette as palettes
from app.systems.striking_anvil.art.palette import Palette
from app.systems.striking_anvil.board.geometry import Sheet
from app.systems.striking_anvil.board.lines import area_path
from app.systems.striking_anvil.board.signs import DISC, paint_boxes, paint_discs, paint_tracks
from app.systems.striking_anvil.board.strokes import Strokes


class Ground:
    """Everything printed on the sheet of a map, painted in any size; `tracks` are the dice of fortification levels."""

    def __init__(self, sheet: Sheet, tracks: Mapping[str, tuple[int, ...]]) -> None:
        self.sheet, self.tracks = sheet, tracks
        self.strokes = Strokes(sheet)
        self._land = area_path(sheet.shapes.land)
        self._areas = {name: area_path(shape) for name, shape in sheet.shapes.areas.items()}

    def paint(self, painter: QPainter, room: QRectF, lod: float, palette: Palette) -> None:
        """Paint a part of the sheet; `lod` is pixels to a scene unit."""
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipRect(room, Qt.ClipOperation.IntersectClip)
        painter.fillRect(room, QColor(*palette.deep))
        painter.fillPath(self._land, QColor(*palette.beyond))
        painter.setPen(Qt.PenStyle.NoPen)
        for name, path in self._areas.items():
            painter.fillPath(path, QColor(*palette.tint[self.sheet.map.areas[name].terrain]))
        self.strokes.paint(painter, palette, lod)
        paint_boxes(painter, self.sheet, palette)
        paint_tracks(painter, self.sheet, self.tracks, palette)
        for name, area in self.sheet.map.areas.items():
            at = self.sheet.disc(name) + QPointF(0, DISC * 2)
            letter(painter, at, area.name, serif(26, bold=True), palette.ink, palette.halo, 6.0)
        paint_discs(painter, self.sheet, palette)


class GroundItem(TiledItem):
    """The ground in the scene, from tiles."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground.sheet.bounds, self._paint_part, None)
        self.printed = ground

    def _paint_part(self, painter: QPainter, room: QRectF, lod: float) -> None:
        self.printed.paint(painter, room, lod, palettes.current())

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        self.renew(None)
