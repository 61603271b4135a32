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
            return self.carried is not None or self.board.scene.cursor.hex is not None
        return event.key() == Qt.Key.Key_Escape and self._can_back_out()

    def _can_back_out(self) -> bool:
        scene = self.board.scene
        return any(
            (
                self.carried is not None,
                scene.fan.hex is not None,
                scene.cursor.hex is not None,
                self.board.sights.lining,
                self.board.aim is not None,
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
        elif event.key() == Qt.Key.Key_Slash and self.board.scene.cursor.hex is not None:
            self._turn_over_stack(self.board.scene.cursor.hex)
        else:
            return False
        return True

    def _move_cursor(self, towards: Qt.Key) -> None:
        cursor = self.board.scene.cursor
        if cursor.hex is None:
            start = self.board.position.where.get(self.board.selection[0]) if self.board.selection else self._hovered
            middle = self.board.hex_at(self.board.view.visible.center())
            at = start or middle or min(self.board.hexes, default=None)
        else:
            at = keys.step(cursor.hex, towards)
        if at is None or (self.board.hexes and at not in self.board.hexes):
            return
        cursor.show_hex(at)
        self.board.view.reveal(center(at))
        if self.carried is not None:
            self.by_keys = True
            self.board.scene.move_ghost(center(at))
            self._sense(at, center(at))
            return
        self._hovered = at
        self.board.sights.hover(at)
        self.board.hex_hovered.emit(hex_name(at))
        self.board.described.emit(self.board.describe_hex(at))

    def _act(self, whole: bool) -> bool:
        """Do with the cursor's hex what the pointer would: put down, measure, answer, pick up."""
        at = self.board.scene.cursor.hex
        if at is None:
            return self.resume()
        if self.carried is not None:
            self._put_down(at, center(at))
            return True
        stack = self.board.position.stacks.get(at, [])
        if self.board.sights.lining:
            self.board.sights.tap(at)
        elif self.board.aim is not None or at in self.board.hex_orders():
            self.board.order_at(at, center(at))
        elif stack:
            chosen = next((unit for unit in self.board.selection if unit in stack), stack[-1])
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
        self.board.select((unit,))
        self.board.say(center(at), Carried(self.board.game, self.board.position, group, unit).refusal, "refused")

    def _back_out(self) -> bool:
        if not self._can_back_out():
            return False
        if self.carried is not None:
            self.abandon()
        elif self.board.aim is not None:
            self.board.take_aim(None)
        elif self.board.sights.lining:
            self.board.sights.set_lining(False)
        elif self.board.scene.fan.hex is not None:
            self._pinned = False
            self.board.fan(None)
        else:
            self.board.scene.cursor.show_hex(None)
            self.board.scene.words.hush()
        return True

    def next_unit(self, way: int = 1) -> None:
        """Select the next unit that may still act, and bring it into sight."""
        ready = [
            name
            for name, unit in self.board.position.units.items()
            if unit.get("active") and int(unit.get("actions_used") or 0) < 2 and name in self.board.position.where
        ]
        if not ready:
            return
        now = self.board.selection[0] if self.board.selection else ""
        i = (ready.index(now) + way) % len(ready) if now in ready else 0
        self.board.reveal_unit(ready[i])
        self.board.scene.cursor.show_hex(self.board.position.where[ready[i]])

    def _turn_over_stack(self, at: int) -> None:
        """Select the next counter of the stack, from the top down."""
        stack = list(reversed(self.board.position.stacks.get(at, [])))
        if stack:
            now = next((unit for unit in self.board.selection if unit in stack), None)
            self.board.select((stack[(stack.index(now) + 1) % len(stack)] if now else stack[0],))
            self._pinned = True
            self.board.fan(at)
