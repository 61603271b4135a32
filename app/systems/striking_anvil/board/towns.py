"""Towns as clusters of roofs, the larger the more."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from shapely.geometry import Point
from shapely.prepared import prep

from app.systems.striking_anvil.art.palette import Palette
from app.systems.striking_anvil.board.geometry import Sheet
from app.systems.striking_anvil.board.lines import seed_of
from app.systems.striking_anvil.board.shapes import Projector

_HOUSES = (3, 6, 10, 19, 36)
TOWN_RADII = (6.0, 9.0, 13.0, 19.0, 28.0)
"""The radius of a town by its size."""

House = tuple[QPointF, float, float, float]


class Towns:
    """The roofs of a map, made once."""

    def __init__(self, sheet: Sheet) -> None:
        project, land = Projector(sheet.map.projection), prep(sheet.shapes.land)
        self._houses: list[House] = []
        for town in sheet.ground.get("towns", ()):
            at = QPointF(*project.point(town["at"]))
            houses = _houses(at, town["size"], seed_of(town["name"]))
            self._houses += [house for house in houses if land.contains(Point(house[0].x(), house[0].y()))]

    def paint(self, painter: QPainter, room: QRectF, palette: Palette) -> None:
        """Paint the roofs in a part of the map."""
        near = room.adjusted(-20, -20, 20, 20)
        for at, wide, tall, turn in self._houses:
            if not near.contains(at):
                continue
            painter.save()
            painter.translate(at)
            painter.rotate(turn)
            painter.fillRect(QRectF(-wide / 2 + 1, -tall / 2 + 1.4, wide, tall), QColor(30, 18, 8, 100))
            painter.fillRect(QRectF(-wide / 2, -tall / 2, wide, tall / 2), QColor(palette.roof))
            painter.fillRect(QRectF(-wide / 2, 0, wide, tall / 2), QColor(palette.roof_dark))
            painter.setPen(QPen(QColor(60, 24, 14), 0.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(-wide / 2, -tall / 2, wide, tall))
            painter.restore()


def _houses(at: QPointF, size: int, seed: int) -> Sequence[House]:
    random = Random(seed)
    turn = random.uniform(-20, 20)
    houses = []
    for _ in range(_HOUSES[size]):
        angle, away = random.uniform(0, 2 * math.pi), TOWN_RADII[size] * math.sqrt(random.random())
        middle = at + QPointF(away * math.cos(angle), away * math.sin(angle) * 0.85)
        houses.append((middle, random.uniform(5, 7.6), random.uniform(3.8, 5.5), turn + random.choice((0, 90))))
    return houses
