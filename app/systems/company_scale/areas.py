"""Areas on the map: fire lines of a picked rail gun, the reach of a Kampfgruppe, and where to place its marker."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QCursor
from PySide6.QtWidgets import QListWidgetItem, QMenu, QWidget

from app.board.legend import Overlay
from app.board.washes import AreaItem, Wash, rgba, union_path
from app.panels.menus import add_title
from app.panels.orders_dock import OrdersPage, Situation
from app.panels.widgets import Heading, KeyButton, MutedText, OptionList, plain_icon
from app.play.seat import answered
from app.services import TableServices
from app.systems.company_scale.board.board import BoardController
from app.systems.company_scale.board.scene import SIGHT
from app.systems.company_scale.panels.chits import unit_pixmap
from app.systems.company_scale.questions import question
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.verbs import describe
from app.text.parts import literal
from rules.company_scale.records.answers import FireHexes
from rules.company_scale.records.view import UnitView, View
from rules.engine.command import Command
from rules.hexes.grid import hex_id, within

# --- Where to place the Kampfgruppen marker: hexes by how many units it would call, or any hex of the map ----------

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


# --- Areas on the map: fire lines of a picked rail gun, the reach of a Kampfgruppe ---------------------------------

ARC = Wash(
    fill=rgba("#6d2a86", 44),
    hatch=rgba("#6d2a86", 130),
    kind="upright",
    gap=9,
    edge=rgba("#4c1c5e", 230),
    edge_width=2.2,
    halo=rgba("#fbeeff", 160),
    name="Fire lines of the gun",
)
CALL = Wash(
    fill=rgba("#2c4a63", 34), edge=rgba("#22394d", 240), edge_width=3.0, halo=rgba("#eef6ff", 190), name="Kampfgruppe"
)
TRY = Wash(
    fill=rgba("#ffe27a", 60), edge=QColor("#5c3c00"), edge_width=2.6, halo=rgba("#fffbe0", 210), name="Called from here"
)
KAMPFGRUPPE = "kampfgruppe"


class AreasOnMap:
    """Show on the map what a selection or a question of these chapters means."""

    def __init__(self, services: TableServices, board: BoardController) -> None:
        self.services, self.game, self.board = services, services.game, board
        self.arc, self.ring, self.trial = AreaItem(), AreaItem(), AreaItem()
        self.menu: QMenu | None = None
        for key, item in (("arc", self.arc), ("ring", self.ring), ("trial", self.trial)):
            item.setZValue(SIGHT + 1)
            board.scene.addItem(item)
            board.scene.overlays.add(Overlay(key, item))
        board.selection_changed.connect(self.show_arc)
        board.hex_hovered.connect(self.try_hex)
        board.hex_clicked.connect(self.ask_strike)

    def refresh(self) -> None:
        """Show the ring of a Kampfgruppe in play; clear older selections and trials."""
        game = self.game
        rings = [m for m in view_of(game).markers if m.kind == KAMPFGRUPPE]
        hexes = self.board.hexes
        areas = [set(within(hex_id(m.hex), m.radius or 0)) & set(hexes) for m in rings]
        self.ring.show_areas([(union_path(area), CALL) for area in areas])
        self.trial.show_areas([])
        self.show_arc(self.board.selection)
        self._show_strikes()

    def show_arc(self, units: tuple[str, ...]) -> None:
        """Show the fire lines of a rail gun that is picked."""
        game = self.game
        on_rails = {unit.id for unit in view_of(game).units if unit.rail_only}
        guns = [unit for unit in units if unit in on_rails]
        answer = answered(FireHexes, game.query("fire_arc", unit=guns[0])) if guns else None
        hexes = answer.hexes if answer is not None else ()
        if hexes:
            self.board.scene.overlays.focus("arc")
        self.arc.show_areas([(union_path(hexes), ARC)] if hexes else [])

    def try_hex(self, name: str) -> None:
        """Show whom a Kampfgruppen marker on the hex under the pointer would call."""
        decision, game = self.game.decision, self.game
        if decision is None or decision.kind != KAMPFGRUPPE or not name:
            self.trial.show_areas([])
            return
        radius, at = decision.number("radius") or 2, hex_id(name)
        area = set(within(at, radius)) & set(self.board.hexes)
        self.board.scene.overlays.focus("trial")
        self.trial.show_areas([(union_path(area), TRY)])
        count = len(called(view_of(game), decision.seat, at, radius))
        self.services.prompt.show_hint(f"A marker on {name} activates {count} {'unit' if count == 1 else 'units'}.")

    # --- strikes from the air ------------------------------------------------------------------------------------

    def strikes_at(self, name: str) -> list[Command]:
        """Return the air attacks on offer against a hex."""
        decision = self.game.decision
        if decision is None or not question(decision.kind).menu:
            return []
        if decision.kind == "interdiction":
            return [c for c in decision.options if c.verb == "interdict"] if decision.text("hex") == name else []
        return [c for c in decision.options if c.text("hex") == name]

    def _show_strikes(self) -> None:
        decision, board = self.game.decision, self.board
        if decision is not None and decision.kind == "air_strikes":
            board.show_hexes({hex_id(c.text("hex")) for c in decision.options if c.text("hex")})
        elif decision is not None and decision.kind == KAMPFGRUPPE:  # any hex will do: a ring says more than a wash
            board.show_hexes(())

    def ask_strike(self, name: str) -> None:
        """Open the menu of the air attacks on a hex that was clicked."""
        orders, game = self.strikes_at(name), self.game
        if not orders:
            return
        if self.menu is not None:
            self.menu.deleteLater()
        assert game.decision is not None
        self.menu = QMenu(self.services.window)
        add_title(self.menu, question(game.decision.kind).menu.format(hex=name))
        for order in orders:
            words = describe(order, game.names, game.decision)
            entry = self.menu.addAction(literal(words))
            entry.triggered.connect(lambda *_, order=order: self.services.order(order))
        self.menu.popup(QCursor.pos())
