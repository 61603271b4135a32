"""Sending the units picked to a shaded hex by a click; the way there is shown while the pointer rests on it."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPointF

from app.systems.company_scale.board.aiming import Aim
from app.systems.company_scale.board.carrying import Carried
from app.systems.company_scale.board.grip import Board as GripBoard
from app.systems.company_scale.board.grip import Grip
from app.systems.company_scale.board.orders import moving_units


class Board(GripBoard, Protocol):
    """What sending needs of the board: see board.BoardController."""

    aim: Aim | None


class Sending:
    """Know where a click would send the units picked; a hex with counters is never such a hex."""

    def __init__(self, board: Board, grip: Grip) -> None:
        self.board, self.grip, self.scene = board, grip, board.scene
        self._carried: Carried | None = None
        self._shown = False

    def forget(self) -> None:
        """Work out anew where the units can go, after anything has changed."""
        self._carried = None
        self._clear()

    def _clear(self) -> None:
        if self._shown:
            self._shown = False
            self.scene.trail.show_trail(None)

    def _units(self) -> tuple[str, ...]:
        board = self.board
        if board.aim is not None or board.sights.lining or self.grip.carried is not None:
            return ()
        return moving_units(board.game.decision) or board.selection

    def _way(self, at: int | None) -> Carried | None:
        """Return the units as if carried to a shaded hex without counters, or None."""
        units, position = self._units(), self.board.position
        if at is None or not any(one.hex == at for one in self.scene.reach.hexes) or at in position.stacks or not units:
            return None
        if self._carried is None or self._carried.units != units:
            self._carried = Carried(self.board.game, position, units, units[0])
        self._carried.trail = self._carried.straight()
        return self._carried if at in self._carried.reach else None

    def preview(self, at: int | None, point: QPointF) -> None:
        """Show the way to a hex that a click would send the units to, with what may happen on it."""
        self._clear()
        carried = self._way(at)
        if carried is None or at is None:
            return
        sense = carried.go_over(at)
        self.scene.trail.show_trail(carried.start, carried.trail.labelled())
        self._shown = True
        if sense.words:
            self.board.say(point, sense.words)

    def send(self, at: int, point: QPointF) -> bool:
        """Move the units to a hex; return whether it was one that they can be sent to."""
        if self._way(at) is None:
            return False
        units = self._units()
        self._clear()
        if self.grip.take(units, units[0]):
            self.grip.put_down(at, point)
        return True
