"""The Hex panel: the unit of a hex with its values now, and what the ground does, each with its reasons."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.panels.reader import Card
from app.panels.widgets import Heading, Label, MutedText, scrolling
from app.systems.command_cards.art.counters import Look, counter_pixmap
from app.systems.command_cards.text.names import kind_name
from app.text.names import NAMES
from rules.command_cards.queries import HexValues
from rules.command_cards.view import View

TALL = 52
EMPTY = "Point at a hex to see its unit, its terrain and the rules for both."


class HexPanel(QWidget):
    """Show a hex; `rule_asked` carries a rule number that was clicked."""

    rule_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Hex")
        self.place = ""
        self.heading, self.note = Heading(), MutedText(EMPTY)
        self.heading.setWordWrap(True)
        self.picture, self.who = Label(), Label()
        self.who.setWordWrap(True)
        self.unit, self.ground = Card(), Card()
        self.between = Heading("Terrain")
        line = QHBoxLayout()
        line.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self.who, 1)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(8, 6, 8, 8)
        column.addWidget(self.heading)
        column.addWidget(self.note)
        column.addLayout(line)
        for part in (self.unit, self.between, self.ground):
            column.addWidget(part)
        column.addStretch(1)
        for card in (self.unit, self.ground):
            card.rule_asked.connect(self.rule_asked)
        scrolling(body, within=self)
        self.show_nothing()

    def show_nothing(self) -> None:
        """Show what the panel is for."""
        self.place = ""
        self.note.show()
        for part in (self.heading, self.picture, self.who, self.unit, self.between, self.ground):
            part.hide()

    def show_hex(self, place: str, name: str, view: View, told: HexValues) -> None:
        """Show a hex of a view, with the answer to the "hex" query; `name` is that of the place, or ""."""
        self.place = place
        self.note.hide()
        self.heading.setText(f"{place}  {name}" if name else place)
        self.heading.show()
        unit = view.units.get(told.unit or "")
        if unit is not None:
            self.picture.setPixmap(counter_pixmap(Look.of(unit, unit.ordered), TALL, self.devicePixelRatioF()))
            self.who.setText(f"{NAMES[unit.seat]} {kind_name(unit.kind)}")
        for part in (self.picture, self.who):
            part.setVisible(unit is not None)
        self.between.setVisible(unit is not None)
        self.unit.show_rows(told.values)
        self.ground.show_rows(told.card)
