"""Drops of a draft: a parachute over the counters that will come down on an area, with the turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.board.painted import BoardLayer, letter
from app.systems.striking_anvil.art.counters import sans
from app.systems.striking_anvil.board.geometry import COUNTER, Sheet
from app.systems.striking_anvil.board.stacks import DEPTH, STEP
from rules.striking_anvil.scenario import ALLIED, AirDrop

CANOPY, INK, HALO = QColor("#fbf6e6"), QColor("#243016"), "#fffdf4"
WIDE = COUNTER * 0.8
"""Width of the canopy, in scene units."""
ABOVE = QPointF(0.0, -COUNTER / 2) + QPointF(STEP, -STEP) * (DEPTH - 1)
"""From the middle of a stack to the top of its uppermost counter."""
LEAST = 26.0
"""Its least width on the screen, in pixels."""


class DropsLayer(BoardLayer):
    """Paint a parachute on every area where somebody is dropped; his counter lies in the area as all others do."""

    def __init__(self) -> None:
        super().__init__()
        self.turns: Mapping[str, Sequence[int]] = {}
        self._sheet: Sheet | None = None

    def show_drops(self, drops: Sequence[AirDrop], sheet: Sheet) -> None:
        """Show the drops of a scenario."""
        found: dict[str, set[int]] = {}
        for drop in drops:
            found.setdefault(drop.area, set()).add(drop.turn)
        turns = {area: sorted(some) for area, some in found.items()}
        if turns != self.turns or sheet is not self._sheet:
            self.turns, self._sheet = turns, sheet
            self.set_bounds(sheet.bounds)
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the parachutes."""
        if self._sheet is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide = max(WIDE, LEAST / painter.worldTransform().m11())
        for area, turns in self.turns.items():
            foot = self._sheet.stand(area, ALLIED) + ABOVE
            _paint_parachute(painter, foot, wide)
            words = f"Turn {', '.join(map(str, turns))}"
            letter(painter, foot - QPointF(0, wide * 1.28), words, sans(wide * 0.42, bold=True), INK.name(), HALO)


def _paint_parachute(painter: QPainter, foot: QPointF, wide: float) -> None:
    """Paint a canopy over a point, its lines leading there."""
    box = QRectF(foot.x() - wide / 2, foot.y() - wide, wide, wide)
    canopy = QPainterPath(box.center() - QPointF(wide / 2, 0))
    canopy.arcTo(box, 180, -180)
    third = wide / 3
    for n in (2, 1, 0):  # its hem, right to left
        canopy.quadTo(
            QPointF(box.left() + (n + 0.5) * third, box.center().y() - wide * 0.12),
            QPointF(box.left() + n * third, box.center().y()),
        )
    for pen in (QPen(QColor(HALO), wide * 0.1), QPen(INK, wide * 0.05)):
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(CANOPY)
        for n in range(4):
            painter.drawLine(QPointF(box.left() + n * third, box.center().y()), foot)
        painter.drawPath(canopy)
