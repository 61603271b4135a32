"""The question of a re-roll: which die, its purpose, whose marker; roll again or let it stand."""

from __future__ import annotations

from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.panels.card_button import CardButton
from app.panels.dice import die_image
from app.panels.orders_dock import OrdersPage, Situation
from app.panels.widgets import Heading, Label, MutedText, clear, scrolling
from app.play.answers import answered
from app.systems.company_scale.panels.chits import bottle_pixmap, thing_pixmap
from app.systems.company_scale.panels.fire import draw_die
from app.systems.company_scale.seen import unit_in, view_of
from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.die_rolls import SHORT, casts, result_words
from app.systems.company_scale.verbs import verb
from app.text.names import humanize
from app.text.parts import Markup, compose, join
from rules.company_scale.records.answers import NewDie, NewFace
from rules.company_scale.records.event import About
from rules.engine.events import as_record

DIE, BOTTLE, ICON = 84, 46, 46
ORDERS = (
    ("reroll", "Reroll", "Uses up the marker for today"),
    ("keep", "Keep the roll", "Keeps the marker for later today"),
    ("keep_for_turn", "Skip for this turn", "You aren't asked again until next turn"),
)


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
        self.note = MutedText("Each side may reroll one die a day, its own or the enemy's; the Americans choose first.")
        below.addWidget(self.note)
        below.addStretch(1)
        self.column.addWidget(scrolling(body, focus=True), 1)

    def refresh(self, situation: Situation) -> None:
        """Show the die and the markers."""
        ratio, die = self.devicePixelRatioF(), situation.decision.number("die") or 0
        self.die.setPixmap(QPixmap.fromImage(die_image(draw_die, die, DIE, ratio)))
        self.die.setAccessibleName(f"A {die}")
        about = as_record(About, situation.decision.subject.get("about")) or About()
        thing = about.unit or about.hero or about.division or ""
        picture = thing_pixmap(view_of(situation), thing, ICON, ratio) if thing else None
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
        what = SHORT.get(purpose, humanize(purpose).lower())
        lines: list[str] = [compose("A <b>{}</b> for <b>{}</b>", situation.decision.number("die"), what)]
        if thing:
            lines.append(situation.names.of(thing))
        if about.hex:
            lines.append(f"{'in' if purpose in ('rout_check', 'surrender') else 'at'} {about.hex}")
        if about.value is not None:
            lines.append(f"Value {about.value}")
        unit = unit_in(situation.view, thing)
        side = about.seat or about.side or (unit.side if unit is not None else "")
        if side:
            lines.append(f"Rolled by the {wording.side(side)} player")
        return join("<br>", lines)

    def _show_bottles(self, situation: Situation, ratio: float) -> None:
        clear(self.bottles)
        for marker in view_of(situation).rerolls:
            picture, words = Label(), MutedText()
            picture.setPixmap(bottle_pixmap(marker.side, marker.available, BOTTLE, ratio))
            state = "ready" if marker.available else "used today"
            whose = wording.side(marker.side)
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
    told = casts([{"event": "DieRolled", "die": face.die, "purpose": ""}, *face.events])
    return next((cast.result for cast in told if cast.result), "adds to the total" if not face.events else "no more")
