"""Pictures of the board, drawn without a window."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage

from app.play.seat import SeatLike
from app.systems.striking_anvil.board.scene import BoardScene


def preview(scenario: Any, size: QSize) -> QImage:
    """Return the map of a scenario, as large as fits."""
    scene = BoardScene()
    scene.lay(scenario)
    return scene.picture(size)


def draw(seat: SeatLike, size: QSize, zoom: float = 0.0) -> QImage:
    """Return a picture of the board; as large as fits at zoom 0, else the middle of it at a scale."""
    scene = BoardScene()
    sheet = scene.lay(seat.scenario)
    scene.show(seat.view())
    if not zoom:
        return scene.picture(size)
    room = QRectF(QPointF(), QSizeF(size.width() / zoom, size.height() / zoom))
    room.moveCenter(sheet.bounds.center())
    return scene.picture(size, room)
