"""What a question is about: a reticle on its hex, and the line of sight of the fire being composed."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.board.hexes import center
from app.systems.company_scale.board.pieces import Position
from app.systems.company_scale.questions import question
from rules.engine.options import Decision
from rules.hexes.ids import hex_id

RADIUS = 33.0


@dataclass(frozen=True, slots=True)
class Spot:
    """The hex a question is about, whether a ring marks it, and from which hex a fire is seen."""

    hex: int | None = None
    start: int | None = None
    ringed: bool = True


def spot_of(decision: Decision | None, position: Position) -> Spot:
    """Return what to point at for a decision."""
    if decision is None or not question(decision.kind).points:
        return Spot()
    try:
        at = hex_id(str(decision.subject.get("hex", "")))
    except ValueError:
        return Spot()
    points = question(decision.kind).points
    return Spot(at, _watcher(decision, position) if points == "sight" else None, points != "arrow")


def _watcher(decision: Decision, position: Position) -> int | None:
    """Return the hex from which the target is seen: that of the firing unit or of its first spotter."""
    unit, spotters = str(decision.subject.get("unit", "")), decision.subject.get("spotters")
    if isinstance(spotters, list | tuple) and spotters and unit not in spotters:
        unit = str(spotters[0])
    return position.where.get(unit)


class ReticleItem(QGraphicsItem):
    """A ring with four ticks round a hex."""

    def __init__(self) -> None:
        super().__init__()
        self.hex: int | None = None
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def show_hex(self, at: int | None) -> None:
        """Show the reticle on a hex, or nowhere."""
        self.hex = at
        self.setVisible(at is not None)
        if at is not None:
            self.setPos(center(at))

    def boundingRect(self) -> QRectF:
        """Return the room of the ring and its ticks."""
        room = RADIUS + 12
        return QRectF(-room, -room, 2 * room, 2 * room)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the ring, dark red with a pale rim."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((QColor(255, 250, 235, 230), 6.0), (QColor("#b3151b"), 3.0)):
            painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            painter.drawEllipse(QPointF(0, 0), RADIUS, RADIUS)
            for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                painter.drawLine(QLineF(x * (RADIUS - 7), y * (RADIUS - 7), x * (RADIUS + 9), y * (RADIUS + 9)))
