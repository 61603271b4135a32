"""Questions answered by a division: random events, aircraft to be placed, formations to be attached."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.panels.card_button import CardButton
from app.panels.orders_dock import OrdersPage, Situation
from app.panels.widgets import Heading, MutedText, clear
from app.systems.company_scale.panels.chits import ChitLooks, chit_pixmap
from app.systems.company_scale.text import names as wording
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
        looks = ChitLooks(situation.view)
        for command in situation.offered.get("choose", ()):
            division = str(command.get("division"))
            self.cards[division] = self._card(situation, looks, division, command)
            self.inner.addWidget(self.cards[division])

    def _card(self, situation: Situation, looks: ChitLooks, division: str, command: Command) -> CardButton:
        facts: Mapping[str, Any] = next((d for d in situation.view["divisions"] if d["id"] == division), {})
        look = looks.look({"id": division, "kind": "division", "side": facts.get("side"), "name": facts.get("name")})
        picture = chit_pixmap(look, ICON, self.devicePixelRatioF())
        name = f"{situation.names.of(division)} ({wording.side(str(facts.get('side', '')))})"
        card = CardButton(name, self._values(situation, facts), picture, ICON, "Choose this division")
        card.clicked.connect(lambda *_: self.ordered.emit(command))
        return card

    @staticmethod
    def _values(situation: Situation, facts: Mapping[str, Any]) -> str:
        display: Mapping[str, Any] = next(
            (d for d in situation.view.get("displays", ()) if d["id"] == facts.get("id")), {}
        )
        aircraft = int((display.get("boxes") or {}).get("air_support") or 0)
        parts = [f"DP {facts.get('dispatch', 0)}", f"DC {facts.get('commands', 0)}"]
        parts.append(f"quality {facts.get('troop_quality', 0)} of {facts.get('max_troop_quality', 0)}")
        return " · ".join([*parts, *([f"{aircraft} aircraft"] if aircraft else [])])
