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

DARKNESS = {"light": QColor(20, 30, 78, 112), "dark": QColor(4, 8, 26, 86)}
"""Colour over the ground at night, by theme."""
_GLOW = ((16.0, 34), (9.0, 70), (4.0, 120))
"""The edge of lit ground: widths in scene units and opacities of the light that spills over it."""


def lit_hexes(markers: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """Return the hexes that markers light up: illuminated or on fire."""
    return frozenset(str(m["hex"]) for m in markers if m["kind"] in ("illumination", "on_fire") and m.get("hex"))


class NightItem(BoardLayer):
    """Darken the ground on night turns."""

    def __init__(self) -> None:
        super().__init__()
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
        dark = DARKNESS[theme.current().name]
        if not self.lit:
            painter.fillRect(option.exposedRect, dark)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        light, shade = union_path(self.lit), QPainterPath()
        shade.addRect(self._bounds)
        shade.addPath(light)  # what lies in both is left out: a path is filled by the odd-even rule
        painter.fillPath(shade, dark)
        for width, alpha in _GLOW:
            pen = QPen(QColor(255, 226, 140, alpha), width, Qt.PenStyle.SolidLine)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(light, pen)
