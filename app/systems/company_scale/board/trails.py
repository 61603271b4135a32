"""Lines over the map: the path of a move, a line of sight with what blocks it, and arrows of assaults."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEasingCurve, QLineF, QObject, QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.board.hexes import center, hexside_midpoint
from app.board.painted import Bubble
from app.board.washes import rgba
from app.motion.animator import along
from app.systems.company_scale.board.counters.layer import CounterLayer
from app.systems.company_scale.board.counters.symbols import write
from app.systems.company_scale.board.orders import marked_assaults
from app.systems.company_scale.board.overlays import paint_figure, points_text
from app.systems.company_scale.questions import question
from app.systems.company_scale.sides import AS_PRINTED, Armed
from rules.company_scale.records.answers import Sight
from rules.company_scale.records.view import View
from rules.engine.frozen import frozen
from rules.engine.options import Decision
from rules.hexes.grid import hex_id

# --- Lines over the map: the path of a move with the points left, and a line of sight with what blocks it ----------

ROAD_MODES = ("trail", "paved", "railroad")


class TrailItem(QGraphicsItem):
    """Show the path of a move: a line through the hexes, the points left at each, an arrow at the end."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self.steps: list[tuple[QPointF, str, float | None]] = []
        self.planned = False
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_trail(
        self, start: int | None, steps: Sequence[tuple[int, str, float | None]] = (), *, planned: bool = False
    ) -> None:
        """Show a path from `start` by steps (hex, by what, points left there); None shows nothing.

        `planned` draws it dashed: the rest of an interrupted move.
        """
        self.prepareGeometryChange()
        self.planned = planned
        self.steps = [] if start is None else [(center(start), "", None), *((center(h), by, p) for h, by, p in steps)]
        self.update()

    def boundingRect(self) -> QRectF:
        """Return the bounds of the path and its figures."""
        room = QRectF()
        for at, _, _ in self.steps:
            room = room.united(QRectF(at.x() - 26, at.y() - 50, 52, 76))
        return room

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the path: solid over open ground, railed along roads."""
        if len(self.steps) < 2:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = painter.worldTransform().m11()
        width = max(4.2, 3.0 / scale)
        style = Qt.PenStyle.DashLine if self.planned else Qt.PenStyle.SolidLine
        path = QPainterPath(self.steps[0][0])
        for at, _, _ in self.steps[1:]:
            path.lineTo(at)
        painter.strokePath(path, _pen(rgba("#fffdf2", 235), width + 3.4))
        painter.strokePath(path, _pen(QColor("#1d2b12"), width, style))
        self._roads(painter, width)
        self._arrow(painter, width)
        if scale >= 0.35:
            self._figures(painter, scale)

    def _roads(self, painter: QPainter, width: float) -> None:
        for (a, _, _), (b, by, _) in zip(self.steps, self.steps[1:], strict=False):
            if by in ROAD_MODES:
                painter.setPen(_pen(QColor("#ffd24a"), width * 0.42))
                painter.drawLine(QLineF(a, b))

    def _arrow(self, painter: QPainter, width: float) -> None:
        line = QLineF(self.steps[-2][0], self.steps[-1][0])
        unit = line.unitVector()
        ahead = QPointF(unit.dx(), unit.dy())
        aside = QPointF(-ahead.y(), ahead.x())
        tip, size = line.p2() + ahead * width, width * 2.6
        head = QPainterPath(tip)
        head.lineTo(tip - ahead * size + aside * size * 0.75)
        head.lineTo(tip - ahead * size - aside * size * 0.75)
        head.closeSubpath()
        painter.strokePath(head, _pen(rgba("#fffdf2", 235), 3.4))
        painter.fillPath(head, QColor("#1d2b12"))

    def _figures(self, painter: QPainter, scale: float) -> None:
        for at, by, points in self.steps[1:-1]:
            if points is not None:
                tall = 12 / max(1.0, min(scale, 1.6))
                ink = QColor("#5b3d00") if by in ROAD_MODES else QColor("#1d2b12")
                paint_figure(painter, at + QPointF(11, -12), points_text(points), tall, ink)
        at, _, points = self.steps[-1]
        if points is not None:
            self._plate(painter, at + QPointF(0, -37), f"{points_text(points)} MP", max(scale, 0.6))

    def _plate(self, painter: QPainter, at: QPointF, text: str, scale: float) -> None:
        """Write the points left at the end on a dark plate above the carried counter."""
        size = 1 / min(scale, 1.8) if scale > 1 else 1.0
        plate = QRectF(at.x() - 21 * size, at.y() - 9 * size, 42 * size, 18 * size)
        painter.setPen(QPen(QColor("#fffdf2"), 1.4 * size))
        painter.setBrush(QColor("#1d2b12"))
        painter.drawRoundedRect(plate, 6 * size, 6 * size)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        write(painter, text, plate.adjusted(4 * size, 0, -4 * size, 0), QColor("#fff3c4"), height=9.5 * size)


def _pen(colour: QColor, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    return QPen(colour, width, style, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


GREEN, RED = QColor("#138a3d"), QColor("#d01b22")


def place_of(at: str) -> QPointF:
    """Return the scene point of "18.40" (its centre) or "18.40/18.41" (the middle of the hexside)."""
    first, _, second = at.partition("/")
    return hexside_midpoint(hex_id(first), hex_id(second)) if second else center(hex_id(first))


class SightItem(QGraphicsItem):
    """Show one line of sight: solid green as far as it is clear, dashed red beyond, with a label at the block."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self.ends: tuple[QPointF, QPointF] | None = None
        self.block: QPointF | None = None
        self.label = ""
        self.clear = False
        self.plate = Bubble(self)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_line(self, a: int | None, b: int | None = None, los: Sight | None = None, *, quiet: bool = False) -> None:
        """Show the line between two hexes by the `los` query; None shows nothing, `quiet` leaves out the words."""
        self.prepareGeometryChange()
        self.ends, self.block, self.label = None, None, ""
        if a is not None and b is not None and a != b:
            self.ends = (center(a), center(b))
            self._read(los)
        if self.ends is None or quiet:
            self.plate.hush()
        else:
            self.plate.say(self.block or self.ends[1], self.label, "good" if self.clear else "refused")
        self.update()

    def _read(self, los: Sight | None) -> None:
        assert self.ends is not None
        self.clear = los is None or los.clear
        if los is None or los.clear:
            self.label = "clear" if los is None else f"clear, {los.distance} hex{'' if los.distance == 1 else 'es'}"
            return
        why = los.reason
        if (block := los.block) is not None:
            self.block = nearest_on_line(place_of(block.at), *self.ends)
            why = block.why
        self.label = f"{why} ({los.rule})"

    def boundingRect(self) -> QRectF:
        """Return the bounds of the line."""
        if self.ends is None:
            return QRectF()
        return QRectF(*self.ends).normalized().adjusted(-24, -24, 24, 24)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the line, its ends and the cross at the block."""
        if self.ends is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = painter.worldTransform().m11()
        a, b = self.ends
        width = 3.4 / scale if scale > 1 else 3.4 / max(scale, 0.4)
        turn = b if self.clear else (self.block or a)
        self._stroke(painter, a, turn, GREEN, width, Qt.PenStyle.SolidLine)
        if not self.clear:
            self._stroke(painter, turn, b, RED, width, Qt.PenStyle.DashLine)
            self._cross(painter, turn, width)
        for at in (a, b):
            painter.setPen(QPen(QColor("#ffffff"), width * 0.5))
            painter.setBrush(QColor("#20301f"))
            painter.drawEllipse(at, width * 1.5, width * 1.5)

    def _stroke(self, painter: QPainter, a: QPointF, b: QPointF, ink: QColor, width: float, style: Qt.PenStyle) -> None:
        if a != b:
            painter.setPen(_pen(rgba("#fffdf2", 220), width * 1.9))
            painter.drawLine(QLineF(a, b))
            painter.setPen(_pen(ink, width, style))
            painter.drawLine(QLineF(a, b))

    def _cross(self, painter: QPainter, at: QPointF, width: float) -> None:
        arm = width * 2.3
        for colour, wide in ((QColor("#fffdf2"), width * 2.2), (RED, width * 1.25)):
            painter.setPen(_pen(colour, wide))
            painter.drawLine(QLineF(at.x() - arm, at.y() - arm, at.x() + arm, at.y() + arm))
            painter.drawLine(QLineF(at.x() - arm, at.y() + arm, at.x() + arm, at.y() - arm))


def nearest_on_line(point: QPointF, a: QPointF, b: QPointF) -> QPointF:
    """Return the point of the segment nearest to `point`."""
    along = b - a
    length = QPointF.dotProduct(along, along) or 1.0
    return a + along * min(1.0, max(0.0, QPointF.dotProduct(point - a, along) / length))


# --- Counters slide to their new places ----------------------------------------------------------------------------

LENGTH = 190


class Slides(QObject):
    """Slide pieces of a layer to their new places."""

    def __init__(self, layer: CounterLayer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._layer = layer
        self._paths: dict[str, list[QPointF]] = {}
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.setDuration(LENGTH)
        self._clock.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._clock.valueChanged.connect(self._tick)

    def start(self, ends: Mapping[str, tuple[QPointF, QPointF]]) -> None:
        """Slide pieces, each from its old place to its new one."""
        self.finish()
        self._paths = {name: [start, end] for name, (start, end) in ends.items() if start != end}
        if self._paths:
            self._layer.raise_pieces(self._paths)
            self._tick(0.0)
            self._clock.start()

    def finish(self) -> None:
        """Put every piece in its new place at once."""
        self._clock.stop()
        self._place(1.0)
        self._paths = {}

    def _tick(self, done: float) -> None:
        self._place(float(done))
        if done >= 1.0:
            self._paths = {}

    def _place(self, done: float) -> None:
        for name, path in self._paths.items():
            if name in self._layer.pieces:
                self._layer.move(name, along(path, done))


# --- Arrows from assaulting units to the hex they assault: filled for those that go --------------------------------

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
    for far, aside in ((35.5, -11.5), (53, 0), (35.5, 11.5), (37, 5.2)):
        path.lineTo(at(far, aside))
    path.quadTo(at(30, 4.5), at(21, 6.5))
    path.quadTo(at(25, 0), at(21, -6.5))
    path.closeSubpath()
    return path


class ArrowsItem(QGraphicsItem):
    """Paint the arrows over the counters."""

    def __init__(self) -> None:
        super().__init__()
        self.arrows: list[Arrow] = []
        self._arms: Armed = AS_PRINTED
        self._paths: list[QPainterPath] = []
        self._bounds = QRectF()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_arrows(self, arrows: list[Arrow], arms: Armed = AS_PRINTED) -> None:
        """Replace the arrows; an empty list shows none. `arms` are those that sides do not have as printed."""
        if arrows == self.arrows and arms == self._arms:
            return
        self._arms = arms
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
            arms = self._arms.get(arrow.side)
            colour = QColor(arms.ground if arms is not None else COLOURS.get(arrow.side, COLOURS["german"]))
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
