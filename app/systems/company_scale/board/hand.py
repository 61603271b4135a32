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
        at = None if point is None else self.board.hex_at(point)
        if point is not None:
            self._point = point
        self._fold_when_left(point)
        if at == self._hovered:
            return
        self._hovered = at
        self.board.scene.pointer.show_hex(at)
        self.board.scene.words.hush()
        self.board.sights.hover(at)
        self.board.hex_hovered.emit("" if at is None else hex_name(at))
        self._wait.stop()
        if at is not None and len(self.board.position.stacks.get(at, ())) > 1 and self.board.scene.fan.hex is None:
            self._wait.start()

    def _fan_hovered(self) -> None:
        on_counter = self.board.unit_at(self._point) is not None
        if self._hovered is not None and self.carried is None and not self.board.sights.lining and on_counter:
            self._pinned = False
            self.board.fan(self._hovered)

    def _fold_when_left(self, point: QPointF | None) -> None:
        fan = self.board.scene.fan
        if fan.plan is None or self._pinned:
            return
        room = fan.plan.plate.adjusted(-8, -8, 8, 8)
        if point is None or not room.contains(point):
            self.board.fan(None)

    def tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Answer what is asked, or select; a tap on a stack fans it out."""
        self.board.view.setFocus(Qt.FocusReason.MouseFocusReason)
        self.board.scene.words.hush()
        self.board.scene.cursor.show_hex(None)
        at = self.board.hex_at(point)
        if at is None:
            self._clear()
            return
        if self.board.sights.lining:
            self.board.sights.tap(at)
        elif self.board.aim is not None:
            self.board.order_at(at, point)
        elif not self._answered(at, point):
            self._choose(self.board.unit_at(point), at, modifiers)
        self.board.hex_clicked.emit(hex_name(at))

    def _answered(self, at: int, point: QPointF) -> bool:
        """Answer with the counter or else with the hex under a tap; return whether either was an answer."""
        thing = self.board.token_at(point) or self.board.unit_at(point)
        return self._spread(at) or self._answer(thing) or self.board.order_at(at, point)

    def offer_choice(self) -> None:
        """Fan out the stack that a question is about, and fold it when the question is gone."""
        asked = asked_for(self.board.game.decision, CHOICES)
        hexes = {self.board.position.where[unit] for unit in asked if unit in self.board.position.where}
        at = next(iter(hexes)) if len(hexes) == 1 else None
        if at is not None and at != self._asked_at and self._several_asked(at):
            self._pinned, self._asked_at = True, at
            self.board.fan(at)
        elif at is None and self._asked_at is not None:
            self._pinned, self._asked_at = False, None
            self.board.fan(None)

    def _several_asked(self, at: int) -> bool:
        return len(asked_for(self.board.game.decision) & set(self.board.position.stacks.get(at, ()))) > 1

    def _spread(self, at: int) -> bool:
        """Fan out a stack of which several counters could be meant, before one of them is taken."""
        if self.board.scene.fan.hex == at or not self._several_asked(at):
            return False
        self._pinned = True
        self.board.fan(at)
        return True

    def _answer(self, thing: str | None) -> bool:
        order = tap_order(self.board.game.decision, thing) if thing else None
        if order is not None:
            return self.board.game.submit(order)
        return bool(thing) and self._aim(str(thing))

    def _aim(self, thing: str) -> bool:
        """Let the unit, weapon or leader under a tap wait for the hex it is sent to; return whether it can be."""
        acting = self.board.game.decision is not None and self.board.game.decision.kind == "activation"
        for name in (*PLACE_VERBS, "assign", *(() if acting else FIRES)):
            if thing in things_to_place(self.board.game.decision, (name,)):
                self.board.take_aim(aim_of(self.board.game, name, thing))
                return True
        return False

    def _choose(self, unit: str | None, at: int, modifiers: Qt.KeyboardModifier) -> None:
        if unit is None:
            self._clear()
            return
        old = self.board.selection
        if modifiers & CONTROL and old and self.board.position.where[old[0]] == at:
            self.board.select([u for u in old if u != unit] if unit in old else [*old, unit])
        elif modifiers & SHIFT:
            self.board.select(self.board.position.own_stack(unit))
        else:
            self.board.select((unit,))
        if self.board.scene.fan.hex != at:
            self._pinned = True
            self.board.fan(at)

    def _clear(self) -> None:
        self._pinned = False
        self.board.fan(None)
        self.board.select(())

    def double_tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Select the whole stack; on a reachable hex send the selected units there."""
        unit, at = self.board.unit_at(point), self.board.hex_at(point)
        if self.board.sights.lining or at is None or self.board.aim is not None:
            return
        if unit is not None:
            self.board.select(self.board.position.own_stack(unit))
            return
        units = moving_units(self.board.game.decision) or self.board.selection
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
        self._hovered = self.board.hex_at(point)

    def menu(self, point: QPointF, where: QPoint) -> None:
        """Open the menu of the counter under the pointer, or of the cursor's hex."""
        at = self.board.scene.cursor.hex if point.x() != point.x() else self.board.hex_at(point)
        if at is None:
            return
        unit = self.board.unit_at(point) if point.x() == point.x() else None
        if self.open_menu is not None:
            self.open_menu.deleteLater()
        self.open_menu = self.menu_of(at, unit)
        self.open_menu.popup(where)

    def menu_of(self, at: int, unit: str | None = None) -> QMenu:
        """Build the menu of a hex: of one unit in it, or of all that stand there."""
        sights, name = self.board.sights, hex_name(at)
        side = self.board.position.side_in(at)
        looks: list[Look] = [
            ("Line of sight from here", lambda: sights.set_lining(True, at), None),
            ("What the hex under the pointer sees", lambda: sights.set_hovering(not sights.hovering), sights.hovering),
        ]
        if side:
            shown = sights.zone == side
            looks.append(
                (f"Fire zones of the {side.capitalize()} side", lambda: sights.set_zone("" if shown else side), shown)
            )
        units = [unit] if unit else list(reversed(self.board.position.stacks.get(at, [])))
        return unit_menu(self.board.game, units, name, looks, self.board.view, self._orders_here(at))

    def _orders_here(self, at: int) -> list[Command]:
        """Return what may be ordered at a hex: of the hex itself, and of the units selected."""
        decision = self.board.game.decision
        found = [order for order in decision.options if is_of_hex(order, hex_name(at))] if decision else []
        for unit in self.board.selection:
            for name in TARGET_VERBS:
                order = targets_of(self.board.game, unit, name).get(at)
                found += [order] if order is not None else []
            found += [order for target, order in fire_orders(self.board.game, unit).items() if target == hex_name(at)]
        return found
