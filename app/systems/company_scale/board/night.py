"""Night over the map: the ground is dark except for hexes that are lit up (8.7.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app import theme
from app.board.board_layer import BoardLayer
from app.board.washes import union_path

DARKNESS = {"light": QColor(16, 24, 66, 118), "dark": QColor(4, 8, 26, 86)}
"""Colour over the ground at night, by theme."""
DUSK = {"light": QColor(16, 24, 66, 74), "dark": QColor(4, 8, 26, 60)}
"""Colour over dots, numbers and names as well."""
_GLOW = ((16.0, 34), (9.0, 70), (4.0, 120))
"""The edge of lit ground: widths in scene units and opacities of the light that spills over it."""


def lit_hexes(markers: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """Return the hexes that markers light up: illuminated or on fire."""
    return frozenset(str(m["hex"]) for m in markers if m["kind"] in ("illumination", "on_fire") and m.get("hex"))


class NightItem(BoardLayer):
    """Darken the ground on night turns; `above` the marks on it, less."""

    def __init__(self, *, above: bool = False) -> None:
        super().__init__()
        self.above = above
        self.lit: frozenset[str] = frozenset()
        self.hide()

    def show_night(self, night: bool, markers: Iterable[Mapping[str, Any]]) -> None:
        """Show night, lit by these markers, or day."""
        lit = lit_hexes(markers) if night else frozenset()
        if night != self.isVisible() or lit != self.lit:
            self.lit = lit
            self.setVisible(night)
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the dark and the glow at the edge of lit ground."""
        dark = (DUSK if self.above else DARKNESS)[theme.current().name]
        if not self.lit:
            painter.fillRect(option.exposedRect, dark)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        light, shade = union_path(self.lit), QPainterPath()
        shade.addRect(self._bounds)
        shade.addPath(light)  # what lies in both is left out: a path is filled by the odd-even rule
        painter.fillPath(shade, dark)
        if self.above:
            return
        for width, alpha in _GLOW:
            pen = QPen(QColor(255, 226, 140, alpha), width, Qt.PenStyle.SolidLine)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(light, pen)
