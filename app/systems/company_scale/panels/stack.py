"""The stack inspector: the counters of a hex, enlarged, with ground and values explained."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.panels.odds import Card
from app.panels.widgets import Heading, Label, MutedText, clear, scrolling
from app.systems.company_scale.panels.pieces import unit_pixmap
from app.systems.company_scale.text import army
from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.hints import BURNS
from app.text.names import Names, humanize
from app.text.parts import Markup, compose, join
from rules.company_scale.records.view import View
from rules.engine.answers import ValueRow
from rules.engine.english import signed

LARGE = 84


class StackPanel(QWidget):
    """Show one hex with its units; `rule_asked` carries a rule number that was clicked."""

    rule_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Stack inspector")
        self.hex = ""
        self.heading = Label()
        self.heading.setWordWrap(True)
        self.ground, self.markers, self.burns = MutedText(), Label(), Label(BURNS)
        self.burns.setProperty("role", "refusal")
        for words in (self.markers, self.burns):
            words.setWordWrap(True)
        body = QWidget()
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(0, 0, 4, 0)
        self._column.setSpacing(8)
        scroll = scrolling(body, focus=True)
        scroll.setAccessibleName("The stack")
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 8)
        column.setSpacing(4)
        for part in (self.heading, self.ground, self.markers, self.burns):
            column.addWidget(part)
        column.addWidget(scroll, 1)
        self.show_nothing()

    def show_nothing(self) -> None:
        """Show the panel without a hex."""
        self.hex = ""
        self.heading.setText(Markup("<b>No hex</b>"))
        self.ground.setText("Point at a hex to see its units and terrain.")
        self.markers.hide()
        self.burns.hide()
        clear(self._column)

    def show_hex(self, name: str, view: View, names: Names, query: Callable[..., Any]) -> None:
        """Show a hex with its stack; `query` answers "stack" with facts about the ground."""
        self.hex = name
        answer = query("stack", hex=name)
        answer = answer if isinstance(answer, Mapping) else {}
        place = str(answer.get("name") or "")
        self.heading.setText(compose("<b>{}</b>{}", name, f"  {place}" if place else ""))
        self.ground.setText(ground_words(answer))
        self.ground.setVisible(bool(self.ground.text()))
        marks = army.marker_words(view, name)
        self.markers.setText("Markers: " + ", ".join(marks))
        self.markers.setVisible(bool(marks))
        self.burns.setVisible(any(m["kind"] == "on_fire" and m.get("hex") == name for m in view.markers))
        clear(self._column)
        for unit in view.units:
            if unit.get("hex") == name:
                self._column.addWidget(self._unit(unit, names, answer))
        self._tokens("Support weapons", [w for w in view.weapons if w.get("hex") == name])
        self._tokens("Leaders", [w for w in view.leaders if w.get("hex") == name])
        if answer.get("card"):
            self._column.addWidget(Heading("The ground"))
            self._column.addWidget(self._card(answer["card"]))
        self._arrivals(army.arrival_lines(answer, names))
        self._column.addStretch(1)

    def _arrivals(self, lines: list[str]) -> None:
        if lines:
            self._column.addWidget(Heading("Reinforcements to come (18.0)"))
            for line in lines:
                self._column.addWidget(MutedText(line))

    def _unit(self, unit: Mapping[str, Any], names: Names, answer: Mapping[str, Any]) -> QWidget:
        whole = QWidget()
        down, across = QVBoxLayout(whole), QHBoxLayout()
        down.setContentsMargins(0, 0, 0, 0)
        down.setSpacing(2)
        down.addLayout(across)
        picture = Label()
        picture.setPixmap(unit_pixmap(unit, LARGE, self.devicePixelRatioF()))
        picture.setAccessibleName(str(unit["name"]))
        lines: list[str] = [compose("<b>{}</b>", unit["name"]), *army.unit_lines(unit, names)]
        words = Label(join("<br>", lines))
        words.setWordWrap(True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        across.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        across.addWidget(words, 1)
        rows = army.card_of(unit, answer)
        if rows:
            down.addWidget(self._card(rows))
        return whole

    def _card(self, rows: Sequence[ValueRow]) -> Card:
        card = Card()
        card.show_rows(rows)
        card.rule_asked.connect(self.rule_asked)
        return card

    def _tokens(self, title: str, tokens: list[Mapping[str, Any]]) -> None:
        if not tokens:
            return
        self._column.addWidget(Heading(title))
        for token in tokens:
            fire = token.get("fire")
            what = army.fire_words(fire) if isinstance(fire, Mapping) else f"Fire {signed(int(fire or 0))}"
            self._column.addWidget(MutedText(f"{token['name']}: {what}"))


def ground_words(answer: Mapping[str, Any]) -> str:
    """Return the ground of a hex in words, from what the "stack" query tells."""
    parts = []
    if answer.get("terrain"):
        parts.append(wording.TERRAIN.get(str(answer["terrain"]), humanize(str(answer["terrain"]))))
    if answer.get("level"):
        parts.append(f"level {answer['level']}")
    if answer.get("defense") is not None:
        parts.append(f"defense {signed(int(answer['defense']))}")
    roads = answer.get("roads")
    if isinstance(roads, list | tuple) and roads:
        parts.append(", ".join(humanize(str(r)).lower() for r in roads))
    return " · ".join(parts)
