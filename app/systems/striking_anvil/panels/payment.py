"""The page on which hits are paid: a pip for each hit, buttons for every way of paying, taken back until confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPen, QShortcut
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from app import theme
from app.panels.orders import OrdersPage, Situation
from app.panels.widgets import Heading, KeyButton, Label, Note, clear, scrolling
from app.systems.striking_anvil.panels.tracks import Track
from app.systems.striking_anvil.text.facts import values
from app.systems.striking_anvil.text.names import counted
from rules.engine.command import Command, cmd

WORDS = {"disorganize": "Turn", "reduce": "Reduce", "eliminate": "Eliminate"}
TIPS = {
    "disorganize": "Disorganize the unit: 1 hit", "reduce": "Flip it to its reduced side",
    "eliminate": "Remove it for good",
}  # fmt: skip


class Pips(Track):
    """A ring for each hit asked, filled as it is paid; what overshoots is drawn beyond a line."""

    tall = 30

    def __init__(self) -> None:
        super().__init__("Hits to pay")
        self.hits = self.paid = 0

    def show_pips(self, hits: int, paid: int) -> None:
        """Show hits asked and hits paid or planned."""
        self.hits, self.paid = hits, paid
        beyond = f", {paid - hits} more than asked" if paid > hits else ""
        self.told(f"{min(paid, hits)} of {counted(hits, 'hit')} paid{beyond}")

    def paint(self, painter: QPainter) -> None:
        """Paint the pips."""
        now, count = theme.current(), max(self.hits, self.paid)
        step = min(26.0, (self.width() - 8) / max(1, count))
        for n in range(count):
            at = QPointF(14 + n * step + (8 if n >= self.hits else 0), self.tall / 2)
            painter.setPen(QPen(QColor(now.warn if n >= self.hits else now.accent), 2))
            full = n < self.paid
            painter.setBrush(QColor(now.warn if n >= self.hits else now.accent) if full else QColor(now.base))
            painter.drawEllipse(at, 9, 9)
        if self.paid > self.hits:
            painter.setPen(QPen(QColor(now.text), 1))
            edge = 14 + self.hits * step - step / 2 + 3
            painter.drawLine(QPointF(edge, 3), QPointF(edge, self.tall - 3))


class PaymentPage(OrdersPage):
    """Plan how hits are paid, item by item; Enter pays, Backspace takes the last item back."""

    title = "Hits"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading, self.note, self.told, self.pips = Heading(), Note(), Label(), Pips()
        self.told.setWordWrap(True)
        self.body = QWidget()
        self.grid = QGridLayout(self.body)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(4)
        self.grid.setVerticalSpacing(4)
        self.grid.setColumnStretch(0, 1)
        self.undo = KeyButton("Take back  ·  Backspace", "Backspace", "Take the last item back.")
        self.pay = KeyButton("Pay  ·  Enter", "Enter", "Pay the hits as planned.")
        self.undo.clicked.connect(self.take_back)
        self.pay.clicked.connect(self.confirm)
        QShortcut(QKeySequence(Qt.Key.Key_Backspace), self, self.take_back)
        row = QHBoxLayout()
        row.addWidget(self.undo)
        row.addWidget(self.pay, 1)
        for part, stretch in ((self.heading, 0), (self.note, 0), (self.pips, 0), (scrolling(self.body, focus=True), 1),
                              (self.told, 0)):  # fmt: skip
            self.column.addWidget(part, stretch)
        self.column.addLayout(row)
        self.plan: list[str] = []
        self.buttons: dict[str, KeyButton] = {}
        self._asked: tuple[object, ...] = ()
        self._paying = False

    def refresh(self, situation: Situation) -> None:
        """Show a bill; the plan begins anew with each bill."""
        subject = situation.subject
        asked = (situation.view["seq"], *(subject[key] for key in ("area", "hits", "paid")))
        if asked != self._asked and not self._paying:
            self.plan, self._asked = [], asked
        question = situation.words.question(situation.decision.kind)
        self.heading.setText(f"{question.heading}: {situation.names.of(str(subject['area']))}")
        self.note.setText(question.note)
        if not self._paying:
            self._show_plan()

    def _show_plan(self) -> None:
        situation = self.situation
        found = situation.query("payment", plan=tuple(self.plan)) if situation is not None else None
        if situation is None or not found:
            return
        hits, left = int(situation.subject["hits"]), int(found["left"])
        self.pips.show_pips(hits, hits - left)
        clear(self.grid)
        self.buttons = {}
        if not found["complete"]:
            for row, unit in enumerate(found["units"]):
                self._unit(situation, row, unit, left)
            if found["level"]:
                self._level(situation, len(found["units"]), found)
        self.grid.setRowStretch(self.grid.rowCount(), 1)
        self.told.setText("\n".join(self._said(situation, item) for item in self.plan))
        self.told.setVisible(bool(self.plan))
        self.undo.setEnabled(bool(self.plan))
        self.pay.setEnabled(bool(found["complete"]))
        self.pay.set_flag("primary", bool(found["complete"]))

    def _unit(self, situation: Situation, row: int, unit: Mapping[str, Any], left: int) -> None:
        if not unit["ways"]:
            return
        told = situation.view["units"][unit["unit"]]
        self.grid.addWidget(Label(f"{told['label']}   {values(told)}"), row, 0)
        for column, how in enumerate(WORDS, 1):
            if how in unit["ways"]:
                self._button(row, column, f"{how} {unit['unit']}", WORDS[how], unit["ways"][how], left)

    def _level(self, situation: Situation, row: int, found: Mapping[str, Any]) -> None:
        self.grid.addWidget(Label(f"Fortress, level {found['level']}"), row, 0)
        self._button(row, 1, f"level {found['area']}", "Level", 1, found["left"])

    def _button(self, row: int, column: int, item: str, words: str, points: int, left: int) -> None:
        over = points - left
        tip = TIPS.get(item.partition(" ")[0], "A level of the fortress: 1 hit")
        tip = f"{tip}; {over} more than asked" if over > 0 else tip
        button = KeyButton(f"{words} {points}{'!' if over > 0 else ''}", "", tip)
        button.setAccessibleName(f"{item}: {counted(points, 'hit')}")
        button.clicked.connect(lambda: self.add(item))
        self.buttons[item] = button
        self.grid.addWidget(button, row, column)

    def _said(self, situation: Situation, item: str) -> str:
        return f"• {situation.words.describe(_command(item), situation.names, situation.decision)}"

    def add(self, item: str) -> None:
        """Plan one more item."""
        self.plan = [*self.plan, item]
        self._show_plan()

    def pay_with(self, unit: str) -> None:
        """Plan the cheapest way in which a unit can still pay."""
        item = next((f"{how} {unit}" for how in WORDS if f"{how} {unit}" in self.buttons), "")
        if item:
            self.add(item)

    def take_back(self) -> None:
        """Take the last item of the plan back."""
        self.plan = self.plan[:-1]
        self._show_plan()

    def confirm(self) -> None:
        """Pay as planned."""
        if not self.pay.isEnabled():
            return
        plan, self.plan = self.plan, []
        self._paying = True
        for item in plan:
            self.ordered.emit(_command(item))
        self._paying = False
        self._asked = ()
        self._show_plan()

    def enter(self) -> bool:
        """Pay, if the plan is complete."""
        self.confirm()
        return True


def _command(item: str) -> Command:
    """Return an item of a plan as a command."""
    how, _, what = item.partition(" ")
    return cmd(how, area=what) if how == "level" else cmd(how, unit=what)
