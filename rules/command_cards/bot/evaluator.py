"""What Battle Cards teaches the computer opponent."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from typing import Final

from rules.command_cards.bot.fears import fears
from rules.command_cards.bot.position_evaluation import value_of
from rules.command_cards.bot.script import CardScript
from rules.command_cards.bot.stances import moment_of, stances_of
from rules.command_cards.bot.weights import WEIGHTS, Stakes, weights_of
from rules.command_cards.mistakes import warning
from rules.command_cards.state import State, Table
from rules.engine.command import Command
from rules.engine.evaluator import Manner, Moment, Script, Stance, WorthPart
from rules.engine.options import Decision


class CardJudgement:
    """The registered evaluator."""

    levels = ("recruit", "regular")

    @property
    def tempers(self) -> Mapping[str, str]:
        """Return the tempers."""
        return WEIGHTS.tempers()

    def script(self, manner: Manner, seed: int, stance: Stance | None = None, before: Script | None = None) -> Script:
        """Return a script."""
        return CardScript(weights_of(manner), _stakes(manner), stance.data if stance is not None else None)

    def moment(self, game: Table, decision: Decision) -> Moment | None:
        """Return the moment when a card is to be chosen."""
        return moment_of(game, decision)

    def stances(self, game: Table, decision: Decision, manner: Manner, held: Stance | None = None) -> Sequence[Stance]:
        """Return cards with their tasks."""
        return stances_of(game, decision, weights_of(manner), _stakes(manner))

    def value(self, game: Table, seat: str) -> tuple[WorthPart, ...]:
        """Return the lead in medals."""
        return value_of(game, seat, weights_of(Manner()), _stakes(Manner()))

    def warning(self, game: Table, decision: Decision, command: Command) -> str | None:
        """Return why an order is likely to be a mistake."""
        return warning(game, decision, command)

    def fears(self, game: Table, seat: str) -> tuple[str, ...]:
        """Return what the enemy may do to a seat's units next."""
        return fears(game, seat, weights_of(Manner()), _stakes(Manner()))

    def date(self, state: State) -> Hashable:
        """Return the round and whose turn it is."""
        return state.round, state.seat


@cache
def _stakes(manner: Manner) -> Stakes:
    return Stakes(weights_of(manner))


EVALUATOR: Final = CardJudgement()
