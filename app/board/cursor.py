"""Marks on one hex: its outline under the pointer or the keyboard cursor, and a reticle."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.board.hexes import center, hex_path

RADIUS = 33.0
"""Of the reticle, in scene units."""


class CursorItem(QGraphicsItem):
    """The outline of one hex: thin under the pointer, bold and dashed for the keyboard cursor."""

    def __init__(self, *, bold: bool) -> None:
        super().__init__()
        self.bold = bold
        self.hex: int | None = None
        self._path = QPainterPath()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_hex(self, at: int | None) -> None:
        """Show the outline of a hex, or nothing."""
        if at != self.hex:
            self.prepareGeometryChange()
            self.hex = at
            self._path = QPainterPath() if at is None else hex_path(at, 0.955)
            self.update()

    def boundingRect(self) -> QRectF:
        """Return the bounds of the outline."""
        return self._path.boundingRect().adjusted(-4, -4, 4, 4)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the outline."""
        if self.hex is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        looks = [(QColor(255, 255, 255, 130), 3.0), (QColor(40, 30, 10, 170), 1.2)]
        if self.bold:
            looks = [(QColor("#1d1604"), 6.0), (QColor("#ffd54a"), 3.2)]
        for colour, width in looks:
            pen = QPen(colour, width)
            pen.setCosmetic(True)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            if self.bold and width < 4:
                pen.setDashPattern([6, 3])
            painter.setPen(pen)
            painter.drawPath(self._path)


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
        """Return the bounds of the ring and its ticks."""
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
