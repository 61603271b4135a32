"""The strip of Battle Cards: rounds, deck, medals, objectives with who holds them; and the discards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.panels.layouts import scrolling
from app.panels.strip import Stake, Strip
from app.panels.widgets import Label, MutedText
from app.sides import Side
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.cards import paint_low_card
from app.systems.command_cards.sides import SIDES
from app.systems.command_cards.text.names import kind_name
from app.text.names import NAMES, long_date
from app.theme import faces
from rules.command_cards.charts import Card, Charts
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
    return Stake(str(goal.medals), goal.name, side if goal.held else NOBODY, tip, f"hex:{goal.hexes[0]}")


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
        scrolling(body, within=self)

    def show_view(self, view: View, scenario: Scenario) -> None:
        """Show a view."""
        self.title.setText(scenario.title)
        night = f"  ·  night: battles reach {view.night} hexes" if view.night else ""
        self.round.setText(f"Round {view.round} of {view.rounds}{night}")
        self.deck.setText(f"Deck {view.deck}  ·  discards {len(view.discards)}")
        self.discards.show_cards(view.discards, scenario.charts)
        self.none.setVisible(not view.discards)
        self.due.setText("\n".join(_due(unit, scenario.charts) for unit in view.due))
        self.due.setVisible(bool(view.due))


def _due(unit: DueView, charts: Charts) -> str:
    where = " or ".join(unit.hexes)
    return f"{NAMES[unit.seat]} {kind_name(unit.kind, charts)} arrives in round {unit.round} at {where}."


# --- The discards: a small card for each kind, with how many of it lie there ---------------------------------------

WIDE, TALL, GAP = 190, 84, 8


class Discards(QWidget):
    """Show discards in rows; the text of the card under the pointer is told in full."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Discards")
        self.setMouseTracking(True)
        self.kinds: list[tuple[Card, int]] = []

    def show_cards(self, discards: Sequence[str], charts: Charts) -> None:
        """Show the discards, in the order of their titles."""
        count = Counter(discards)
        kinds = [(charts.cards[name], number) for name, number in count.items()]
        self.kinds = sorted(kinds, key=lambda kind: kind[0].title)
        told = (f"{card.title} ×{number}" if number > 1 else card.title for card, number in self.kinds)
        self.setAccessibleDescription(", ".join(told))
        self._settle()
        self.update()

    def boxes(self) -> list[QRectF]:
        """Return where the cards lie."""
        wide, tall = faces.scaled(WIDE), faces.scaled(TALL)
        across = max(1, (self.width() + GAP) // (wide + GAP))
        places = (divmod(number, across) for number in range(len(self.kinds)))
        return [QRectF(column * (wide + GAP), row * (tall + GAP), wide, tall) for row, column in places]

    def _settle(self) -> None:
        boxes = self.boxes()
        self.setMinimumHeight(round(boxes[-1].bottom()) + GAP if boxes else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the rows anew."""
        super().resizeEvent(event)
        self._settle()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell the text of the card under the pointer."""
        at = event.position()
        over = (card for box, (card, _) in zip(self.boxes(), self.kinds, strict=True) if box.contains(at))
        card = next(over, None)
        self.setToolTip(f"{card.title}: {card.text}" if card is not None else "")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cards."""
        painter, palette = QPainter(self), palettes.current()
        for box, (card, number) in zip(self.boxes(), self.kinds, strict=True):
            paint_low_card(painter, box, card, palette, f"×{number}" if number > 1 else "")
        painter.end()
