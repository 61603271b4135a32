"""What the company scale system teaches the computer opponent."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from rules.company_scale.judgement.script import CompanyScript
from rules.company_scale.judgement.weights import tempers
from rules.company_scale.pieces import enemy
from rules.company_scale.r27_victory import points
from rules.company_scale.state import Battle, State
from rules.engine.judgement import Manner, Moment, Part, Script, Stance
from rules.engine.options import Decision


class CompanyJudgement:
    """The registered judgement."""

    levels = ("regular",)

    @property
    def tempers(self) -> Mapping[str, str]:
        """Return the tempers."""
        return tempers()

    def script(self, manner: Manner, seed: int, stance: Stance | None = None) -> Script:
        """Return a script."""
        return CompanyScript(seed, manner)

    def moment(self, game: Battle, decision: Decision) -> Moment | None:
        """Return None: nothing is planned yet."""
        return None

    def stances(self, game: Battle, decision: Decision, manner: Manner) -> Sequence[Stance]:
        """Return no plans."""
        return ()

    def value(self, game: Battle, seat: str) -> tuple[Part, ...]:
        """Return the lead in victory points."""
        held = points(game)
        return (Part("victory points", float(held[seat] - held[enemy(seat)])),)

    def date(self, state: State) -> Hashable:
        """Return the turn."""
        return state.turn


JUDGEMENT = CompanyJudgement()
