"""Pictures of the board, drawn without a window."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from app.play.controller import GameController
from app.play.seat import SeatLike
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.board.board import BoardController
from app.systems.command_cards.board.geometry import as_printed, field
from app.systems.command_cards.board.ground import paint_ground, paint_names


def preview(scenario: Any, size: QSize) -> QImage:
    """Return the map of a scenario, as large as fits."""
    room = field().adjusted(-4, -4, 4, 4)
    image = QImage(
        room.size().scaled(QSizeF(size), Qt.AspectRatioMode.KeepAspectRatio).toSize(), QImage.Format.Format_RGB32
    )
    palette = palettes.current()
    image.fill(QColor(palette.paper))
    painter = QPainter(image)
    scale = image.width() / room.width()
    painter.scale(scale, scale)
    painter.translate(-room.topLeft())
    with as_printed():
        paint_ground(painter, scenario.map, {}, palette)
        paint_names(painter, scenario.map, palette)
    painter.end()
    return image


def draw(seat: SeatLike, size: QSize, zoom: float = 0.0) -> QImage:
    """Return a picture of the board; as large as fits at zoom 0. Hands are no part of it."""
    board = board_of(seat)
    room = board.scene.ground.boundingRect()
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(QColor(palettes.current().table))
    fitted = room.size().scaled(QSizeF(size), Qt.AspectRatioMode.KeepAspectRatio) if not zoom else room.size() * zoom
    left, top = (size.width() - fitted.width()) / 2, (size.height() - fitted.height()) / 2
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    board.scene.render(painter, QRectF(left, top, fitted.width(), fitted.height()), room)
    painter.end()
    return image


def board_of(seat: SeatLike) -> BoardController:
    """Return the board of a game, outside any window."""
    game = GameController()
    board = BoardController(game)
    board.lay(seat.scenario)
    game.play(seat)
    board.refresh()
    return board
