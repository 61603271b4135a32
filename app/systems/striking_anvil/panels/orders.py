"""The pages of orders: an activation or a reaction put together, and hits paid."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPen, QShortcut
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QListWidgetItem, QWidget

from app import theme
from app.panels.drawn import Drawn
from app.panels.layouts import clear, scrolling
from app.panels.orders_dock import OrdersPage, Situation
from app.panels.widgets import Heading, KeyButton, Label, MutedText, OptionList
from app.play.seat import answered
from app.systems.striking_anvil.seen import view_of
from app.systems.striking_anvil.text.facts import rank, state_words, values
from rules.engine.command import Command, Reason, cmd
from rules.engine.english import counted
from rules.striking_anvil.answers import HitsToPay, Reach

# --- The page on which an activation or a reaction is put together: units to tick ----------------------------------

BIG = ("load", "unload", "dig_out", "mobile", "demolish", "repair")
"""Verbs with a row of their own for each thing they could be about."""
ACTIONS = ("attack", "move")
ROW = 34


class CompositionPage(OrdersPage):
    """List the units of the place, ticked or not, with why one cannot come along; below, the orders that name a thing.

    Enter ticks the marked unit or gives the marked order.
    """

    title = "Activation"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading, self.note, self.sums, self.against = Heading(), MutedText(), MutedText(), MutedText()
        self.units, self.list = OptionList("Units"), OptionList("Orders")
        self.units.chosen.connect(self._tick)
        self.units.currentRowChanged.connect(self._point)
        self.list.chosen.connect(self._give)
        self.list.currentRowChanged.connect(self._aim)
        self.rows: list[tuple[str, Command | None]] = []
        self.commands: list[Command] = []
        parts = ((self.heading, 0), (self.note, 0), (self.units, 3), (self.sums, 0), (self.list, 2), (self.against, 0))
        for part, stretch in parts:
            self.column.addWidget(part, stretch)

    def refresh(self, situation: Situation) -> None:
        """Show the composition."""
        question, area = situation.words.question(situation.decision.kind), situation.decision.text("area") or ""
        self.heading.setText(f"{question.heading}: {situation.names.of(area)}")
        self.note.setText(question.note)
        self.note.setVisible(situation.decision.kind != "activation")
        self._show_units(situation)
        self._show_orders(situation)
        self._show_refusals(situation)

    def _show_units(self, situation: Situation) -> None:
        view, seat, area = view_of(situation), situation.decision.seat, situation.decision.text("area")
        row = max(0, self.units.currentRow())
        self.units.clear()
        self.rows = []
        here = [unit for unit, told in view.units.items() if told.at == area and told.side == seat]
        for unit in sorted(here, key=lambda unit: rank(view.units[unit])):
            self._add(situation, unit)
        self.units.setCurrentRow(min(row, self.units.count() - 1) if self.units.hasFocus() else -1)
        self.sums.setText(self._sums(situation))

    def _add(self, situation: Situation, unit: str) -> None:
        told, chosen = view_of(situation).units[unit], situation.decision.texts("units")
        command: Command | None = cmd("drop" if unit in chosen else "take", unit=unit)
        why = situation.explain(command) if command is not None else []
        state = state_words(told)
        riding = situation.decision.texts_by_key("loads").get(unit)
        state = ", ".join(filter(None, [state, f"on {situation.names.of(riding)}" if riding else ""]))
        box = "☑" if unit in chosen else "☐" if not why else "–"
        item = QListWidgetItem(f"{box}  {told.label}   {values(told)}{f'   {state}' if state else ''}")
        if why:
            item.setForeground(self.palette().placeholderText())
            item.setToolTip("\n".join(map(str, why)))
            if not told.disorganized:
                item.setText(f"{item.text()}\n      {why[0]}")
        self.units.addItem(item)
        self.rows.append((unit, command))

    def _sums(self, situation: Situation) -> str:
        chosen = [view_of(situation).units[unit] for unit in situation.decision.texts("units")]
        if not chosen:
            return "No units ticked."
        combat = [unit for unit in chosen if unit.kind == "combat"]
        strength = sum(unit.strength for unit in combat)
        told = f"{counted(len(combat), 'combat unit')}, strength {strength}"
        if situation.decision.kind != "activation":
            return told
        reach = answered(Reach, situation.query("reach"))
        return f"{told}, movement {reach.capacity}" if reach is not None else told

    def _show_orders(self, situation: Situation) -> None:
        self.commands = [command for verb in BIG for command in situation.commands(verb)]
        marked = self.list.currentRow() if self.list.hasFocus() else -1
        self.list.clear()
        for command in self.commands:
            words = situation.words.describe(command, situation.names, situation.decision)
            key = situation.words.verb(command.verb).key
            self.list.addItem(f"{words}   {key}")
        self.list.setVisible(bool(self.commands))
        self.list.setMaximumHeight(min(6, len(self.commands)) * ROW + 8)
        self.list.setCurrentRow(min(marked, self.list.count() - 1))

    def _show_refusals(self, situation: Situation) -> None:
        """Say why an action is not on offer."""
        if situation.decision.kind != "activation":
            self.against.setText(_joined(situation.explain(cmd("confirm"))))
        else:
            told = [(verb, situation.explain(cmd(verb))) for verb in ACTIONS if verb not in situation.offered]
            lines = [f"{situation.words.verb(verb).label}: {_joined(why)}" for verb, why in told if why]
            self.against.setText("\n".join(lines) if situation.decision.texts("units") else "")
        self.against.setVisible(bool(self.against.text()))

    def enter(self) -> bool:
        """Tick the marked unit, or give the marked order; return whether one was marked."""
        return self.units.enter() if self.units.hasFocus() else self.list.hasFocus() and self.list.enter()

    def give(self, verb: str) -> bool:
        """Give the marked order of a verb, or the only one; mark the first of several."""
        fitting = [row for row, command in enumerate(self.commands) if command.verb == verb]
        if not fitting or verb == "mobile":
            return False
        if self.list.marked in fitting or len(fitting) == 1:
            self._give(self.list.marked if self.list.marked in fitting else fitting[0])
            return True
        self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.list.setCurrentRow(fitting[0])
        return True

    def _tick(self, row: int) -> None:
        command = self.rows[row][1] if 0 <= row < len(self.rows) else None
        if command is not None:
            self.ordered.emit(command)

    def _point(self, row: int) -> None:
        if 0 <= row < len(self.rows) and self.units.hasFocus():
            self.pointed.emit(f"unit:{self.rows[row][0]}")

    def _aim(self, row: int) -> None:
        if 0 <= row < len(self.commands) and self.list.hasFocus():
            place = self.commands[row].text("target") or self.commands[row].text("bridge")
            if place:
                self.pointed.emit(f"area:{place}")

    def _give(self, row: int) -> None:
        if 0 <= row < len(self.commands):
            self.ordered.emit(self.commands[row])


def _joined(reasons: Sequence[Reason]) -> str:
    return "  ".join(map(str, reasons))


# --- The page on which hits are paid: a pip for each hit, buttons for every way of paying --------------------------

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
