"""The docks beside the map: the Area panel, and the drawer of charts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QListWidgetItem, QVBoxLayout, QWidget

from app import theme
from app.panels.drawn import Drawn
from app.panels.layouts import scrolling
from app.panels.reader import Card
from app.panels.widgets import Heading, Label, MutedText, OptionList
from app.play.seat import answered
from app.systems.striking_anvil.text.facts import (
    Rows,
    area_facts,
    bombing_rows,
    combat_rows,
    coming,
    fortress_rows,
    ground_rows,
    rank,
    river_rows,
    stack_words,
    state_words,
    values,
)
from app.text.names import NAMES, Names
from app.theme import faces
from rules.engine.english import counted
from rules.striking_anvil.answers import Values
from rules.striking_anvil.view import UnitView, View

# --- The Area panel: both stacks of a place as rows, their sums ----------------------------------------------------

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


# --- The drawer of charts: combat results with the cell just used, ground, rivers, bombing -------------------------

ROW = 19
MIDDLE = Qt.AlignmentFlag.AlignCenter
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class ChartTable(Drawn):
    """A chart in rows and columns; one cell may be lit."""

    def __init__(self, name: str, first: float) -> None:
        """`first` is the width of the first column in units."""
        super().__init__(name)
        self.rows: Rows = ()
        self.lit = (-1, -1)
        self._first = first

    def show_rows(self, rows: Rows) -> None:
        """Show a chart."""
        self.rows, self.lit = rows, (-1, -1)
        self.tall = ROW * len(rows) + 2
        self.setMinimumHeight(faces.scaled(self.tall))
        self.told("\n".join("  ".join(row) for row in rows))
        self.updateGeometry()

    def light(self, head: str, row: str) -> None:
        """Light the cell under a head, in the row that begins so; nothing where there is none."""
        column = self.rows[0].index(head) if self.rows and head in self.rows[0] else -1
        line = next((n for n, cells in enumerate(self.rows) if n and cells[0] == row), -1)
        self.lit = (line, column) if column >= 0 and line >= 0 else (-1, -1)
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint heads, rows and the lit cell."""
        now = theme.current()
        for n, row in enumerate(self.rows):
            if n % 2:
                painter.fillRect(QRectF(0, n * ROW, self.across, ROW), QColor(now.raised))
            for k, words in enumerate(row):
                cell = self._cell(n, k)
                if (n, k) == self.lit:
                    painter.setPen(QPen(QColor(now.accent), 1.5))
                    painter.setBrush(QColor(now.accent_soft))
                    painter.drawRoundedRect(cell.adjusted(1, 1, -1, -1), 3, 3)
                painter.setFont(self.sized(12, bold=not n or not k or (n, k) == self.lit))
                painter.setPen(QColor(now.muted if not n else now.text))
                painter.drawText(cell, LEFT if not k else MIDDLE, words)

    def _cell(self, row: int, column: int) -> QRectF:
        wide = (self.across - self._first) / max(1, len(self.rows[0]) - 1)
        left = self._first + (column - 1) * wide if column else 4.0
        return QRectF(left, row * ROW, wide if column else self._first - 4, ROW)


class ChartsPanel(QWidget):
    """Show every chart of the game."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Charts")
        self.combat, self.ground = ChartTable("Combat results", 34), ChartTable("Ground", 74)
        self.rivers, self.bombing = ChartTable("Rivers", 84), ChartTable("Bombing", 60)
        self.forts = ChartTable("Fortresses", 44)
        left, right = QVBoxLayout(), QVBoxLayout()
        for column, parts in (
            (left, (("Hits on attacker / defender by strength and modified die (5.1)", self.combat),
                    ("Fortress levels: die of an Allied attack (1.5)", self.forts))),
            (right, (("Ground: movement points and die (4, 5.7)", self.ground),
                     ("Rivers: movement points and die (4, 5.7)", self.rivers),
                     ("Bombing a fortress: levels destroyed (6)", self.bombing))),
        ):  # fmt: skip
            for words, table in parts:
                head = Label(words)
                head.setStyleSheet("font-weight: 600;")
                head.setWordWrap(True)
                column.addWidget(head)
                column.addWidget(table)
            column.addStretch(1)
        body = QWidget()
        both = QHBoxLayout(body)
        both.setContentsMargins(10, 6, 10, 8)
        both.setSpacing(18)
        both.addLayout(left, 6)
        both.addLayout(right, 5)
        scrolling(body, within=self)

    def show_scenario(self, scenario: Any) -> None:
        """Show the charts of a scenario."""
        charts = scenario.charts
        self.combat.show_rows(combat_rows(charts))
        self.ground.show_rows(ground_rows(charts))
        self.rivers.show_rows(river_rows(charts))
        self.bombing.show_rows(bombing_rows(charts))
        self.forts.show_rows(fortress_rows(charts))

    def show_result(self, column: int, row: int) -> None:
        """Light the cell of the last combat."""
        head = next((head for head in self.combat.rows[0][1:] if int(head.rstrip("+").split("–")[0]) == column), "")
        self.combat.light(head, f"−{-row}" if row < 0 else str(row))
