"""What the keyboard does on the board: everything the pointer does, from a hex cursor."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.board import keys
from app.board.hexes import center
from app.systems.company_scale.board.carrying import Carried
from app.systems.company_scale.board.grip import SHIFT
from app.systems.company_scale.board.hand import PointerHand
from rules.hexes.ids import hex_name


class BoardHand(PointerHand):
    """The whole hand: pointer and keys."""

    def wants_key(self, event: QKeyEvent) -> bool:
        """Tell which keys the board keeps from the window: arrows, and Enter and Escape while they mean something."""
        if keys.is_arrow(event.key()) and keys.heading(event) is not None:
            return True
        if event.key() in keys.ENTER:
            return self.carried is not None or self.c.table.cursor.hex is not None
        return event.key() == Qt.Key.Key_Escape and self._can_back_out()

    def _can_back_out(self) -> bool:
        table = self.c.table
        return any(
            (
                self.carried is not None,
                table.fan.hex is not None,
                table.cursor.hex is not None,
                self.c.sights.lining,
                self.c.aim is not None,
                self._refusing,
            )
        )

    def key(self, event: QKeyEvent) -> bool:
        """Move the cursor, act on its hex, back out, go round the units."""
        towards = keys.heading(event)
        if towards is not None:
            self._move_cursor(towards)
        elif event.key() in keys.ENTER:
            return self._act(bool(event.modifiers() & SHIFT))
        elif event.key() == Qt.Key.Key_Escape:
            return self._back_out()
        elif event.key() in (Qt.Key.Key_Period, Qt.Key.Key_Comma):
            self.next_unit(1 if event.key() == Qt.Key.Key_Period else -1)
        elif event.key() == Qt.Key.Key_Slash and self.c.table.cursor.hex is not None:
            self._turn_over_stack(self.c.table.cursor.hex)
        else:
            return False
        return True

    def _move_cursor(self, towards: Qt.Key) -> None:
        cursor = self.c.table.cursor
        if cursor.hex is None:
            start = self.c.board.where.get(self.c.selection[0]) if self.c.selection else self._hovered
            middle = self.c.hex_at(self.c.view.visible.center())
            at = start or middle or min(self.c.hexes, default=None)
        else:
            at = keys.step(cursor.hex, towards)
        if at is None or (self.c.hexes and at not in self.c.hexes):
            return
        cursor.show_hex(at)
        self.c.view.reveal(center(at))
        if self.carried is not None:
            self.by_keys = True
            self.c.table.move_ghost(center(at))
            self._sense(at, center(at))
            return
        self._hovered = at
        self.c.sights.hover(at)
        self.c.hex_hovered.emit(hex_name(at))
        self.c.described.emit(self.c.describe_hex(at))

    def _act(self, whole: bool) -> bool:
        """Do with the cursor's hex what the pointer would: put down, measure, answer, pick up."""
        at = self.c.table.cursor.hex
        if at is None:
            return self.resume()
        if self.carried is not None:
            self._put_down(at, center(at))
            return True
        stack = self.c.board.stacks.get(at, [])
        if self.c.sights.lining:
            self.c.sights.tap(at)
        elif self.c.aim is not None or at in self.c.hex_orders():
            self.c.order_at(at, center(at))
        elif stack:
            chosen = next((unit for unit in self.c.selection if unit in stack), stack[-1])
            self._pick_up(chosen, whole, at)
        elif not self.resume():
            self._clear()
        return True

    def _pick_up(self, unit: str, whole: bool, at: int) -> None:
        if self._answer(unit):
            return
        group = self.group_of(unit, whole)
        if self._take(group, unit):
            self.by_keys = True
            return
        self.c.select((unit,))
        self.c.say(center(at), Carried(self.c.game, self.c.board, group, unit).refusal, "refused")

    def _back_out(self) -> bool:
        if not self._can_back_out():
            return False
        if self.carried is not None:
            self.abandon()
        elif self.c.aim is not None:
            self.c.take_aim(None)
        elif self.c.sights.lining:
            self.c.sights.set_lining(False)
        elif self.c.table.fan.hex is not None:
            self._pinned = False
            self.c.fan(None)
        else:
            self.c.table.cursor.show_hex(None)
            self.c.table.words.hush()
        return True

    def next_unit(self, way: int = 1) -> None:
        """Select the next unit that may still act, and bring it into sight."""
        ready = [
            name
            for name, unit in self.c.board.units.items()
            if unit.get("active") and int(unit.get("actions_used") or 0) < 2 and name in self.c.board.where
        ]
        if not ready:
            return
        now = self.c.selection[0] if self.c.selection else ""
        i = (ready.index(now) + way) % len(ready) if now in ready else 0
        self.c.reveal_unit(ready[i])
        self.c.table.cursor.show_hex(self.c.board.where[ready[i]])

    def _turn_over_stack(self, at: int) -> None:
        """Select the next counter of the stack, from the top down."""
        stack = list(reversed(self.c.board.stacks.get(at, [])))
        if stack:
            now = next((unit for unit in self.c.selection if unit in stack), None)
            self.c.select((stack[(stack.index(now) + 1) % len(stack)] if now else stack[0],))
            self._pinned = True
            self.c.fan(at)
