"""What the pointer does on the board: look, fan out, select, answer, lift, and open menus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtWidgets import QMenu

from app.systems.company_scale.board.aiming import PLACE_VERBS, TARGET_VERBS, aim_of, targets_of, things_to_place
from app.systems.company_scale.board.grip import SHIFT, Grip
from app.systems.company_scale.board.menu import Look, unit_menu
from app.systems.company_scale.board.orders import (
    CHOICES,
    FIRES,
    asked_for,
    fire_orders,
    is_of_hex,
    moving_units,
    tap_order,
)
from rules.engine.command import Command
from rules.hexes.ids import hex_name

if TYPE_CHECKING:
    from app.systems.company_scale.board.board import BoardController

FAN_DELAY = 450
CONTROL = Qt.KeyboardModifier.ControlModifier


class PointerHand(Grip):
    """Turn the gestures of the pointer into selections and commands."""

    def __init__(self, board: BoardController) -> None:
        super().__init__(board)
        self.open_menu: QMenu | None = None
        self._hovered: int | None = None
        self._asked_at: int | None = None
        self._point = QPointF()
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(FAN_DELAY)
        self._wait.timeout.connect(self._fan_hovered)

    def hover(self, point: QPointF | None) -> None:
        """Follow the pointer: outline the hex, feed the sight tools, fan out a stack it rests on."""
        at = None if point is None else self.c.hex_at(point)
        if point is not None:
            self._point = point
        self._fold_when_left(point)
        if at == self._hovered:
            return
        self._hovered = at
        self.c.table.pointer.show_hex(at)
        self.c.table.words.hush()
        self.c.sights.hover(at)
        self.c.hex_hovered.emit("" if at is None else hex_name(at))
        self._wait.stop()
        if at is not None and len(self.c.board.stacks.get(at, ())) > 1 and self.c.table.fan.hex is None:
            self._wait.start()

    def _fan_hovered(self) -> None:
        on_counter = self.c.unit_at(self._point) is not None
        if self._hovered is not None and self.carried is None and not self.c.sights.lining and on_counter:
            self._pinned = False
            self.c.fan(self._hovered)

    def _fold_when_left(self, point: QPointF | None) -> None:
        fan = self.c.table.fan
        if fan.plan is None or self._pinned:
            return
        room = fan.plan.plate.adjusted(-8, -8, 8, 8)
        if point is None or not room.contains(point):
            self.c.fan(None)

    def tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Answer what is asked, or select; a tap on a stack fans it out."""
        self.c.view.setFocus(Qt.FocusReason.MouseFocusReason)
        self.c.table.words.hush()
        self.c.table.cursor.show_hex(None)
        at = self.c.hex_at(point)
        if at is None:
            self._clear()
            return
        if self.c.sights.lining:
            self.c.sights.tap(at)
        elif self.c.aim is not None:
            self.c.order_at(at, point)
        elif not self._answered(at, point):
            self._choose(self.c.unit_at(point), at, modifiers)
        self.c.hex_clicked.emit(hex_name(at))

    def _answered(self, at: int, point: QPointF) -> bool:
        """Answer with the counter or else with the hex under a tap; return whether either was an answer."""
        thing = self.c.token_at(point) or self.c.unit_at(point)
        return self._spread(at) or self._answer(thing) or self.c.order_at(at, point)

    def offer_choice(self) -> None:
        """Fan out the stack that a question is about, and fold it when the question is gone."""
        asked = asked_for(self.c.game.decision, CHOICES)
        hexes = {self.c.board.where[unit] for unit in asked if unit in self.c.board.where}
        at = next(iter(hexes)) if len(hexes) == 1 else None
        if at is not None and at != self._asked_at and self._several_asked(at):
            self._pinned, self._asked_at = True, at
            self.c.fan(at)
        elif at is None and self._asked_at is not None:
            self._pinned, self._asked_at = False, None
            self.c.fan(None)

    def _several_asked(self, at: int) -> bool:
        return len(asked_for(self.c.game.decision) & set(self.c.board.stacks.get(at, ()))) > 1

    def _spread(self, at: int) -> bool:
        """Fan out a stack of which several counters could be meant, before one of them is taken."""
        if self.c.table.fan.hex == at or not self._several_asked(at):
            return False
        self._pinned = True
        self.c.fan(at)
        return True

    def _answer(self, thing: str | None) -> bool:
        order = tap_order(self.c.game.decision, thing) if thing else None
        if order is not None:
            return self.c.game.submit(order)
        return bool(thing) and self._aim(str(thing))

    def _aim(self, thing: str) -> bool:
        """Let the unit, weapon or leader under a tap wait for the hex it is sent to; return whether it can be."""
        acting = self.c.game.decision is not None and self.c.game.decision.kind == "activation"
        for name in (*PLACE_VERBS, "assign", *(() if acting else FIRES)):
            if thing in things_to_place(self.c.game.decision, (name,)):
                self.c.take_aim(aim_of(self.c.game, name, thing))
                return True
        return False

    def _choose(self, unit: str | None, at: int, modifiers: Qt.KeyboardModifier) -> None:
        if unit is None:
            self._clear()
            return
        old = self.c.selection
        if modifiers & CONTROL and old and self.c.board.where[old[0]] == at:
            self.c.select([u for u in old if u != unit] if unit in old else [*old, unit])
        elif modifiers & SHIFT:
            self.c.select(self.c.board.own_stack(unit))
        else:
            self.c.select((unit,))
        if self.c.table.fan.hex != at:
            self._pinned = True
            self.c.fan(at)

    def _clear(self) -> None:
        self._pinned = False
        self.c.fan(None)
        self.c.select(())

    def double_tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Select the whole stack; on a reachable hex send the selected units there."""
        unit, at = self.c.unit_at(point), self.c.hex_at(point)
        if self.c.sights.lining or at is None or self.c.aim is not None:
            return
        if unit is not None:
            self.c.select(self.c.board.own_stack(unit))
            return
        units = moving_units(self.c.game.decision) or self.c.selection
        if units and self._take(units, units[0]) and self.carried is not None:
            self._sense(at, point)
            self._put_down(at, point)

    def lift(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Lift the counter under the pointer; no stack fans out meanwhile."""
        self._wait.stop()
        return super().lift(point, modifiers)

    def drop(self, point: QPointF) -> None:
        """Let go; the words that say why stay until the pointer leaves the hex."""
        super().drop(point)
        self._hovered = self.c.hex_at(point)

    def menu(self, point: QPointF, where: QPoint) -> None:
        """Open the menu of the counter under the pointer, or of the cursor's hex."""
        at = self.c.table.cursor.hex if point.x() != point.x() else self.c.hex_at(point)
        if at is None:
            return
        unit = self.c.unit_at(point) if point.x() == point.x() else None
        if self.open_menu is not None:
            self.open_menu.deleteLater()
        self.open_menu = self.menu_of(at, unit)
        self.open_menu.popup(where)

    def menu_of(self, at: int, unit: str | None = None) -> QMenu:
        """Build the menu of a hex: of one unit in it, or of all that stand there."""
        sights, name = self.c.sights, hex_name(at)
        side = self.c.board.side_in(at)
        looks: list[Look] = [
            ("Line of sight from here", lambda: sights.set_lining(True, at), None),
            ("What the hex under the pointer sees", lambda: sights.set_hovering(not sights.hovering), sights.hovering),
        ]
        if side:
            shown = sights.zone == side
            looks.append(
                (f"Fire zones of the {side.capitalize()} side", lambda: sights.set_zone("" if shown else side), shown)
            )
        units = [unit] if unit else list(reversed(self.c.board.stacks.get(at, [])))
        return unit_menu(self.c.game, units, name, looks, self.c.view, self._orders_here(at))

    def _orders_here(self, at: int) -> list[Command]:
        """Return what may be ordered at a hex: of the hex itself, and of the units selected."""
        decision = self.c.game.decision
        found = [order for order in decision.options if is_of_hex(order, hex_name(at))] if decision else []
        for unit in self.c.selection:
            for name in TARGET_VERBS:
                order = targets_of(self.c.game, unit, name).get(at)
                found += [order] if order is not None else []
            found += [order for target, order in fire_orders(self.c.game, unit).items() if target == hex_name(at)]
        return found
