"""Orders of an assault, step by step: the question above, both sums and the odds below."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from app.panels.orders import Situation
from app.panels.widgets import scrolling
from app.systems.company_scale.panels.choices import ChoicesPage
from app.systems.company_scale.panels.sums import AssaultSums
from app.systems.company_scale.text.facts import marker_words
from app.systems.company_scale.text.guns import LOST, at_stake
from rules.engine.command import Command

ALL = 16777215
"""The height of a list that takes all available room: Qt's value for no limit."""
PLAIN = ("assault_markers", "advance", "distribute_dg")
"""Steps before the sums are known or after they have been decided."""
CLICKED = ("call_off",)
"""Orders that a single click on their row gives: another takes them back."""


class AssaultPage(ChoicesPage):
    """The options of an assault's step, with sums and odds below."""

    title = "Assault"
    wants_room = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sums = AssaultSums()
        self.sums.rule_asked.connect(self.rule_asked)
        self.page = scrolling(self.sums)
        self.column.addWidget(self.page, 3)
        self.list.currentRowChanged.connect(lambda _: self._show_sums())
        self.list.clicked.connect(lambda index: self._clicked(index.row()))
        self._asked: dict[str, Any] = {}

    def refresh(self, situation: Situation) -> None:
        """Show the step again; an option that the player marked himself stays marked."""
        row = self.list.currentRow()
        same = bool(self.commands) and self.commands[0].verb in situation.offered
        self._asked = {}
        self.list.single = any(name in CLICKED for name in situation.offered)
        super().refresh(situation)
        if same and self.list.hasFocus() and 0 <= row < self.list.count():
            self.list.setCurrentRow(row)
        self._show_sums()

    def _clicked(self, row: int) -> None:
        """Do what the row that was clicked says, where that can be undone by another click."""
        if 0 <= row < len(self.commands) and self.list.single and self.commands[row].verb in CLICKED:
            self.ordered.emit(self.commands[row])

    def words_of(self, situation: Situation, command: Command) -> str:
        """Return an option with its present state: called off or not, who advances, what a hex has taken."""
        subject, names = situation.subject, situation.names
        at = str(command.get("hex"))
        if command.verb == "call_off":
            marker = next(m for m in subject["markers"] if m["hex"] == at)
            if marker["called_off"]:
                return f"{at}: cancelled\npress to reinstate"
            who = ", ".join(names.label(unit) for unit in marker["assigned"])
            if marker["empty"] and not who:  # 9.1 A: nobody is bound to an assault on an empty hex
                return f"{at}: empty, no fight; choose who advances later\npress to cancel"
            return f"✓ {at}: {'empty, ' if marker['empty'] else ''}{who or 'nobody yet'}\npress to cancel"
        if command.verb == "advance" and at_stake(command, situation.query):
            return f"{super().words_of(situation, command)}: {LOST} (21.2)"
        if command.verb == "take_dg":
            taken = next((h["points"] for h in subject.get("hexes", ()) if h["hex"] == at), 0)
            there = ", ".join(marker_words(situation.view, at)) or "no marker yet"
            return f"{at}: {taken} of {subject.get('points')} points so far\n{there}"
        return super().words_of(situation, command)

    def _hex(self) -> str:
        if self.situation is None:
            return ""
        row = max(0, self.list.currentRow())
        if self.situation.decision.kind == "assaults" and row < len(self.commands):
            return str(self.commands[row].get("hex"))
        return str((self.situation.view.get("assault") or {}).get("hex") or self.situation.subject.get("hex") or "")

    def _show_sums(self) -> None:
        at, situation = self._hex(), self.situation
        bare = situation is None or situation.decision.kind in PLAIN or not at
        self.page.setVisible(not bare)
        self.column.setStretchFactor(self.page, 0 if bare else 3)
        rows = sum(self.list.sizeHintForRow(i) for i in range(min(5, self.list.count())))
        self.list.setMaximumHeight(ALL if bare else max(40, rows + 8))
        self.list.setMinimumHeight(0 if bare else self.list.maximumHeight())
        if situation is None or bare:
            self.sums.show_assault(None, None)
            return
        if at not in self._asked:
            self._asked[at] = situation.query("assault_odds", hex=at)
        facts = situation.view.get("assault")
        self.sums.show_assault(facts if facts and facts["hex"] == at else None, self._asked[at])
