"""Orders that send things somewhere, by a click on a hex: support weapons, leaders; and the choice of a division."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QListWidgetItem, QVBoxLayout, QWidget

from app.panels.card_button import CardButton
from app.panels.layouts import clear
from app.panels.orders_dock import OrdersPage, Situation
from app.panels.widgets import Heading, KeyButton, MutedText, OptionList, plain_icon
from app.systems.company_scale.board.orders import things_to_place
from app.systems.company_scale.panels.chits import ChitLooks, chit_pixmap, thing_pixmap
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.verbs import PLACE_VERBS
from rules.company_scale.records.view import ChitView, DivisionView
from rules.engine.command import Command
from rules.hexes.grid import hex_id, hex_name

# --- What this system's pages of orders share: picking units, and orders that wait for their hex on the map --------


class UnitsPage(OrdersPage):
    """A page about units.

    `picked` names units the player has picked. `aimed` names an order that waits for its hex on the map, and the unit,
    weapon or leader it is for ("" for none). `waiting` carries such an order as an Aim.
    """

    picked = Signal(tuple)
    aimed = Signal(str, str)
    waiting = Signal(object)

    def pick(self, units: tuple[str, ...]) -> None:
        """Follow a selection made elsewhere."""


# --- Orders that send things somewhere: attach support weapons, relocate leaders; pick one, click a hex ------------

ICON = 40


class PlacePage(UnitsPage):
    """A list of what can be sent, and below it the hexes for the one picked, which the map shows too."""

    title = "Place"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading, self.note = Heading(), MutedText()
        self.things = OptionList("What can move")
        self.things.setIconSize(QSize(ICON, ICON))
        self.hexes = OptionList("Where to")
        self.button = KeyButton("Send  ·  Enter", "Enter", "Give the order for the hex marked in the list.")
        self.things.currentRowChanged.connect(lambda _: self._picked())
        self.things.currentRowChanged.connect(lambda _: self._aim() if self.things.hasFocus() else None)
        self.things.chosen.connect(lambda _: self._aim())
        self.things.itemClicked.connect(lambda _: self._aim())
        self.hexes.currentRowChanged.connect(self._point)
        self.hexes.chosen.connect(self._give)
        self.hexes.itemSelectionChanged.connect(self._enable)
        self.button.clicked.connect(lambda: self._give(self.hexes.currentRow()))
        self.places: dict[str, dict[int, Command]] = {}
        for part in (self.heading, self.note, self.things, Heading("Where to"), self.hexes, self.button):
            self.column.addWidget(part, 1 if part in (self.things, self.hexes) else 0)

    def refresh(self, situation: Situation) -> None:
        """List again what can be sent, and keep what was picked."""
        question = situation.words.question(situation.decision.kind)
        self.heading.setText(question.heading)
        self.note.setText(f"{question.note} Press D when finished." if "done" in situation.offered else question.note)
        before = self.current
        self.places = things_to_place(situation.decision, PLACE_VERBS) | self._heroes(situation)
        self.things.blockSignals(True)
        self.things.clear()
        for thing in self.places:
            self.things.addItem(self._item(situation, thing))
        names = list(self.places)
        self.things.setCurrentRow(names.index(before) if before in names else 0 if names else -1)
        self.things.blockSignals(False)
        self._picked()

    @property
    def current(self) -> str:
        """Return what is picked, or ""."""
        item = self.things.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole)) if item else ""

    def _item(self, situation: Situation, thing: str) -> QListWidgetItem:
        count = len(self.places[thing])
        item = QListWidgetItem(f"{situation.names.of(thing)}\n{count} {'hex' if count == 1 else 'hexes'}")
        item.setData(Qt.ItemDataRole.UserRole, thing)
        picture = thing_pixmap(view_of(situation), thing, ICON, self.devicePixelRatioF())
        if picture is not None:
            item.setIcon(plain_icon(picture))
        return item

    @staticmethod
    def _heroes(situation: Situation) -> dict[str, dict[int, Command]]:
        """Return the heroes who may be brought on, each with the first unit he may join in each hex."""
        heroes: dict[str, dict[int, Command]] = {}
        for command in situation.commands("bring_hero"):
            unit = view_of(situation).unit(command.text("unit"))
            if unit is not None and unit.hex:
                heroes.setdefault(command.text("hero"), {}).setdefault(hex_id(unit.hex), command)
        return heroes

    def _picked(self) -> None:
        self.hexes.clear()
        for at in sorted(self.places.get(self.current, {})):
            self.hexes.addItem(self._place(hex_name(at)))
        self.hexes.setCurrentRow(0 if self.hexes.count() and self.hexes.hasFocus() else -1)
        self._enable()

    def enter(self) -> bool:
        """Send what is picked to the marked hex."""
        return self.hexes.enter()

    def _enable(self) -> None:
        self.button.setEnabled(self.hexes.marked >= 0)

    def _place(self, at: str) -> QListWidgetItem:
        units = view_of(self.situation).units if self.situation else ()
        there = ", ".join(unit.label or unit.name for unit in units if unit.hex == at)
        item = QListWidgetItem(f"{at}  {there}".strip())
        item.setData(Qt.ItemDataRole.UserRole, at)
        return item

    def _aim(self) -> None:
        orders = self.places.get(self.current)
        if orders and next(iter(orders.values())).verb in PLACE_VERBS:
            self.aimed.emit(next(iter(orders.values())).verb, self.current)

    def _point(self, row: int) -> None:
        if 0 <= row < self.hexes.count() and self.hexes.hasFocus():
            self.pointed.emit(f"hex:{self.hexes.item(row).data(Qt.ItemDataRole.UserRole)}")

    def _give(self, row: int) -> None:
        orders = self.places.get(self.current, {})
        if 0 <= row < len(orders):
            self.ordered.emit(orders[sorted(orders)[row]])

    def give(self, name: str) -> bool:
        """Give the marked order if it is of this verb; return whether it was."""
        orders = self.places.get(self.current, {})
        if any(command.verb == name for command in orders.values()):
            self._aim()
            return True
        return False


# --- Questions answered by a division: random events, aircraft to be placed, formations to be attached -------------

LARGE_ICON = 48


class DivisionPage(OrdersPage):
    """One card for each division with its present values."""

    title = "Choose a division"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading, self.words, self.note = Heading(), MutedText(), MutedText()
        self.cards: dict[str, CardButton] = {}
        self.inner = QVBoxLayout()
        self.inner.setSpacing(5)
        for part in (self.heading, self.words, self.note):
            self.column.addWidget(part)
        self.column.addLayout(self.inner)
        self.column.addStretch(1)

    def refresh(self, situation: Situation) -> None:
        """Show the divisions that may be chosen."""
        question = situation.words.question(situation.decision.kind)
        self.heading.setText(question.heading)
        self.words.setText(situation.decision.prompt)
        self.note.setText(question.note)
        clear(self.inner)
        self.cards = {}
        looks = ChitLooks(view_of(situation))
        for command in situation.commands("choose"):
            division = command.text("division")
            self.cards[division] = self._card(situation, looks, division, command)
            self.inner.addWidget(self.cards[division])

    def _card(self, situation: Situation, looks: ChitLooks, division: str, command: Command) -> CardButton:
        facts = next(d for d in view_of(situation).divisions if d.id == division)
        look = looks.look(ChitView(division, facts.name, "division", facts.side))
        picture = chit_pixmap(look, LARGE_ICON, self.devicePixelRatioF())
        name = f"{situation.names.of(division)} ({situation.names.side_name(facts.side)})"
        card = CardButton(name, self._values(situation, facts), picture, LARGE_ICON, "Choose this division")
        card.clicked.connect(lambda *_: self.ordered.emit(command))
        return card

    @staticmethod
    def _values(situation: Situation, facts: DivisionView) -> str:
        aircraft = sum(d.boxes.air_support for d in view_of(situation).displays if d.id == facts.id)
        parts = [f"DP {facts.dispatch}", f"DC {facts.commands}"]
        parts.append(f"quality {facts.troop_quality} of {facts.max_troop_quality}")
        return " · ".join([*parts, *([f"{aircraft} aircraft"] if aircraft else [])])
