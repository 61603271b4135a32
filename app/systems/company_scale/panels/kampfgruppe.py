"""Where to place the Kampfgruppen marker: hexes by how many units it would call, or any hex of the map."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QListWidgetItem, QWidget

from app.panels.orders_dock import OrdersPage, Situation
from app.panels.widgets import Heading, KeyButton, MutedText, OptionList, plain_icon
from app.systems.company_scale.panels.chits import unit_pixmap
from app.systems.company_scale.seen import view_of
from rules.company_scale.records.view import UnitView, View
from rules.engine.command import Command
from rules.hexes.grid import hex_id, within

MOST, ICON = 40, 40


def called(view: View, side: str, at: int, radius: int) -> list[UnitView]:
    """Return the units of a side on the map within a radius of a hex."""
    near = set(within(at, radius))
    return [unit for unit in view.units if unit.side == side and unit.hex and hex_id(str(unit.hex)) in near]


class KampfgruppePage(OrdersPage):
    """List the hexes that would call most units; any hex of the map may be clicked instead."""

    title = "Kampfgruppe"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = MutedText(
            "Point at a hex: the ring shows which units it would activate. Click to place the marker."
        )
        self.list = OptionList("Hexes for the marker")
        self.list.setIconSize(QSize(ICON, ICON))
        self.list.chosen.connect(self._give)
        self.list.currentRowChanged.connect(self._point)
        self.button = KeyButton("Place it  ·  Enter", "Enter", "Place the marker on the hex marked in the list.")
        self.button.clicked.connect(lambda: self._give(self.list.currentRow()))
        self.commands: list[Command] = []
        self.column.addWidget(Heading("Kampfgruppe"))
        for part in (self.note, Heading("Most units"), self.list, self.button):
            self.column.addWidget(part, 1 if part is self.list else 0)

    def refresh(self, situation: Situation) -> None:
        """List the hexes that would call most units; of hexes that call the same units only the first."""
        radius, seat = situation.decision.number("radius") or 2, situation.decision.seat
        groups: dict[tuple[str, ...], tuple[Command, list[UnitView]]] = {}
        for command in situation.commands("place_marker"):
            units = called(view_of(situation), seat, hex_id(command.text("hex")), radius)
            groups.setdefault(tuple(unit.id for unit in units), (command, units))
        best = sorted(groups.values(), key=lambda entry: -len(entry[1]))[:MOST]
        self.list.clear()
        self.commands = [command for command, _ in best]
        for command, units in best:
            self.list.addItem(self._item(command.text("hex"), units))
        self.list.setCurrentRow(0 if best else -1)

    def enter(self) -> bool:
        """Place the marker on the hex marked in the list."""
        return self.list.enter()

    def _item(self, at: str, units: list[UnitView]) -> QListWidgetItem:
        shown = ", ".join(str(unit.label or unit.name) for unit in units[:4])
        more = f" and {len(units) - 4} more" if len(units) > 4 else ""
        item = QListWidgetItem(f"{at}: {len(units)} {'unit' if len(units) == 1 else 'units'}\n{shown}{more}")
        if units:
            item.setIcon(plain_icon(unit_pixmap(units[0], ICON, self.devicePixelRatioF(), states=False)))
        item.setData(Qt.ItemDataRole.UserRole, at)
        return item

    def _point(self, row: int) -> None:
        if 0 <= row < self.list.count() and self.list.hasFocus():
            self.pointed.emit(f"hex:{self.list.item(row).data(Qt.ItemDataRole.UserRole)}")

    def _give(self, row: int) -> None:
        if 0 <= row < len(self.commands):
            self.ordered.emit(self.commands[row])
