"""The strip of Battle Cards: the rounds, the deck, medals, and the objectives with who holds them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.panels.strip import Stake, Strip
from app.panels.widgets import Label, MutedText, scrolling
from app.sides import Side
from app.systems.command_cards.panels.discards import Discards
from app.systems.command_cards.sides import SIDES
from app.systems.command_cards.text.names import kind_name
from app.text.names import NAMES, long_date
from rules.command_cards.state import Scenario
from rules.command_cards.view import DueView, ObjectiveView, View
from rules.engine.english import counted

NOBODY = Side("Nobody", "nobody")


class RoundStrip(Strip):
    """Show round and medals of a view in one line; `piles_asked` tells that deck and discards are wanted."""

    piles_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Round and medals")
        self.weather.setCursor(Qt.CursorShape.PointingHandCursor)
        self.weather.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open deck and discards on a click at the words about them."""
        if watched is self.weather and event.type() == QEvent.Type.MouseButtonRelease:
            self.piles_asked.emit()
        return super().eventFilter(watched, event)

    def show_view(self, view: View, scenario: Scenario) -> None:
        """Show a view."""
        count, now = view.rounds, view.round
        self.turns.show_turns([str(number) for number in range(1, count + 1)], now - 1)
        told = f"Round {now} of {count}"
        self.show_day(" · ".join(filter(None, (long_date(scenario.date), told))), told)
        night = f"night: battles reach {view.night} hexes" if view.night else ""
        piles = f"deck {view.deck}", f"discards {len(view.discards)}"
        self.weather.setText(" · ".join(filter(None, (night, *piles))))
        self.score.show_points(
            [(SIDES[seat], f"{len(side.medals)} of {side.needed}") for seat, side in view.sides.items()]
        )
        self.stakes.show_stakes([_stake(goal) for goal in view.objectives])
        self.fit()


def _stake(goal: ObjectiveView) -> Stake:
    """Return an objective; it wears the colours of the side that wins its medals once that side holds it."""
    side, where = SIDES[goal.seat], ", ".join(goal.hexes)
    medals = f"{counted(goal.medals, 'medal')} for {side.noun}"
    tip = f"{goal.name}, {where}: {medals}, {'held' if goal.held else 'not held'} now"
    return Stake(str(goal.medals), goal.name, side if goal.held else NOBODY, tip, goal.hexes[0])


# --- The Game panel: scenario, round, deck and discards, reinforcements --------------------------------------------


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
