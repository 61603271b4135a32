"""The map on paper: any part of it at any size, with counters, as vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app import theme
from app.board import hexes as geometry
from app.printing.painter import PaperPainter
from app.printing.paper import MM
from app.systems.company_scale.board.counters.face import Detail, Face, Mark, detail_for
from app.systems.company_scale.board.counters.lettering import write
from app.systems.company_scale.board.counters.painter import paint_counter
from app.systems.company_scale.board.ground.ground import Ground
from app.systems.company_scale.board.ground.victory import VictoryHex
from app.systems.company_scale.board.laying import entries_of, standing_in
from app.systems.company_scale.board.marker_art import paint_marker
from app.systems.company_scale.board.markers import BESIDE, MARKER
from app.systems.company_scale.board.stacks import COUNTER, badge_at, layout
from app.systems.company_scale.printing.grey_signs import sign
from rules.company_scale.scenario import Scenario

SHARP = 130.0
"""The map is drawn as finely as for a screen of this many dots to the inch."""
BEYOND = 30.0
"""Scene units beyond a page that are still drawn, for the sake of broad pens."""
EDGE = 8.0
"""Distance in scene units that names keep from the edge of a page."""
Stacks = Mapping[int, Sequence[Face]]


class MapArt:
    """Hold the drawn ground of a scenario."""

    def __init__(self, scenario: Scenario, grey: bool = False) -> None:
        self.scenario, self.grey = scenario, grey

    @cached_property
    def ground(self) -> Ground:
        """Return the ground in daylight colours."""
        goals = [VictoryHex(goal.hex, goal.colour) for goal in self.scenario.victory.hexes]
        return Ground(self.scenario.map, theme.LIGHT, goals, entries_of(self.scenario), standing_in(self.scenario))

    def frame(self) -> QRectF:
        """Return the map with its frame, in scene units."""
        return self.ground.scene_rect()

    def around(self, hexes: Sequence[int]) -> QRectF:
        """Return the part of the map around some hexes, with a margin of 1.6 hexes."""
        area = QRectF()
        for hex_id in hexes:
            area = area.united(geometry.hex_rect(hex_id))
        more = 1.6 * geometry.STEP_Y
        return area.adjusted(-more, -more, more, more).intersected(self.frame())

    def paint(self, painter: QPainter, target: QRectF, source: QRectF, stacks: Stacks | None = None) -> float:
        """Paint a part of the map into a rectangle of the same shape; return the units to a scene unit.

        With `stacks`, names keep off these counters and are not cut at the edge of the page.
        """
        scale = target.width() / source.width()
        heights = {hex_id: len(faces) for hex_id, faces in (stacks or {}).items()}
        self.ground.yield_to(heights, page=None if stacks is None else source.adjusted(EDGE, EDGE, -EDGE, -EDGE))
        painter.save()
        painter.setClipRect(target)
        self._enter(painter, target, source, scale)
        fine = scale / MM * SHARP / 25.4
        with painter.within(source, BEYOND) if isinstance(painter, PaperPainter) else nullcontext():
            self.ground.paint(painter, source, fine)
        painter.restore()
        return scale

    def counters(self, painter: QPainter, target: QRectF, source: QRectF, stacks: Stacks) -> None:
        """Paint stacks over a part of the map."""
        scale = target.width() / source.width()
        painter.save()
        painter.setClipRect(target)
        self._enter(painter, target, source, scale)
        detail = min(Detail.FULL, detail_for(COUNTER * scale / MM * 8))
        for hex_id, faces in sorted(stacks.items(), key=lambda at: at[0] % 100):
            if source.intersects(geometry.hex_rect(hex_id)):
                self._stack(painter, hex_id, faces, detail)
        painter.restore()

    def markers(
        self, painter: QPainter, target: QRectF, source: QRectF, status: Mapping[int, Sequence[tuple[str, object]]]
    ) -> None:
        """Paint status markers at the right of their hexes."""
        painter.save()
        painter.setClipRect(target)
        self._enter(painter, target, source, target.width() / source.width())
        for hex_id, kinds in status.items():
            for i, (kind, value) in enumerate(kinds):
                spot = geometry.center(hex_id) + QPointF(BESIDE, 16.0 - i * min(15.0, 45.0 / len(kinds)))
                square(painter, spot, MARKER)
                paint_marker(painter, kind, value if isinstance(value, int | str) else None)
                painter.restore()
        painter.restore()

    def _enter(self, painter: QPainter, target: QRectF, source: QRectF, scale: float) -> None:
        painter.translate(target.topLeft())
        painter.scale(scale, scale)
        painter.translate(-source.topLeft())

    def _stack(self, painter: QPainter, hex_id: int, faces: Sequence[Face], detail: Detail) -> None:
        places = layout(hex_id, [str(i) for i in range(len(faces))])
        for place, face in zip(places, faces, strict=True):
            if place.shown:
                square(painter, place.at, COUNTER)
                paint_counter(painter, face, Mark.NONE, detail, shadow=False)
                if self.grey and detail >= Detail.FULL:
                    sign(painter, face)
                painter.restore()
        badge = badge_at(places)
        if badge is not None:
            self._badge(painter, *badge)

    def _badge(self, painter: QPainter, at: QPointF, count: int) -> None:
        painter.setPen(QPen(QColor("#17140d"), 1.2))
        painter.setBrush(QColor("#fff8e2"))
        painter.drawEllipse(at, 8, 8)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        write(painter, str(count), QRectF(at.x() - 6, at.y() - 5, 12, 10), QColor("#17140d"))


def square(painter: QPainter, middle: QPointF, side: float) -> None:
    """Enter the square of 100 units in which counters are painted; the caller restores the painter."""
    painter.save()
    painter.translate(middle.x() - side / 2, middle.y() - side / 2)
    painter.scale(side / 100, side / 100)
