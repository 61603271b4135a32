"""The opponent at one seat: a script that answers every decision, and a planner for the levels that plan."""

from __future__ import annotations

from random import Random
from time import perf_counter

from rules.engine.command import Command
from rules.engine.evaluator import BotChoice, Evaluator, Manner, Script
from rules.engine.options import Decision
from rules.opponent.planner import Compared, GoOn, Planner, Position, Thought, planner_of


class Player:
    """Plays one seat through one game in one manner; it is given positions and never a session."""

    def __init__(self, evaluator: Evaluator, manner: Manner, seed: int = 0) -> None:
        self._evaluator, self._manner, self._seed = evaluator, manner, seed
        self._seq = 0
        self._script: Script = evaluator.script(manner, seed)
        self._planner: Planner | None = planner_of(evaluator, manner)

    def choose(
        self, position: Position, decision: Decision, seq: int = 0, go_on: GoOn = lambda progress: True
    ) -> Thought:
        """Return a thought whose command is one of the options; an earlier position than the last begins anew."""
        start = perf_counter()
        if seq < self._seq:
            self._begin_anew()
        self._seq = seq
        plans = self._plan(position, decision, go_on)
        choice = self._script.choose(position.game(), decision)
        if choice.command not in decision.options:
            choice = BotChoice(self._any(decision, seq), "chance")
        return Thought(
            decision.seat,
            seq,
            decision.kind,
            choice.command,
            choice.behaviour,
            choice.text,
            choice.parts,
            choice.others,
            plans,
            perf_counter() - start,
        )

    def _begin_anew(self) -> None:
        self._script = self._evaluator.script(self._manner, self._seed)
        self._planner = planner_of(self._evaluator, self._manner)

    def _plan(self, position: Position, decision: Decision, go_on: GoOn) -> tuple[Compared, ...]:
        if self._planner is None:
            return ()
        plans = self._planner.plan(position, decision, go_on)
        if plans is None:
            return ()
        self._script = self._evaluator.script(self._manner, self._seed, self._planner.stance, self._script)
        return plans

    def _any(self, decision: Decision, seq: int) -> Command:
        return Random(self._seed * 1_000_003 + seq).choice(list(decision.options))
