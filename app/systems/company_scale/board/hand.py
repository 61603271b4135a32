"""Both hands as the view of the board wants them: gestures go to the pointer, keys to the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent

from app.systems.company_scale.board.keyboard import KeyboardHand
from app.systems.company_scale.board.pointer import PointerHand


class BoardHand:
    """Pass each gesture on: see app.board.view.Hand."""

    def __init__(self, pointer: PointerHand, keyboard: KeyboardHand) -> None:
        self.pointer, self.keyboard = pointer, keyboard

    def lift(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Lift the counter under the pointer."""
        return self.pointer.lift(point, modifiers)

    def carry(self, point: QPointF) -> None:
        """Move what is lifted."""
        self.pointer.carry(point)

    def drop(self, point: QPointF) -> None:
        """Let go."""
        self.pointer.drop(point)

    def abandon(self) -> None:
        """Put what is carried back."""
        self.pointer.abandon()

    def tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Answer or select."""
        self.pointer.tap(point, modifiers)

    def double_tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Select a stack, or send the selected units."""
        self.pointer.double_tap(point, modifiers)

    def hover(self, point: QPointF | None) -> None:
        """Follow the pointer."""
        self.pointer.hover(point)

    def menu(self, point: QPointF, where: QPoint) -> None:
        """Open the menu of a counter or hex."""
        self.pointer.menu(point, where)

    def wants_key(self, event: QKeyEvent) -> bool:
        """Tell which keys the board keeps from the window."""
        return self.keyboard.wants_key(event)

    def key(self, event: QKeyEvent) -> bool:
        """Do what a key means."""
        return self.keyboard.key(event)

    def next_unit(self, way: int = 1) -> None:
        """Select the next unit that may still act."""
        self.keyboard.next_unit(way)
