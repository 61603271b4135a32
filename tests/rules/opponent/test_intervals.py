"""Means with their intervals."""

from __future__ import annotations

from math import inf

import pytest

from rules.tools.matching import Interval


def test_an_interval_is_that_of_the_mean() -> None:
    found = Interval.of([0.0, 1.0, 1.0, 0.0])
    assert (found.mean, found.low, found.high) == pytest.approx((0.5, 0.5 - 0.5658, 1.0658), abs=1e-3)
    assert Interval.of([0.3]) == Interval(0.3, -inf, inf)


def test_groups_weigh_the_same_whatever_their_size() -> None:
    found = Interval.together([[1.0, 0.0] * 2, [1.0, 1.0, 1.0, 0.0] * 25])
    assert found.mean == pytest.approx(0.625)
    wide, narrow = Interval.of([1.0, 0.0] * 2), Interval.of([1.0, 1.0, 1.0, 0.0] * 25)
    halves = [(one.high - one.mean) / 2 for one in (wide, narrow)]
    assert found.high - found.mean == pytest.approx((halves[0] ** 2 + halves[1] ** 2) ** 0.5)
    assert Interval.together([[1.0, 0.0], [1.0]]) == Interval(0.75, -inf, inf)


def test_a_share_has_an_interval_within_0_and_1_even_at_the_ends() -> None:
    found = Interval.of_share(58, 100)
    assert (found.mean, found.low, found.high) == pytest.approx((0.58, 0.482, 0.672), abs=1e-3)
    none = Interval.of_share(0, 10)
    assert (none.mean, none.low) == (0, 0) and none.high == pytest.approx(0.278, abs=1e-3)


def test_intervals_in_words() -> None:
    assert str(Interval(0.59, 0.52, 1.2)) == "59% [52%, 100%]"
    assert Interval(0.7, -0.1, 1.5).signed() == "+0.7 [-0.1, +1.5]"
    assert Interval.of([0.7]).signed() == "+0.7"
