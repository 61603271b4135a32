"""The base of a table with a board: what lies there is found, marked and named alike in every system."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QSize

from app.announcing import announce
from app.board.controller import Board
from app.board.painting import Painting
from app.board.view import Contents
from app.panels.strip import Strip
from app.play.seat import SeatLike
from app.services import TableServices
from app.systems.base import BaseTable
from app.text.words import Event

B = TypeVar("B", bound=Board)


class BoardTable(BaseTable, Generic[B]):
    """A table around a board; a subclass says where a thing lies (`place_of`), and shows positions (`show`).

    `scenario` is that of the game on the table, None before the first one.
    """

    def __init__(self, services: TableServices, board: B, contents: Contents | None = None) -> None:
        super().__init__(services, board.view)
        self.board = board
        board.view.contents = contents
        self.scenario: Any = None
        self._to_open = False
        board.ordered.connect(services.order)
        board.refused.connect(partial(announce, board.view))
        board.described.connect(services.point)
        board.view.confirm_requested.connect(services.forward)
        self.game.told.connect(self.happened)
        self.game.replaced.connect(self.forget)

    # --- what a system says of its table ---------------------------------------------------------------------------

    def place_of(self, thing: str) -> str:
        """Return the place on the board of a place, a piece there, or one that arrives there; "" for any other."""
        return ""

    def open_view(self) -> None:
        """Choose the part of the board that a game opens with: all of it."""
        self.board.view.fit()

    def happened(self, events: Sequence[Event]) -> None:
        """Hear what has happened."""

    def forget(self) -> None:
        """Forget what had happened: the game on the table is at another position."""

    # --- showing ---------------------------------------------------------------------------------------------------

    def tie(self, strip: Strip, drawer: str) -> None:
        """Let a click on a stake of a strip show its place, and one on anything else there open a drawer."""
        strip.stakes.asked.connect(self.reveal)
        for asked in (strip.turns.pressed, strip.score.pressed, strip.stakes.more_asked):
            asked.connect(partial(self.services.docks.toggle, drawer))

    def begin(self, seat: SeatLike) -> None:
        """Begin another game."""
        self.scenario, self._to_open = seat.scenario, True

    def open_once(self) -> None:
        """Show the part of the board that a game opens with, after it has begun."""
        if self._to_open:
            self._to_open = False
            self.open_view()

    def reveal(self, thing: str) -> None:
        """Bring a thing on the board into view."""
        if place := self.place_of(thing):
            self.board.reveal(place)

    def find(self, thing: str) -> bool:
        """Centre and mark where a thing lies; return whether it lies on the board."""
        place = self.place_of(thing)
        if place:
            self.board.reveal(place)
            self.board.view.show_found(self.board.center(place))
        return bool(place)

    def mark(self, things: Sequence[str]) -> None:
        """Mark things on the board; what is not there is left out."""
        self.board.view.show_pointed([self.board.center(place) for place in map(self.place_of, things) if place])

    def painting(self, size: QSize) -> Painting | None:
        """Return a painting of the board as it stands."""
        return self.board.painting(size) if self.scenario is not None else None

    def clear_refusal(self) -> None:
        """Take an old refusal away."""
        self.board.bubble.clear_refusal()

    def dispose(self) -> None:
        """Disconnect from game and board."""
        self.game.told.disconnect(self.happened)
        self.game.replaced.disconnect(self.forget)
        self.board.dispose()
