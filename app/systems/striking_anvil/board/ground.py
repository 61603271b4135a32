"""The ground of a map in the scene: everything that is printed on the sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.board.tiles import TiledItem
from app.systems.striking_anvil.art import palette as palettes
from app.systems.striking_anvil.art.palette import Palette
from app.systems.striking_anvil.art.tokens import paint_bridge
from app.systems.striking_anvil.board.geometry import SITE, Sheet
from app.systems.striking_anvil.board.lines import CM, area_path
from app.systems.striking_anvil.board.margin import paint_cartouche, paint_frame, paint_legend
from app.systems.striking_anvil.board.names import Names
from app.systems.striking_anvil.board.relief import Relief
from app.systems.striking_anvil.board.shapes import heading
from app.systems.striking_anvil.board.signs import paint_boxes, paint_discs, paint_tracks
from app.systems.striking_anvil.board.strokes import Strokes
from app.systems.striking_anvil.board.towns import Towns
from rules.striking_anvil.scenario import Scenario
from rules.striking_anvil.view import MONTHS

_LOOK_MS = 60
"""Milliseconds between looks whether the relief is painted."""


class Ground:
    """Everything printed on the sheet of a scenario, painted in any size."""

    def __init__(self, sheet: Sheet, scenario: Scenario) -> None:
        self.sheet, self.scenario = sheet, scenario
        self._dice = {kind: terrain.die for kind, terrain in scenario.charts.terrain.items()}
        self.strokes, self.names, self.towns = Strokes(sheet), Names(sheet), Towns(sheet)
        self.relief = Relief(sheet)
        self._land = area_path(sheet.shapes.land)
        self._bridges: dict[str, tuple[bool, int]] = {}

    def paint(self, painter: QPainter, room: QRectF, lod: float, palette: Palette, *, wait: bool = True) -> None:
        """Paint a part of the sheet; `lod` is pixels of the window to a scene unit.

        Who does not wait may see it without relief.
        """
        painter.save()
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipRect(room, Qt.ClipOperation.IntersectClip)
        self._paint_relief(painter, room, palette, wait=wait)
        self.strokes.paint(painter, room, palette, lod)
        self.towns.paint(painter, room, palette)
        self._paint_bridges(painter, room, palette)
        paint_boxes(painter, self.sheet, palette, lod)
        paint_tracks(painter, self.sheet, self.scenario.charts.fortifications, palette, lod)
        self.names.paint(painter, room, palette, lod)
        paint_discs(painter, self.sheet, palette, lod)
        self._paint_margin(painter, palette, lod)
        painter.restore()

    def _paint_relief(self, painter: QPainter, room: QRectF, palette: Palette, *, wait: bool) -> None:
        image, bounds = self.relief.image(palette, wait=wait), self.sheet.bounds
        if image is None:
            self._paint_plain(painter, room, palette)
            return
        scale = image.width() / bounds.width()
        part = room.intersected(bounds).adjusted(-2, -2, 2, 2).intersected(bounds)
        source = QRectF((part.topLeft() - bounds.topLeft()) * scale, part.size() * scale)
        painter.drawImage(part, image, source)

    def set_bridges(self, bridges: Sequence[Mapping[str, Any]]) -> list[QPointF]:
        """Take the bridges of a view; return where something has changed."""
        found = {bridge["border"]: (bridge["stands"], bridge["waits"]) for bridge in bridges}
        changed = [name for name, state in found.items() if self._bridges.get(name) != state]
        self._bridges = found
        return [at for name in changed if (at := self.sheet.crossing(name)) is not None]

    def _paint_bridges(self, painter: QPainter, room: QRectF, palette: Palette) -> None:
        for name, (stands, waits) in self._bridges.items():
            at, road = self.sheet.crossing(name), self.sheet.road(name)
            if at is None or road is None or not room.adjusted(-SITE, -SITE, SITE, SITE).contains(at):
                continue
            painter.save()
            painter.translate(at)
            painter.rotate(heading(road, at.x(), at.y()))
            size = 0.8 if self.sheet.map.borders[name].river == "minor" else 1.0
            paint_bridge(painter, size, stands, waits, palette)
            painter.restore()

    def _paint_plain(self, painter: QPainter, room: QRectF, palette: Palette) -> None:
        painter.fillRect(room, QColor(*palette.deep))
        painter.fillPath(self._land, QColor(*palette.beyond))
        for name, area in self.sheet.map.areas.items():
            painter.fillPath(self.sheet.outline(name), QColor(*palette.tint[area.terrain]))

    def _paint_margin(self, painter: QPainter, palette: Palette, lod: float) -> None:
        ground = self.sheet.ground
        paint_frame(painter, self.sheet.bounds, palette)
        for key in ("cartouche", "legend"):
            if key not in ground:
                continue
            left, top, width, height = (float(value) * CM for value in ground[key])
            room = QRectF(left, top, width, height)
            if key == "legend":
                paint_legend(painter, room, self._dice, palette, lod)
            else:
                paint_cartouche(painter, room, "Striking the Anvil", self._dates(), palette, lod)

    def _dates(self) -> str:
        first, last = self.scenario.dates(1)[0], self.scenario.dates(self.scenario.turns)[1]
        start = f"{first.day} {MONTHS[first.month - 1]}" if first.month != last.month else str(first.day)
        place = self.sheet.ground.get("title", "")
        return f"{place}, {start} to {last.day} {MONTHS[last.month - 1]} {last.year}"


class GroundItem(TiledItem):
    """The ground in the scene, from tiles; the relief comes in when it is painted."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground.sheet.bounds, self._paint_part, palettes.current().paper)
        self.printed = ground
        self._wait = False
        self._look = QTimer(self)
        self._look.setInterval(_LOOK_MS)
        self._look.timeout.connect(self._come_in)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the exposed part; a picture waits for the relief."""
        self._wait = widget is None
        super().paint(painter, option, widget)
        self._wait = False

    def _paint_part(self, painter: QPainter, room: QRectF, lod: float) -> None:
        self.printed.paint(painter, room, lod / self.ratio, palettes.current(), wait=self._wait)
        if self.printed.relief.is_pending:
            self._look.start()

    def _come_in(self) -> None:
        if not self.printed.relief.is_pending:
            self._look.stop()
            self.restyle()

    def restyle(self) -> None:
        """Draw everything anew in the colours of the present theme."""
        self.renew(palettes.current().paper)

    def is_settled(self) -> bool:
        """Tell whether the ground is drawn as finely as the zoom allows, with its relief."""
        return not self._look.isActive() and super().is_settled()

    def show_bridges(self, bridges: Sequence[Mapping[str, Any]]) -> None:
        """Show which bridges of a view stand, and which are being built."""
        changed = self.printed.set_bridges(bridges)
        self.redraw(QRectF(at.x() - SITE, at.y() - SITE, 2 * SITE, 2 * SITE) for at in changed)
