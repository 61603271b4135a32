"""Means with their 95 % intervals, as matches and balance reports tell them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import Final

SURE: Final = 1.96
"""Standard errors of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its interval."""

    mean: float
    low: float
    high: float

    @staticmethod
    def of(values: Sequence[float], errors: float = SURE) -> Interval:
        """Return the interval of independent values; that of fewer than two is boundless."""
        return Interval.together([values], errors)

    @staticmethod
    def together(groups: Sequence[Sequence[float]], errors: float = SURE) -> Interval:
        """Return the interval of the mean of several groups' means: each weighs the same, whatever its size."""
        means = [sum(values) / len(values) for values in groups]
        mean = sum(means) / len(means)
        if min(map(len, groups)) < 2:
            return Interval(mean, -inf, inf)
        variances = [
            sum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values)
            for values, middle in zip(groups, means, strict=True)
        ]
        spread = errors * sqrt(sum(variances)) / len(groups)
        return Interval(mean, mean - spread, mean + spread)

    @staticmethod
    def of_share(won: int, games: int, errors: float = SURE) -> Interval:
        """Return the interval of a share of games (Wilson's, which holds near 0 and 1 too)."""
        share, weight = won / games, errors**2 / games
        middle = (share + weight / 2) / (1 + weight)
        spread = errors * sqrt(share * (1 - share) / games + weight / games / 4) / (1 + weight)
        return Interval(share, max(0.0, middle - spread), min(1.0, middle + spread))

    def __str__(self) -> str:
        """Return "59% [52%, 66%]", kept between 0 and 100 %."""
        return f"{self.mean:.0%} [{max(0.0, self.low):.0%}, {min(1.0, self.high):.0%}]"

    def signed(self) -> str:
        """Return "+0.7 [-0.1, +1.4]", without the interval if it is boundless."""
        if self.low == -inf:
            return f"{self.mean:+.1f}"
        return f"{self.mean:+.1f} [{self.low:+.1f}, {self.high:+.1f}]"
