"""What a host does by itself a while after a step: orders that waited go on, and standing orders answer."""

from __future__ import annotations

from collections.abc import Callable
from random import uniform
from typing import Final

from app.online.directory import Chair
from app.online.games import Games

TO_ANSWER: Final = (0.3, 1.5)
"""Seconds after which a standing order is carried out: between these."""
TO_ROLL: Final = 10.0
"""Seconds after which a player's time runs if a roll waits for his program."""
Later = Callable[[float, Callable[[], None]], object]
"""Does something after so many seconds."""
LaterIn = Callable[[str, float, Callable[[], None]], object]
"""Does something in a game after so many seconds."""


class Answering:
    """Answers for those who are not asked themselves, in all games of a host."""

    def __init__(self, games: Games, later: LaterIn) -> None:
        self._games, self._later = games, later
        self._awaited: set[tuple[str, int]] = set()
        self._rolls: set[tuple[str, int]] = set()

    def awaits(self, game: str) -> bool:
        """Tell whether an answer is due in a game."""
        return any(awaited == game for awaited, _ in self._awaited | self._rolls)

    def after(self, chair: Chair) -> None:
        """Go on with orders that waited, and answer the present question by its standing order.

        That takes a time which does not tell that nobody was asked.
        """
        game = self._games.game(chair)
        game.go_on()
        question = chair.game, game.session.seq
        if game.due() is not None and question not in self._awaited:
            self._awaited.add(question)
            self._later(chair.game, uniform(*TO_ANSWER), lambda: self._answer_now(chair, question))
        if game.rolls is not None and game.session.request is not None:
            roll = chair.game, game.rolls.done
            if roll not in self._rolls:
                self._rolls.add(roll)
                self._later(chair.game, TO_ROLL, lambda: self._still_waits(chair, roll))

    def _answer_now(self, chair: Chair, question: tuple[str, int]) -> None:
        self._awaited.discard(question)
        if chair.game not in self._games.running():  # it was put away after a fault
            return
        game = self._games.game(chair)
        if game.session.seq == question[1]:
            game.carry_out_due()
        self.after(chair)

    def _still_waits(self, chair: Chair, roll: tuple[str, int]) -> None:
        self._rolls.discard(roll)
        if chair.game not in self._games.running():
            return
        game = self._games.game(chair)
        if game.rolls is not None and game.rolls.done == roll[1] and game.session.request is not None:
            game.table.moved_on(game.asked)
