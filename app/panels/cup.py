"""The Cup dock: the chit in play, what may still come, what has been played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidgetItem, QVBoxLayout, QWidget

from app.panels.chits import ChitLooks, chit_pixmap
from app.panels.pieces import plain_icon
from app.panels.widgets import Heading, Note, OptionList
from app.text import names as wording

LARGE, SMALL = 92, 30
KINDS = {
    "division": "Division",
    "formation": "Formation",
    "direct_command": "Direct Command",
    "wind": "Wind",
    "event": "Random Event",
}


class CupPanel(QWidget):
    """Show the chits as counters; all of it is open information."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("The Cup")
        self.picture = QLabel()
        self.picture.setFixedSize(LARGE, LARGE)
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.RichText)
        top = QHBoxLayout()
        top.addWidget(self.picture)
        top.addWidget(self.words, 1)
        self.coming, self.played = Heading(), Heading("Played this turn")
        self.chance = Note()
        self.list, self.past = OptionList("Chits that may still come"), OptionList("Chits played this turn")
        for part in (self.list, self.past):
            part.setIconSize(QSize(SMALL, SMALL))
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 8)
        column.setSpacing(5)
        column.addLayout(top)
        for widget, stretch in ((self.coming, 0), (self.chance, 0), (self.list, 3), (self.played, 0), (self.past, 2)):
            column.addWidget(widget, stretch)

    def show_view(self, view: Mapping[str, Any]) -> None:
        """Show the Cup of a view."""
        looks, cup, chit = ChitLooks(view), view.get("cup") or {}, view.get("chit")
        self._show_chit(looks, chit)
        coming, played = cup.get("may_still_come", ()), cup.get("played", ())
        count = int(cup.get("count", len(coming)))
        self.coming.setText(f"May still come ({count} in the Cup)")
        self.chance.setText(
            f"Each has 1 chance in {count} to be drawn next." if count > 1 and count == len(coming) else ""
        )
        self.chance.setVisible(bool(self.chance.text()))
        self._fill(self.list, looks, coming, False)
        self._fill(self.past, looks, played, True)
        self.played.setVisible(bool(played))
        self.past.setVisible(bool(played))

    def _show_chit(self, looks: ChitLooks, chit: Mapping[str, Any] | None) -> None:
        self.picture.setVisible(bool(chit))
        if not chit:
            self.words.setText("No chit in play.")
            return
        self.picture.setPixmap(chit_pixmap(looks.look(chit), LARGE, self.devicePixelRatioF()))
        self.picture.setAccessibleName(f"Chit in play: {chit['name']}")
        self.words.setText(f"<b>In play</b><br>{chit['name']}<br>{self._describe(chit)}")

    def _describe(self, chit: Mapping[str, Any]) -> str:
        kind = KINDS.get(str(chit.get("kind")), wording.humanize(str(chit.get("kind", ""))))
        side = wording.side(str(chit["side"])) if chit.get("side") else ""
        return f"{side} {kind} chit".strip() if side else f"{kind} chit"

    def _fill(self, box: OptionList, looks: ChitLooks, chits: Sequence[Mapping[str, Any]], played: bool) -> None:
        box.clear()
        for chit in chits:
            picture = chit_pixmap(looks.look(chit), SMALL, self.devicePixelRatioF(), played)
            item = QListWidgetItem(plain_icon(picture), str(chit["name"]))
            item.setToolTip(self._describe(chit))
            box.addItem(item)
