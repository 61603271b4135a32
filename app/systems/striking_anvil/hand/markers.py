"""Markers dragged onto the map from a button beside it: what a drop would do, and the drop."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF

from app.systems.striking_anvil.hand.controller import BoardController
from app.systems.striking_anvil.hand.plans import clicked


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
            self.board.click(self.board.scene.pick(point), kind, point)

    def put_back(self) -> None:
        """Show nothing at the pointer."""
        self.board.scene.carry_token("", QPointF())
        self.board.scene.bubble.hush()

    def _point(self, where: QPoint) -> QPointF | None:
        """Return the scene point, None beside the board."""
        viewport = self.board.view.viewport()
        at = viewport.mapFromGlobal(where)
        return self.board.view.to_scene(QPointF(at)) if viewport.rect().contains(at) else None
