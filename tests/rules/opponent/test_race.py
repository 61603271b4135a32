"""Racing plans: the usual one is left only for a clear lead over the same samples."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rules.engine.evaluator import TERMS, Terms
from rules.opponent.planner import SAME, Race, race


def plan(mean: float, spread: float = 1.0) -> Callable[[int], float]:
    """Return a plan worth so much, more or less, by the sample."""
    return lambda sample: mean + spread * Random(sample).gauss(0, 1)


def always(course: Race) -> bool:
    """Go on."""
    return True


def test_a_better_plan_is_taken_although_the_dice_decide_more() -> None:
    course = race([plan(0, 5), plan(1, 5), plan(-1, 5)], 60, always)
    assert course.best == 1 and round(course.lead(1), 6) == 1.0


def test_plans_that_are_hardly_better_or_unclear_leave_the_usual_one() -> None:
    assert race([plan(0), plan(0.2)], 100, always).best == 0
    assert race([plan(0), plan(0.2)], 100, always, terms=Terms(least=0.1)).best == 1
    noisy: list[Callable[[int], float]] = [lambda sample: 0.0, lambda sample: 10.0 if sample % 2 else -9.0]
    assert race(noisy, 16, always).best == 0
    assert race(noisy, 16, always, terms=Terms(clear=0.1)).best == 1


def test_what_the_script_sees_in_plans_counts_for_so_many_samples() -> None:
    terms = Terms(least=0, clear=0, first=8, trust=8)
    course = race([plan(0), plan(1)], 16, always, terms=terms, worths=[1.0, 0.0])
    assert course.samples == 8 and course.lead(1) == 0.0 and course.best == 0
    assert race([plan(0), plan(1)], 32, always, terms=terms, worths=[1.0, 0.0]).best == 1
    assert race([plan(0), plan(0.1)], 16, always, terms=Terms(least=0, clear=0), worths=[1.0, 0.0]).best == 1


def test_the_weaker_half_leaves_and_the_usual_plan_stays_to_be_compared_with() -> None:
    course = race([plan(0), *(plan(n) for n in range(1, 5))], 400, always)
    assert course.running == [0, 4]
    assert len(course.points[1]) == TERMS.first < len(course.points[4]) == len(course.points[0])


def test_the_first_round_is_as_long_as_the_terms_say() -> None:
    course = race([plan(0), *(plan(n) for n in range(1, 5))], 400, always, terms=Terms(first=7))
    assert len(course.points[1]) == 7


def test_a_plan_that_is_worse_beyond_chance_leaves_after_the_first_round() -> None:
    course = race([plan(0), plan(-1)], 400, always)
    assert course.running == [0] and len(course.points[1]) == TERMS.first


def test_a_plan_that_comes_to_just_the_same_leaves_at_once() -> None:
    course = race([plan(0), plan(0), plan(0)], 400, always)
    assert course.running == [0]
    assert [len(points) for points in course.points] == [SAME] * 3


def test_it_ends_with_its_budget_or_as_soon_as_it_is_told() -> None:
    assert sum(map(len, race([plan(0), plan(1)], 7, always).points)) == 7
    asked: list[int] = []

    def stop(course: Race) -> bool:
        asked.append(1)
        return len(asked) < 3

    assert sum(map(len, race([plan(0), plan(1)], 100, stop).points)) == 3


def test_one_plan_alone_is_not_played_out() -> None:
    assert race([plan(0)], 100, always).points == [[]]
