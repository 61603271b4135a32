"""Orders that spend: chits bought in the preparation and before a draw, and dice rolled again for a marker."""

from __future__ import annotations

from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.panels.card_button import CardButton
from app.panels.dice import die_image
from app.panels.layouts import clear, scrolling
from app.panels.orders_dock import OrdersPage, Situation
from app.panels.widgets import Heading, KeyButton, Label, MutedText
from app.play.seat import answered
from app.systems.company_scale.events import EVENTS
from app.systems.company_scale.panels.chits import ChitLooks, chit_pixmap, reroll_pixmap, thing_pixmap
from app.systems.company_scale.panels.fire import draw_die
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.text.die_rolls import result_words, roll_of
from app.systems.company_scale.text.names import series_side
from app.systems.company_scale.verbs import verb
from app.text.names import NOUNS, Names
from app.text.parts import Markup, compose, join
from rules.company_scale.records.answers import NewDie, NewFace
from rules.company_scale.records.event import About
from rules.company_scale.records.view import ChitView
from rules.engine.command import Command
from rules.engine.events import as_record

# --- Orders of the preparation and before a draw: chits with their price and who pays ------------------------------

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


# --- The question of a re-roll: which die, its purpose, whose marker; roll again or let it stand -------------------

DIE, BOTTLE, DIE_ICON = 84, 46, 46
ORDERS = (
    ("reroll", "Reroll", "Uses up the marker for today"),
    ("keep", "Keep the roll", "Keeps the marker for later today"),
    ("keep_for_turn", "Skip for this turn", "You aren't asked again until next turn"),
)


def _first(names: Names) -> str:
    """Return who chooses first (28.0): in the printed game the Americans, elsewhere whoever plays that side."""
    players = names.players("allied")
    return "the Americans" if players in NOUNS.values() else players


class RerollPage(OrdersPage):
    """The die drawn large, its purpose, both markers, and a card for each answer."""

    title = "Reroll?"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.die, self.words, self.who, self.brings = Label(), Label(), Label(), Label()
        self.words.setWordWrap(True)
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self.die)
        top.addWidget(self.who)
        top.addWidget(self.words, 1)
        self.bottles = QHBoxLayout()
        self.bottles.setSpacing(6)
        self.cards: dict[str, CardButton] = {}
        self.column.addWidget(Heading("Reroll?"))
        self.column.addLayout(top)
        body = QWidget()
        below = QVBoxLayout(body)
        below.setContentsMargins(0, 0, 6, 0)
        for name, label, detail in ORDERS:
            card = CardButton(label, detail, QPixmap(), 0, verb(name).tip)
            card.setObjectName(f"card_{name}")
            card.clicked.connect(lambda *_, name=name: self._give(name))
            self.cards[name] = card
            below.addWidget(card)
        below.addSpacing(8)
        below.addWidget(Heading("Odds of a reroll"))
        below.addWidget(self.brings)
        below.addSpacing(8)
        below.addWidget(Heading("Today's markers"))
        below.addLayout(self.bottles)
        self.note = MutedText()
        below.addWidget(self.note)
        below.addStretch(1)
        self.column.addWidget(scrolling(body, focus=True), 1)

    def refresh(self, situation: Situation) -> None:
        """Show the die and the markers."""
        self.note.setText(
            f"Each side may reroll one die a day, its own or the enemy's; {_first(situation.names)} choose first."
        )
        ratio, die = self.devicePixelRatioF(), situation.decision.number("die") or 0
        self.die.setPixmap(QPixmap.fromImage(die_image(draw_die, die, DIE, ratio)))
        self.die.setAccessibleName(f"A {die}")
        about = as_record(About, situation.decision.subject.get("about")) or About()
        thing = about.unit or about.hero or about.division or ""
        picture = thing_pixmap(view_of(situation), thing, DIE_ICON, ratio) if thing else None
        self.who.setVisible(picture is not None)
        if picture is not None:
            self.who.setPixmap(picture)
        self.words.setText(self.told(situation, thing, about))
        for name, card in self.cards.items():
            card.setVisible(name in situation.offered)
            card.set_flag("primary", name == "keep")
        new_die = answered(NewDie, situation.query("new_die"))
        self.brings.setText(brought(new_die, die) if new_die is not None else "")
        self._show_bottles(situation, ratio)

    def told(self, situation: Situation, thing: str, about: About) -> Markup:
        """Return what the die was rolled for, in words."""
        purpose = situation.decision.text("purpose") or ""
        what = roll_of(purpose).name
        lines: list[str] = [compose("A <b>{}</b> for <b>{}</b>", situation.decision.number("die"), what)]
        if thing:
            lines.append(situation.names.of(thing))
        if about.hex:
            lines.append(f"{'in' if purpose in ('rout_check', 'surrender') else 'at'} {about.hex}")
        if about.value is not None:
            lines.append(f"Value {about.value}")
        unit = view_of(situation).unit(thing)
        side = about.seat or about.side or (unit.side if unit is not None else "")
        if side:
            lines.append(f"Rolled by the {situation.names.side_name(side)} player")
        return join("<br>", lines)

    def _show_bottles(self, situation: Situation, ratio: float) -> None:
        clear(self.bottles)
        for marker in view_of(situation).rerolls:
            picture, words = Label(), MutedText()
            ground = series_side(situation.names, marker.side).bar
            picture.setPixmap(reroll_pixmap(marker.name, ground, marker.available, BOTTLE, ratio))
            state = "ready" if marker.available else "used today"
            whose = situation.names.side_name(marker.side)
            words.setText(compose("<b>{}</b><br>{}, {}", marker.name, whose, state))
            self.bottles.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
            self.bottles.addWidget(words, 1)

    def _give(self, name: str) -> None:
        offered = self.situation.commands(name) if self.situation else ()
        if offered:
            self.ordered.emit(offered[0])


def brought(new_die: NewDie, now: int) -> Markup:
    """Return what each face would bring, neighbouring faces that bring the same on one line; better ones are bold."""
    better, lines = new_die.better, []
    for (words, helps), group in groupby(new_die.faces, lambda face: (_result(face), face.die in better)):
        faces = [face.die for face in group]
        span = str(faces[0]) if len(faces) == 1 else f"{faces[0]}–{faces[-1]}"
        here = " (the die now)" if now in faces else ""
        lines.append(compose("<b>{}</b> {}{}" if helps else "{} {}{}", span, words, here))
    chance = compose("{} of 10 rolls would be better for you.", len(better))
    return join("<br>", [*lines, chance])


def _result(face: NewFace) -> str:
    """Return what a face brings in a few words."""
    fired = next((event["result"] for event in face.events if "result" in event), None)
    if fired is not None:
        return result_words(str(fired or ""))
    told = EVENTS.casts([{"event": "DieRolled", "die": face.die, "purpose": ""}, *face.events])
    return next((cast.result for cast in told if cast.result), "adds to the total" if not face.events else "no more")
