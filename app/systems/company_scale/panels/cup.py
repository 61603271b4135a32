"""The Cup dock: the chit in play, what may still come, what has been played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QListWidgetItem, QVBoxLayout, QWidget

from app.panels.widgets import FlowLayout, Heading, Label, Note, OptionList, clear, plain_icon
from app.systems.company_scale.panels.chits import ChitLooks, chit_pixmap
from app.systems.company_scale.text import names as wording
from app.text.markup import Markup, compose
from app.text.names import humanize

LARGE, SMALL = 76, 26
KINDS = {
    "division": "Division",
    "formation": "Formation",
    "kampfgruppe": "Kampfgruppe",
    "direct_command": "Direct Command",
    "wind": "Wind",
    "event": "Random Event",
}


NOTES = {
    "division": "All units of the Division are active.",
    "formation": "All units of the formation are active.",
    "kampfgruppe": "Units within two hexes of its marker may each take one action.",
    "direct_command": "Pay a Direct Command for each unit that is to act.",
    "wind": "Barrages and illumination are blown away.",
    "event": "A die on the events table.",
}


class CupPanel(QWidget):
    """Show the chits as counters; all of this is open information."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("The Cup")
        self.picture = Label()
        self.picture.setFixedSize(LARGE, LARGE)
        self.words = Label()
        self.words.setWordWrap(True)
        top = QHBoxLayout()
        top.addWidget(self.picture)
        top.addWidget(self.words, 1)
        self.coming, self.played = Heading(), Heading("Played this turn")
        self.chance = Note()
        self.list = OptionList("Chits that may still come")
        self.list.setIconSize(QSize(SMALL, SMALL))
        self.past = QWidget()
        self._past = FlowLayout(self.past, 3)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 8)
        column.setSpacing(5)
        column.addLayout(top)
        for widget in (self.coming, self.chance, self.list, self.played, self.past):
            column.addWidget(widget, 1 if widget is self.list else 0)

    def show_view(self, view: Mapping[str, Any]) -> None:
        """Show the Cup of a view."""
        looks, cup, chit = ChitLooks(view), view.get("cup") or {}, view.get("chit")
        self._show_chit(looks, chit)
        coming, played = cup.get("may_still_come", ()), cup.get("played", ())
        count = int(cup.get("count", len(coming)))
        title, chance = f"May still come ({count} in the Cup)", ""
        if view.get("phase") == "preparation":
            coming = cup.get("bought", ())
            title = f"Bought for this turn ({len(coming)})" if coming else "Nothing bought for this turn yet"
        elif count > 1 and count == len(coming):
            chance = f"Each has 1 chance in {count} to be drawn next."
        self.coming.setText(title)
        self.chance.setText(chance)
        self.chance.setVisible(bool(self.chance.text()))
        self._list(looks, coming)
        now = (chit or {}).get("id")
        self._show_played(looks, [past for past in played if past["id"] != now])

    def _show_chit(self, looks: ChitLooks, chit: Mapping[str, Any] | None) -> None:
        self.picture.setVisible(bool(chit))
        if not chit:
            self.words.setText(Markup("No chit in play."))
            return
        self.picture.setPixmap(chit_pixmap(looks.look(chit), LARGE, self.devicePixelRatioF()))
        self.picture.setAccessibleName(f"Chit in play: {chit['name']}")
        note = NOTES.get(str(chit.get("kind")), "")
        self.words.setText(compose("<b>{}</b><br>{} in play.<br>{}", chit["name"], self._describe(chit), note))

    def _describe(self, chit: Mapping[str, Any]) -> str:
        kind = KINDS.get(str(chit.get("kind")), humanize(str(chit.get("kind", ""))))
        side = wording.side(str(chit["side"])) if chit.get("side") else ""
        return f"{side} {kind} chit".strip() if side else f"{kind} chit"

    def _list(self, looks: ChitLooks, chits: Sequence[Mapping[str, Any]]) -> None:
        self.list.clear()
        for chit in chits:
            picture = chit_pixmap(looks.look(chit), SMALL, self.devicePixelRatioF())
            item = QListWidgetItem(plain_icon(picture), str(chit["name"]))
            item.setToolTip(self._describe(chit))
            self.list.addItem(item)

    def _show_played(self, looks: ChitLooks, chits: Sequence[Mapping[str, Any]]) -> None:
        clear(self._past)
        for chit in chits:
            label = Label()
            label.setPixmap(chit_pixmap(looks.look(chit), SMALL, self.devicePixelRatioF(), played=True))
            label.setToolTip(f"Played: {chit['name']}")
            label.setAccessibleName(f"Played: {chit['name']}")
            self._past.addWidget(label)
        self.played.setVisible(bool(chits))
        self.past.setVisible(bool(chits))
