"""The orders of the game on the table as they were heard: to which question each was given, and in which gesture."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QObject

from app.play.controller import GameController
from rules.engine.command import Command
from rules.engine.history import NATURE
from rules.lessons.lesson import Given


class Heard(NamedTuple):
    """An order at a place of the log."""

    seq: int
    given: Given
    gesture: int


class HeardOrders(QObject):
    """Hear the orders of the game on the table. Those that were given before it was put there are not known."""

    def __init__(self, game: GameController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self.orders: list[Heard] = []
        self._asked, self._seq, self._gesture = ("", ""), 0, 0
        self._session: object = None
        game.done.connect(self._end_gesture)

    def _end_gesture(self) -> None:
        self._gesture += 1

    @property
    def is_of_this_game(self) -> bool:
        """Tell whether the game on the table is still the one that was listened to."""
        return self._session is self._game.session

    def hear(self) -> list[Given]:
        """Return the orders that have just been given."""
        log = self._game.present.log() if self._game.present is not None else []
        if not self._game.goes_on:  # by itself, and not with others before it
            self._end_gesture()
        new = [
            Heard(seq, Given(*self._asked, entry.answer), self._gesture)
            for seq, entry in enumerate(log[self._seq :], self._seq)
            if entry.seat != NATURE and isinstance(entry.answer, Command)
        ]
        self.orders += new
        if not self._game.goes_on:
            self._end_gesture()
        self._remember(len(log))
        return [heard.given for heard in new]

    def go_back(self) -> list[Given] | None:
        """Return the orders that have just been taken back, the first one first; None if none can have been."""
        is_same, length = self.is_of_this_game, len(self._game.present.log()) if self._game.present is not None else 0
        gone = [heard for heard in self.orders if heard.seq >= length] if is_same else self.orders
        self.orders = self.orders[: len(self.orders) - len(gone)]
        back = length < self._seq
        self._remember(length)
        if not is_same:
            return None
        return [heard.given for heard in gone] if back else None

    def _remember(self, length: int) -> None:
        decision = self._game.decision
        self._asked = (decision.kind, decision.seat) if decision is not None else ("", "")
        self._seq, self._session = length, self._game.session
