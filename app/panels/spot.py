"""A frame over a widget that a lesson speaks of; it takes no click."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

GOLD, DARK = QColor("#ffc61a"), QColor("#241c05")


class Spot(QWidget):
    """A gold frame as large as the widget it lies on."""

    def __init__(self, target: QWidget) -> None:
        super().__init__(target)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.resize(target.size())
        target.installEventFilter(self)
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the size of the widget below."""
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.resize(watched.size())
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame, gold with a dark rim."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        for colour, width in ((DARK, 4.0), (GOLD, 2.4)):
            painter.setPen(QPen(colour, width))
            painter.drawRoundedRect(box, 5, 5)
        painter.end()
