"""Plays sensibly: it fires when that pays, moves toward victory hexes, rallies, saves commands."""

from __future__ import annotations

from collections.abc import Mapping

from rules.company_scale.judgement import (
    ambush,
    assault,
    attachment,
    chances,
    chits,
    indirect,
    losses,
    people,
    seldom,
    works,
)
from rules.company_scale.judgement.activation import Activation
from rules.company_scale.judgement.mind import Mind
from rules.company_scale.judgement.offers import Answer
from rules.company_scale.judgement.orders import USUAL, Order
from rules.company_scale.judgement.reasons import NO_REASON
from rules.company_scale.judgement.shots import Shots
from rules.company_scale.judgement.usual import usual_why
from rules.company_scale.judgement.weights import weights_of
from rules.company_scale.judgement.withdrawal import Withdrawal
from rules.company_scale.state import Battle
from rules.engine.command import Command
from rules.engine.judgement import Choice, Manner
from rules.engine.options import Decision


class CompanyScript:
    """Chooses for one side through one game; its parts share a mind and answer by kind of decision."""

    def __init__(self, seed: int, manner: Manner, order: Order = USUAL) -> None:
        self.mind = Mind(seed, weights_of(manner), order)
        shots = Shots(self.mind)
        self.answers: Mapping[str, Answer] = {
            **Activation(self.mind, shots).answers(),
            **shots.answers(),
            **indirect.answers(self.mind),
            **assault.answers(self.mind),
            **losses.answers(self.mind),
            **chances.answers(self.mind),
            **chits.answers(self.mind),
            **people.ANSWERS,
            **works.ANSWERS,
            **Withdrawal(self.mind).answers(),
            **ambush.answers(self.mind),
            **attachment.ANSWERS,
            **seldom.ANSWERS,
        }

    def choose(self, game: Battle, decision: Decision) -> Choice:
        """Return an option, by the behaviour that answers this kind of decision; any if none does."""
        self.mind.turn_to(game, decision)
        self.mind.why = NO_REASON
        answer = self.answers.get(decision.kind)
        command = self._first(decision) or (answer(game, decision) if answer else None)
        if command is not None and command in decision.options:
            why = self.mind.why if self.mind.why != NO_REASON else usual_why(decision.kind, command.verb)
            return Choice(command, decision.kind, *why)
        return Choice(self.mind.random.choice(list(decision.options)), "chance")

    def _first(self, decision: Decision) -> Command | None:
        """Return what its orders tell it to do first, if that is no deed of a unit."""
        first = self.mind.first
        if first is None or decision.kind == "activation" or first.command not in decision.options:
            return None
        self.mind.first = None
        return first.command
