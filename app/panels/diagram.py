"""A labelled drawing as a widget: it grows with its room, and its rule numbers open the reference."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app import theme
from app.diagram import Diagram, Inks, Layout, lay_out, paint


class DiagramView(QWidget):
    """Show a labelled drawing; the label under the pointer and its line stand out."""

    rule_asked = Signal(str)

    def __init__(self, diagram: Diagram, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.diagram = diagram
        self._lit = -1
        self.setMouseTracking(True)
        self.setMinimumSize(760, 460)
        self.setAccessibleName(diagram.title)
        self.setAccessibleDescription(diagram.words)

    @property
    def laid(self) -> Layout:
        """Return where the parts stand at the present size."""
        return lay_out(self.diagram, QRectF(self.rect()), self.font())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the drawing."""
        colours = theme.current()
        painter = QPainter(self)
        inks = Inks(colours.text, colours.muted, colours.link, self.font())
        paint(painter, self.diagram, self.laid, inks, self._lit)
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Let the label under the pointer stand out."""
        self._light(self._at(event.position()))
        over = self._lit >= 0 and self.laid.labels[self._lit].rule.contains(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open the reference at a rule number that is clicked."""
        number = self._at(event.position())
        if number >= 0 and self.laid.labels[number].rule.contains(event.position()):
            self.rule_asked.emit(self.laid.labels[number].callout.rule)

    def leaveEvent(self, event: QEvent) -> None:
        """Let no label stand out."""
        self._light(-1)

    def _light(self, number: int) -> None:
        if number != self._lit:
            self._lit = number
            self.update()

    def _at(self, point: QPointF) -> int:
        """Return the number of the label, or of the target, at a point; -1 for none."""
        for number, label in enumerate(self.laid.labels):
            near = (label.target - point).manhattanLength() < 9
            if label.box.contains(point) or near:
                return number
        return -1
