"""Buttons with the picture of a marker, from which it is dragged onto the map."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QMouseEvent, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from app.panels.widgets import KeyButton
from app.systems.striking_anvil.art.tokens import paint_token
from app.theme import faces

PICTURE = 26
"""Pixels of the picture on a button."""


class MarkerHandle(KeyButton):
    """A button for a kind of marker. `carried` and `dropped` tell where on the screen; `abandoned`: it is put back."""

    carried = Signal(QPoint)
    dropped = Signal(QPoint)
    abandoned = Signal()

    def __init__(self, marker: str, label: str, key: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(label, key, f"{tip} Or drag it onto the map.", parent)
        self.marker, self._from, self._carries = marker, QPoint(), False
        side = faces.scaled(PICTURE)
        ratio = self.devicePixelRatioF()
        picture = QPixmap(QSize(side, side) * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        paint_token(painter, QRectF(1, 1, side - 2, side - 2), marker)
        painter.end()
        self.setIcon(QIcon(picture))
        self.setIconSize(QSize(side, side))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click or a drag; another button puts back what is carried."""
        if self._carries:
            self._carries = False
            self.abandoned.emit()
            return
        self._from = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry the marker once the pointer has moved far enough."""
        far = (event.position().toPoint() - self._from).manhattanLength() >= QApplication.startDragDistance()
        if event.buttons() & Qt.MouseButton.LeftButton and self.isDown() and far:
            self._carries = True
            self.setDown(False)
        if self._carries:
            self.carried.emit(event.globalPosition().toPoint())
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop the marker, or end a click."""
        if self._carries and event.button() == Qt.MouseButton.LeftButton:
            self._carries = False
            self.dropped.emit(event.globalPosition().toPoint())
        elif not self._carries:
            super().mouseReleaseEvent(event)
