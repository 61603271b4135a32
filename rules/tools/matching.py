"""The command `match`: two bots over pairs of games with sides swapped; its intervals, and the file it goes on from."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from math import inf, log, sqrt
from os import SEEK_END
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from rules.engine.system import System
from rules.testing.bots import LIMIT
from rules.testing.fuzz import Setting, play_one
from rules.tools.parallel import Progress, each, loaded

# --- Files that keep the results of games, so that a long run can be gone on with ----------------------------------

T = TypeVar("T")


class GamesLog:
    """The results of one run in a file that may hold others' too: a line of JSON each; no file keeps nothing.

    `kind` and `run` name the run, as "match" and the system, scenario and bots.
    """

    def __init__(self, path: Path | None, kind: str, run: list[str]) -> None:
        self.path, self.kind, self.run = path, kind, run

    def read(self, decode: Callable[[dict[str, Any]], T]) -> list[T]:
        """Return the results of this run; a line that is none of its is passed over, as is a torn one."""
        if self.path is None or not self.path.exists():
            return []
        found = []
        for line in self.path.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                entry = json.loads(line)
                if entry[self.kind] == self.run:
                    found.append(decode(entry))
            except (ValueError, KeyError, TypeError, IndexError):
                continue
        return found

    def add(self, entry: dict[str, Any]) -> None:
        """Add a result; a torn line before it is ended."""
        if self.path is not None:
            with self.path.open("a+b") as file:
                whole = not file.tell() or (file.seek(-1, SEEK_END) and file.read(1) == b"\n")
                file.write(b"" if whole else b"\n")
                file.write(json.dumps({self.kind: self.run, **entry}).encode() + b"\n")


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


# --- The command `match`: two bots against each other over pairs of games, with sides swapped and intervals --------

ENOUGH: Final = 20
"""Pairs after which a match may be decided early."""
WRONG: Final = 0.05
EARLY: Final = 10
"""How often a match of equals may be decided for one of them; from about how many pairs a decision is easiest."""
EVEN: Final = 0.05
"""How far from one half a share may be for two bots to count as even."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games with one seed, sides swapped: what the first bot won (1, 0.5 or 0 each) and its lead in points.

    In the first game it had the first seat.
    """

    seed: int
    won: tuple[float, float]
    lead: tuple[float, float] | None

    @property
    def share(self) -> float:
        """Return the first bot's share of the pair."""
        return sum(self.won) / 2


class Task(NamedTuple):
    """One pair to play."""

    system: str
    source: Any
    bots: tuple[str, str]
    seed: int


def match(
    pool: Executor, system: System, source: Any, bots: tuple[str, str], seeds: Iterable[int], *,
    log: Path | None = None, early: bool = True, say: Callable[[str], object] = print,
) -> list[Pair]:  # fmt: skip
    """Play a pair of games for each seed and return the pairs in the order of their seeds; `say` hears of progress.

    Pairs that `log` holds of this match are not played again, and new ones are added to it. With `early` a match
    ends as soon as it is decided.
    """
    wanted = list(seeds)
    kept = _log(log, system, source, bots)
    done = {pair.seed: pair for pair in kept.read(_pair) if pair.seed in set(wanted)}
    if done:
        say(f"{_count(len(done))} of this match already in {log}.")
    if early and is_decided(list(done.values())):
        return [done[seed] for seed in wanted if seed in done]
    left = [Task(system.id, source, bots, seed) for seed in wanted if seed not in done]
    progress = Progress(len(left))
    for pair in each(pool, play_pair, left):
        done[pair.seed] = pair
        kept.add(asdict(pair))
        say(f"{source}, {progress.told()}: {told(bots, list(done.values()), system.seats)}")
        if early and is_decided(list(done.values())):
            say("Decided.")
            break
    return [done[seed] for seed in wanted if seed in done]


def play_pair(task: Task) -> Pair:
    """Play two games with one seed, the bots in either order."""
    rules, scenario = loaded(task.system, task.source)
    setting = Setting(rules, scenario, task.source, task.seed)
    won, leads = [], []
    for order, seat in zip((task.bots, task.bots[::-1]), rules.seats[:2], strict=True):
        result = play_one(setting, order, limit=LIMIT).result or {}
        winner = result.get("winner") or ""
        won.append(float(winner == seat) if winner in rules.seats else 0.5)
        leads.append(lead(result, seat))
    first, second = leads
    return Pair(task.seed, (won[0], won[1]), None if first is None or second is None else (first, second))


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


def is_decided(pairs: Sequence[Pair]) -> bool:
    """Tell whether one bot is better beyond doubt, or both are as good as even."""
    if len(pairs) < ENOUGH:
        return False
    share = Interval.of([pair.share for pair in pairs], errors_at(len(pairs)))
    return share.low > 0.5 or share.high < 0.5 or (share.low > 0.5 - EVEN and share.high < 0.5 + EVEN)


def errors_at(pairs: int) -> float:
    """Return how many standard errors wide the interval is that may be looked at after every pair (Robbins 1970).

    It holds at all looks together with a chance of 95 %, however many there are: a normal mixture.
    """
    return sqrt((1 + EARLY / pairs) * (log((pairs + EARLY) / EARLY) - 2 * log(WRONG)))


def told(bots: tuple[str, str], pairs: Sequence[Pair], seats: Sequence[str]) -> str:
    """Return the state of a match in a line: what the first bot won, altogether and on either side, and its lead."""
    first, second = (Interval.of([pair.won[place] for pair in pairs]).mean for place in (0, 1))
    sides = f"({seats[0]} {first:.0%}, {seats[1]} {second:.0%})"
    return f"{_count(len(pairs))}: {_won(bots, [pairs])} {sides}{_margin([pairs])}"


def told_together(bots: tuple[str, str], matches: Sequence[Sequence[Pair]], *, alike: bool = True) -> str:
    """Return matches of the same bots over several scenarios in a line: each scenario weighs the same.

    Points are told where the scenarios are `alike`, of one system.
    """
    margin = _margin(matches) if alike else ""
    return f"{_count(sum(map(len, matches)))} over {len(matches)} scenarios: {_won(bots, matches)}{margin}"


def _count(pairs: int) -> str:
    return "1 pair" if pairs == 1 else f"{pairs} pairs"


def _won(bots: tuple[str, str], matches: Sequence[Sequence[Pair]]) -> str:
    share = Interval.together([[pair.share for pair in pairs] for pairs in matches])
    return f"{bots[0]} wins {share} of the games against {bots[1]}"


def _margin(matches: Sequence[Sequence[Pair]]) -> str:
    """Return the first bot's lead where all games count points or medals by seat, or ''."""
    leads = [[sum(pair.lead) / 2 for pair in pairs if pair.lead is not None] for pairs in matches]
    return f", {Interval.together(leads).signed()} points" if all(leads) else ""


def _log(log: Path | None, system: System, source: Any, bots: tuple[str, str]) -> GamesLog:
    return GamesLog(log, "match", [system.id, str(source), *bots])


def _pair(entry: Mapping[str, Any]) -> Pair:
    margins = entry["lead"]
    return Pair(entry["seed"], (entry["won"][0], entry["won"][1]), margins and (margins[0], margins[1]))
