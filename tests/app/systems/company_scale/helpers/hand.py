"""A player of the Company Scale System with a mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu

from app.board.hexes import center
from app.systems.company_scale.board.orders import fire_orders, tap_order
from app.systems.company_scale.verbs import HERO_VERBS, HEX_ORDERS, UNIT_VERBS, describe, units_of
from app.window.main_window import MainWindow
from rules.engine.command import Command
from rules.hexes.grid import hex_id
from tests.app.helpers import hand, mouse


class Hand(hand.Hand):
    """Carries out orders. `path(command)` are the hexes that a move which begins is to follow."""

    def __init__(self, window: MainWindow, path: Callable[[Command], list[str]]) -> None:
        super().__init__(window)
        self._path = path

    # --- the map -------------------------------------------------------------------------------------------------

    def drag(self, command: Command) -> bool:
        """Drag the counter of a move, a step or a fire; return whether the order is one of these."""
        where = self.board.position.where
        units, hexes = self._carried(command)
        if not hexes or any(unit not in where for unit in units):
            return False
        if len(units) > 1 and set(self.board.position.own_stack(units[0])) != set(units):
            return False  # the whole stack goes by Shift, a single counter without
        way = [center(hex_id(at)) for at in hexes]
        self.show(center(where[units[0]]), *way)
        start = self._counter(units[0])
        out = [] if self.board.fans.hex is None else [start + QPoint(0, hand.NEAR)]
        keys = Qt.KeyboardModifier.ShiftModifier if len(units) > 1 else mouse.PLAIN
        mouse.drag(self.port, start, *out, *map(self.point, way), keys=keys)
        return True

    def _carried(self, command: Command) -> tuple[tuple[str, ...], list[str]]:
        """Return the units that a drag carries for an order, and the hexes it goes through; none if none means it."""
        game = self.window.game
        if command.verb == "move":
            return units_of(command), self._path(command)
        if command.verb == "step":
            return game.decision.texts("units") if game.decision is not None else (), [command.text("to")]
        if command in fire_orders(game, command.text("unit")).values():
            return units_of(command), [command.text("hex")]
        return (), []

    def click(self, command: Command) -> bool:
        """Click on the hex or the counter that means an order; return whether there is one."""
        for at, order in self.board.hex_orders().items():
            if order == command:
                self.show(center(at))
                mouse.click(self.port, self.point(center(at)))
                return True
        for unit in units_of(command):
            if unit in self.board.position.where and tap_order(self.window.game.decision, unit) == command:
                mouse.click(self.port, self._counter(unit))
                return True
        return False

    def _counter(self, unit: str) -> QPoint:
        """Return where a counter can be pressed, after a click on its stack if it lies below others."""
        board, pieces = self.board, self.board.scene.counters.pieces
        at = board.position.where[unit]
        self.show(center(at))
        top = board.position.stacks[at][-1]
        if top != unit and board.fans.hex != at:
            mouse.click(self.port, self.point(pieces[top].at))
        fan = board.fans.item.plan if board.fans.hex == at else None
        return self.point(dict(fan.spots)[unit] if fan is not None else pieces[unit].at)

    # --- the Orders panel ----------------------------------------------------------------------------------------

    def use_panel(self, command: Command) -> None:
        """Give an order on the page of the Orders panel."""
        page: Any = self.window.orders.page
        if button := self._button_of(page, command):
            mouse.click(button)
        elif hasattr(page, "units"):
            self._order_unit(page, command)
        elif hasattr(page, "things"):
            self._send(page, command)
        else:
            super().use_panel(command)

    @staticmethod
    def _button_of(page: Any, command: Command) -> QAbstractButton | None:
        """Return the button of a page that stands for one order."""
        buttons = dict(getattr(page, "buttons", {}))
        for group in getattr(page, "groups", {}).values():
            buttons |= group.buttons
        cards = getattr(page, "cards", {})
        return buttons.get(command) or cards.get(command.verb) or cards.get(command.text("division"))

    def _order_unit(self, page: Any, command: Command) -> None:
        """Pick a unit in the list, press the button of an order, and say which if there are several."""
        assert command.verb in (*UNIT_VERBS, *HEX_ORDERS, *HERO_VERBS), command
        listed = page._listed()
        for unit in units_of(command):
            if unit in listed:
                mouse.row(page.units, listed.index(unit))
        mouse.click(page.heroes if command.verb in HERO_VERBS else page.buttons[command.verb])
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu):
            self._choose(menu, command)
        if self.board.aim is not None:
            assert self.click(command), command

    def _choose(self, menu: QMenu, command: Command) -> None:
        """Click on the entry of a menu that means an order."""
        game = self.window.game
        ways = {action.text().split("  ", 1)[-1]: action for action in menu.actions()}
        face = "deployed" if command.flag("deployed") else "in column"
        words = describe(command, game.names, game.decision)
        mouse.entry(menu, ways.get(words) or next(way for said, way in ways.items() if face in said))

    def _send(self, page: Any, command: Command) -> None:
        """Pick what is sent, and click where to."""
        thing = next(n for n, orders in enumerate(page.places.values()) if command in orders.values())
        mouse.row(page.things, thing)
        if self.board.aim is None or not self.click(command):
            orders = page.places[page.current]
            mouse.row(page.hexes, [orders[at] for at in sorted(orders)].index(command))
            mouse.click(page.button)
