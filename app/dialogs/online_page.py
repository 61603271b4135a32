"""The page beside a game that is played with somebody at another computer: who is there, links, words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.dialogs.messages import fit, room
from app.panels.layouts import discard
from app.panels.widgets import KeyButton, Label, MutedText

CHOICES: Final = {
    "draw": ("Offer a draw", "The game ends if the other player accepts before the next order"),
    "pause": ("Stop the clock", "If the other player agrees, no time runs until somebody gives an order"),
    "give": ("Give a day", "The other player gets a day more"),
    "claim": ("Claim the game", "The other player has no time left"),
    "pass": (
        "Let the host pass",
        "What you only passed twice in a row the host passes for you, also while you are away",
    ),
    "resign": ("Resign", "Give the game up"),
    "move": ("Play elsewhere", "A new link to your own seat; this computer leaves it when that is followed"),
    "invite": ("New link for the other player", "If he has lost his; it works once, and the old one no longer"),
    "replace": ("Go on at another host", "If the host is gone for good: your copy holds the whole game"),
    "check": ("Check the dice", "Fetch the whole record from the host and prove every order and every die"),
}


EACH: Final = 2500
"""Milliseconds between two looks at what changes by itself."""
TELL_TIP: Final = "One notice ten minutes after your turn has come, if you are not here; empty fields end that"


class OnlinePage(QDialog):
    """The page beside an online game: who is here, links to give away, what is proposed, and what players say.

    `said(words)`; `answered(yes)` to what is proposed; `wanted(what)`: one of CHOICES; `notified(mail, ntfy)`: where
    this player wants to be told; `left()`: he wants to leave the table. `looked()`: he looks at it now and then.
    """

    said = Signal(str)
    answered = Signal(bool)
    wanted = Signal(str)
    notified = Signal(str, str)
    left = Signal()
    looked = Signal()

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
        self._each = QTimer(self)
        self._each.setInterval(EACH)
        self._each.timeout.connect(self.looked)
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
        for group in (("draw", "pause", "give", "claim", "resign"), ("pass", "move", "invite", "replace", "check")):
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
        self.field.setEnabled(bool(people))  # there is nobody to talk to before
        self._settle()

    def showEvent(self, event: QShowEvent) -> None:
        """Open as high as what is shown needs."""
        super().showEvent(event)
        self._each.start()
        self.looked.emit()
        self._settle()

    def hideEvent(self, event: QHideEvent) -> None:
        """Look at nothing more."""
        super().hideEvent(event)
        self._each.stop()

    def _settle(self) -> None:
        """Be as high as everything that is shown needs: wrapped words would squeeze what lies below them."""
        layout = self.layout()
        if layout is None or not self.isVisible():
            return
        layout.activate()
        need = layout.minimumHeightForWidth(self.width())
        if need > self.height():
            self.resize(self.width(), min(need, room(self).height()))

    def show_proposal(self, words: str) -> None:
        """Ask about a proposal; "" if there is none."""
        self.proposed.setText(words)
        for part in (self.proposed, self.agree, self.decline):
            part.setVisible(bool(words))
        self._settle()

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
            label = Label(words)
            label.setProperty("role", "muted")
            column.addWidget(label)
            column.addLayout(row)
            offered.setMinimumHeight(offered.sizeHint().height())
            self.links.addWidget(offered)
        self._settle()

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
