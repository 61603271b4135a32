"""What motions draw on a board: fire on its way, and plates with dice and results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEasingCurve, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.text.event_rows import Result
from app.theme import faces

DrawDie = Callable[[QPainter, QRectF, Any], None]
HEIGHT = 90.0
"""How high over the board motions are drawn."""
DIE, PAD, GAP, LINE, FALL = 32.0, 10.0, 8.0, 38.0, 74.0
APART = 4.0
"""The gap between plates that would cover each other, in pixels."""
SETTLED = 0.72
"""The part of a result's time after which its dice lie still and the words appear."""
GROUND, EDGES = QColor("#fffcef"), {"plain": "#5b5135", "good": "#1c7a38", "bad": "#8a2f22"}
INK = {"plain": "#221c0e", "good": "#10401d", "bad": "#7a1c12"}
BOUNCE, OUT = QEasingCurve(QEasingCurve.Type.OutBounce), QEasingCurve(QEasingCurve.Type.OutCubic)
IN_OUT = QEasingCurve(QEasingCurve.Type.InOutCubic)


class ShotItem(QGraphicsItem):
    """Fire on its way from one point to another; nothing once it has arrived."""

    def __init__(self, start: QPointF, to: QPointF) -> None:
        super().__init__()
        self.line = QLineF(start, to)
        self._part = 0.0
        self.setZValue(HEIGHT)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def show_part(self, part: float) -> None:
        """Show a part of the way."""
        self._part = part
        self.setVisible(0.0 < part < 1.0)
        self.update()

    def boundingRect(self) -> QRectF:
        """Return the bounds of the line and the flash."""
        return QRectF(self.line.p1(), self.line.p2()).normalized().adjusted(-30, -30, 30, 30)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the line behind the shot, the shot, and the flash where it was fired."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = 1 / max(0.35, painter.worldTransform().m11())
        tip, tail = self.line.pointAt(OUT.valueForProgress(self._part)), self.line.pointAt(max(0.0, self._part - 0.35))
        for colour, wide in (("#fff6d8", 7.0), ("#c4361c", 3.6)):
            painter.setPen(QPen(QColor(colour), wide * width, c=Qt.PenCapStyle.RoundCap))
            painter.drawLine(tail, tip)
        painter.setPen(Qt.PenStyle.NoPen)
        flash = 17 * width * max(0.0, 1 - self._part * 2.2)
        for colour, size in (("#f6c945", 1.0), ("#fffbe8", 0.55)):
            painter.setBrush(QColor(colour))
            painter.drawEllipse(self.line.p1(), flash * size, flash * size)
        painter.setBrush(QColor("#c4361c"))
        painter.drawEllipse(tip, 4.5 * width, 4.5 * width)


class FlightItem(QGraphicsItem):
    """Something on its way from one point to another; nothing before and after."""

    REACH = 30.0

    def __init__(self, start: QPointF, to: QPointF, draw: Callable[[QPainter], None], *, fades: bool) -> None:
        super().__init__()
        self.way, self._draw, self._fades = QLineF(start, to), draw, fades
        self._part = 0.0
        self.setZValue(HEIGHT + 2)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def show_part(self, part: float) -> None:
        """Show a part of the way."""
        self._part = part
        self.setVisible(0.0 < part < 1.0)
        self.setPos(self.way.pointAt(IN_OUT.valueForProgress(part)))
        self.setOpacity(1.0 - part if self._fades else 1.0)

    def boundingRect(self) -> QRectF:
        """Return the bounds of the thing."""
        return QRectF(-self.REACH, -self.REACH, 2 * self.REACH, 2 * self.REACH)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw it, larger in the middle of its way."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        large = 1.0 if self._fades else 1.0 + 1.2 * (1 - abs(2 * self._part - 1))
        painter.scale(large, large)
        self._draw(painter)


@dataclass(slots=True)
class PlateLine:
    """A line on a plate: words after dice, and how much of it is shown."""

    words: str
    faces: Sequence[Any]
    tone: str
    passing: bool
    part: float = 0.0

    @property
    def begun(self) -> bool:
        """Tell whether anything of the line is to be seen."""
        return self.part > 0 and not (self.passing and self.part >= 1)


