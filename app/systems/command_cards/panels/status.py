"""The Game panel: scenario, round, deck and discards, reinforcements."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.panels.widgets import Label, MutedText, scrolling
from app.systems.command_cards.panels.discards import Discards
from app.systems.command_cards.text.names import kind_name
from app.text.sides import NAMES
from rules.command_cards.state import Scenario
from rules.command_cards.view import DueView, View


class StatusPanel(QWidget):
    """Show what lies open beside the board."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Game")
        self.title, self.round, self.deck, self.none, self.due = Label(), Label(), Label(), MutedText(), MutedText()
        self.discards = Discards()
        self.none.setText("No discards yet.")
        self.title.setProperty("role", "card")
        body = QWidget()
        column = QVBoxLayout(body)
        line = QHBoxLayout()
        line.setSpacing(18)
        for part in (self.title, self.round, self.deck):
            line.addWidget(part)
        line.addStretch(1)
        column.addLayout(line)
        self.due.setWordWrap(True)
        for below in (self.none, self.discards, self.due):
            column.addWidget(below)
        column.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scrolling(body))

    def show_view(self, view: View, scenario: Scenario) -> None:
        """Show a view."""
        self.title.setText(scenario.title)
        night = f"  ·  night: battles reach {view.night} hexes" if view.night else ""
        self.round.setText(f"Round {view.round} of {view.rounds}{night}")
        self.deck.setText(f"Deck {view.deck}  ·  discards {len(view.discards)}")
        self.discards.show_cards(view.discards)
        self.none.setVisible(not view.discards)
        self.due.setText("\n".join(map(_due, view.due)))
        self.due.setVisible(bool(view.due))


def _due(unit: DueView) -> str:
    where = " or ".join(unit.hexes)
    return f"{NAMES[unit.seat]} {kind_name(unit.kind)} arrives in round {unit.round} at {where}."
