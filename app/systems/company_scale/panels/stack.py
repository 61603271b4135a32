"""The stack inspector: the counters of a hex, enlarged, with ground and values explained."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app import theme
from app.panels.layouts import clear, scrolling
from app.panels.reader import Card
from app.panels.widgets import Heading, KeyButton, Label, MutedText
from app.play.seat import answered
from app.systems.company_scale.panels.chits import unit_pixmap
from app.systems.company_scale.text import army
from app.systems.company_scale.text.hints import BURNS
from app.text.names import Names, humanize
from app.text.parts import Markup, compose, join
from app.theme import faces
from rules.company_scale.records.answers import HexNow, Sight, SightPart, UnitNow
from rules.company_scale.records.view import LeaderView, UnitView, View, WeaponView
from rules.engine.command import ValueRow
from rules.engine.english import signed
from rules.hexes.grid import hex_id

LARGE = 84


class StackPanel(QWidget):
    """Show one hex with its units; `rule_asked` carries a rule number that was clicked."""

    rule_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Stack inspector")
        self.hex = ""
        self.terrains: Mapping[str, str] = {}
        """The names of the kinds of terrain in the game on the table."""
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
        answer = answered(HexNow, query("stack", hex=name))
        place = answer.name if answer is not None else ""
        self.heading.setText(compose("<b>{}</b>{}", name, f"  {place}" if place else ""))
        self.ground.setText(ground_words(answer, self.terrains) if answer is not None else "")
        self.ground.setVisible(bool(self.ground.text()))
        marks = army.marker_words(view, name, names)
        self.markers.setText("Markers: " + ", ".join(marks))
        self.markers.setVisible(bool(marks))
        self.burns.setVisible(any(m.kind == "on_fire" and m.hex == name for m in view.markers))
        clear(self._column)
        for unit in view.units:
            if unit.hex == name:
                now = answer.unit(unit.id) if answer is not None else None
                self._column.addWidget(self._unit(unit, names, now))
        self._tokens("Support weapons", [w for w in view.weapons if w.hex == name])
        self._tokens("Leaders", [w for w in view.leaders if w.hex == name])
        if answer is not None and answer.card:
            self._column.addWidget(Heading("The ground"))
            self._column.addWidget(self._card(answer.card))
        self._arrivals(army.arrival_lines(answer.arrivals if answer is not None else (), names))
        self._column.addStretch(1)

    def _arrivals(self, lines: list[str]) -> None:
        if lines:
            self._column.addWidget(Heading("Reinforcements to come (18.0)"))
            for line in lines:
                self._column.addWidget(MutedText(line))

    def _unit(self, unit: UnitView, names: Names, now: UnitNow | None) -> QWidget:
        whole = QWidget()
        down, across = QVBoxLayout(whole), QHBoxLayout()
        down.setContentsMargins(0, 0, 0, 0)
        down.setSpacing(2)
        down.addLayout(across)
        picture = Label()
        picture.setPixmap(unit_pixmap(unit, LARGE, self.devicePixelRatioF()))
        picture.setAccessibleName(unit.name)
        lines: list[str] = [compose("<b>{}</b>", unit.name), *army.unit_lines(unit, names)]
        words = Label(join("<br>", lines))
        words.setWordWrap(True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        across.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        across.addWidget(words, 1)
        if now is not None and now.card:
            down.addWidget(self._card(now.card))
        return whole

    def _card(self, rows: Sequence[ValueRow]) -> Card:
        card = Card()
        card.show_rows(rows)
        card.rule_asked.connect(self.rule_asked)
        return card

    def _tokens(self, title: str, tokens: Sequence[WeaponView | LeaderView]) -> None:
        if not tokens:
            return
        self._column.addWidget(Heading(title))
        for token in tokens:
            what = army.fire_words(token.fire) if isinstance(token, WeaponView) else f"Fire {signed(token.fire)}"
            self._column.addWidget(MutedText(f"{token.name}: {what}"))


def ground_words(now: HexNow, terrains: Mapping[str, str]) -> str:
    """Return the ground of a hex in words; `terrains` are the names of its kinds."""
    level = f"level {now.level}" if now.level else ""
    terrain = terrains.get(now.terrain, humanize(now.terrain))
    return " · ".join(part for part in (terrain, level, f"defense {signed(now.defense)}") if part)


# --- The line-of-sight panel: two hexes, the verdict, and every contribution along the line ------------------------

KINDS = {"hex": "", "hexside": "", "spine": "along "}


class SightPanel(QWidget):
    """Ask for the line between two hexes and list what lies on it; `line_asked` lets the board draw it."""

    line_asked = Signal(str, str)
    hex_asked = Signal(str)
    rule_asked = Signal(str)

    def __init__(self, query: Callable[..., Any], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Line of sight")
        self._query = query
        self.start, self.end = QLineEdit(), QLineEdit()
        for field, words in ((self.start, "from 18.40"), (self.end, "to 20.43")):
            field.setPlaceholderText(words)
            field.setAccessibleName(f"Line of sight {words.split()[0]}")
            field.setMaxLength(5)
            field.setMaximumWidth(faces.scaled(92))
            field.returnPressed.connect(self.ask)
        self.swap = KeyButton("⇄", "", "Swap the two ends")
        self.swap.setMaximumWidth(faces.scaled(40))
        self.swap.clicked.connect(self._swap)
        top = QHBoxLayout()
        for widget in (self.start, self.swap, self.end):
            top.addWidget(widget)
        top.addStretch(1)
        self.verdict = Label()
        self.verdict.setWordWrap(True)
        self.note = MutedText("Type two hexes, or click them on the map with the tool in the View menu.")
        self.list = QTreeWidget()
        self.list.setAccessibleName("What lies on the line")
        self.list.setHeaderLabels(["On the line", "Ground", "Effect"])
        self.list.setRootIsDecorated(False)
        self.list.itemActivated.connect(self._activated)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 8)
        column.setSpacing(5)
        column.addLayout(top)
        for part in (self.verdict, self.note):
            column.addWidget(part)
        column.addWidget(self.list, 1)
        self.list.hide()

    def show_nothing(self) -> None:
        """Forget the line: it belongs to another game."""
        for field in (self.start, self.end):
            field.clear()
        self.list.clear()
        self._show_verdict("", False)

    def show_line(self, start: str, end: str) -> None:
        """Show the line between two hexes."""
        self.start.setText(start)
        self.end.setText(end)
        self.ask(tell=False)

    def ask(self, tell: bool = True) -> None:
        """Look up the typed line, or say which hex number is bad."""
        start, end = self.start.text().strip(), self.end.text().strip()
        if not start or not end:
            return
        for name in (start, end):
            try:
                hex_id(name)
            except ValueError as error:
                self._show_verdict(str(error), False)
                return
        try:
            answer = answered(Sight, self._query("los", a=start, b=end))
        except (ValueError, KeyError) as error:
            self._show_verdict(str(error).strip("'\""), False)
            return
        if answer is None:
            self._show_verdict("There is no such line on this map.", False)
            return
        self._show(answer)
        if tell:
            self.line_asked.emit(start, end)

    def _show(self, answer: Sight) -> None:
        now = theme.current()
        rule = f" ({answer.rule})" if answer.rule else ""
        mark = "✓ In sight" if answer.clear else "✗ Blocked"
        reason = f": {answer.reason}" if answer.reason else ""
        colour, far = now.good if answer.clear else now.bad, answer.distance
        away = f" at {far} {'hex' if far == 1 else 'hexes'}{reason}{rule}"
        self._show_verdict(compose('<b style="color:{}">{}</b>{}', colour, mark, away), True)
        self.list.clear()
        for part in answer.line:
            self.list.addTopLevelItem(self._row(part))
        self.list.setVisible(self.list.topLevelItemCount() > 0)
        for column in range(3):
            self.list.resizeColumnToContents(column)

    def _show_verdict(self, words: str, answered: bool) -> None:
        self.verdict.setText(words)
        self.note.setVisible(not answered)
        self.list.setVisible(answered)

    def _row(self, part: SightPart) -> QTreeWidgetItem:
        effect = "blocks" if part.blocks else "ignored" if part.ignored else "no effect"
        terrain = humanize(part.terrain) if part.terrain else ""
        ground = f"{terrain}{f', level {part.level}' if part.level else ''}".strip(", ")
        sign = {"blocks": "✗", "ignored": "○", "no effect": "·"}[effect]
        where = f"{KINDS.get(part.kind, '')}{part.at}"
        row = QTreeWidgetItem([where, ground, f"{sign} {effect}{f' ({part.rule})' if part.rule else ''}"])
        for column in range(3):
            row.setToolTip(column, part.why)
        row.setData(0, Qt.ItemDataRole.UserRole, part.at.split("/")[0])
        row.setData(2, Qt.ItemDataRole.UserRole, part.rule)
        row.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{where}, {ground}, {effect}. {part.why}")
        return row

    def _activated(self, row: QTreeWidgetItem, column: int) -> None:
        if column == 2 and row.data(2, Qt.ItemDataRole.UserRole):
            self.rule_asked.emit(str(row.data(2, Qt.ItemDataRole.UserRole)))
        else:
            self.hex_asked.emit(str(row.data(0, Qt.ItemDataRole.UserRole)))

    def _swap(self) -> None:
        start, end = self.start.text(), self.end.text()
        self.start.setText(end)
        self.end.setText(start)
        self.ask()
