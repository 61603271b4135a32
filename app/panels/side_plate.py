"""The end of the prompt bar that says whose decision it is: emblem and word on the side's colour."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.sides import Side
from app.theme import faces

INK = "#fbf6e9"
DARK = "#1b2023"
WIDE, SMALL = 128, 104
STAR = [(15, 2), (18.4, 11.4), (28.4, 11.7), (20.5, 17.8), (23.3, 27.4), (15, 21.8), (6.7, 27.4), (9.5, 17.8),
        (1.6, 11.7), (11.6, 11.4)]  # fmt: skip
CROSS = [(12, 3), (18, 3), (18, 12), (27, 12), (27, 18), (18, 18), (18, 27), (12, 27), (12, 18), (3, 18), (3, 12),
         (12, 12)]  # fmt: skip


def draw_emblem(painter: QPainter, box: QRectF, emblem: str) -> None:
    """Draw a side's emblem, "cross" or "star", in a square; a side without one gets a plain hexagon."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(box.topLeft())
    painter.scale(box.width() / 30, box.height() / 30)
    if emblem == "cross":
        painter.setPen(QPen(QColor(INK), 2))
        painter.setBrush(QColor(DARK))
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in CROSS]))
    elif emblem == "star":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(INK))
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in STAR]))
    else:
        path = QPainterPath()
        corners = [QPointF(15, 3), QPointF(25, 9), QPointF(25, 21), QPointF(15, 27), QPointF(5, 21), QPointF(5, 9)]
        path.addPolygon(QPolygonF([*corners, corners[0]]))
        painter.strokePath(path, QPen(QColor(INK), 2.2))
    painter.restore()


class SidePlate(QWidget):
    """Show the side that decides."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.side = Side("")
        self.small = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def text(self) -> str:
        """Return the word on the plate."""
        return self.side.name.upper()

    def show_side(self, side: Side) -> None:
        """Show another side."""
        if side == self.side:
            return
        self.side = side
        self.setAccessibleName(f"{side.name} player to decide" if side.name else "")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the width of the plate."""
        return QSize(faces.scaled(SMALL if self.small else WIDE), 40)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint plate, emblem and word."""
        painter = QPainter(self)
        livery = self.side.livery
        painter.fillRect(self.rect(), QColor(livery.plate))
        side = faces.scaled(24 if self.small else 30)
        font = faces.sans("note", bold=True)
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 2)
        painter.setFont(font)
        line = painter.fontMetrics().height()
        top = (self.height() - side - line - 2) / 2
        draw_emblem(painter, QRectF((self.width() - side) / 2, top, side, side), livery.emblem)
        painter.setPen(QColor(INK))
        words = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width() - 4)
        painter.drawText(QRectF(1, top + side + 2, self.width(), line), Qt.AlignmentFlag.AlignCenter, words)
        painter.end()
