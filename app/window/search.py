"""Finding things on the table: the search field, the order of battle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPixmap

from app.play.controller import GameController
from app.services import WindowServices
from app.text.entries import Entry, EntryKind, leaves
from app.window.table_host import TableHost

if TYPE_CHECKING:
    from app.dialogs.find import FindPanel, OrderOfBattle

SAID = 6000
"""How long the status line tells where something is that cannot be shown, in milliseconds."""


class Finding:
    """Open what finds things, feed it from the table, and show what was chosen."""

    def __init__(self, game: GameController, services: WindowServices, host: TableHost) -> None:
        self.window, self.game, self.services, self.host = services.window, game, services, host
        self.army: OrderOfBattle | None = None

    @cached_property
    def panel(self) -> FindPanel:
        """The search field with its results, made on first use."""
        from app.dialogs.find import FindPanel

        panel = FindPanel(self._icon, self.window)
        panel.chosen.connect(self.show_entry)
        panel.closed.connect(self._to_table)
        return panel

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the functions of this part by action id."""
        return {"find": self.find, "army": self.show_army}

    def find(self) -> None:
        """Open the search field over the map."""
        pages = self.host.pages
        place = QRect(pages.mapTo(self.window, QPoint(0, 0)), pages.size())
        self.panel.open(self._everything(), place)

    def _everything(self) -> list[Entry]:
        mat = self.host.table
        table = [*leaves(mat.army()), *mat.places()] if mat is not None else []
        return [*table, *rules(self.host.presentation.pages.clauses())]

    def _icon(self, thing: str, size: int) -> QPixmap | None:
        mat = self.host.table
        return mat.icon(thing, size) if mat is not None and thing.startswith("unit:") else None

    def show_entry(self, entry: Entry) -> None:
        """Show what was chosen: a rule in the reference, anything else on the table; say where it is if it is not."""
        if entry.kind is EntryKind.RULE:
            self.services.show_rule(entry.thing.removeprefix("rule:"))
        elif self.host.table is not None and not self.host.table.find(entry.thing):
            self.services.status(f"{entry.name}: {entry.place or 'not on the map'}.", SAID)

    def _to_table(self) -> None:
        if self.host.table is not None:
            self.host.table.middle.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_army(self) -> None:
        """Open the order of battle beside the game."""
        if self.army is None:
            from app.dialogs.find import OrderOfBattle

            self.army = OrderOfBattle(self._icon, self.window)
            self.army.shown.connect(self.show_entry)
            left = self.window.mapToGlobal(QPoint(12, 90))
            self.army.move(left)
        self.army.show()
        self.army.raise_()
        self.army.tree.setFocus(Qt.FocusReason.OtherFocusReason)
        self.refresh()

    def refresh(self) -> None:
        """Keep the order of battle up to date while it is open."""
        if self.army is not None and self.army.isVisible():
            self.army.show_entries(self.host.table.army() if self.host.table is not None else ())


def rules(clauses: Sequence[Any]) -> list[Entry]:
    """Return the clauses of a reference as entries."""
    return [
        Entry(f"rule:{c.section}", str(c.title), EntryKind.RULE, place=f"§ {c.section}", words=f"{c.section} {c.text}")
        for c in clauses
    ]
