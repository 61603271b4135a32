"""Finding things on the table: the search field, the order of battle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPixmap

from app.dialogs.find import FindPanel
from app.dialogs.order_of_battle import OrderOfBattle
from app.text.entries import Entry, Kind, leaves

if TYPE_CHECKING:
    from app.window.main_window import MainWindow

SAID = 6000
"""How long the status line tells where something is that cannot be shown, in milliseconds."""


class Finding:
    """Open what finds things, feed it from the table, and show what was chosen."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.panel = FindPanel(self._icon, window)
        self.panel.chosen.connect(self.show_entry)
        self.panel.closed.connect(self._to_table)
        self.army: OrderOfBattle | None = None
        window.game.told.connect(lambda _: self.refresh())
        window.game.replaced.connect(self.refresh)
        window.game.looked.connect(self.refresh)

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the functions of this part by action id."""
        return {"find": self.find, "army": self.show_army}

    def find(self) -> None:
        """Open the search field over the map."""
        pages = self.window.pages
        place = QRect(pages.mapTo(self.window, QPoint(0, 0)), pages.size())
        self.panel.open(self._everything(), place)

    def _everything(self) -> list[Entry]:
        mat = self.window.playmat
        table = [*leaves(mat.army()), *mat.places()] if mat is not None else []
        return [*table, *rules(self.window.mats.presentation.pages.clauses())]

    def _icon(self, thing: str, size: int) -> QPixmap | None:
        mat = self.window.playmat
        return mat.icon(thing, size) if mat is not None and thing.startswith("unit:") else None

    def show_entry(self, entry: Entry) -> None:
        """Show what was chosen: a rule in the reference, anything else on the table; say where it is if it is not."""
        if entry.kind is Kind.RULE:
            self.window.services.show_rule(entry.thing.removeprefix("rule:"))
        elif self.window.playmat is not None and not self.window.playmat.find(entry.thing):
            self.window.services.status(f"{entry.name}: {entry.place or 'not on the map'}.", SAID)

    def _to_table(self) -> None:
        if self.window.playmat is not None:
            self.window.playmat.middle.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_army(self) -> None:
        """Open the order of battle beside the game."""
        if self.army is None:
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
            self.army.show_entries(self.window.playmat.army() if self.window.playmat is not None else ())


def rules(clauses: Sequence[Any]) -> list[Entry]:
    """Return the clauses of a reference as entries."""
    return [
        Entry(f"rule:{c.section}", str(c.title), Kind.RULE, place=f"§ {c.section}", words=f"{c.section} {c.text}")
        for c in clauses
    ]
