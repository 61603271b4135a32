"""Which of several plans is best: they are played out over the same samples, and the weaker half leaves each round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import Final

from rules.engine.judgement import TERMS, Terms

SAME: Final = 2
"""Samples after which a plan is found to be the same as the usual one."""


@dataclass(slots=True)
class Race:
    """A race under way: the points of each plan, sample by sample; `running` are those still in it."""

    points: list[list[float]]
    running: list[int] = field(default_factory=list)
    terms: Terms = TERMS

    @property
    def samples(self) -> int:
        """Return how many samples all plans still running share."""
        return min((len(self.points[plan]) for plan in self.running), default=0)

    def lead(self, plan: int) -> float:
        """Return a plan's mean lead over the usual one over the samples both share."""
        pairs = list(zip(self.points[plan], self.points[0], strict=False))
        return sum(a - b for a, b in pairs) / len(pairs) if pairs else 0.0

    def is_clear(self, plan: int) -> bool:
        """Tell whether a plan is better than the usual one beyond the chance of the dice."""
        return self.lead(plan) > max(self.terms.least, self.terms.clear * self._error(plan))

    def is_worse(self, plan: int) -> bool:
        """Tell whether a plan is worse than the usual one beyond the chance of the dice."""
        return self.lead(plan) < -self.terms.clear * self._error(plan)

    def _error(self, plan: int) -> float:
        """Return the standard error of a plan's lead; infinite before the first round is over."""
        leads = [a - b for a, b in zip(self.points[plan], self.points[0], strict=False)]
        if len(leads) < max(2, self.terms.first):
            return inf
        mean = sum(leads) / len(leads)
        return sqrt(sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1) / len(leads))

    def is_the_same(self, plan: int) -> bool:
        """Tell whether a plan has always come to what the usual one came to: most likely it plays the same."""
        own, usual = self.points[plan], self.points[0]
        return len(own) >= SAME and own == usual[: len(own)]

    @property
    def best(self) -> int:
        """Return the plan to take: the usual one unless another is clearly better."""
        clear = [plan for plan in range(1, len(self.points)) if self.is_clear(plan)]
        return max(clear, key=self.lead, default=0)


def race(
    plans: Sequence[Callable[[int], float]], budget: int, go_on: Callable[[Race], bool], first_sample: int = 0,
    terms: Terms = TERMS,
) -> Race:  # fmt: skip
    """Race plans that return their points for a sample; the first plan is the usual one and never leaves.

    Nor is a plan tried again that came to just the same each time, or is worse. It ends when no other is left, after
    `budget` rollouts, or as soon as `go_on`, asked after each of them, returns False.
    """
    course = Race([[] for _ in plans], list(range(len(plans))), terms)
    made, sample, samples = 0, first_sample, terms.first
    while len(course.running) > 1:
        for _ in range(samples):
            for plan in course.running:
                if made >= budget:
                    return course
                course.points[plan].append(plans[plan](sample))
                made += 1
                if not go_on(course):
                    return course
            sample += 1
            course.running = [plan for plan in course.running if not plan or not course.is_the_same(plan)]
            if len(course.running) == 1:
                return course
        ranked = sorted(course.running[1:], key=course.lead, reverse=True)
        kept = ranked[: (len(ranked) + 1) // 2]
        course.running = [0, *(plan for plan in kept if not course.is_worse(plan))]
        samples *= 2
    return course
