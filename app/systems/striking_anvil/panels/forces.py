"""The Forces panel: what waits in the boxes, what arrives when, what is lost."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidgetItem, QVBoxLayout, QWidget

from app.panels.widgets import OptionList
from app.systems.striking_anvil.text.facts import values
from app.text.names import Names
from app.text.sides import NAMES
from rules.striking_anvil.view import View

THING = Qt.ItemDataRole.UserRole


class ForcesPanel(QWidget):
    """List units off the map; `pointed` names the place or unit of a row."""

    pointed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Forces")
        self.list = OptionList("Units off the map")
        self.list.chosen.connect(self._choose)
        self.list.itemClicked.connect(lambda item: self._choose(self.list.row(item)))
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 8)
        column.addWidget(self.list)

    def show_view(self, view: View, names: Names) -> None:
        """Show a view."""
        at = self.list.verticalScrollBar().value()
        self.list.clear()
        for box in view.boxes:
            if box.units:
                self._head(f"{NAMES[box.side]}: {box.name}", f"area:{box.id}")
                for unit in box.units:
                    self._row(f"{view.units[unit].label}   {values(view.units[unit])}", f"unit:{unit}")
        for row in view.arrivals:
            what = "drop on" if row.drop else "at"
            self._head(f"Turn {row.turn}, {what} {names.of(row.to)}", f"area:{row.to}")
            for unit in row.units:
                self._row(f"{view.units[unit].label}   {values(view.units[unit])}", "")
        for side in NAMES:
            lost = [told.label for told in view.units.values()
                    if told.at == "eliminated" and told.side == side]  # fmt: skip
            if lost:
                self._head(f"{NAMES[side]} losses", "")
                self._row(", ".join(lost), "")
        self.list.verticalScrollBar().setValue(at)

    def _head(self, words: str, thing: str) -> None:
        item = QListWidgetItem(words)
        font = item.font()
        font.setBold(True)
        item.setFont(font)
        item.setData(THING, thing)
        self.list.addItem(item)

    def _row(self, words: str, thing: str) -> None:
        item = QListWidgetItem(f"    {words}")
        item.setData(THING, thing)
        self.list.addItem(item)

    def _choose(self, row: int) -> None:
        thing = self.list.item(row).data(THING) if 0 <= row < self.list.count() else ""
        if thing:
            self.pointed.emit(thing)
