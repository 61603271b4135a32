"""A picture of the board, drawn without a window."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QPainter

from app.game import GameController
from app.seat import SeatLike
from app.systems.company_scale.board.board import BoardController
from app.systems.company_scale.board.ground.ground import Ground, paint_sheet
from app.systems.company_scale.board.laying import ground_of


def draw(seat: SeatLike, size: QSize, zoom: float = 0.0) -> QImage | None:
    """Return a picture of the map with its counters, and with its legend if fitted (zoom 0)."""
    ground = ground_of(seat.scenario)
    if ground is None:
        return None
    board = _board(seat, ground)
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(ground.background())
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    place = _paint_ground(painter, ground, size, zoom)
    board.scene.render(painter, place, ground.scene_rect())
    painter.end()
    return image


def _paint_ground(painter: QPainter, ground: Ground, size: QSize, zoom: float) -> QRectF:
    if not zoom:
        return paint_sheet(painter, QRectF(0, 0, size.width(), size.height()), ground)
    sheet = ground.scene_rect()
    whole = QSizeF(sheet.width() * zoom, sheet.height() * zoom)
    target = QRectF(
        (size.width() - whole.width()) / 2, (size.height() - whole.height()) / 2, whole.width(), whole.height()
    )
    return paint_sheet(painter, target, ground, legend=False)


def _board(seat: SeatLike, ground: Ground) -> BoardController:
    """Return the board with its counters; the names of the ground keep off them."""
    game = GameController()
    board = BoardController(game)
    board.set_map(seat.scenario.map.hexes, (), ground.scene_rect())
    board.on_stacks = ground.yield_to
    game.play(seat)
    board.refresh()
    return board
