"""What the pointer does on the board: look, fan out, select, answer, lift, send by a click, open menus."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, QTimer
from PySide6.QtWidgets import QMenu

from app.systems.company_scale.board.carrying import Carried
from app.systems.company_scale.board.drag_session import Board, DragSession
from app.systems.company_scale.board.orders import fire_orders, is_of_hex, moving_units, targets_of
from app.systems.company_scale.board.sights import Look, unit_menu
from app.systems.company_scale.verbs import TARGET_VERBS
from rules.engine.command import Command
from rules.hexes.grid import hex_name

# --- Sending the units picked to a shaded hex by a click; the way there is shown while the pointer rests on it -----


class Sending:
    """Know where a click would send the units picked; a hex with counters is never such a hex."""

    def __init__(self, board: Board, drag_session: DragSession) -> None:
        self.board, self.drag_session, self.scene = board, drag_session, board.scene
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
        if board.aim is not None or board.sights.lining or self.drag_session.carried is not None:
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
        if self.drag_session.take(units, units[0]):
            self.drag_session.put_down(at, point)
        return True


# --- What the pointer does on the board: look, fan out, select, answer, lift, and open menus -----------------------

FAN_DELAY = 450
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


class PointerHand:
    """Turn the gestures of the pointer into selections and commands."""

    def __init__(self, board: Board, drag_session: DragSession, sending: Sending) -> None:
        self.board, self.drag_session, self.sending, self.scene = board, drag_session, sending, board.scene
        self.open_menu: QMenu | None = None
        self._point = QPointF()
        self._fanned: QRectF | None = None
        self._wait = QTimer(board.view)
        self._wait.setSingleShot(True)
        self._wait.setInterval(FAN_DELAY)
        self._wait.timeout.connect(self._fan_hovered)

    # --- looking -------------------------------------------------------------------------------------------------

    def hover(self, point: QPointF | None) -> None:
        """Follow the pointer: outline the hex, feed the sight tools, fan out a stack it rests on."""
        board = self.board
        at = None if point is None else board.hex_at(point)
        if point is not None:
            self._point = point
        board.fans.fold_when_left(point)
        if at == board.hovered:
            return
        board.hovered = at
        self.scene.pointer.show_hex(at)
        self.scene.words.hush()
        board.look_at(at)
        self.sending.preview(at, self._point)
        self._wait.stop()
        if at is not None and len(board.position.stacks.get(at, ())) > 1 and board.fans.hex is None:
            self._wait.start()

    def _fan_hovered(self) -> None:
        at, on_counter = self.board.hovered, self.scene.unit_at(self._point) is not None
        if at is not None and self.drag_session.carried is None and not self.board.sights.measuring and on_counter:
            self.board.fans.open(at)

    # --- clicking ------------------------------------------------------------------------------------------------

    def tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Answer what is asked, or select; a tap on a stack fans it out."""
        board = self.board
        board.view.setFocus(Qt.FocusReason.MouseFocusReason)
        self.scene.words.hush()
        self.scene.cursor.show_hex(None)
        at = board.hex_at(point)
        if at is None:
            board.deselect()
            return
        if board.sights.lining:
            board.sights.tap(at)
        elif board.aim is not None:
            board.order_at(at, point)
        elif not self._answered(at, point) and not (self.scene.unit_at(point) is None and self.sending.send(at, point)):
            self._choose(self.scene.unit_at(point), at, modifiers)
        board.clicked(at)

    def _answered(self, at: int, point: QPointF) -> bool:
        """Answer with the counter or else with the hex under a tap; return whether either was an answer."""
        thing = self.scene.token_at(point) or self.scene.unit_at(point)
        return self.board.fans.spread(at) or self.board.answer(thing) or self.board.order_at(at, point)

    def _choose(self, unit: str | None, at: int, modifiers: Qt.KeyboardModifier) -> None:
        if unit is None:
            self.board.deselect()
            return
        old, position = self.board.selection, self.board.position
        if modifiers & CONTROL and old and position.where[old[0]] == at:
            self.board.select([u for u in old if u != unit] if unit in old else [*old, unit])
        else:
            self.board.select(position.own_stack(unit) if modifiers & SHIFT else (unit,))
        if self.board.fans.hex != at:
            self.board.fans.open(at, pinned=True)

    def double_tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Select the whole stack."""
        board = self.board
        unit = self.scene.unit_at(point)
        if unit is not None and not board.sights.lining and board.aim is None:
            board.select(board.position.own_stack(unit))

    # --- dragging ------------------------------------------------------------------------------------------------

    def lift(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Lift the counter under the pointer; if it may do nothing, say why and hold on to nothing."""
        self._wait.stop()
        busy = self.board.sights.measuring or self.board.aim is not None
        unit = None if busy else self.scene.unit_at(point)
        if unit is None:
            return False
        fan = self.board.fans.item.plan
        half = fan.size / 2 if fan is not None and self.scene.fan.covers(point) else 0.0
        self._fanned = QRectF(point.x() - half, point.y() - half, 2 * half, 2 * half) if half else None
        taken = self.drag_session.take(self.drag_session.group_of(unit, bool(modifiers & SHIFT)), unit)
        self.drag_session.refusing = not taken
        if taken:
            self.carry(point)
        else:
            self.board.say(point, self.drag_session.refusal, "refused")
        return True

    def carry(self, point: QPointF) -> None:
        """Move what is lifted."""
        self.drag_session.carry(self._under(point), point)

    def drop(self, point: QPointF) -> None:
        """Let go; the words that say why stay until the pointer leaves the hex."""
        self.drag_session.drop(self._under(point), point)
        self.board.hovered = self.board.hex_at(point)

    def _under(self, point: QPointF) -> int | None:
        """Return the hex under what is carried: that of its stack until it has left its place in the fan."""
        carried = self.drag_session.carried
        if self._fanned is not None and carried is not None and self._fanned.contains(point):
            return carried.start
        self._fanned = None
        return self.board.hex_at(point)

    def abandon(self) -> None:
        """Put what is carried back."""
        self.drag_session.abandon()

    # --- menus ---------------------------------------------------------------------------------------------------

    def menu(self, point: QPointF, where: QPoint) -> None:
        """Open the menu of the counter under the pointer, or of the cursor's hex (a point that is not a number)."""
        by_key = point.x() != point.x()
        at = self.scene.cursor.hex if by_key else self.board.hex_at(point)
        if at is None:
            return
        unit = None if by_key else self.scene.unit_at(point)
        if self.open_menu is not None:
            self.open_menu.deleteLater()
        self.open_menu = self.menu_of(at, unit)
        self.open_menu.popup(where)

    def menu_of(self, at: int, unit: str | None = None) -> QMenu:
        """Build the menu of a hex: of one unit in it, or of all that stand there."""
        sights, position = self.board.sights, self.board.position
        side = position.side_in(at)
        looks: list[Look] = [
            ("Line of sight from here", lambda: sights.set_lining(True, at), None),
            ("What the hex under the pointer sees", lambda: sights.set_hovering(not sights.hovering), sights.hovering),
        ]
        if side:
            shown = sights.zone == side
            name = self.board.game.names.side_name(side)
            looks.append((f"Fire zones of the {name} side", lambda: sights.set_zone("" if shown else side), shown))
        units = [unit] if unit else list(reversed(position.stacks.get(at, [])))
        return unit_menu(self.board.game, units, hex_name(at), looks, self.board.view, self._orders_here(at))

    def _orders_here(self, at: int) -> list[Command]:
        """Return what may be ordered at a hex: of the hex itself, and of the units selected."""
        game, name = self.board.game, hex_name(at)
        orders = [order for order in game.decision.options if is_of_hex(order, name)] if game.decision else []
        for unit in self.board.selection:
            targets = [targets_of(game, unit, verb).get(at) for verb in TARGET_VERBS]
            orders += [order for order in targets if order is not None]
            orders += [order for target, order in fire_orders(game, unit).items() if target == name]
        return orders
