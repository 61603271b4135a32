"""Laying out panels: areas that scroll, rows that flow on, the room that words take; and clearing all that away."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QFrame, QLayout, QLayoutItem, QScrollArea, QVBoxLayout, QWidget


def scroll_area(*, focus: bool = False) -> QScrollArea:
    """Return a frameless area in which a widget will scroll vertically; with `focus`, by keys too."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    if not focus:
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area


def scrolling(body: QWidget, *, focus: bool = False, within: QWidget | None = None) -> QScrollArea:
    """Return a frameless area in which a widget scrolls vertically; with `focus`, by keys too.

    It fills the panel it is `within`, if one is given.
    """
    area = scroll_area(focus=focus)
    area.setWidget(body)
    if within is not None:
        column = QVBoxLayout(within)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(area)
    return area


class FlowLayout(QLayout):
    """Lays widgets out in rows from left to right, wrapping at the width it has."""

    def __init__(self, parent: QWidget | None = None, gap: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item."""
        self._items.append(item)

    def count(self) -> int:
        """Return how many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]
        """Return one item."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]
        """Remove and return one item."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Grow in no direction."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Say that the height depends on the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height needed at a width."""
        return self._arrange(QRect(0, 0, width, 0), place=False)

    def setGeometry(self, rect: QRect) -> None:
        """Place the items."""
        super().setGeometry(rect)
        self._arrange(rect, place=True)

    def sizeHint(self) -> QSize:
        """Return the smallest size: rows wrap as they must."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Return the size of the largest item."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _arrange(self, rect: QRect, place: bool) -> int:
        x, y, row = rect.x(), rect.y(), 0
        for item in self._items:
            widget = item.widget()
            if widget is not None and widget.isHidden():
                continue
            hint = item.sizeHint()
            if x + hint.width() > rect.right() + 1 and row:
                x, y, row = rect.x(), y + row + self._gap, 0
            if place:
                item.setGeometry(QRect(QPoint(x, y), hint))
            x += hint.width() + self._gap
            row = max(row, hint.height())
        return y + row - rect.y()


def discard(widget: QWidget) -> None:
    """Take a widget out of wherever it is shown and delete it.

    `removeWidget` would keep it, and all it refers to, in memory for good (PySide 6.10).
    """
    widget.hide()
    widget.setParent(None)
    widget.deleteLater()


def clear(layout: QLayout) -> None:
    """Remove and delete everything a layout holds."""
    while layout.count():
        item = layout.takeAt(0)
        widget = item.widget() if item else None
        if widget is not None:
            discard(widget)
        elif item is not None and item.layout() is not None:
            clear(item.layout())
