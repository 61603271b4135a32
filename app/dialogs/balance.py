"""How even a scenario is: the computer plays both sides many times, and who won how often grows on a bar."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from app import theme
from app.dialogs.messages import fit
from app.opponent.self_play import CHANGED, SelfPlay
from app.panels.drawn import Drawn
from app.panels.widgets import Heading, KeyButton, Label, MutedText
from app.play.files import SUFFIX, name_of
from app.sides import Side
from app.text.names import long_date
from rules.engine.bounded import why
from rules.engine.english import capital, counted, minus
from rules.engine.house_rules import ScenarioRow
from rules.opponent.self_play import Interval, Outcome
from rules.workshop.balance import Balance, BalanceFile, even_lead

GAMES: Final = 40
"""Games that are played at a time."""
EVEN: Final = 0.1
"""How far from one half a share may be for a scenario to count as even."""
EVEN_LEAD: Final = "Set an even winning lead"
ABOUT: Final = (
    "The computer (Regular) plays both sides, each game with other dice. This tells how even the scenario is between "
    "two players of the same skill who play as it does."
)


class ShareBar(Drawn):
    """Who won how much of the games: a side from the left, the other from the right, and the interval of the first."""

    tall = 58.0

    def __init__(self, sides: tuple[Side, Side]) -> None:
        super().__init__("Games won")
        self._sides, self._balance, self._seats = sides, Balance(), ("", "")

    def show_balance(self, balance: Balance, seats: tuple[str, str], words: str) -> None:
        """Show these games; `words` say it."""
        self._balance, self._seats = balance, seats
        self.told(words)

    def paint(self, painter: QPainter) -> None:
        """Paint the two sides, the middle, and the interval as a line with two ends."""
        now, whole = theme.current(), self.room.adjusted(1, 22, -1, -8)
        painter.setPen(QColor(now.muted))
        painter.setFont(self.sized(13, bold=True))
        above = QRectF(1, 0, self.room.width() - 2, 18)
        for side, where in zip(self._sides, (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight), strict=True):
            painter.drawText(above, int(where), side.name)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(now.line))
        painter.drawRoundedRect(whole, 3, 3)
        if not self._balance.games:
            return
        first, second = (self._balance.won(seat) / self._balance.games for seat in self._seats)
        wide = whole.width()
        painter.setBrush(QColor(self._sides[0].livery.bar))
        painter.drawRoundedRect(QRectF(whole.left(), whole.top(), wide * first, whole.height()), 3, 3)
        painter.setBrush(QColor(self._sides[1].livery.bar))
        painter.drawRoundedRect(QRectF(whole.right() - wide * second, whole.top(), wide * second, whole.height()), 3, 3)
        painter.setPen(QPen(QColor(now.text), 1.5, Qt.PenStyle.DotLine))
        middle = whole.center().x()
        painter.drawLine(QPointF(middle, whole.top() - 6), QPointF(middle, whole.bottom() + 6))
        share = self._balance.share(self._seats[0])
        low, high = (whole.left() + wide * edge for edge in (share.low, share.high))
        for ink, thick in (("#ffffff", 5.0), ("#000000", 2.0)):  # seen on any ground
            painter.setPen(QPen(QColor(ink), thick, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            at = whole.center().y()
            painter.drawLine(QPointF(low, at), QPointF(high, at))
            for edge in (low, high):
                painter.drawLine(QPointF(edge, at - 5), QPointF(edge, at + 5))


class Deeds(NamedTuple):
    """What else can be done: watch a game in its file; of an own scenario, write a sentence into its note, or ask for
    another lead of the first side than `asked`; `again` opens the dialog of the scenario as it is then."""

    watch: Callable[[Path], object]
    write: Callable[[str], bool] | None = None
    ask: Callable[[int], bool] | None = None
    asked: int | None = None
    again: Callable[[], object] = lambda: None


class BalanceDialog(QDialog):
    """Show the balance of a scenario and play more games of it; `sides` are those of its seats, in their order."""

    def __init__(
        self,
        row: ScenarioRow,
        sides: Mapping[str, Side],
        file: BalanceFile,
        player: SelfPlay,
        deeds: Deeds,
        games_folder: Path,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._row, self._file, self._player, self._deeds, self._folder = row, file, player, deeds, games_folder
        first, second = list(sides)[:2]
        self._seats, self._sides = (first, second), (sides[first], sides[second])
        self._balance, self._before, self._hash = Balance(), Balance(), ""
        self.setWindowTitle(f"Balance of {row.title}")
        fit(self, 600, 350 if deeds.write is None else 420)
        self.words, self.more, self.progress = Label(), MutedText(), MutedText()
        for label in (self.words, self.more, self.progress):
            label.setWordWrap(True)
        self.bar = ShareBar(self._sides)
        self._add_buttons()
        self._lay_out()
        player.ready.connect(self._ready)
        player.played.connect(self._played)
        player.watchable.connect(self._open)
        player.failed.connect(self._failed)
        self.finished.connect(lambda _: player.close())
        self._problem, self._again = "", False
        self._written: Balance | None = None  # what the note tells
        self._show()

    def _add_buttons(self) -> None:
        self.go = KeyButton("Play", "Enter")
        self.go.setProperty("primary", "true")
        self.go.setDefault(True)
        self.go.clicked.connect(self._go)
        self.watch = KeyButton("Watch the oddest game", "", "Open the game that ended furthest from the middle")
        self.watch.clicked.connect(self._watch)
        self.write = KeyButton("Write into the note", "", "Put the result into the note of your scenario")
        self.write.clicked.connect(self._write)
        self.ask = KeyButton(EVEN_LEAD, "", "Change your scenario so that each side would have won half of these")
        self.ask.clicked.connect(self._ask)
        self.shut = KeyButton("Close", "Esc")
        self.shut.clicked.connect(self.reject)

    def showEvent(self, event: QShowEvent) -> None:
        """Load the scenario: a dialog that is never shown, because it is open already, needs none."""
        super().showEvent(event)
        self._player.begin()

    def _lay_out(self) -> None:
        whole, row, designing = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout()
        whole.setContentsMargins(22, 18, 22, 16)
        whole.setSpacing(12)
        about = MutedText(ABOUT)
        about.setWordWrap(True)
        for part in (Heading(self._row.title), about, self.bar, self.words, self.more):
            whole.addWidget(part)
        whole.addStretch(1)
        whole.addWidget(self.progress)
        for button in (self.ask, self.write):
            designing.addWidget(button)
        designing.addStretch(1)
        row.addWidget(self.watch)
        row.addStretch(1)
        row.addWidget(self.shut)
        row.addWidget(self.go)
        whole.addLayout(designing)
        whole.addLayout(row)
        self.write.setVisible(self._deeds.write is not None)
        self.ask.setVisible(self._deeds.ask is not None)

    # --- what is asked for -------------------------------------------------------------------------------------------

    def _go(self) -> None:
        """Play on, or stop."""
        if self._player.is_playing:
            self._player.stop()
        else:
            seeds = {one.seed for one in self._balance.outcomes}
            wanted = GAMES - len(seeds) % GAMES
            free = (seed for seed in range(1, len(seeds) + wanted + 1) if seed not in seeds)
            self._problem, self._again = "", False
            self._player.play(list(free)[:wanted])
        self._show()

    def _watch(self) -> None:
        odd = self._balance.oddest
        if odd is not None:
            self._problem, self._again = "", True
            self._player.keep(odd.seed, self._folder / f"{name_of(self._row.title)}, game {odd.seed}{SUFFIX}")
            self._show()

    def _write(self) -> None:
        if self._deeds.write is not None and self._deeds.write(note_of(self._balance, self._seats, self._sides)):
            self._written = self._balance
            self._show()

    def _ask(self) -> None:
        """Ask for the lead at which the games would have been even; they are games of another scenario then."""
        lead = even_lead(self._balance)
        if self._deeds.ask is not None and lead is not None and self._deeds.ask(lead):
            self.reject()
            self._deeds.again()

    # --- what is heard -----------------------------------------------------------------------------------------------

    def _ready(self, scenario_hash: str) -> None:
        self._hash = scenario_hash
        with suppress(OSError):
            self._balance = self._file.of(self._row.system, scenario_hash)
            if not self._balance.games:
                self._before = self._file.latest().get(self._row.id, Balance())
        self._show()
        self.go.setFocus()

    def _played(self, outcome: Outcome) -> None:
        self._balance = Balance((*self._balance.outcomes, outcome), self._balance.at)
        try:
            self._file.add(self._row.system, self._hash, self._row.id, outcome)
        except OSError as error:
            self._problem = f"The results cannot be kept: {why(error)}."
        self._show()

    def _open(self, path: Path) -> None:
        self.reject()
        self._deeds.watch(path)

    def _failed(self, reason: str) -> None:
        self._problem = f"No game can be played: {reason.rstrip('.')}."
        if reason == CHANGED:  # what was played is that of another scenario now
            self._problem, self._hash, self._balance = "The scenario was changed: its games count anew.", "", Balance()
            self._player.begin()
        self._show()

    # --- what is shown -----------------------------------------------------------------------------------------------

    def _show(self) -> None:
        balance, playing = self._balance, self._player.is_playing
        self.words.setText(words_of(balance, self._seats, self._sides))
        self.more.setText(self._more())
        self.bar.show_balance(balance, self._seats, self.words.text())
        self.progress.setText(self._problem or self._progress())
        done = balance.games % GAMES
        label = "Stop" if playing else "Go on" if done else f"{GAMES} more games" if balance.games else f"Play {GAMES}"
        self.go.setText(label)
        self.go.setAccessibleName(label)
        self.go.setEnabled(bool(self._hash))
        self.watch.setEnabled(balance.oddest is not None and not playing)
        lead = even_lead(balance)
        self.ask.setEnabled(lead not in (None, self._deeds.asked) and not playing)
        self.ask.setText(EVEN_LEAD if lead is None else f"Set the winning lead to {minus(lead)}")
        written = self._written == balance
        self.write.setText("Written into the note" if written else "Write into the note")
        self.write.setEnabled(bool(balance.games) and not playing and not written)

    def _more(self) -> str:
        if self._before.games and not self._balance.games:
            was = words_of(self._before, self._seats, self._sides)
            return f"Before the scenario or the program was changed ({long_date(self._before.day)}): {was}"
        return typical(self._balance, self._seats, self._sides, self._deeds.asked)

    def _progress(self) -> str:
        if not self._hash:
            return "Reading the scenario…"
        if self._again and self._player.is_playing:
            return "Playing that game once more…"
        games = self._balance.games
        return f"{games % GAMES} of {GAMES} games played…" if self._player.is_playing else ""


def words_of(balance: Balance, seats: tuple[str, str], sides: tuple[Side, Side]) -> str:
    """Return who won how often, with the interval, and what that means."""
    if not balance.games:
        return "No games played yet."
    share = balance.share(seats[0])
    nobody = f", nobody {balance.won()}" if balance.won() else ""
    return (
        f"{capital(sides[0].noun)} won {balance.won(seats[0])} of {counted(balance.games, 'game')}, {sides[1].noun} "
        f"{balance.won(seats[1])}{nobody}. That is {share.mean:.0%}; after so many games the true share lies between "
        f"{_bounds(share, 'and')}. {_meaning(share, sides)}"
    )


def _bounds(share: Interval, word: str) -> str:
    return f"{share.low * 100:.0f} {word} {share.high:.0%}"


def _meaning(share: Interval, sides: tuple[Side, Side]) -> str:
    if share.low > 0.5 or share.high < 0.5:
        return f"{capital(sides[share.low <= 0.5].noun)} have the better chances."
    if share.low >= 0.5 - EVEN and share.high <= 0.5 + EVEN:
        return "The scenario is even."
    return "So far it may be even."


def typical(balance: Balance, seats: tuple[str, str], sides: tuple[Side, Side], asked: int | None) -> str:
    """Return a typical result, and which lead is `asked` for; '' where who is ahead does not tell who wins."""
    middle = balance.middle_lead
    if middle is None or (asked is None and middle * (balance.share(seats[0]).mean - 0.5) <= 0):
        return ""
    need = "" if asked is None else f" To win, {sides[0].noun} need a lead of {minus(asked)}."
    return f"A typical result: {led(middle, sides)}.{need}"


def led(lead: float, sides: tuple[Side, Side]) -> str:
    """Return who was ahead by how much, by the first side's lead."""
    return f"{sides[lead < 0].noun} ahead by {abs(lead):g}" if lead else "neither side ahead"


def note_of(balance: Balance, seats: tuple[str, str], sides: tuple[Side, Side]) -> str:
    """Return the sentence that the note of a scenario gets."""
    share = balance.share(seats[0])
    return (
        f"Balance: With the computer (Regular) on both sides, {sides[0].noun} won {balance.won(seats[0])} of "
        f"{counted(balance.games, 'game')} ({share.mean:.0%}; 95% interval {_bounds(share, 'to')}), "
        f"{sides[1].noun} {balance.won(seats[1])}."
    )


def in_short(balance: Balance, seat: str, side: Side, *, is_old: bool) -> str:
    """Return how even a scenario is in few words, by the games that one seat won."""
    when = f"{long_date(balance.day)}{', before a change' if is_old else ''}"
    return f"balance: {side.noun} won {balance.won(seat)} of {balance.games} ({when})"
