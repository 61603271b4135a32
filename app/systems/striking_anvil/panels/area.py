"""The Area panel: both stacks of a place as rows, their sums, and everything else that is true of the place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidgetItem, QVBoxLayout, QWidget

from app.panels.reader import Card
from app.panels.widgets import Heading, Label, MutedText, OptionList, scrolling
from app.play.answers import answered
from app.systems.striking_anvil.text.facts import area_facts, coming, rank, stack_words, state_words, values
from app.text.names import NAMES, Names
from rules.engine.english import counted
from rules.striking_anvil.answers import Values
from rules.striking_anvil.view import UnitView, View

Query = Callable[..., Any]
UNIT = Qt.ItemDataRole.UserRole


class AreaPanel(QWidget):
    """Show a place, and a card of it or of the unit whose row is marked.

    `pointed` names a unit whose row was chosen; `rule_asked` carries a rule number that was clicked. `query` answers
    "values".
    """

    pointed = Signal(str)
    rule_asked = Signal(str)

    def __init__(self, query: Query, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.query = query
        self.setAccessibleName("Area")
        self.place = ""
        self.title, self.facts = Label(), MutedText()
        self.title.setStyleSheet("font-size: 12pt; font-weight: 600;")
        self.list = OptionList("Units in the area")
        self.list.chosen.connect(self._choose)
        self.list.currentRowChanged.connect(lambda _: self._show_card())
        self.card = Card()
        self.card.rule_asked.connect(self.rule_asked)
        self.below = scrolling(self.card)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 8)
        column.setSpacing(4)
        column.addWidget(self.title)
        column.addWidget(self.facts)
        column.addWidget(self.list, 3)
        column.addWidget(self.below, 2)
        self.rows: Sequence[str] = ()
        self.show_nothing()

    def show_nothing(self) -> None:
        """Show what the panel is for."""
        self.place, self.rows = "", ()
        self.title.setText("")
        self.facts.setText("Point at an area to list both stacks here.")
        self.list.clear()
        self.card.show_rows(())

    def show_place(self, view: View, place: str, title: str) -> None:
        """Show an area or box of a view; the row marked stays so in the same place."""
        marked = self.marked if place == self.place else ""
        self.place = place
        self.title.setText(title)
        self.facts.setText("\n".join(area_facts(view, place)))
        self.list.clear()
        groups = []
        for side in NAMES:
            units = [unit for unit, told in view.units.items() if told.at == place and told.side == side]
            if units:
                groups.append((f"{NAMES[side]}: {stack_words(view, units)}", units))
        groups += [(f"Turn {turn}: {counted(len(units), 'unit')}", units) for turn, units in coming(view, place)]
        rows: list[str] = []
        for words, units in groups:
            self._head(words)
            rows.append("")
            for unit in sorted(units, key=lambda unit: rank(view.units[unit])):
                self._row(unit, view.units[unit])
                rows.append(unit)
        self.rows = rows
        self.list.setVisible(bool(rows))
        self.list.setCurrentRow(rows.index(marked) if marked in rows else -1)
        self._show_card()

    @property
    def marked(self) -> str:
        """Return the unit whose row is marked, or ""."""
        row = self.list.currentRow()
        return self.rows[row] if 0 <= row < len(self.rows) else ""

    def _show_card(self) -> None:
        asked = {"unit": self.marked} if self.marked else {"place": self.place}
        found = answered(Values, self.query("values", **asked))
        self.card.show_rows(found.card if found is not None and self.place else ())

    def _head(self, words: str) -> None:
        item = QListWidgetItem(words)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)  # a heading is not chosen, and not pale
        font = Heading().font()
        font.setBold(True)
        item.setFont(font)
        self.list.addItem(item)

    def _row(self, unit: str, told: UnitView) -> None:
        state = state_words(told)
        item = QListWidgetItem(f"{told.label}   {values(told)}{f'   {state}' if state else ''}")
        item.setData(UNIT, unit)
        self.list.addItem(item)

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self.rows) and self.rows[row]:
            self.pointed.emit(self.rows[row])


# --- The Forces panel: what waits in the boxes, what arrives when, what is lost ------------------------------------

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
            lost = [told.label for told in view.units.values() if told.at == "eliminated" and told.side == side]
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
