"""Orders of an activation: the units that may act, and a button for each thing they may do."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import chain

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QListWidgetItem, QMenu, QWidget

from app.panels.layouts import FlowLayout
from app.panels.orders_dock import Situation
from app.panels.widgets import Heading, KeyButton, MutedText, OptionList, plain_icon
from app.play.seat import answered
from app.systems.company_scale.board.orders import aim_at, alike, group_words
from app.systems.company_scale.panels.chits import unit_pixmap
from app.systems.company_scale.panels.placing import UnitsPage
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.text.army import passenger_of
from app.systems.company_scale.text.hints import at_stake, choose_one
from app.systems.company_scale.verbs import HERO_VERBS, HEX_ORDERS, TARGET_VERBS, UNIT_VERBS, describe, units_of, verb
from app.text.parts import literal
from app.theme import faces
from rules.company_scale.records.answers import Targets
from rules.company_scale.records.view import UnitView
from rules.engine.command import Command

ICON = 46
DRAG = "Drag a counter on the map, or pick a unit here and press a key."
FIRST = "Prepare next activation's assaults now, before any unit acts (1 DP each)."
ON_THE_MAP = ("return_unit",)
"""Orders with several ways to give them, whose hex is then chosen on the map."""
LOW = 420
"""Height of the page below which the list needs all the room, in pixels."""
USED = {0: "has not acted", 1: "has acted once", 2: "has acted twice"}


class ActivationPage(UnitsPage):
    """List the units with something to do; the buttons below give orders to the one picked."""

    title = "Orders"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = Heading("Units that may act")
        self.units = OptionList("Units that may act")
        self.units.setIconSize(QSize(ICON, ICON))
        self.units.currentItemChanged.connect(lambda *_: self._picked())
        self.units.chosen.connect(lambda _: self._first_button())
        self.note = MutedText(DRAG)
        self.buttons: dict[str, KeyButton] = {}
        row = QWidget()
        flow = FlowLayout(row)
        for name in (*UNIT_VERBS, *HEX_ORDERS):
            how = verb(name)
            button = KeyButton(f"{how.label}  ·  {how.key}" if how.key else how.label, how.key, how.tip)
            button.setAccessibleName(how.label)
            button.setObjectName(f"unit_{name}")
            button.clicked.connect(lambda *_, name=name: self.give(name))
            flow.addWidget(button)
            self.buttons[name] = button
        self.heroes = KeyButton("Heroes…", "", "What the heroes in their boxes can do now.")
        self.heroes.clicked.connect(self._ask_heroes)
        flow.addWidget(self.heroes)
        for part in (self.heading, self.units, row, self.note):
            self.column.addWidget(part, 1 if part is self.units else 0)
        self._said = ("", "")
        self._quiet = False
        self._targets: dict[str, Targets] = {}

    def refresh(self, situation: Situation) -> None:
        """List the units again and keep the one that was picked."""
        before = self.current
        for name, button in self.buttons.items():
            button.show_key(verb(name).key)
        self._targets = {}
        named = {name: dict.fromkeys(chain(*map(units_of, given))) for name, given in situation.offered.items()}
        wanted = situation.decision.text("pending") or before
        self._quiet = True
        self.units.clear()
        units = {unit.id: unit for unit in view_of(situation).units}
        for name in _able(named):
            if name in units:
                can = [verb(v).label.lower() for v in UNIT_VERBS if name in named.get(v, ())]
                self.units.addItem(self._item(units[name], ", ".join(can)))
        self.heading.setText(f"Units that may act ({self.units.count()})")
        first = FIRST if set(HEX_ORDERS) & set(situation.offered) else ""
        self._said = (choose_one() if "activate" in situation.offered else DRAG, first)
        self._say()
        self._quiet = wanted == before
        self._select(wanted if wanted in self._listed() else "")
        self._quiet = False
        self._enable()

    def _say(self) -> None:
        """Say what to do; where the list has little room, only what the prompt does not say as well."""
        words = " ".join(filter(None, self._said[self.height() < faces.scaled(LOW) :]))
        self.note.setText(words)
        self.note.setVisible(bool(words) and self.units.count() > 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the list its room."""
        super().resizeEvent(event)
        self._say()

    @property
    def current(self) -> str:
        """Return the unit that is picked, or ""."""
        item = self.units.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole)) if item else ""

    def pick(self, units: tuple[str, ...]) -> None:
        """Follow a selection made on the board, unless it comes from this list, which also has units off the map."""
        if self._quiet:
            return
        listed = self._listed()
        picked = next((unit for unit in units if unit in listed), "")
        if picked != self.current:
            self._quiet = True
            self._select(picked)
            self._quiet = False
        self._enable()

    def enter(self) -> bool:
        """Go to the first order of the unit picked, so that Enter gives it the second time."""
        return bool(self.current) and self._first_button()

    def orders(self, name: str) -> list[Command]:
        """Return the offered commands of a verb for the unit picked, or for its passenger."""
        if self.situation is None or not self.current:
            return []
        aboard = passenger_of(view_of(self.situation), self.current)
        for unit in filter(None, (self.current, aboard)):
            if orders := [c for c in self.situation.commands(name) if unit in units_of(c)]:
                return orders
        return []

    def may_aim(self, name: str) -> bool:
        """Tell whether the unit picked has any hex for an order; for guns far more are legal than the options list."""
        if self.situation is None or not self.current:
            return False
        if self.current not in self._targets:  # a slow query: the rules examine every hex
            found = answered(Targets, self.situation.query("targets", unit=self.current))
            self._targets[self.current] = found or Targets()
        return bool(self.orders(name) or self._targets[self.current].of(name))

    def give(self, name: str) -> bool:
        """Give an order to the unit picked, asking which if there are several; return whether it is offered."""
        if name in HEX_ORDERS:
            self.aimed.emit(name, "")
            return True
        commands = self.orders(name)
        if name in TARGET_VERBS and self.may_aim(name):
            self.aimed.emit(name, self.current)
            return True
        if not commands:
            return False
        if len(commands) == 1:
            self.ordered.emit(commands[0])
            return True
        menu = self.menu_of_ways(commands) if name in ON_THE_MAP else self.menu_of(commands)
        if menu is not None:
            menu.popup(self.buttons[name].mapToGlobal(QPoint(0, self.buttons[name].height())))
        return True

    def menu_of_ways(self, commands: list[Command]) -> QMenu | None:
        """Return a menu of the ways to give an order whose hex is then chosen on the map; take the only way at once."""
        assert self.situation is not None
        who = self.situation.names.label(self.current)
        ways = [aim_at(group, who) for group in alike(commands)]
        if len(ways) == 1:
            self.waiting.emit(ways[0])
            return None
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for index, aim in enumerate(ways):
            words = group_words(next(iter(aim.orders.values())))
            action = QAction(_numbered(index, f"{words}: choose the hex on the map"), menu)
            action.triggered.connect(lambda *_, aim=aim: self.waiting.emit(aim))
            menu.addAction(action)
        return menu

    def menu_of(self, commands: list[Command]) -> QMenu:
        """Return a menu with one line for each command."""
        assert self.situation is not None
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for index, command in enumerate(commands):
            action = QAction(_numbered(index, describe(command, self.situation.names, self.situation.decision)), menu)
            action.triggered.connect(lambda *_, command=command: self.ordered.emit(command))
            hex_name = command.text("hex")
            if hex_name:
                action.hovered.connect(lambda hex_name=hex_name: self.pointed.emit(f"hex:{hex_name}"))
            menu.addAction(action)
        return menu

    def _item(self, unit: UnitView, can: str) -> QListWidgetItem:
        where = unit.hex or unit.place
        words = f"{unit.label or unit.name}   {where}\n{can}"
        item = QListWidgetItem(plain_icon(unit_pixmap(unit, ICON, self.devicePixelRatioF(), states=False)), words)
        item.setData(Qt.ItemDataRole.UserRole, unit.id)
        used = USED.get(unit.actions_used, "")
        command = ", out of command" if unit.is_out_of_command else ""
        item.setToolTip(f"{unit.name}: {used}{command}")
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{unit.name} at {where}, {used}{command}; can {can}")
        return item

    def _listed(self) -> list[str]:
        return [str(self.units.item(row).data(Qt.ItemDataRole.UserRole)) for row in range(self.units.count())]

    def _select(self, name: str) -> None:
        listed = self._listed()
        self.units.setCurrentRow(listed.index(name) if name in listed else -1)

    def _picked(self) -> None:
        self._enable()
        if not self._quiet and self.current:
            self._quiet = True
            self.picked.emit((self.current,))
            self._quiet = False

    def _enable(self) -> None:
        offered = self.situation.offered if self.situation else {}
        for name, button in self.buttons.items():
            if name in TARGET_VERBS:
                able = self.may_aim(name)
                button.setVisible(able or name in offered)
                button.setEnabled(able)
                continue
            orders = self.orders(name)
            button.setVisible(name in offered)
            button.setEnabled(name in HEX_ORDERS or bool(orders))
            if name == "change_formation":
                self._tell_guns(button, orders)
        self.heroes.setVisible(any(name in offered for name in HERO_VERBS))

    def _tell_guns(self, button: KeyButton, orders: list[Command]) -> None:
        """Say on a button that its order leaves guns for good (21.2)."""
        how = verb("change_formation")
        lost = bool(self.situation and orders and at_stake(orders[0], self.situation.query))
        button.setText(f"{how.label}: its guns are lost  ·  {how.key}" if lost else f"{how.label}  ·  {how.key}")

    def _ask_heroes(self) -> None:
        offered = self.situation.offered if self.situation else {}
        commands = [command for name in HERO_VERBS for command in offered.get(name, ())]
        if commands:
            self.menu_of(commands).popup(self.heroes.mapToGlobal(QPoint(0, self.heroes.height())))

    def _first_button(self) -> bool:
        for button in self.buttons.values():
            if button.isVisible() and button.isEnabled():
                button.setFocus(Qt.FocusReason.TabFocusReason)
                return True
        return False


def _able(named: Mapping[str, Collection[str]]) -> list[str]:
    """Return the units that may act, those that may only pass at the end; `named` are the units by verb."""
    able = dict.fromkeys(chain(*(units for name, units in named.items() if name not in HERO_VERBS)))
    acting = set().union(*(units for name, units in named.items() if name != "pass_unit"))
    return sorted(able, key=lambda name: name not in acting)


def _numbered(index: int, words: str) -> str:
    return f"&{index + 1}  {literal(words)}" if index < 9 else literal(words)
