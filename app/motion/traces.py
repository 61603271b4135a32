"""Arrows that the computer's orders leave on the board until the next order of a player."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.motion.animator import Moving
from app.motion.items import HEIGHT
from app.motion.motions import Glide, Motion, Shot

MOST = 24
"""How many arrows stand at most; older ones go."""
RIM, WIDE, HEAD = QColor(255, 253, 242, 230), 4.0, 15.0
FIRE = QColor("#b3301b")


class Trace(QGraphicsItem):
    """An arrow along points: solid for a move, dotted for fire or an attack."""

    def __init__(self, points: Sequence[QPointF], colour: QColor, *, dotted: bool) -> None:
        super().__init__()
        self.points, self._colour, self._dotted = list(points), colour, dotted
        self.setZValue(HEIGHT - 1)
        self.setOpacity(0.82)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        """Return the bounds of the line and its head."""
        return QPolygonF(self.points).boundingRect().adjusted(-60, -60, 60, 60)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the line over a pale rim, as wide on the screen at every zoom."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pixel = 1 / max(0.05, painter.worldTransform().m11())
        tail = QLineF(self.points[-1], self.points[-2]).unitVector()
        neck = self.points[-1] + QPointF(tail.dx(), tail.dy()) * HEAD * pixel * 0.8
        line = QPolygonF([*self.points[:-1], neck])
        style = Qt.PenStyle.DotLine if self._dotted else Qt.PenStyle.SolidLine
        for colour, wide, how in ((RIM, WIDE + 3, Qt.PenStyle.SolidLine), (self._colour, WIDE, style)):
            painter.setPen(QPen(colour, wide * pixel, how, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin))
            painter.drawPolyline(line)
        side = QPointF(-tail.dy(), tail.dx()) * HEAD * pixel * 0.5
        base = self.points[-1] + QPointF(tail.dx(), tail.dy()) * HEAD * pixel
        painter.setPen(QPen(RIM, 1.5 * pixel))
        painter.setBrush(self._colour)
        painter.drawPolygon(QPolygonF([self.points[-1], base + side, base - side]))


class Traces:
    """The arrows on a board. The steps of one piece make one arrow."""

    def __init__(self) -> None:
        self.items: list[Trace] = []
        self._ways: list[tuple[str, tuple[str, ...]]] = []

    def clear(self) -> None:
        """Take all arrows off the board."""
        for item in self.items:
            scene = item.scene()
            if scene is not None:
                scene.removeItem(item)
        self.items, self._ways = [], []

    def add(self, motions: Sequence[Motion], board: Moving, colour: str) -> None:
        """Leave arrows for the moves and shots among motions, in the colour of the side that gave the order."""
        for motion in motions:
            if isinstance(motion, Glide):
                self._go(motion, board, QColor(colour))
            elif isinstance(motion, Shot):
                self._put(("", (motion.start, motion.to)), board, FIRE, dotted=True)

    def _go(self, glide: Glide, board: Moving, colour: QColor) -> None:
        way = glide.path
        before = self._ways[-1] if self._ways else ("", ())
        if before[0] == glide.thing and before[1][-1] == way[0]:
            way = before[1] + way[1:]
            self._drop(-1)
        self._put((glide.thing, way), board, colour)

    def _put(self, way: tuple[str, tuple[str, ...]], board: Moving, colour: QColor, *, dotted: bool = False) -> None:
        points = [point for place in way[1] if (point := board.point(place)) is not None]
        if len(points) < 2 or points[-1] == points[-2]:
            return
        item = Trace(points, colour, dotted=dotted)
        board.scene.addItem(item)
        self.items.append(item)
        self._ways.append(way)
        if len(self.items) > MOST:
            self._drop(0)

    def _drop(self, at: int) -> None:
        item = self.items.pop(at)
        self._ways.pop(at)
        scene = item.scene()
        if scene is not None:
            scene.removeItem(item)
