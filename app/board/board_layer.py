"""A layer of the board: an item as large as the board that ignores the mouse, and has parts of it painted anew."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QGraphicsItem

_EDGE = 2
"""How far a shape may reach beyond its bounds in a view, in pixels."""


def touch(item: QGraphicsItem, area: QRectF) -> None:
    """Have a part of an item painted anew: `update` would do so with all that lies between several parts.

    `QGraphicsScene.update` would not do: it may paint the window before items that have shrunk meanwhile have their
    old room painted, which is then forgotten.
    """
    scene = item.scene()
    if scene is None:
        return
    room = item.mapRectToScene(area)
    for view in scene.views():
        part = view.viewportTransform().mapRect(room).toAlignedRect()
        view.viewport().update(part.adjusted(-_EDGE, -_EDGE, _EDGE, _EDGE))


class BoardLayer(QGraphicsItem):
    """An item over the whole board; a subclass paints the exposed part of it."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self._bounds = QRectF()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        """Return the bounds of the board."""
        return self._bounds

    def set_bounds(self, bounds: QRectF) -> None:
        """Set the bounds of the board."""
        self.prepareGeometryChange()
        self._bounds = bounds
