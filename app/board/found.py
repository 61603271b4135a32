"""The mark on what was looked for: a gold frame of four corners round a hex."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

HALF = 43.0
"""Half the width of the frame, in scene units."""
ARM = 17.0
LEVEL = 58.0
"""Above the counters of every board and below the words beside the pointer."""


class FoundItem(QGraphicsItem):
    """A frame round a scene point; hidden until something is found."""

    def __init__(self, scale: float = 1.0) -> None:
        super().__init__()
        self.setScale(scale)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(LEVEL)
        self.hide()

    def show_at(self, point: QPointF) -> None:
        """Show the frame round a point."""
        self.setPos(point)
        self.show()

    def boundingRect(self) -> QRectF:
        """Return the bounds of the frame."""
        room = HALF + 6
        return QRectF(-room, -room, 2 * room, 2 * room)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint four corners, gold on a dark rim."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((QColor("#1d1604"), 8.0), (QColor("#ffd54a"), 4.4)):
            pen = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                corner = QPointF(x * HALF, y * HALF)
                ends = (corner - QPointF(x * ARM, 0), corner, corner - QPointF(0, y * ARM))
                painter.drawPolyline(QPolygonF(ends))
