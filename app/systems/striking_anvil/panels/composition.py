"""The page on which an activation or a reaction is put together: units to tick, then what they could do."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidgetItem, QWidget

from app.panels.orders_dock import OrdersPage, Situation
from app.panels.widgets import Heading, MutedText, OptionList
from app.play.answers import answered
from app.systems.striking_anvil.seen import view_of
from app.systems.striking_anvil.text.facts import rank, state_words, values
from rules.engine.command import Command, Reason, cmd
from rules.engine.english import counted
from rules.striking_anvil.answers import Reach

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
