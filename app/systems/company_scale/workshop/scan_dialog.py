"""Tell three hexes of a scan: click the middle of each, and write its number."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPen, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.dialogs.messages import AskDialog, fit
from app.panels.widgets import Label, MutedText
from app.theme import faces
from rules.hexes.grid import hex_id, hex_name

Known = tuple[float, float, str]
"""A point of a picture in its pixels, and the number of the hex whose middle it is."""
HOW = (
    "Click the middle of a hex that you know and write its number, such as 07.05; do so for three hexes far apart. "
    "The wheel zooms; drag to move."
)
RADIUS = 9
"""The radius of a mark on the picture, in pixels of the screen."""
FLAT = 0.02
"""How much of the square of its longest side a triangle must cover at least, else its hexes lie in one line."""


class PictureView(QGraphicsView):
    """A picture to be clicked. `clicked(point)`: where, in pixels of the picture."""

    clicked = Signal(QPointF)

    def __init__(self, image: QImage) -> None:
        super().__init__()
        scene = QGraphicsScene(self)
        scene.addPixmap(QPixmap.fromImage(image))
        self.setScene(scene)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.setAccessibleName("The scan")
        self.points: list[QPointF | None] = [None, None, None]
        self._pressed: QPointF | None = None
        self._is_fitted = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show all of the picture until it is zoomed."""
        super().resizeEvent(event)
        if self._is_fitted:
            self.fitInView(self.sceneRect(), Qt.AspectRatioMode.KeepAspectRatio)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom."""
        self._is_fitted = False
        factor = 1.25 if event.angleDelta().y() > 0 else 0.8
        self.scale(factor, factor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click or a drag."""
        self._pressed = event.position()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell a click; what went far was a drag."""
        super().mouseReleaseEvent(event)
        start, self._pressed = self._pressed, None
        if start is None or event.button() != Qt.MouseButton.LeftButton:
            return
        point = self.mapToScene(event.position().toPoint())
        if (event.position() - start).manhattanLength() < 4 and self.sceneRect().contains(point):
            self.clicked.emit(point)

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Mark the points that are known, with their numbers."""
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, point in enumerate(self.points):
            if point is None:
                continue
            at = QPointF(self.mapFromScene(point))
            painter.setPen(QPen(QColor("white"), 2))
            painter.setBrush(QColor(180, 30, 30, 210))
            painter.drawEllipse(at, RADIUS, RADIUS)
            box = QRectF(at.x() - RADIUS, at.y() - RADIUS, 2 * RADIUS, 2 * RADIUS)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(place + 1))


class FitDialog(AskDialog):
    """Ask for three hexes of a picture; `known` is what was told, None while it does not lay the picture."""

    def __init__(self, image: QImage, known: Sequence[Known] = (), parent: QWidget | None = None) -> None:
        super().__init__("Lay the scan on the hexes", "Lay it", "Lay the scan under the brush", parent)
        self.view, self.lines, self.why = PictureView(image), [QLineEdit() for _ in range(3)], MutedText()
        for place, line in enumerate(self.lines):
            line.setPlaceholderText("07.05")
            line.setAccessibleName(f"Number of hex {place + 1}")
            line.setMaximumWidth(faces.scaled(90))
        for place, (x, y, name) in enumerate(known[:3]):
            self.view.points[place] = QPointF(x, y)
            self.lines[place].setText(name)
        self.view.clicked.connect(self._mark)
        how = Label(HOW)
        how.setWordWrap(True)
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.addWidget(how)
        column.addWidget(self.view, 1)
        for place, line in enumerate(self.lines):
            row.addWidget(Label(f"Hex {place + 1}"))
            row.addWidget(line)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(self.why)
        column.addLayout(self.foot())
        for line in self.lines:
            line.textChanged.connect(lambda _: self._offer())
        fit(self, 1000, 760)
        self._offer()

    def _mark(self, point: QPointF) -> None:
        """Put a mark where the picture was clicked: of the hex whose number is still missing, else of the next one."""
        free = next((place for place, there in enumerate(self.view.points) if there is None), None)
        focus = next((place for place, line in enumerate(self.lines) if line.hasFocus()), 0)
        is_told = self.view.points[focus] is not None and bool(self.lines[focus].text().strip())
        place = free if is_told and free is not None else focus
        self.view.points[place] = point
        self.view.viewport().update()
        self.lines[place].setFocus(Qt.FocusReason.OtherFocusReason)
        self.lines[place].selectAll()
        self._offer()

    @property
    def known(self) -> tuple[Known, ...] | None:
        """What was told, None while something is missing or wrong."""
        return None if self._fault() else self._told()

    def _told(self) -> tuple[Known, ...]:
        points = zip(self.view.points, self.lines, strict=True)
        return tuple((p.x(), p.y(), hex_name(hex_id(line.text().strip()))) for p, line in points if p is not None)

    def _fault(self) -> str:
        """Return what is still missing or wrong, "" if nothing is."""
        missing = self.view.points.count(None)
        if missing:
            return f"Click {'three hexes' if missing == 3 else 'one hex more' if missing == 1 else 'two hexes more'}."
        for place, line in enumerate(self.lines):
            try:
                hex_id(line.text().strip())
            except ValueError:
                return f"Hex {place + 1} has no number yet, such as 07.05."
        told = self._told()
        if len({name for _, _, name in told}) < 3:
            return "Two of the three are the same hex."
        points = [(x, y) for x, y, _ in told]
        hexes = [(float(hex_id(name) // 100), float(hex_id(name) % 100)) for _, _, name in told]
        if _is_flat(points) or _is_flat(hexes):
            return "The three hexes lie in one line; take one beside it."
        return ""

    def _offer(self) -> None:
        fault = self._fault()
        self.why.setText(fault)
        self.ok.setEnabled(not fault)


def _is_flat(points: Sequence[tuple[float, float]]) -> bool:
    """Tell whether three points lie nearly in one line."""
    (ax, ay), (bx, by), (cx, cy) = points
    area = abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay))
    longest = max((bx - ax) ** 2 + (by - ay) ** 2, (cx - ax) ** 2 + (cy - ay) ** 2, (cx - bx) ** 2 + (cy - by) ** 2)
    return area < FLAT * longest
