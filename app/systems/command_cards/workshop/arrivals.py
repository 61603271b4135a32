"""Who comes later in a draft: small counters, with their rounds, in the hexes where they come on to the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.board.painted import BoardLayer, letter, serif
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.counters import TALL, WIDE, Look, paint_counter
from app.systems.command_cards.board.geometry import SIDE, center, whole
from rules.command_cards.charts import Charts
from rules.command_cards.view import DueView

SMALL = 0.46
"""How large a counter of one that comes later is beside one on the board."""
STEP = QPointF(SIDE * 0.24, 0)
"""How far apart lie those that come into one hex."""
MOST = 3
"""How many counters of a hex are shown."""


class ArrivalsLayer(BoardLayer):
    """Paint arrivals in the upper part of their hexes, above what stands there."""

    def __init__(self) -> None:
        super().__init__()
        self.coming: Mapping[str, Sequence[tuple[Look, int]]] = {}
        self.set_bounds(whole())

    def show_due(self, due: Sequence[DueView], charts: Charts) -> None:
        """Show those who come later, the first of them in front."""
        coming: dict[str, list[tuple[Look, int]]] = {}
        for unit in sorted(due, key=lambda unit: unit.round):
            kind = charts.units[unit.kind]
            for at in unit.hexes:
                coming.setdefault(at, []).append((Look(kind, unit.seat, kind.figures, kind.figures), unit.round))
        if coming != self.coming:
            self.coming = coming
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint small counters, and below them the rounds in which they come."""
        palette = palettes.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for at, arrivals in self.coming.items():
            spot = center(at) - QPointF(0, SIDE * 0.5)
            shown = list(enumerate(arrivals[:MOST]))
            for number, (look, _) in reversed(shown):
                painter.save()
                painter.translate(spot + STEP * (number - (len(shown) - 1) / 2))
                painter.scale(SMALL, SMALL)
                paint_counter(painter, QRectF(QPointF(-WIDE / 2, -TALL / 2), QSizeF(WIDE, TALL)), look)
                painter.restore()
            words = "round " + ", ".join(dict.fromkeys(str(turn) for _, turn in arrivals))
            below = spot + QPointF(0, TALL * SMALL * 0.5 + 7)
            letter(painter, below, words, serif(11, bold=True), palette.rust, palette.halo)
