"""Widgets that are painted by hand, in units that grow with the text."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.theme import faces


class Drawn(QWidget):
    """A painted strip of a fixed height; body text is 14 of its units high, whatever its size in pixels.

    `wide` and `tall` are its usual size in units.
    """

    wide: float = 260.0
    tall: float = 40.0

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def across(self) -> float:
        """Return the present width in units."""
        return self.width() / faces.growth()

    @property
    def room(self) -> QRectF:
        """Return the whole of it in units."""
        return QRectF(0, 0, self.across, self.height() / faces.growth())

    def in_units(self, at: QPointF) -> QPointF:
        """Return a point given in pixels in units."""
        return QPointF(at.x() / faces.growth(), at.y() / faces.growth())

    def sizeHint(self) -> QSize:
        """Return its usual size."""
        return QSize(faces.scaled(self.wide) if self.wide else 0, faces.scaled(self.tall) if self.tall else 0)

    def minimumSizeHint(self) -> QSize:
        """Return its height at any width."""
        return QSize(0, self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        """Ask for another size when the text has one."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(faces.growth(), faces.growth())
        self.paint(painter)
        painter.end()

    def paint(self, painter: QPainter) -> None:
        """Paint what it shows, in units."""
        raise NotImplementedError

    def told(self, words: str, tip: str = "") -> None:
        """Say what it shows to who does not see it, and show it; `tip` tells more than the words or in another way."""
        self.setAccessibleDescription(words)
        self.setToolTip(tip or words)
        self.updateGeometry()
        self.update()

    def sized(self, units: float, *, bold: bool = False) -> QFont:
        """Return the font of the widget in a size."""
        font = QFont(self.font())
        font.setPixelSize(round(units))
        font.setBold(bold)
        return font
