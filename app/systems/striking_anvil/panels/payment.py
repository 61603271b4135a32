"""The page on which hits are paid: a pip for each hit, buttons for every way of paying, taken back until confirmed."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPen, QShortcut
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from app import theme
from app.panels.drawn import Drawn
from app.panels.orders_dock import OrdersPage, Situation
from app.panels.widgets import Heading, KeyButton, Label, MutedText, clear, scrolling
from app.play.answers import answered
from app.systems.striking_anvil.seen import view_of
from app.systems.striking_anvil.text.facts import values
from rules.engine.command import Command, cmd
from rules.engine.english import counted
from rules.striking_anvil.answers import HitsToPay

WORDS = {"disorganize": "Disorganize", "reduce": "Reduce", "eliminate": "Eliminate"}
TIPS = {
    "disorganize": "Disorganize the unit: 1 hit",
    "reduce": "Flip it to its reduced side",
    "eliminate": "Remove it for good",
    "level": "A level of the fortress: 1 hit",
}


class Pips(Drawn):
    """A ring for each hit asked, filled as it is paid; what overshoots is drawn beyond a line."""

    tall = 30

    def __init__(self) -> None:
        super().__init__("Hits to pay")
        self.hits = self.paid = 0

    def show_pips(self, hits: int, paid: int) -> None:
        """Show hits asked and hits paid or planned."""
        self.hits, self.paid = hits, paid
        beyond = f", {paid - hits} more than needed" if paid > hits else ""
        self.told(f"{min(paid, hits)} of {counted(hits, 'hit')} paid{beyond}")

    def paint(self, painter: QPainter) -> None:
        """Paint the pips."""
        now, count = theme.current(), max(self.hits, self.paid)
        step = min(26.0, (self.across - 8) / max(1, count))
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
    """Plan how hits are paid, item by item; Enter pays, Backspace takes the last item back.

    A button says how many hits it takes up, and in brackets how many more than are asked.
    """

    title = "Hits"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading, self.note, self.told, self.pips = Heading(), MutedText(), Label(), Pips()
        self.told.setWordWrap(True)
        self.body = QWidget()
        self.grid = QGridLayout(self.body)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(4)
        self.grid.setVerticalSpacing(4)
        self.grid.setColumnStretch(0, 1)
        self.undo = KeyButton("Take back  ·  Backspace", "Backspace", "Take the last item back.")
        self.pay = KeyButton("Pay  ·  Enter", "Enter", "Take the hits as planned.")
        self.undo.clicked.connect(self.take_back)
        self.pay.clicked.connect(self.confirm)
        QShortcut(QKeySequence(Qt.Key.Key_Backspace), self, self.take_back)
        row = QHBoxLayout()
        row.addWidget(self.undo)
        row.addWidget(self.pay, 1)
        for part, stretch in (
            (self.heading, 0),
            (self.note, 0),
            (self.pips, 0),
            (scrolling(self.body), 1),
            (self.told, 0),
        ):
            self.column.addWidget(part, stretch)
        self.column.addLayout(row)
        self.plan: list[str] = []
        self.buttons: dict[str, KeyButton] = {}
        self._asked: tuple[object, ...] = ()
        self._paying = False

    def refresh(self, situation: Situation) -> None:
        """Show a bill; the plan begins anew with each bill."""
        if self._paying:
            return
        decision = situation.decision
        area = decision.text("area") or ""
        asked = (situation.seq, area, decision.number("hits"), decision.number("paid"))
        if asked != self._asked:
            self.plan, self._asked = [], asked
            self._lay_out(situation)
        question = situation.words.question(decision.kind)
        self.heading.setText(f"{question.heading}: {situation.names.of(area)}")
        self.note.setText(question.note)
        self._show_plan()

    def _lay_out(self, situation: Situation) -> None:
        """Make a row for each unit that may pay; while the plan grows, rows stay where they are."""
        clear(self.grid)
        self.buttons = {}
        found = answered(HitsToPay, situation.query("payment"))
        if found is None:
            return
        for column, words in enumerate(WORDS.values(), 1):
            self.grid.addWidget(MutedText(words), 0, column)
        for row, unit in enumerate(found.units, 1):
            told = view_of(situation).units[unit.unit]
            self.grid.addWidget(Label(f"{told.label}   {values(told)}"), row, 0)
            for column, how in enumerate(WORDS, 1):
                if how in unit.ways:
                    self._button(row, column, f"{how} {unit.unit}")
        if found.level:
            self.grid.addWidget(Label("A level of the fortress"), len(found.units) + 1, 0)
            self._button(len(found.units) + 1, 1, f"level {found.area}")
        for row in range(self.grid.rowCount()):
            self.grid.setRowStretch(row, 0)
        self.grid.setRowStretch(len(found.units) + 2, 1)  # few rows stay together at the top

    def _button(self, row: int, column: int, item: str) -> None:
        button = KeyButton("")
        button.clicked.connect(lambda: self.add(item))
        self.buttons[item] = button
        self.grid.addWidget(button, row, column)

    def _show_plan(self) -> None:
        situation = self.situation
        if situation is None:
            return
        found = answered(HitsToPay, situation.query("payment", plan=tuple(self.plan)))
        if found is None:
            return
        hits, left = situation.decision.number("hits") or 0, found.left
        self.pips.show_pips(hits, hits - left)
        ways = {f"{how} {unit.unit}": points for unit in found.units for how, points in unit.ways.items()}
        if found.level:
            ways[f"level {found.area}"] = 1
        for item, button in self.buttons.items():
            self._write(button, item, ways.get(item, 0), left, on=item in ways and not found.complete)
        self.told.setText("\n".join(self._said(situation, item) for item in self.plan))
        self.told.setVisible(bool(self.plan))
        self.undo.setEnabled(bool(self.plan))
        self.pay.setEnabled(found.complete)
        self.pay.set_flag("primary", found.complete)

    def _write(self, button: KeyButton, item: str, points: int, left: int, *, on: bool) -> None:
        """Write on a button how many hits it takes up, and how many more than asked."""
        how, over = item.partition(" ")[0], points - left if on else 0
        beyond = f"; {over} more than needed" if over > 0 else ""
        button.setText(f"{points}{f' (+{over})' if over > 0 else ''}" if on else "–")
        button.setEnabled(on)
        button.setToolTip(f"{TIPS[how]}{beyond}")
        button.setAccessibleName(f"{item}: {counted(points, 'hit')}{beyond}")

    def _said(self, situation: Situation, item: str) -> str:
        return f"• {situation.words.describe(_command(item), situation.names, situation.decision)}"

    def add(self, item: str) -> None:
        """Plan one more item."""
        self.plan = [*self.plan, item]
        self._show_plan()

    def pay_with(self, unit: str) -> None:
        """Plan the cheapest way in which a unit can still pay."""
        item = next((item for how in WORDS if self._is_live(item := f"{how} {unit}")), "")
        if item:
            self.add(item)

    def _is_live(self, item: str) -> bool:
        return item in self.buttons and self.buttons[item].isEnabled()

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
        self._paying, self._asked = False, ()
        if self.situation is not None and self.situation.decision.kind == "payment":
            self.refresh(self.situation)

    def enter(self) -> bool:
        """Pay, if the plan is complete."""
        self.confirm()
        return True


def _command(item: str) -> Command:
    """Return an item of a plan as a command."""
    how, _, what = item.partition(" ")
    return cmd(how, area=what) if how == "level" else cmd(how, unit=what)
