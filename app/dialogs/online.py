"""Playing with somebody at another computer: making and joining a game, and the page beside it with links and words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.messages import fit
from app.panels.layouts import discard
from app.panels.widgets import Heading, KeyButton, Label, MutedText, OptionList
from app.sides import Side
from app.text.online import PACES
from rules.engine.house_rules import ScenarioRow

FIRST: Final = "first-light"
"""The scenario that is offered first."""
ON_TABLE: Final = "This game, from here on: {title}"
HERE: Final = "On this computer"
ELSEWHERE: Final = "At a host…"
LEAD: Final = (
    "Each player has a secret link to his side. Everything is checked where the game is hosted; nothing is lost if a "
    "connection breaks. Both players may ask the computer for suggestions."
)
HOSTED_HERE: Final = (
    "Your friend must be able to reach this computer: on the same network, or through a port that you forward. The "
    "game can be played while Chitpull is open here. Dice: both computers make each "
    "one together, so neither of you can foresee or choose it. Where hands are hidden he has to trust you: they lie on "
    "your disk."
)
HOSTED_THERE: Final = (
    "The address of a computer that hosts games, such as table.example:4711. Dice: the host rolls; nobody can "
    "choose one, and only its owner could foresee one, so he should not be one of the players."
)


CHOICES: Final = {
    "draw": ("Offer a draw", "The game ends if the other player accepts before the next order"),
    "pause": ("Stop the clock", "If the other player agrees, no time runs until somebody gives an order"),
    "give": ("Give a day", "The other player gets a day more"),
    "claim": ("Claim the game", "The other player has no time left"),
    "resign": ("Resign", "Give the game up"),
    "move": ("Play elsewhere", "A new link to your own seat; this computer leaves it when that is followed"),
    "invite": ("New link for the other player", "If he has lost his; it works once, and the old one no longer"),
    "replace": ("Go on at another host", "If the host is gone for good: your copy holds the whole game"),
    "check": ("Check the dice", "Fetch the whole record from the host and prove every order and every die"),
}


TELL_TIP: Final = "One notice ten minutes after your turn has come, if you are not here; empty fields end that"


class Wanted(NamedTuple):
    """A game that somebody wants to make: `host` is an address, '' for this computer; `pace` as a host is told it.

    It `goes_on` from the game on the table, else it begins.
    """

    system: str
    scenario: str
    seat: str
    host: str
    pace: Mapping[str, int] | None = None
    goes_on: bool = False


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
        sides: Mapping[str, Mapping[str, Side]],
        host: str,
        parent: QWidget | None = None,
        *,
        on_table: ScenarioRow | None = None,
    ) -> None:
        """`sides` are those of each system by seat; `host` is the address used last.

        The game `on_table` can go on at a host; its row is offered before the scenarios.
        """
        super().__init__(parent)
        self.setWindowTitle("Play online")
        fit(self, 640, 560)
        self._scenarios, self._sides = [*([on_table] if on_table is not None else []), *scenarios], sides
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
        for seat, side in self._sides[row.system].items():
            self.seat.addItem(side.name, seat)

    def _show_where(self) -> None:
        self.host.setVisible(self.where.currentIndex() == 1)
        self.about.setText(self._where_words())
        self.warn("")

    def _where_words(self) -> str:
        return HOSTED_THERE if self.where.currentIndex() == 1 else HOSTED_HERE

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
        self.made.emit(Wanted(row.system, row.id, seat, host, pace, row is self._on_table))


def _named(row: ScenarioRow) -> str:
    return f"{row.title}  ({row.system_title})"


class OnlinePage(QDialog):
    """The page beside an online game: who is here, links to give away, what is proposed, and what players say.

    `said(words)`; `answered(yes)` to what is proposed; `wanted(what)`: one of CHOICES; `notified(mail, ntfy)`: where
    this player wants to be told; `left()`: he wants to leave the table.
    """

    said = Signal(str)
    answered = Signal(bool)
    wanted = Signal(str)
    notified = Signal(str, str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Online game")
        fit(self, 460, 480)
        self.state, self.people, self.proposed = Label(), MutedText(), Label()
        for part in (self.state, self.proposed):
            part.setWordWrap(True)
        self.agree = KeyButton("Agree", "", "Accept what is proposed")
        self.decline = KeyButton("Decline", "", "Go on as it is")
        self.choices = {what: KeyButton(words, "", tip) for what, (words, tip) in CHOICES.items()}
        for what, button in self.choices.items():
            button.clicked.connect(lambda *_, what=what: self.wanted.emit(what))
        self.agree.clicked.connect(lambda: self.answered.emit(True))
        self.decline.clicked.connect(lambda: self.answered.emit(False))
        self.links, self._offered = QVBoxLayout(), dict[str, QWidget]()
        self.words, self.field = QPlainTextEdit(), QLineEdit()
        self.words.setReadOnly(True)
        self.words.setAccessibleName("What players said")
        self.field.setPlaceholderText("Say something. Enter sends it.")
        self.field.setAccessibleName("Say something")
        self.field.setMaxLength(500)
        self.field.returnPressed.connect(self._say)
        self.mail, self.ntfy, self.tell = QLineEdit(), QLineEdit(), KeyButton("Tell me", "", TELL_TIP)
        for field, words in ((self.mail, "Your mail address"), (self.ntfy, "Your topic at ntfy")):
            field.setPlaceholderText(words)
            field.setAccessibleName(words)
            field.returnPressed.connect(self.tell.click)
        self.tell.clicked.connect(lambda: self.notified.emit(self.mail.text().strip(), self.ntfy.text().strip()))
        self.about_notices = MutedText("When it is your turn and you are not here:")
        self._lay_out()
        self.show_proposal("")
        self.offer(())
        self.show_notices({}, {})

    def _lay_out(self) -> None:
        whole, row, bottom = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout()
        whole.setContentsMargins(16, 14, 16, 12)
        whole.setSpacing(8)
        for part in (self.state, self.people, self.proposed):
            whole.addWidget(part)
        row.addStretch(1)
        row.addWidget(self.decline)
        row.addWidget(self.agree)
        whole.addLayout(row)
        for group in (("draw", "pause", "give", "claim", "resign"), ("move", "invite", "replace", "check")):
            choices = QHBoxLayout()
            for what in group:
                choices.addWidget(self.choices[what])
            choices.addStretch(1)
            whole.addLayout(choices)
        whole.addWidget(self.about_notices)
        notices = QHBoxLayout()
        for field in (self.mail, self.ntfy):
            notices.addWidget(field, 1)
        notices.addWidget(self.tell)
        whole.addLayout(notices)
        whole.addLayout(self.links)
        whole.addWidget(self.words, 1)
        whole.addWidget(self.field)
        leave = KeyButton("Leave the table", "", "The game stays on its host; come back whenever you like")
        leave.clicked.connect(self.left)
        bottom.addWidget(leave)
        bottom.addStretch(1)
        close = KeyButton("Close", "Esc")
        close.clicked.connect(self.reject)
        bottom.addWidget(close)
        whole.addLayout(bottom)

    def show_notices(self, ways: Mapping[str, bool], where: Mapping[str, str]) -> None:
        """Show by which ways the host can tell this player, and what he has given it."""
        for name, field in (("mail", self.mail), ("ntfy", self.ntfy)):
            field.setVisible(bool(ways.get(name)))
            if not field.hasFocus():
                field.setText(where.get(name, ""))
        self.about_notices.setVisible(any(ways.values()))
        self.tell.setVisible(any(ways.values()))

    def offer(self, choices: Collection[str]) -> None:
        """Show the buttons of what this player can ask for now."""
        for what, button in self.choices.items():
            button.setVisible(what in choices)

    def show_state(self, state: str, people: str) -> None:
        """Say how the game stands, and who is here."""
        self.state.setText(state)
        self.people.setText(people)

    def show_proposal(self, words: str) -> None:
        """Ask about a proposal; "" if there is none."""
        self.proposed.setText(words)
        for part in (self.proposed, self.agree, self.decline):
            part.setVisible(bool(words))

    def show_links(self, links: Mapping[str, str]) -> None:
        """Offer links to be copied, each under what it is for."""
        for words, link in links.items():
            offered = self._offered[words] = QWidget()
            column, row, field = QVBoxLayout(offered), QHBoxLayout(), QLineEdit(link)
            column.setContentsMargins(0, 0, 0, 0)
            field.setReadOnly(True)
            field.setAccessibleName(words)
            field.setCursorPosition(0)
            copy = KeyButton("Copy", "", f"Copy: {words}")
            copy.clicked.connect(lambda *_, link=link: QGuiApplication.clipboard().setText(link))
            row.addWidget(field, 1)
            row.addWidget(copy)
            column.addWidget(MutedText(words))
            column.addLayout(row)
            self.links.addWidget(offered)

    def drop_links(self, used: Iterable[str]) -> None:
        """Offer no more the links for these purposes: an invitation gives its seat once."""
        for words in used:
            if (offered := self._offered.pop(words, None)) is not None:
                discard(offered)

    def hear(self, who: str, words: str) -> None:
        """Add what somebody said."""
        self.words.appendPlainText(f"{who}: {words}")

    def _say(self) -> None:
        words = self.field.text().strip()
        if words:
            self.field.clear()
            self.said.emit(words)
