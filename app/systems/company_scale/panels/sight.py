"""The line-of-sight panel: two hexes, the verdict, and every contribution along the line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app import theme
from app.panels.widgets import KeyButton, Label, MutedText
from app.systems.company_scale.text import names as wording
from app.text.names import humanize
from app.text.parts import compose
from app.theme import faces
from rules.hexes.grid import hex_id

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
            answer = self._query("los", a=start, b=end)
        except (ValueError, KeyError) as error:
            self._show_verdict(str(error).strip("'\""), False)
            return
        if not isinstance(answer, Mapping):
            self._show_verdict("There is no such line on this map.", False)
            return
        self._show(answer)
        if tell:
            self.line_asked.emit(start, end)

    def _show(self, answer: Mapping[str, Any]) -> None:
        now, clear = theme.current(), bool(answer["clear"])
        rule = f" ({answer['rule']})" if answer.get("rule") else ""
        mark = "✓ In sight" if clear else "✗ Blocked"
        reason = f": {answer['reason']}" if answer.get("reason") else ""
        colour, far = now.good if clear else now.bad, int(answer["distance"])
        away = f" at {far} {'hex' if far == 1 else 'hexes'}{reason}{rule}"
        self._show_verdict(compose('<b style="color:{}">{}</b>{}', colour, mark, away), True)
        self.list.clear()
        for thing in answer.get("line", ()):
            self.list.addTopLevelItem(self._row(thing))
        self.list.setVisible(self.list.topLevelItemCount() > 0)
        for column in range(3):
            self.list.resizeColumnToContents(column)

    def _show_verdict(self, words: str, answered: bool) -> None:
        self.verdict.setText(words)
        self.note.setVisible(not answered)
        self.list.setVisible(answered)

    def _row(self, thing: Mapping[str, Any]) -> QTreeWidgetItem:
        effect = "blocks" if thing.get("blocks") else "ignored" if thing.get("ignored") else "no effect"
        terrain = str(thing.get("terrain") or "")
        level = f", level {thing['level']}" if thing.get("level") else ""
        ground = f"{wording.TERRAIN.get(terrain, humanize(terrain)) if terrain else ''}{level}".strip(", ")
        sign = {"blocks": "✗", "ignored": "○", "no effect": "·"}[effect]
        kind = KINDS.get(str(thing.get("kind")), "")
        where = f"{kind}{thing['at']}"
        rule = str(thing.get("rule") or "")
        row = QTreeWidgetItem([where, ground, f"{sign} {effect}{f' ({rule})' if rule else ''}"])
        why = str(thing.get("why") or "")
        for column in range(3):
            row.setToolTip(column, why)
        row.setData(0, Qt.ItemDataRole.UserRole, str(thing["at"]).split("/")[0])
        row.setData(2, Qt.ItemDataRole.UserRole, rule)
        row.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{where}, {ground}, {effect}. {why}")
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
