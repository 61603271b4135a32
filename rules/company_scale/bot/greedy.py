"""A bot that plays sensibly: it fires when that pays, moves toward victory hexes, rallies, saves commands."""

from __future__ import annotations

from collections.abc import Mapping

from rules.company_scale.bot import assault, chances, chits, indirect, losses, people, works
from rules.company_scale.bot.actions import Actions
from rules.company_scale.bot.mind import Mind
from rules.company_scale.bot.offers import Answer
from rules.company_scale.bot.shots import Shots
from rules.company_scale.bot.withdrawal import Withdrawal
from rules.company_scale.state import Battle
from rules.engine.command import Command
from rules.engine.options import Decision
from rules.engine.seat import Seat


class Greedy:
    """Chooses for one side through one game; its parts share a mind and answer by kind of decision."""

    def __init__(self, seed: int) -> None:
        self.mind = Mind(seed)
        shots = Shots(self.mind)
        self.answers: Mapping[str, Answer] = {
            **Actions(self.mind, shots).answers(),
            **shots.answers(),
            **indirect.ANSWERS,
            **assault.ANSWERS,
            **losses.ANSWERS,
            **chances.ANSWERS,
            **chits.ANSWERS,
            **people.ANSWERS,
            **works.ANSWERS,
            **Withdrawal(self.mind).answers(),
        }

    def choose(self, seat: Seat, decision: Decision) -> Command:
        """Return an option."""
        game: Battle = seat.think()
        self.mind.turn_to(game, decision)
        answer = self.answers.get(decision.kind)
        command = answer(game, decision) if answer else None
        if command is not None and command in decision.options:
            return command
        return self.mind.random.choice(list(decision.options))
