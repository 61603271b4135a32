"""The page of orders: every order as a row; a marked battle shows its odds, a marked unit or hex shows itself."""

from __future__ import annotations

from PySide6.QtCore import Signal

from app.panels.orders_dock import ChoicesPage, Situation
from app.systems.command_cards.verbs import VERBS
from rules.command_cards.charts import cards
from rules.engine.command import Command


class OrdersList(ChoicesPage):
    """List the orders; `aimed` tells the unit and the target of a battle that is marked."""

    aimed = Signal(str, str, str)

    def place_of(self, command: Command) -> str:
        """Return the hex or unit that an order is about."""
        row = VERBS[command.verb]
        if row.tap == "to":
            return f"hex:{command.text('to')}"
        return f"unit:{command.text(row.tap)}" if row.tap else ""

    def tip_of(self, situation: Situation, command: Command) -> str:
        """Return the text of a card."""
        card = cards().get(command.text("card"))
        return card.text if card is not None else ""

    def _point(self, row: int) -> None:
        super()._point(row)
        command = self.commands[row] if 0 <= row < len(self.commands) else None
        if command is None or self.situation is None or command.verb not in ("battle", "overrun"):
            return
        unit = command.text("unit") or self.situation.decision.text("unit") or ""
        self.aimed.emit(unit, command.text("target"), "")
