"""Arrows of the last order: where its units came from and went, until the next one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.board.board_layer import BoardLayer
from app.systems.striking_anvil.art import palette as palettes
from app.systems.striking_anvil.board.geometry import Sheet

AFRESH = ("Activated", "Passed", "TurnBegan", "PhaseBegan")
"""Events with which another order begins."""


class TrailLayer(BoardLayer):
    """Draw an arrow for each step of the last order, in the colour of its side with a white rim."""

    def __init__(self) -> None:
        super().__init__()
        self.sheet: Sheet | None = None
        self.steps: list[tuple[str, str]] = []
        self.side = ""
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def lay(self, sheet: Sheet) -> None:
        """Take another map."""
        self.sheet = sheet
        self.set_bounds(sheet.bounds)
        self.clear()

    def clear(self) -> None:
        """Draw nothing."""
        self.steps, self.side = [], ""
        self.update()

    def hear(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Follow what happens: a new order takes the arrows of the last one away."""
        for event in events:
            if event.get("event") in AFRESH:
                self.steps, self.side = [], str(event.get("seat", ""))
            elif event.get("event") == "Moved":
                self.steps.append((str(event["area"]), str(event["to"])))
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the arrows."""
        if self.sheet is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for start, end in dict.fromkeys(self.steps):
            if start in self.sheet.places and end in self.sheet.places:
                self._arrow(painter, self.sheet.center(start), self.sheet.center(end))

    def _arrow(self, painter: QPainter, start: QPointF, end: QPointF) -> None:
        palette, pixel = palettes.current(), 1 / painter.worldTransform().m11()
        colour = QColor(palette.allied if self.side == "allied" else palette.german)
        wide = max(13.0, 4.5 * pixel)
        across, down = end.x() - start.x(), end.y() - start.y()
        bend = QPointF((start.x() + end.x()) / 2 - 0.12 * down, (start.y() + end.y()) / 2 + 0.12 * across)
        path = QPainterPath(start)
        path.quadTo(bend, end)
        turn = math.atan2(end.y() - bend.y(), end.x() - bend.x())
        size = 2.6 * wide
        reach = ((0.0, 0.6), (2.5, 1.0), (-2.5, 1.0))
        head = [
            QPointF(end.x() + math.cos(turn + a) * size * far, end.y() + math.sin(turn + a) * size * far)
            for a, far in reach
        ]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ink, width in ((QColor("#ffffff"), wide * 1.7), (colour, wide)):
            painter.setPen(QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawPath(path)
        painter.setPen(QPen(QColor("#ffffff"), wide * 0.35))
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF(head))
