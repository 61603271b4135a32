"""Markers dragged onto the map from a button beside it: what a drop would do, and the drop."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QSize
from PySide6.QtGui import QColor, QImage, QPainter

from app.board.view import Dot, Enlarged
from app.play.controller import GameController
from app.systems.striking_anvil.art import tokens as palettes
from app.systems.striking_anvil.hand.controller import BoardController
from app.systems.striking_anvil.hand.plans import clicked
from app.systems.striking_anvil.seen import view_of
from app.systems.striking_anvil.text.facts import state_words, unit_words, values


class MarkerDrag:
    """Carry markers over one board; points are on the screen."""

    def __init__(self, board: BoardController) -> None:
        self.board = board

    def carry(self, kind: str, where: QPoint) -> None:
        """Show a marker at the pointer over the board, and why it could not be dropped there."""
        point = self._point(where)
        if point is None:
            self.put_back()
            return
        board = self.board
        board.scene.carry_token(kind, point)
        board.show_drop(point, clicked(board.game, board.scene.pick(point), marker=kind))

    def drop(self, kind: str, where: QPoint) -> None:
        """Place a marker, or do what else its question asks for there; beside the board it is put back."""
        point = self._point(where)
        self.put_back()
        if point is not None:
            self.board.answer(self.board.scene.pick(point), kind, point)

    def put_back(self) -> None:
        """Show nothing at the pointer."""
        self.board.scene.carry_token("", QPointF())
        self.board.scene.bubble.hush()

    def _point(self, where: QPoint) -> QPointF | None:
        """Return the scene point, None beside the board."""
        viewport = self.board.view.viewport()
        at = viewport.mapFromGlobal(where)
        return self.board.view.to_scene(QPointF(at)) if viewport.rect().contains(at) else None


# --- What lies on the board for overview and loupe -----------------------------------------------------------------


class BoardContents:
    """Tell what lies on one board."""

    def __init__(self, game: GameController, board: BoardController) -> None:
        self.game, self.board = game, board

    def ground(self, size: QSize) -> QImage:
        """Return the sheet without counters."""
        image = QImage(size, QImage.Format.Format_RGB32)
        image.fill(QColor(palettes.current().table))
        ground, sheet = self.board.scene.ground, self.board.scene.sheet
        if ground is not None and sheet is not None:
            scale = size.width() / sheet.bounds.width()
            painter = QPainter(image)
            painter.scale(scale, size.height() / sheet.bounds.height())
            painter.translate(-sheet.bounds.topLeft())
            ground.printed.paint(painter, sheet.bounds, scale, palettes.current())
            painter.end()
        return image

    def dots(self) -> Sequence[Dot]:
        """Return every stack in the colour of its side."""
        sheet = self.board.scene.sheet
        units = view_of(self.game).units.values()
        held = {(unit.at, unit.side) for unit in units if sheet is not None and unit.at in sheet.places}
        return [
            Dot(sheet.stand(place, side), QColor(self.game.side(side).colour), side == "allied")
            for place, side in sorted(held)
            if sheet is not None
        ]

    def bare(self, on: bool) -> None:
        """Hide the counters and markers, or show them again."""
        scene = self.board.scene
        for item in (scene.stacks, scene.markers, scene.carried):
            item.setOpacity(0.0 if on else 1.0)

    def enlarged(self, point: QPointF, size: int) -> Sequence[Enlarged]:
        """Return the stack of the counter under a point, the top one first."""
        spot, scene, ratio = self.board.scene.pick(point), self.board.scene, self.board.view.devicePixelRatioF()
        stack = scene.stacks.stack(spot.place, spot.side) if spot.unit else None
        return [self._unit(unit, size, ratio) for unit in stack.units] if stack is not None else ()

    def _unit(self, unit: str, size: int, ratio: float) -> Enlarged:
        told = view_of(self.game).units[unit]
        lines = [unit_words(told).split(", ")[1], values(told), state_words(told)]
        return Enlarged(self.board.icon(unit, size, ratio), told.label, [line for line in lines if line])
