"""What this system's pages of orders share: picking units, and orders that wait for their hex on the map."""

from __future__ import annotations

from PySide6.QtCore import Signal

from app.panels.orders import OrdersPage


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
