"""Outlines of hexes: under the pointer, and at the keyboard cursor."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.board.hexes import hex_path


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
