"""Orders of the preparation and of the moment before a draw: chits with their price and who pays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from app.panels.chits import ChitLooks, chit_pixmap
from app.panels.orders import OrdersPage, Situation
from app.panels.widgets import Heading, KeyButton, Note, clear
from app.text.verbs import verb
from rules.engine.command import Command

ICON = 40
VERBS = ("add_chit", "buy_chit", "buy_now", "return_chit")
NOTES = {
    "preparation": "What you buy now goes into the Cup of this turn. Each Division pays for its own chits.",
    "purchase": "You may pay to play a chit at once, before the next one is drawn.",
}


class PurchasePage(OrdersPage):
    """One button for each chit on offer, grouped by the Division that pays."""

    title = "Buy chits"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = Note()
        self.column.addWidget(self.note)
        body = QWidget()
        self.inner = QVBoxLayout(body)
        self.inner.setContentsMargins(0, 0, 6, 0)
        self.inner.setSpacing(4)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(body)
        self.column.addWidget(scroll, 1)
        self.buttons: dict[Command, KeyButton] = {}

    def refresh(self, situation: Situation) -> None:
        """Show what may be bought now."""
        self.note.setText(NOTES.get(situation.decision.kind, ""))
        focused = next((c for c, b in self.buttons.items() if b.hasFocus()), None)
        clear(self.inner)
        self.buttons = {}
        commands = [c for name in VERBS for c in situation.offered.get(name, ())]
        looks = ChitLooks(situation.view)
        for division, group in self._by_payer(situation, commands).items():
            self.inner.addWidget(Heading(self._payer_words(situation, division)))
            for command in group:
                self.buttons[command] = self._button(situation, looks, command)
                self.inner.addWidget(self.buttons[command])
        if not commands:
            self.inner.addWidget(Note("Nothing can be bought: no chit is left, or its Division lacks the points."))
        self.inner.addStretch(1)
        if self.buttons and focused is not None:
            self.buttons.get(focused, next(iter(self.buttons.values()))).setFocus(Qt.FocusReason.OtherFocusReason)

    def _by_payer(self, situation: Situation, commands: list[Command]) -> dict[str, list[Command]]:
        found: dict[str, list[Command]] = {}
        for command in commands:
            offer = self.offer_of(situation, command)
            found.setdefault(str(offer.get("division") or offer.get("pays") or ""), []).append(command)
        return found

    def _payer_words(self, situation: Situation, division: str) -> str:
        facts = next((d for d in situation.view.get("divisions", ()) if d["id"] == division), None)
        if facts is None:
            return "Chits on offer"
        return f"{facts['name']}: {facts['dispatch']} Dispatch Points"

    def offer_of(self, situation: Situation, command: Command) -> Mapping[str, Any]:
        """Return what the decision says about a chit: name, kind, price, division that pays."""
        chit = str(command.get("chit"))
        offers = situation.subject.get("offers") or situation.subject.get("chits") or ()
        for offer in offers if isinstance(offers, list | tuple) else ():
            if isinstance(offer, Mapping) and offer.get("id", offer.get("chit")) == chit:
                return offer
        return {"id": chit, "name": situation.names.of(chit)}

    def _button(self, situation: Situation, looks: ChitLooks, command: Command) -> KeyButton:
        offer = self.offer_of(situation, command)
        price = offer.get("price", offer.get("cost"))
        name = str(offer.get("name") or situation.names.of(str(command.get("chit"))))
        label = verb(command.verb).label
        cost = "free" if price == 0 else f"{price} DP" if price is not None else ""
        button = KeyButton(f"{label}: {name}{f'  ({cost})' if cost else ''}", "", verb(command.verb).tip)
        look = looks.look({"side": situation.decision.seat, "kind": "formation", **offer, "name": name})
        button.setIcon(QIcon(chit_pixmap(look, ICON, self.devicePixelRatioF())))
        button.setIconSize(QSize(ICON, ICON))
        button.setStyleSheet("text-align: left;")
        button.clicked.connect(lambda *_: self.ordered.emit(command))
        return button
