"""The fan of a stack: when it opens, what it shows, and when it folds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QPointF

from app.board.view import BoardView
from app.systems.company_scale.board.counters.layer import Piece
from app.systems.company_scale.board.orders import Game, asked_for, to_choose
from app.systems.company_scale.board.pieces import Position
from app.systems.company_scale.board.scene import BoardScene
from app.systems.company_scale.board.stacks import FanPlan, fan_out


class Board(Protocol):
    """What the fans need of the board: see board.BoardController."""

    game: Game
    scene: BoardScene
    view: BoardView
    position: Position


class Fans:
    """Open and fold the one fan there is; a pinned fan stays open when the pointer leaves it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.item = board.scene.fan
        self.pinned = False
        self._asked_at: int | None = None

    @property
    def hex(self) -> int | None:
        """Return the hex whose stack is fanned out."""
        return self.item.hex

    def open(self, at: int, *, pinned: bool = False) -> None:
        """Fan out the stack of a hex; fewer than two counters fold what is open."""
        self.pinned = pinned
        self._show(at)

    def fold(self) -> None:
        """Fold the open stack."""
        self.pinned = False
        self.item.close()

    def refresh(self) -> None:
        """Show the open stack as it is now."""
        if self.item.hex is not None:
            self._show(self.item.hex)

    def fold_when_left(self, point: QPointF | None) -> None:
        """Fold the open stack once the pointer is off its plate, unless it is pinned."""
        if self.item.plan is None or self.pinned:
            return
        room = self.item.plan.plate.adjusted(-8, -8, 8, 8)
        if point is None or not room.contains(point):
            self.fold()

    def _show(self, at: int) -> None:
        stack = self.board.position.stacks.get(at, [])
        if len(stack) < 2:
            self.item.close()
            return
        plan = self.item.plan if self.item.hex == at else None
        if plan is None or {unit for unit, _ in plan.spots} != set(stack):
            plan = self._plan(at, stack)
        pieces = {}
        for i, (unit, spot) in enumerate(plan.spots):
            lying = self.board.scene.counters.pieces[unit]
            pieces[unit] = Piece(lying.face, lying.marks, spot, (0.0, i), plan.size)
        self.item.open(at, plan, pieces)

    def _plan(self, at: int, stack: Sequence[str]) -> FanPlan:
        view = self.board.view
        margin = 10 / view.scale_now
        return fan_out(at, stack, scale=view.scale_now, visible=view.visible.adjusted(margin, margin, -margin, -margin))

    # --- stacks a question is about ------------------------------------------------------------------------------

    def offer_choice(self) -> None:
        """Fan out the stack that a question is about, and fold it when the question is gone."""
        where = self.board.position.where
        hexes = {where[unit] for unit in to_choose(self.board.game.decision) if unit in where}
        at = next(iter(hexes)) if len(hexes) == 1 else None
        if at is not None and at != self._asked_at and self._several_asked(at):
            self._asked_at = at
            self.open(at, pinned=True)
        elif at is None and self._asked_at is not None:
            self._asked_at = None
            self.fold()

    def spread(self, at: int) -> bool:
        """Fan out a stack of which a click could mean several counters; return whether it had to be."""
        if self.item.hex == at or not self._several_asked(at):
            return False
        self.open(at, pinned=True)
        return True

    def _several_asked(self, at: int) -> bool:
        return len(asked_for(self.board.game.decision) & set(self.board.position.stacks.get(at, ()))) > 1
