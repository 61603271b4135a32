"""What the company scale system teaches the computer opponent."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from rules.company_scale.bot.chits import moment_of, stances_of
from rules.company_scale.bot.fears import fears
from rules.company_scale.bot.memory import USUAL
from rules.company_scale.bot.script import CompanyScript
from rules.company_scale.bot.value import value
from rules.company_scale.bot.weights import WEIGHTS
from rules.company_scale.mistakes import warning
from rules.company_scale.state import Battle, State
from rules.engine.command import Command
from rules.engine.evaluator import Manner, Moment, Script, Stance, WorthPart
from rules.engine.options import Decision


class CompanyJudgement:
    """The registered evaluator."""

    levels = ("recruit", "regular", "general")

    @property
    def tempers(self) -> Mapping[str, str]:
        """Return the tempers."""
        return WEIGHTS.tempers()

    def script(self, manner: Manner, seed: int, stance: Stance | None = None, before: Script | None = None) -> Script:
        """Return a script."""
        script = CompanyScript(seed, manner, USUAL if stance is None else stance.data)
        if isinstance(before, CompanyScript):
            script.mind.recall(before.mind)
        return script

    def moment(self, game: Battle, decision: Decision) -> Moment | None:
        """Return the moment if a unit may act or assault under one's own chit, else None."""
        return moment_of(game, decision)

    def stances(self, game: Battle, decision: Decision, manner: Manner, held: Stance | None = None) -> Sequence[Stance]:
        """Return what else could be done now."""
        return tuple(stances_of(game, decision, manner, held))

    def value(self, game: Battle, seat: str) -> tuple[WorthPart, ...]:
        """Return the expected lead at the end."""
        return value(game, seat)

    def warning(self, game: Battle, decision: Decision, command: Command) -> str | None:
        """Return why an order is likely to be a mistake."""
        return warning(game, decision, command)

    def fears(self, game: Battle, seat: str) -> tuple[str, ...]:
        """Return what the enemy may do to a seat's units next."""
        return fears(game, seat)

    def date(self, state: State) -> Hashable:
        """Return the turn."""
        return state.turn


EVALUATOR: Final = CompanyJudgement()
