"""Arrows from assaulting units to the hex they assault: filled for those that go, outlined for those that could."""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.board.hexes import center
from app.systems.company_scale.board.orders import marked_assaults
from app.systems.company_scale.questions import question
from rules.company_scale.records.view import View
from rules.engine.frozen import frozen
from rules.engine.options import Decision
from rules.hexes.grid import hex_id

COLOURS = {"german": "#3b464e", "allied": "#4c5b14"}
SIGNAL = QColor("#c4261a")


@frozen
class Arrow:
    """One arrow: its two hexes, its side, and whether units go along it (`firm`) or only could."""

    start: int
    end: int
    side: str
    firm: bool = True


def arrows_of(view: View, decision: Decision | None, where: Mapping[str, int]) -> list[Arrow]:
    """Return the arrows of assaults being declared, of the assault under way, or of units that may advance."""
    arrows = question(decision.kind).arrows if decision is not None else ""
    if decision is not None and arrows == "units":
        end = hex_id(decision.text("hex") or "")
        ways = {where[unit]: False for unit in decision.texts("units") if unit in where}
        ways |= {where[unit]: True for unit in decision.texts("chosen") if unit in where}
        return [Arrow(start, end, decision.seat, firm) for start, firm in sorted(ways.items())]
    if decision is not None and arrows == "markers":
        assaulting: dict[tuple[int, int], bool] = {}
        for marker in marked_assaults(decision):
            end = hex_id(marker.hex)
            if marker.empty and not marker.assigned:
                continue  # nobody carries this assault out
            for unit in marker.units:
                if unit in where:
                    firm = unit in marker.assigned and not marker.called_off
                    assaulting[where[unit], end] = firm or assaulting.get((where[unit], end), False)
        return [Arrow(start, end, decision.seat, firm) for (start, end), firm in sorted(assaulting.items())]
    assault = view.assault
    if not assault:
        return []
    end = hex_id(assault.hex)
    starts = {where[unit] for unit in assault.attackers if unit in where} - {end}
    return [Arrow(start, end, assault.seat) for start in sorted(starts)]


def arrow_path(start: int, end: int) -> QPainterPath:
    """Return a broad arrow across the hexside between two neighbours, in scene coordinates."""
    a, b = center(start), center(end)
    length = math.hypot(b.x() - a.x(), b.y() - a.y())
    ux, uy = (b.x() - a.x()) / length, (b.y() - a.y()) / length

    def at(along: float, aside: float) -> QPointF:
        return QPointF(a.x() + ux * along - uy * aside, a.y() + uy * along + ux * aside)

    path = QPainterPath(at(21, -6.5))
    path.quadTo(at(30, -4.5), at(37, -5.2))
    for along, aside in ((35.5, -11.5), (53, 0), (35.5, 11.5), (37, 5.2)):
        path.lineTo(at(along, aside))
    path.quadTo(at(30, 4.5), at(21, 6.5))
    path.quadTo(at(25, 0), at(21, -6.5))
    path.closeSubpath()
    return path


class ArrowsItem(QGraphicsItem):
    """Paint the arrows over the counters."""

    def __init__(self) -> None:
        super().__init__()
        self.arrows: list[Arrow] = []
        self._paths: list[QPainterPath] = []
        self._bounds = QRectF()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_arrows(self, arrows: list[Arrow]) -> None:
        """Replace the arrows; an empty list shows none."""
        if arrows == self.arrows:
            return
        self.prepareGeometryChange()
        self.arrows = arrows
        self._paths = [arrow_path(arrow.start, arrow.end) for arrow in arrows]
        self._bounds = QRectF()
        for path in self._paths:
            self._bounds = self._bounds.united(path.boundingRect().adjusted(-8, -8, 8, 8))
        self.update()

    def boundingRect(self) -> QRectF:
        """Return the bounds of all arrows."""
        return self._bounds

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint firm arrows filled, possible ones as a dashed outline; both have a pale rim."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for arrow, path in zip(self.arrows, self._paths, strict=True):
            colour = QColor(COLOURS.get(arrow.side, COLOURS["german"]))
            rim = QPen(QColor(255, 250, 235, 235), 5.5)
            rim.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(path, rim)
            if arrow.firm:
                painter.fillPath(path, SIGNAL)
                painter.strokePath(path, QPen(colour, 2.4))
            else:
                pen = QPen(colour, 2.2)
                pen.setDashPattern([2.4, 1.6])
                painter.fillPath(path, QColor(255, 250, 235, 90))
                painter.strokePath(path, pen)
