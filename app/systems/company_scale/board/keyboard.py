"""The board's keyboard: all that the pointer does, from a hex cursor."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.board import view
from app.board.hexes import center
from app.systems.company_scale.board.drag_session import Board, DragSession
from app.systems.company_scale.board.pointer import SHIFT, PointerHand, Sending
from app.systems.company_scale.verbs import units_of


class BoardHand(PointerHand):
    """Turn keys into cursor moves, selections and commands, beside the gestures: see app.board.view.BoardInput."""

    def __init__(self, board: Board, drag_session: DragSession, sending: Sending) -> None:
        super().__init__(board, drag_session, sending)
        self.cursor = board.scene.cursor

    def wants_key(self, event: QKeyEvent) -> bool:
        """Tell which keys the board keeps from the window: arrows, and Enter and Escape while they mean something."""
        if view.is_arrow(event.key()) and view.heading(event) is not None:
            return True
        if event.key() in view.ENTER:
            return self.drag_session.carried is not None or self.cursor.hex is not None
        return event.key() == Qt.Key.Key_Escape and self._can_back_out()

    def key(self, event: QKeyEvent) -> bool:
        """Move the cursor, act on its hex, back out, go round the units."""
        towards = view.heading(event)
        if towards is not None:
            self._move_cursor(towards)
        elif event.key() in view.ENTER:
            return self._act(bool(event.modifiers() & SHIFT))
        elif event.key() == Qt.Key.Key_Escape:
            return self._back_out()
        elif event.key() in (Qt.Key.Key_Period, Qt.Key.Key_Comma):
            self.next_unit(1 if event.key() == Qt.Key.Key_Period else -1)
        elif event.key() == Qt.Key.Key_Slash and self.cursor.hex is not None:
            self._turn_over_stack(self.cursor.hex)
        else:
            return False
        return True

    def _move_cursor(self, towards: Qt.Key) -> None:
        board = self.board
        at = self._first_hex() if self.cursor.hex is None else view.step(self.cursor.hex, towards)
        if at is None or (board.hexes and at not in board.hexes):
            return
        self.cursor.show_hex(at)
        board.view.reveal(center(at))
        if self.drag_session.carried is not None:
            self.drag_session.carry_to(at)
            return
        board.hovered = at
        board.look_at(at)
        board.describe(at)

    def _first_hex(self) -> int | None:
        """Return where the cursor appears: at the selection, the pointer, or the middle of what is in sight."""
        board = self.board
        start = board.position.where.get(board.selection[0]) if board.selection else board.hovered
        return start or board.hex_at(board.view.visible.center()) or min(board.hexes, default=None)

    def _act(self, whole: bool) -> bool:
        """Do with the cursor's hex what the pointer would: put down, measure, answer, pick up."""
        board, at = self.board, self.cursor.hex
        if at is None:
            return self.drag_session.resume()
        if self.drag_session.carried is not None:
            self.drag_session.put_down(at, center(at))
            return True
        stack = board.position.stacks.get(at, [])
        if board.sights.lining:
            board.sights.tap(at)
        elif board.aim is not None or at in board.hex_orders():
            board.order_at(at, center(at))
        elif stack:
            self._pick_up(next((unit for unit in board.selection if unit in stack), stack[-1]), whole, at)
        elif not self.drag_session.resume():
            board.deselect()
        return True

    def _pick_up(self, unit: str, whole: bool, at: int) -> None:
        drag = self.drag_session
        if self.board.answer(unit) or drag.take(drag.group_of(unit, whole), unit, by_keys=True):
            return
        self.board.select((unit,))
        self.board.say(center(at), self.drag_session.refusal, "refused")

    def _can_back_out(self) -> bool:
        return any(
            (
                self.drag_session.carried is not None,
                self.board.fans.hex is not None,
                self.cursor.hex is not None,
                self.board.sights.lining,
                self.board.aim is not None,
                self.drag_session.refusing,
            )
        )

    def _back_out(self) -> bool:
        if not self._can_back_out():
            return False
        if self.drag_session.carried is not None:
            self.drag_session.abandon()
        elif self.board.aim is not None:
            self.board.take_aim(None)
        elif self.board.sights.lining:
            self.board.sights.set_lining(False)
        elif self.board.fans.hex is not None:
            self.board.fans.fold()
        else:
            self.cursor.show_hex(None)
            self.scene.words.hush()
        return True

    def next_unit(self, way: int = 1) -> None:
        """Select the next unit that may still act, also by paying for it (5.3), and bring it into sight."""
        where, decision = self.board.position.where, self.board.game.decision
        asked = decision.options.by_verb().get("activate", ()) if decision is not None else ()
        payable = {unit for order in asked for unit in units_of(order)}
        ready = [
            name
            for name, unit in self.board.position.units.items()
            if name in where and (name in payable or (unit.active and unit.actions_used < 2))
        ]
        if not ready:
            return
        now = self.board.selection[0] if self.board.selection else ""
        i = (ready.index(now) + way) % len(ready) if now in ready else 0
        self.board.reveal_unit(ready[i])
        self.cursor.show_hex(where[ready[i]])

    def _turn_over_stack(self, at: int) -> None:
        """Select the next counter of the stack, from the top down."""
        stack = list(reversed(self.board.position.stacks.get(at, [])))
        if stack:
            now = next((unit for unit in self.board.selection if unit in stack), None)
            self.board.select((stack[(stack.index(now) + 1) % len(stack)] if now else stack[0],))
            self.board.fans.open(at, pinned=True)
