"""When to plan and which plan to follow: the plans of a moment are played out in the head and the best is kept."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from time import perf_counter
from typing import Final, NamedTuple

from rules.engine.digest import digest
from rules.engine.judgement import Judgement, Manner, Moment, Stance
from rules.engine.options import Decision
from rules.opponent.levels import LEVELS, Level
from rules.opponent.position import Position
from rules.opponent.race import Race, race
from rules.opponent.rollout import rollout
from rules.opponent.thought import Compared


class Progress(NamedTuple):
    """How far the planning has come: the best plan so far in words, of how many, what share of the budget is used.

    `best` is empty while nothing leads the usual plan.
    """

    best: str
    plans: int
    share: float


ROLLOUT: Final = Manner()
"""How everybody is taken to play in a rollout."""
GoOn = Callable[[Progress], bool]
"""Hears of progress after each rollout; returns False to have the best so far played at once."""


class Planner:
    """Plans for one seat through one game; the stance of a moment is kept until the next one."""

    def __init__(self, judgement: Judgement, manner: Manner, level: Level) -> None:
        self._judgement, self._manner, self._level = judgement, manner, level
        self._key: Hashable = None
        self.stance: Stance | None = None

    def plan(self, position: Position, decision: Decision, go_on: GoOn) -> tuple[Compared, ...] | None:
        """Choose the stance if a new moment has come and return what was compared; None if the old one holds."""
        game = position.game()
        moment = self._judgement.moment(game, decision)
        if moment is None or moment.key == self._key:
            return None
        self._key = moment.key
        stances = self._judgement.stances(game, decision, self._manner, self.stance)
        self.stance = stances[0] if stances else None
        if len(stances) < 2:
            return ()
        course = self._raced(position, moment, stances, go_on)
        self.stance = stances[course.best]
        return tuple(
            Compared(stance.text, course.lead(place), len(course.points[place])) for place, stance in enumerate(stances)
        )

    def _raced(self, position: Position, moment: Moment, stances: Sequence[Stance], go_on: GoOn) -> Race:
        level, start = self._level, perf_counter()
        budget = round(level.rollouts * moment.terms.share)
        plans = [partial(self._played, position, moment, stance) for stance in stances]

        def going(course: Race) -> bool:
            made = sum(map(len, course.points))
            best = course.best
            told = Progress(stances[best].text if best else "", len(stances), made / budget)
            return go_on(told) and perf_counter() - start < level.seconds

        return race(plans, budget, going, seed_of(position), moment.terms)

    def _played(self, position: Position, moment: Moment, stance: Stance, sample: int) -> float:
        judgement = self._judgement
        return rollout(
            position, judgement, moment, sample,
            planned=lambda seed: judgement.script(self._manner, seed, stance),
            usual=lambda seed: judgement.script(ROLLOUT, seed),
        )  # fmt: skip


def seed_of(position: Position) -> int:
    """Return a number that follows from what the seat knows and from nothing else."""
    return int(digest(position.dealt(0).to_plain())[:12], 16)


def planner_of(judgement: Judgement, manner: Manner) -> Planner | None:
    """Return a planner for a level that plans, else None."""
    level = LEVELS.get(manner.level)
    return Planner(judgement, manner, level) if level is not None and level.rollouts else None
