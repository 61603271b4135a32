"""What Striking the Anvil teaches the computer opponent."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from rules.engine.evaluator import Manner, Moment, Script, Stance, WorthPart
from rules.engine.options import Decision
from rules.striking_anvil.bot.combat import WEIGHTS
from rules.striking_anvil.bot.script import AnvilScript, moment_of, stances_of
from rules.striking_anvil.bot.value import value
from rules.striking_anvil.state import Anvil, State


class AnvilJudgement:
    """The registered evaluator."""

    levels = ("recruit", "regular")

    @property
    def tempers(self) -> Mapping[str, str]:
        """Return the tempers."""
        return WEIGHTS.tempers()

    def script(self, manner: Manner, seed: int, stance: Stance | None = None, before: Script | None = None) -> Script:
        """Return a script."""
        return AnvilScript(seed, manner, stance)

    def moment(self, game: Anvil, decision: Decision) -> Moment | None:
        """Return the moment that one's own impulse begins, else None."""
        return moment_of(game, decision)

    def stances(self, game: Anvil, decision: Decision, manner: Manner, held: Stance | None = None) -> Sequence[Stance]:
        """Return the plans for an impulse."""
        return tuple(stances_of(game, decision, manner))

    def value(self, game: Anvil, seat: str) -> tuple[WorthPart, ...]:
        """Return the expected lead at the end."""
        return value(game, seat)

    def date(self, state: State) -> Hashable:
        """Return the turn."""
        return state.turn


EVALUATOR: Final = AnvilJudgement()
