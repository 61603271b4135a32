"""What Battle Cards teaches the computer opponent."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from rules.command_cards.judgement.script import CardScript
from rules.command_cards.scenario import other
from rules.command_cards.state import State, Table
from rules.engine.judgement import Manner, Moment, Part, Script, Stance
from rules.engine.options import Decision

TEMPERS = {"plain": "Neither rash nor shy."}


class CardJudgement:
    """The registered judgement."""

    levels = ("regular",)
    tempers: Mapping[str, str] = TEMPERS

    def script(self, manner: Manner, seed: int, stance: Stance | None = None) -> Script:
        """Return a script."""
        return CardScript(seed)

    def moment(self, game: Table, decision: Decision) -> Moment | None:
        """Return None: nothing is planned yet."""
        return None

    def stances(self, game: Table, decision: Decision, manner: Manner) -> Sequence[Stance]:
        """Return no plans."""
        return ()

    def value(self, game: Table, seat: str) -> tuple[Part, ...]:
        """Return the lead in medals."""
        medals = game.state.medals
        return (Part("medals", float(len(medals[seat]) - len(medals[other(seat)]))),)

    def date(self, state: State) -> Hashable:
        """Return the round and whose turn it is."""
        return state.round, state.seat


JUDGEMENT = CardJudgement()
