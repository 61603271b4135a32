"""Playing with somebody at another computer: making and joining a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.messages import fit
from app.panels.widgets import Heading, KeyButton, Label, MutedText, OptionList
from app.systems.base import sides_of_row
from app.text.online import PACES
from rules.engine.house_rules import ScenarioRow
from rules.systems import systems

FIRST: Final = "first-light"
"""The scenario that is offered first."""
ON_TABLE: Final = "This game, from here on: {title}"
HERE: Final = "On this computer"
ELSEWHERE: Final = "At a host…"
LEAD: Final = (
    "Each player has a secret link to his side. Everything is checked where the game is hosted; nothing is lost if a "
    "connection breaks."
)
HOSTED_HERE: Final = (
    "Your friend must be able to reach this computer: on the same network, or through a port that you forward. The "
    "game can be played while Chitpull is open here. Dice: both computers make each one together, so neither of you "
    "can foresee or choose it."
)
HANDS_HERE: Final = "Hands are hidden in this game and lie on your disk: your friend has to trust you not to look."
HANDS_THERE: Final = "Hands are hidden in this game. Only the host's owner could look at them."
HINTS: Final = "Players may ask the computer for suggestions"
RECALL: Final = "An order can be undone until the other player answers it"
RECALL_TIP: Final = (
    "Never past a die, a draw or something revealed. Without the check mark an order stands once the other player is "
    "asked, and is taken back only if he agrees."
)
HOSTED_THERE: Final = (
    "The address of a computer that hosts games, such as table.example:4711. Dice: the host rolls; nobody can "
    "choose one, and only its owner could foresee one, so he should not be one of the players."
)


class Wanted(NamedTuple):
    """A game that somebody wants to make: `host` is an address, '' for this computer; `pace` as a host is told it.

    `sides` are named by seat. The game `goes_on` from the one on the table, else it begins. With `hints` players may
    ask the computer for suggestions, with `recall` undo an order until the other player answers it.
    """

    system: str
    scenario: str
    seat: str
    sides: Mapping[str, str]
    host: str
    pace: Mapping[str, int] | None = None
    goes_on: bool = False
    hints: bool = True
    recall: bool = True


class OnlineDialog(QDialog):
    """Create a game, follow a link, or go on with a game.

    `made(wanted)`, `joined(text of a link)`, `continued(row)` and `forgotten(row)` of the games listed.
    """

    made = Signal(object)
    joined = Signal(str)
    continued = Signal(int)
    forgotten = Signal(int)

    def __init__(
        self,
        scenarios: Sequence[ScenarioRow],
        host: str,
        parent: QWidget | None = None,
        *,
        on_table: ScenarioRow | None = None,
    ) -> None:
        """Offer scenarios; `host` is the address used last.

        The game `on_table` can go on at a host; its row is offered before the scenarios.
        """
        super().__init__(parent)
        self.setWindowTitle("Play online")
        fit(self, 640, 680)
        self._scenarios = [*([on_table] if on_table is not None else []), *scenarios]
        self._on_table = on_table
        self._make_link()
        self._make_choices(host)
        self.about = MutedText()
        self.make = KeyButton("Create the game", "", "Create the game and its links")
        self.make.setProperty("primary", "true")
        self.make.clicked.connect(self._make)
        self.games = OptionList("Your games")
        self.games.chosen.connect(self.continued)
        self.forget = KeyButton("Forget", "", "Give up the seat: this computer forgets its link")
        self.forget.clicked.connect(lambda: self.forgotten.emit(self.games.currentRow()))
        self._lay_out()
        self.scenario.currentIndexChanged.connect(self._show_sides)
        self.where.currentIndexChanged.connect(self._show_where)
        self._show_sides()
        self._show_where()
        self.show_games([])

    def _make_link(self) -> None:
        self.link, self.problem = QLineEdit(), Label()
        self.link.setPlaceholderText("Paste the link you were sent")
        self.link.setAccessibleName("Link")
        self.link.returnPressed.connect(self._join)
        self.problem.setProperty("role", "refusal")
        self.problem.setWordWrap(True)
        self.join = KeyButton("Join", "", "Take the seat this link is for")
        self.join.clicked.connect(self._join)

    def _make_choices(self, host: str) -> None:
        self.scenario, self.seat, self.pace, self.where = QComboBox(), QComboBox(), QComboBox(), QComboBox()
        self.host = QLineEdit(host)
        self.pace.addItems([words for words, _ in PACES])
        for row in self._scenarios:
            self.scenario.addItem(ON_TABLE.format(title=row.title) if row is self._on_table else _named(row))
        ids = [row.id for row in self._scenarios]
        self.scenario.setCurrentIndex(ids.index(FIRST) if FIRST in ids and self._on_table is None else 0)
        self.where.addItems([HERE, ELSEWHERE])
        self.where.setCurrentIndex(1 if host else 0)
        self.host.setPlaceholderText("table.example:4711")
        self.hints, self.recall = QCheckBox(HINTS), QCheckBox(RECALL)
        self.recall.setToolTip(RECALL_TIP)
        for choice in (self.hints, self.recall):
            choice.setChecked(True)

    def _lay_out(self) -> None:
        whole, form, row, bottom = QVBoxLayout(self), QGridLayout(), QHBoxLayout(), QHBoxLayout()
        whole.setContentsMargins(18, 16, 18, 14)
        whole.setSpacing(10)
        whole.addWidget(MutedText(LEAD))
        whole.addWidget(Heading("You have a link"))
        row.addWidget(self.link, 1)
        row.addWidget(self.join)
        whole.addLayout(row)
        whole.addWidget(Heading("Create a game"))
        fields = (("Scenario", self.scenario), ("Your side", self.seat), ("Pace", self.pace), ("Hosted", self.where))
        for n, (words, field) in enumerate(fields):
            label = Label(words)
            label.setBuddy(field)
            field.setAccessibleName(words)
            form.addWidget(label, n, 0)
            form.addWidget(field, n, 1)
        self.host.setAccessibleName("Address of the host")
        form.addWidget(self.host, len(fields), 1)
        form.addWidget(self.hints, len(fields) + 1, 1)
        form.addWidget(self.recall, len(fields) + 2, 1)
        form.setColumnStretch(1, 1)
        whole.addLayout(form)
        whole.addWidget(self.about)
        bottom.addStretch(1)
        bottom.addWidget(self.make)
        whole.addLayout(bottom)
        whole.addWidget(self.problem)
        self.heading = Heading("Your games")
        whole.addWidget(self.heading)
        whole.addWidget(self.games, 3)
        whole.addStretch(1)
        last = QHBoxLayout()
        last.addWidget(self.forget)
        last.addStretch(1)
        close = KeyButton("Close", "Esc")
        close.clicked.connect(self.reject)
        last.addWidget(close)
        whole.addLayout(last)

    def show_games(self, titles: Sequence[str]) -> None:
        """List the games whose links this computer has followed."""
        self.games.clear()
        for title in titles:
            self.games.addItem(QListWidgetItem(title))
        for part in (self.heading, self.games, self.forget):
            part.setVisible(bool(titles))
        if titles:
            self.games.setCurrentRow(0)

    def show_game(self, row: int, title: str) -> None:
        """Say anew what is known of one of them."""
        if (item := self.games.item(row)) is not None:
            item.setText(title)

    def offer_link(self, text: str) -> None:
        """Fill in a link that was clicked or dropped: one key joins its game."""
        self.link.setText(text)
        self.link.setCursorPosition(0)
        self.join.setFocus()

    def warn(self, words: str) -> None:
        """Say why something was not possible; "" takes that away."""
        self.problem.setText(words)
        self.problem.setVisible(bool(words))

    def wait(self, words: str) -> None:
        """Say what is waited for, and take no further wish meanwhile; "" ends that."""
        for part in (self.make, self.join):
            part.setEnabled(not words)
        self.warn("")
        self.about.setText(words or self._where_words())

    def _show_sides(self) -> None:
        row = self._scenarios[self.scenario.currentIndex()]
        self.seat.clear()
        for seat, side in sides_of_row(row).items():
            self.seat.addItem(side.name, seat)
        self.about.setText(self._where_words())

    def _show_where(self) -> None:
        self.host.setVisible(self.where.currentIndex() == 1)
        self.about.setText(self._where_words())
        self.warn("")

    def _where_words(self) -> str:
        is_there = self.where.currentIndex() == 1
        hides = systems()[self._scenarios[self.scenario.currentIndex()].system].hides
        words = [HOSTED_THERE if is_there else HOSTED_HERE]
        return " ".join([*words, HANDS_THERE if is_there else HANDS_HERE] if hides else words)

    def _join(self) -> None:
        self.warn("")
        self.joined.emit(self.link.text())

    def _make(self) -> None:
        self.warn("")
        row = self._scenarios[self.scenario.currentIndex()]
        host = self.host.text().strip() if self.where.currentIndex() == 1 else ""
        if self.where.currentIndex() == 1 and not host:
            self.warn("Give the address of the host, such as table.example:4711.")
            return
        seat, pace = str(self.seat.currentData()), PACES[self.pace.currentIndex()][1]
        sides = {seat: side.name for seat, side in sides_of_row(row).items()}
        allowed = self.hints.isChecked(), self.recall.isChecked()
        self.made.emit(Wanted(row.system, row.id, seat, sides, host, pace, row is self._on_table, *allowed))


def _named(row: ScenarioRow) -> str:
    return f"{row.title}  ({row.system_title})"
