"""A picture of the board, drawn without a window."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QPainter

from app.play.controller import GameController
from app.play.seat import SeatLike
from app.systems.company_scale.board.board import BoardController
from app.systems.company_scale.board.ground.ground import Ground, paint_sheet, place_of
from app.systems.company_scale.board.laying import ground_of
from app.systems.company_scale.seen import view_of


def draw(seat: SeatLike, size: QSize, zoom: float = 0.0) -> QImage | None:
    """Return a picture of the map with its counters, and with its legend if fitted (zoom 0)."""
    ground = ground_of(seat.scenario)
    if ground is None:
        return None
    board = _board(seat, ground)
    whole = QRectF(0, 0, size.width(), size.height())
    target = _target(ground, size, zoom) if zoom else whole
    image = _ground_picture(ground, size, target, legend=not zoom)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    board.scene.render(painter, place_of(target, ground.scene_rect(), legend=not zoom)[0], ground.scene_rect())
    painter.end()
    return image


def _target(ground: Ground, size: QSize, zoom: float) -> QRectF:
    """Return where the map lies at a scale, in the middle of the picture."""
    sheet = ground.scene_rect()
    whole = QSizeF(sheet.width() * zoom, sheet.height() * zoom)
    return QRectF(
        (size.width() - whole.width()) / 2, (size.height() - whole.height()) / 2, whole.width(), whole.height()
    )


def _ground_picture(ground: Ground, size: QSize, target: QRectF, legend: bool) -> QImage:
    """Return the map without counters, from the cache if it was painted before."""

    def paint() -> QImage:
        image = QImage(size, QImage.Format.Format_RGB32)
        image.fill(ground.background())
        painter = QPainter(image)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        paint_sheet(painter, target, ground, legend)
        painter.end()
        return image

    kept = ground.kept()
    form = repr((size.toTuple(), target.getRect(), legend)).encode()
    return kept.picture(form, paint) if kept is not None else paint()


def _board(seat: SeatLike, ground: Ground) -> BoardController:
    """Return the board with its counters; the names of the ground keep off them."""
    game = GameController()
    board = BoardController(game)
    board.set_map(seat.scenario.map.hexes, (), ground.scene_rect())
    board.on_stacks = ground.yield_to
    game.play(seat)
    ground.set_night(view_of(game).turn.night)
    board.refresh()
    return board
