"""Results of games between computers: who led by how much, means with intervals, and the file that keeps them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf, sqrt
from os import SEEK_END
from pathlib import Path
from typing import Any, Final, TypeVar

# --- The file of results, so that a long run can be gone on with ------------------------------------------------------

T = TypeVar("T")
UNREADABLE: Final = (ValueError, KeyError, TypeError, IndexError, OverflowError)
"""What decoding a line may raise that holds something else than a result."""


class GamesLog:
    """The results of one run in a file that may hold others' too: a line of JSON each; no file keeps nothing.

    `kind` and `run` name the run, as "match" and the system, scenario and bots.
    """

    def __init__(self, path: Path | None, kind: str, run: list[str]) -> None:
        self.path, self.kind, self.run = path, kind, run

    def read(self, decode: Callable[[dict[str, Any]], T]) -> list[T]:
        """Return the results of this run; what cannot be decoded is passed over."""
        found = []
        for entry in self.entries():
            with suppress(*UNREADABLE):
                if entry[self.kind] == self.run:
                    found.append(decode(entry))
        return found

    def entries(self) -> Iterator[dict[str, Any]]:
        """Yield the lines of this kind, whatever run they are of; a torn one is passed over."""
        if self.path is None or not self.path.exists():
            return
        for line in self.path.read_text(encoding="utf-8", errors="replace").splitlines():
            with suppress(ValueError):
                entry = json.loads(line)
                if isinstance(entry, dict) and self.kind in entry:
                    yield entry

    def add(self, entry: dict[str, Any]) -> None:
        """Add a result; a torn line before it is ended."""
        if self.path is not None:
            with self.path.open("a+b") as file:
                whole = not file.tell() or (file.seek(-1, SEEK_END) and file.read(1) == b"\n")
                file.write(b"" if whole else b"\n")
                file.write(json.dumps({self.kind: self.run, **entry}).encode() + b"\n")


# --- One game ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game: who won, '' if nobody, and the lead of the first seat in points, or None."""

    seed: int
    winner: str
    lead: float | None


def outcome_of(seed: int, result: Mapping[str, Any] | None, seats: Sequence[str]) -> Outcome:
    """Return the outcome of a game by its result, None if it is not over."""
    told = result or {}
    winner = told.get("winner") or ""
    return Outcome(seed, winner if winner in seats else "", lead(told, seats[0]))


def lead(result: Mapping[str, Any], seat: str) -> float | None:
    """Return a seat's lead in points or medals at the end of a game, None where a result tells neither.

    A result counts points or medals by seat, or tells the leads themselves.
    """
    leads = result.get("leads")
    if isinstance(leads, Mapping) and seat in leads:
        return float(leads[seat])
    points = result.get("points", result.get("medals"))
    if not isinstance(points, Mapping) or seat not in points:
        return None
    return float(points[seat] - max(value for other, value in points.items() if other != seat))


# --- Means with their 95 % intervals, as matches and balance reports tell them -------------------------------------

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
