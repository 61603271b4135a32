"""Questions answered by a division: random events, aircraft to be placed, formations to be attached."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.panels.card_button import CardButton
from app.panels.orders_dock import OrdersPage, Situation
from app.panels.widgets import Heading, MutedText, clear
from app.systems.company_scale.panels.chits import ChitLooks, chit_pixmap
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.text import names as wording
from rules.company_scale.records.view import ChitView, DivisionView
from rules.engine.command import Command

ICON = 48


class DivisionPage(OrdersPage):
    """One card for each division with its present values."""

    title = "Choose a division"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading, self.words, self.note = Heading(), MutedText(), MutedText()
        self.cards: dict[str, CardButton] = {}
        self.inner = QVBoxLayout()
        self.inner.setSpacing(5)
        for part in (self.heading, self.words, self.note):
            self.column.addWidget(part)
        self.column.addLayout(self.inner)
        self.column.addStretch(1)

    def refresh(self, situation: Situation) -> None:
        """Show the divisions that may be chosen."""
        question = situation.words.question(situation.decision.kind)
        self.heading.setText(question.heading)
        self.words.setText(situation.decision.prompt)
        self.note.setText(question.note)
        clear(self.inner)
        self.cards = {}
        looks = ChitLooks(view_of(situation))
        for command in situation.commands("choose"):
            division = command.text("division")
            self.cards[division] = self._card(situation, looks, division, command)
            self.inner.addWidget(self.cards[division])

    def _card(self, situation: Situation, looks: ChitLooks, division: str, command: Command) -> CardButton:
        facts = next(d for d in view_of(situation).divisions if d.id == division)
        look = looks.look(ChitView(division, facts.name, "division", facts.side))
        picture = chit_pixmap(look, ICON, self.devicePixelRatioF())
        name = f"{situation.names.of(division)} ({wording.side(facts.side)})"
        card = CardButton(name, self._values(situation, facts), picture, ICON, "Choose this division")
        card.clicked.connect(lambda *_: self.ordered.emit(command))
        return card

    @staticmethod
    def _values(situation: Situation, facts: DivisionView) -> str:
        aircraft = sum(d.boxes.air_support for d in view_of(situation).displays if d.id == facts.id)
        parts = [f"DP {facts.dispatch}", f"DC {facts.commands}"]
        parts.append(f"quality {facts.troop_quality} of {facts.max_troop_quality}")
        return " · ".join([*parts, *([f"{aircraft} aircraft"] if aircraft else [])])
