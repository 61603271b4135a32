"""What lies on the board for overview and loupe; pictures of it, drawn without a window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPointF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from app.board.painting import Painting, middle
from app.board.view import Dot, Enlarged
from app.play.controller import GameController
from app.play.seat import SeatLike
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.counters import Look, counter_pixmap
from app.systems.command_cards.board.board import BoardController
from app.systems.command_cards.board.geometry import as_printed, center, field, hex_at, whole
from app.systems.command_cards.board.ground import paint_ground, paint_names
from app.systems.command_cards.board.plans import unit_at
from app.systems.command_cards.seen import view_of
from app.systems.command_cards.text.names import done
from app.text.names import NAMES
from rules.engine.english import capital


class BoardContents:
    """Tell what lies on one board."""

    def __init__(self, game: GameController, board: BoardController) -> None:
        self.game, self.board = game, board

    def ground(self, size: QSize) -> QImage:
        """Return the board without counters and names."""
        image = QImage(size, QImage.Format.Format_RGB32)
        palette, ground = palettes.current(), self.board.scene.ground.map
        image.fill(QColor(palette.table))
        if ground is not None:
            painter = QPainter(image)
            painter.scale(size.width() / whole().width(), size.height() / whole().height())
            painter.translate(-whole().topLeft())
            paint_ground(painter, ground, view_of(self.game).terrain, palette)
            painter.end()
        return image

    def dots(self) -> Sequence[Dot]:
        """Return every unit in the colour of its side."""
        units = view_of(self.game).units.values()
        return [
            Dot(center(unit.hex), QColor(self.game.side(unit.seat).colour), unit.seat == "allied") for unit in units
        ]

    def bare(self, on: bool) -> None:
        """Hide the units and what lies before them, or show them again."""
        scene = self.board.scene
        for item in (*self.board.units.values(), scene.front, scene.names, scene.dice):
            item.setOpacity(0.0 if on else 1.0)

    def enlarged(self, point: QPointF, size: int) -> Sequence[Enlarged]:
        """Return the unit of a hex."""
        unit = view_of(self.game).units.get(unit_at(view_of(self.game), hex_at(point)))
        if unit is None:
            return ()
        kind = self.board.charts.units[unit.kind]
        after = f", battles after {kind.battle_after}" if kind.battle_after < kind.move else ""
        lines = [
            f"{NAMES[unit.seat]}, {unit.figures} of {unit.full} figures",
            f"Moves {kind.move}{after}",
            f"Dice by distance: {', '.join(map(str, kind.dice))}",
            *(["Fires without line of sight"] if not kind.needs_los else []),
        ]
        told = [word for word in done(unit) if word != "acted"]
        picture = counter_pixmap(Look.of(unit, self.board.charts), size * 2 // 3, self.board.view.devicePixelRatioF())
        return [Enlarged(picture, capital(kind.name), [*lines, *([", ".join(told).capitalize()] if told else [])])]


# --- Pictures of the board, drawn without a window -----------------------------------------------------------------


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
    scene = board_of(seat).scene
    room = scene.ground.boundingRect()
    return Painting(scene, room, size, palettes.current().table, middle(room.size(), size, zoom)).whole()


def public_painting(seat: SeatLike, size: QSize) -> Painting:
    """Return a painting of a game's board to be made strip by strip, as large as fits."""
    board = board_of(seat)
    painting = board.painting(size)
    painting.before = board.scene.ground.steps(painting.scale)
    return painting


def board_of(seat: SeatLike) -> BoardController:
    """Return the board of a game, outside any window."""
    game = GameController()
    board = BoardController(game)
    board.lay(seat.scenario)
    game.play(seat)
    board.refresh()
    return board
