"""Choose who plays which side: a row for the start page, and a dialog over a running game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QDialogButtonBox, QGridLayout, QVBoxLayout, QWidget

from app.dialogs.messages import fit
from app.opponent import opponent
from app.panels.widgets import Heading, Label, MutedText
from app.play.players import Players
from app.play.seat import LEARNING_KEY
from app.settings import Settings
from app.sides import Side
from rules.engine.evaluator import Manner
from rules.engine.system import System
from rules.opponent.levels import LEVELS

BOTH, WATCH = "Two players, one computer", "Computer vs computer"
NONE = "The computer can't play this game yet."
ABOUT = (
    "The computer uses the same dice and sees only what a player on its side would see. The level "
    "sets how well it plays, the style how aggressive it is."
)


class SeatingRow(NamedTuple):
    """One way to seat players: its words, and the seats that the computer plays."""

    words: str
    computers: tuple[str, ...]


def rows(seats: Sequence[str], sides: Mapping[str, Side]) -> list[SeatingRow]:
    """Return the ways to seat one or two people at a game."""
    names = {seat: (sides.get(seat) or Side.of_seat(seat)).name for seat in seats}
    alone = [
        SeatingRow(f"I play {name} against the computer", tuple(other for other in seats if other != seat))
        for seat, name in names.items()
    ]
    return [
        SeatingRow(BOTH if len(seats) == 2 else "All players, one computer", ()),
        *alone,
        SeatingRow(WATCH, tuple(seats)),
    ]


class PlayersChoice(QWidget):
    """Choose seats, level and temper; level and temper show once the computer plays."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._system: Callable[[], System] | None = None
        self._rows: list[SeatingRow] = []
        self.seats, self.level, self.temper, self.told = QComboBox(), QComboBox(), QComboBox(), MutedText()
        for box, name in ((self.seats, "Players"), (self.level, "Level"), (self.temper, "Style")):
            box.setAccessibleName(name)
            box.setToolTip(name)
        self._level = Label("Level")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        for row, (label, box) in enumerate(((Label("Players"), self.seats), (self._level, self.level))):
            label.setBuddy(box)
            grid.addWidget(label, row, 0)
        grid.addWidget(self.seats, 0, 1, 1, 2)
        grid.addWidget(self.level, 1, 1)
        grid.addWidget(self.temper, 1, 2)
        grid.addWidget(self.told, 2, 0, 1, 3)
        grid.setColumnStretch(1, 1)
        self.seats.currentIndexChanged.connect(lambda _: self._chosen())
        for box in (self.level, self.temper):
            box.currentIndexChanged.connect(lambda _: self._tell())
        self._show_manner(False)

    def lay(
        self,
        system: Callable[[], System],
        seats: Sequence[str],
        sides: Mapping[str, Side],
        players: Players | None = None,
    ) -> None:
        """Offer the seats of a game; without players what was chosen before stays chosen as far as it can.

        The system is asked for once the computer plays.
        """
        before = self.seats.currentIndex()
        self._system, self._rows = system, rows(seats, sides)
        self.seats.blockSignals(True)
        self.seats.clear()
        self.seats.addItems([row.words for row in self._rows])
        if players is not None:
            now = tuple(seat for seat in seats if seat in players.computers)
            before = next((n for n, row in enumerate(self._rows) if row.computers == now), 0)
        self.seats.setCurrentIndex(before if 0 <= before < len(self._rows) else 0)
        self.seats.blockSignals(False)
        self._chosen(next(iter(players.computers.values()), None) if players is not None else None)

    @property
    def players(self) -> Players:
        """Return who plays."""
        row = self._rows[self.seats.currentIndex()] if self._rows else SeatingRow(BOTH, ())
        if not row.computers or self.level.currentData() is None:
            return Players()
        manner = Manner(self.level.currentData(), self.temper.currentData())
        return Players(dict.fromkeys(row.computers, manner))

    def _chosen(self, manner: Manner | None = None) -> None:
        """Offer the levels of the system once the computer plays a seat."""
        playing = bool(self._rows) and bool(self._rows[self.seats.currentIndex()].computers)
        evaluator = self._system().evaluator if playing and self._system is not None else None
        manner = manner or Manner(self.level.currentData() or Manner().level, self.temper.currentData() or "")
        levels = {name: LEVELS[name].title for name in evaluator.levels} if evaluator is not None else {}
        tempers = {name: name.capitalize() for name in evaluator.tempers} if evaluator is not None else {}
        for box, names, now in ((self.level, levels, manner.level), (self.temper, tempers, manner.temper)):
            box.blockSignals(True)
            box.clear()
            for name, words in names.items():
                box.addItem(words, name)
            box.setCurrentIndex(max(0, box.findData(now)))
            box.blockSignals(False)
        self._show_manner(playing)
        self._tell()

    def _show_manner(self, shown: bool) -> None:
        for part in (self._level, self.level, self.told):
            part.setVisible(shown)
        self.temper.setVisible(shown and self.temper.count() > 1)

    def _tell(self) -> None:
        """Say what the level and the temper mean."""
        evaluator = self._system().evaluator if self._system is not None and self.told.isVisibleTo(self) else None
        if evaluator is None:
            self.told.setText(NONE)
            return
        level, temper = LEVELS.get(str(self.level.currentData())), evaluator.tempers.get(str(self.temper.currentData()))
        parts = [level.text if level else "", temper if temper and self.temper.count() > 1 else ""]
        self.told.setText(" ".join(part for part in parts if part))


class PlayersDialog(QDialog):
    """Say who plays from now on, and at what pace; nothing changes before OK."""

    def __init__(
        self,
        system: System,
        sides: Mapping[str, Side],
        players: Players,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Players")
        fit(self, 560, 300)
        self.settings, self.players = settings, players
        self.choice = PlayersChoice()
        self.choice.lay(lambda: system, system.seats, sides, players)
        self.pace = QComboBox()
        self.pace.setAccessibleName("Speed of the computer's orders")
        for name, row in opponent.PACES.items():
            self.pace.addItem(row.name, name)
        self.pace.setCurrentIndex(self.pace.findData(opponent.chosen(settings)))
        self.help = QCheckBox("A little help: warn me before an order that is likely to be a mistake")
        self.help.setChecked(bool(settings.get(LEARNING_KEY, False)))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        column.setSpacing(10)
        column.addWidget(Heading("Who plays"))
        column.addWidget(self.choice)
        column.addWidget(MutedText(ABOUT))
        column.addWidget(Heading("Speed of the computer's orders"))
        column.addWidget(self.pace, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.help)
        column.addStretch(1)
        column.addWidget(buttons)
        self.seats = self.choice.seats

    def accept(self) -> None:
        """Take what is chosen."""
        self.players = self.choice.players
        self.settings.set(opponent.KEY, self.pace.currentData())
        self.settings.set(LEARNING_KEY, self.help.isChecked())
        super().accept()
