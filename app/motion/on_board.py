"""What every board is to motions: a scene, and the part of it in view."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QGraphicsScene

from app.board.zooming import ZoomView


class Board(Protocol):
    """A board with its scene and its view."""

    @property
    def scene(self) -> QGraphicsScene: ...
    @property
    def view(self) -> ZoomView: ...


AnyBoard = TypeVar("AnyBoard", bound=Board)


class OnBoard(Generic[AnyBoard]):
    """The part of an animator's board (`Moving`) that is the same in every system."""

    has_arrows = False

    def __init__(self, board: AnyBoard) -> None:
        self.board = board

    @property
    def scene(self) -> QGraphicsScene:
        """The scene of the board."""
        return self.board.scene

    @property
    def visible(self) -> QRectF:
        """The visible part of the scene."""
        return self.board.view.visible

    def reveal(self, at: QPointF) -> None:
        """Bring a point into view."""
        self.board.view.reveal(at)