class ResultItem(QGraphicsItem):
    """A plate of constant size on the screen above a point, with a line for each result there."""

    def __init__(self, at: QPointF, draw_die: DrawDie, *, below: bool = False) -> None:
        super().__init__()
        self.lines: list[PlateLine] = []
        self._draw_die, self._below = draw_die, below
        self._shift = 0.0
        self._font = faces.sans("heading", bold=True)
        self.setPos(at)
        self.setZValue(HEIGHT + 1)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def add(self, result: Result) -> PlateLine:
        """Add a line, as yet unseen."""
        self.prepareGeometryChange()
        self.lines.append(PlateLine(result.words, result.faces, result.tone, result.passing))
        return self.lines[-1]

    def show_part(self, line: PlateLine, part: float) -> None:
        """Show a part of a line."""
        if part != line.part:
            line.part = part
            self.setVisible(any(line.begun for line in self.lines))
            self.update()

    @property
    def words(self) -> str:
        """Return what can be read on the plate."""
        return "\n".join(line.words for line in self.lines if line.begun and line.part >= 1)

    def _plate(self, lines: Sequence[PlateLine]) -> QRectF:
        measure = QFontMetricsF(self._font)
        wide = max((self._dice(line) + measure.horizontalAdvance(line.words) for line in lines), default=0.0) + 2 * PAD
        tall = sum(map(_height, lines)) + PAD
        top = 10.0 if self._below else -tall - 10
        return QRectF(-wide / 2, top + self._shift, wide, tall)

    @property
    def plate(self) -> QRectF:
        """Return the plate with all its lines, in pixels about its point."""
        return self._plate(self.lines)

    def shift_by(self, pixels: float) -> None:
        """Move the plate away from its point."""
        self.prepareGeometryChange()
        self._shift += pixels

    def _dice(self, line: PlateLine) -> float:
        return len(line.faces) * (DIE + 4) + (GAP - 4 if line.faces and line.words else 0)

    def boundingRect(self) -> QRectF:
        """Return the plate with all its lines, and the room the dice fall through."""
        return self._plate(self.lines).adjusted(-30, -FALL - 10, 30, 12)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the plate with the lines that have begun."""
        begun = [line for line in self.lines if line.begun]
        if not begun:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plate = self._plate(begun)
        seen = 1.0 if any(line.part >= SETTLED or not line.faces for line in begun) else 0.0
        tone = next((line.tone for line in reversed(begun) if line.tone != "plain"), "plain")
        if seen:
            shadow = QPainterPath()
            shadow.addRoundedRect(plate.translated(1.5, 3), 7, 7)
            painter.fillPath(shadow, QColor(0, 0, 0, 80))
            painter.setPen(QPen(QColor(EDGES[tone]), 2))
            painter.setBrush(GROUND)
            painter.drawRoundedRect(plate, 7, 7)
        top = plate.top() + PAD / 2
        for line in begun:
            self._line(painter, line, QPointF(plate.left() + PAD, top))
            top += _height(line)

    def _line(self, painter: QPainter, line: PlateLine, at: QPointF) -> None:
        fallen = min(1.0, line.part / SETTLED)
        for n, face in enumerate(line.faces):
            middle = at + QPointF(n * (DIE + 4) + DIE / 2, _height(line) / 2)
            painter.save()
            painter.translate(middle - QPointF(0, FALL * (1 - BOUNCE.valueForProgress(fallen))))
            painter.rotate((1 - OUT.valueForProgress(fallen)) * (400 + 90 * n))
            painter.scale(*(1.5 - 0.5 * fallen,) * 2)
            self._draw_die(painter, QRectF(-DIE / 2, -DIE / 2, DIE, DIE), face)
            painter.restore()
        shown = 1.0 if not line.faces else max(0.0, (line.part - SETTLED) / (1 - SETTLED))
        painter.setOpacity(min(1.0, shown))
        painter.setFont(self._font)
        painter.setPen(QColor(INK[line.tone]))
        room = QRectF(at.x() + self._dice(line), at.y(), faces.scaled(600), _height(line))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), line.words)
        painter.setOpacity(1.0)


def spread(plates: Sequence[ResultItem], scale: float) -> None:
    """Move plates up until none covers another; `scale` is that of the view, in pixels for each unit of the scene."""
    placed: list[QRectF] = []
    for plate in plates:
        here = plate.plate.translated(plate.pos() * scale)
        while below := next((other for other in placed if other.intersects(here)), None):
            away = below.top() - here.bottom() - APART
            plate.shift_by(away)
            here.translate(0, away)
        placed.append(here)


def _height(line: PlateLine) -> float:
    return max(LINE, faces.scaled(24)) if line.faces else faces.scaled(24)
