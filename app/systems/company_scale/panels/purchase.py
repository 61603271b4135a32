"""Orders of the preparation and before a draw: chits with their price and who pays."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.panels.card_button import CardButton
from app.panels.orders_dock import OrdersPage, Situation
from app.panels.widgets import Heading, KeyButton, MutedText, clear, scrolling
from app.systems.company_scale.panels.chits import ChitLooks, chit_pixmap
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.verbs import verb
from rules.company_scale.records.view import ChitView
from rules.engine.command import Command

ICON = 40
VERBS = ("add_chit", "buy_chit", "buy_now")


class PurchasePage(OrdersPage):
    """One button for each chit on offer, grouped by the division that pays.

    A chit keeps its place while the question stands: pressed again it is put back, and one that can no longer be
    bought says why.
    """

    title = "Buy chits"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = MutedText()
        self.column.addWidget(self.note)
        body = QWidget()
        self.inner = QVBoxLayout(body)
        self.inner.setContentsMargins(0, 0, 6, 0)
        self.inner.setSpacing(4)
        scroll = scrolling(body)
        self.column.addWidget(scroll, 1)
        self.buttons: dict[Command, KeyButton] = {}
        self._listed: list[Command] = []
        self._question: tuple[object, ...] = ()
        self._given: list[Command] = []

    def refresh(self, situation: Situation) -> None:
        """Show what may be bought now."""
        self.note.setText(situation.words.question(situation.decision.kind).note)
        focused = next((c for c, b in self.buttons.items() if b.hasFocus()), None)
        clear(self.inner)
        self.buttons = {}
        looks = ChitLooks(view_of(situation))
        self._given = situation.given()
        for division, group in self._by_payer(situation, self._list(situation)).items():
            heading = Heading(self._payer_words(situation, division))
            heading.setWordWrap(True)
            self.inner.addWidget(heading)
            for command in group:
                self.buttons[command] = self._button(situation, looks, command)
                self.inner.addWidget(self.buttons[command])
        self._show_attachments(situation, looks)
        if not self.buttons:
            self.inner.addWidget(MutedText("Nothing to buy: no chits are left, or their divisions lack the points."))
        self.inner.addStretch(1)
        able = [command for command, button in self.buttons.items() if button.isEnabled()]
        if able and focused is not None:
            self.buttons[focused if focused in able else able[0]].setFocus(Qt.FocusReason.OtherFocusReason)

    def _list(self, situation: Situation) -> list[Command]:
        """Return the chits in the order in which this question listed them first."""
        decision, view = situation.decision, situation.view
        question = (view.scenario, decision.seat, decision.kind, situation.words.period(view))
        if question != self._question:
            self._question, self._listed = question, []
        now = (*self._given, *(c for name in VERBS for c in situation.commands(name)))
        self._listed += [command for command in now if command not in self._listed]
        return self._listed

    def _show_attachments(self, situation: Situation, looks: ChitLooks) -> None:
        """Offer formations that may be attached to another division."""
        changes = situation.commands("change_attachment")
        if changes:
            self.inner.addWidget(Heading("Attach to another division"))
        for command in changes:
            formation = command.text("formation")
            look = looks.look(ChitView(formation, situation.names.of(formation), "formation"))
            picture = chit_pixmap(look, ICON, self.devicePixelRatioF())
            name = f"{situation.names.of(formation)} to {situation.names.of(command.text('division'))}"
            button = CardButton(name, verb(command.verb).tip.split(";")[0], picture, ICON, verb(command.verb).tip)
            button.clicked.connect(lambda *_, command=command: self.ordered.emit(command))
            self.buttons[command] = button
            self.inner.addWidget(button)

    def _by_payer(self, situation: Situation, commands: list[Command]) -> dict[str, list[Command]]:
        by_payer: dict[str, list[Command]] = {}
        for command in commands:
            by_payer.setdefault(payer(situation, command.text("chit")), []).append(command)
        return by_payer

    def _payer_words(self, situation: Situation, division: str) -> str:
        facts = next((d for d in view_of(situation).divisions if d.id == division), None)
        if facts is None:
            return "Chits on offer"
        return f"{facts.name}: {facts.dispatch} dispatch points"

    def _button(self, situation: Situation, looks: ChitLooks, command: Command) -> KeyButton:
        chit = command.text("chit")
        name, how, taken = situation.names.of(chit), verb(command.verb), command in self._given
        barred = [] if taken or command in situation.commands(command.verb) else situation.explain(command)
        detail = f"In the Cup  ·  {how.put_back}" if taken else self._detail(situation, command)
        detail, tip = (str(barred[0]), str(barred[0])) if barred else (detail, how.tip)
        kind = chit.partition(":")[0]
        look = looks.look(ChitView(chit, name, kind, situation.decision.seat))
        button = CardButton(name, detail, chit_pixmap(look, ICON, self.devicePixelRatioF()), ICON, tip)
        button.setEnabled(not barred)
        button.setCheckable(taken)
        button.setChecked(taken)
        sent = self.put_back if taken else self.ordered
        button.clicked.connect(lambda *_: sent.emit(command))
        return button

    def _detail(self, situation: Situation, command: Command) -> str:
        cost, label = price(situation, command), verb(command.verb).label
        points = "1 dispatch point" if cost == 1 else f"{cost} dispatch points"
        return "" if cost is None else f"{label} free" if cost == 0 else f"{label} for {points}"


def payer(situation: Situation, chit: str) -> str:
    """Return the division a chit belongs to, derived from the counters it activates."""
    subject = chit.rpartition(":")[2]
    for unit in view_of(situation).units:
        if subject in (unit.formation, unit.division):
            return unit.division
    return ""


def price(situation: Situation, command: Command) -> int | None:
    """Return the price of a chit, as the decision states it."""
    if command.verb == "add_chit":
        return 0
    kind = command.text("chit").partition(":")[0]
    return situation.decision.numbers("prices").get(kind, situation.decision.number("price"))
