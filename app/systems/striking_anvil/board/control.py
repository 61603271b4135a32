"""Whose areas are: a wash along the edge of each, in pattern as well as colour (1.6)."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.board.tiles import TiledItem
from app.board.washes import Wash, paint_area, rgba
from app.systems.striking_anvil.art import palette as palettes
from app.systems.striking_anvil.art.palette import Palette
from app.systems.striking_anvil.board.geometry import Sheet
from app.systems.striking_anvil.board.lines import area_path
from rules.striking_anvil.scenario import ALLIED

INSET, RIM = 6.0, 24.0
"""Where the wash begins and ends inside an area's outline; rivers on the border stay free."""


class ControlItem(TiledItem):
    """The washes of all areas, from tiles."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet.bounds, self._paint_part, None)
        self.sides: dict[str, str] = {}
        self._rims = {
            name: area_path(shape.buffer(-INSET).difference(shape.buffer(-RIM)))
            for name, shape in sheet.shapes.areas.items()
        }

    def show_sides(self, sides: Mapping[str, str]) -> None:
        """Show who controls the areas."""
        changed = [area for area, side in sides.items() if self.sides.get(area) != side]
        self.sides = dict(sides)
        self.redraw(self._rims[area].boundingRect() for area in changed)

    def _paint_part(self, painter: QPainter, room: QRectF, lod: float) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = palettes.current()
        for area, side in self.sides.items():
            if self._rims[area].boundingRect().intersects(room):
                paint_area(painter, self._rims[area], control_wash(side, palette))


def control_wash(side: str, palette: Palette) -> Wash:
    """Return the wash of a side's control: rising lines for the Allies, crossed ones for the Germans."""
    ink = palette.allied if side == ALLIED else palette.german
    kind = "rising" if side == ALLIED else "cross"
    return Wash(fill=rgba(ink, 52), hatch=rgba(ink, 150 if side == ALLIED else 84), kind=kind, gap=7)
