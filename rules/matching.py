"""The command `match`: two bots against each other over pairs of games, with sides swapped and intervals."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from typing import Any

from rules.engine.bots import LIMIT
from rules.engine.fuzz import play_one
from rules.engine.shrinking import Setting
from rules.engine.system import System

ENOUGH = 20
"""Pairs after which a match may be decided early."""
SURE, CAREFUL = 1.96, 2.8
"""Standard errors of the interval told (95 %), and of the one that ends a match early: it is looked at many times."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games with one seed, sides swapped: what the first bot won (1, 0.5 or 0 each) and its lead in points."""

    seed: int
    won: tuple[float, float]
    lead: tuple[float, float] | None

    @property
    def share(self) -> float:
        """Return the first bot's share of the pair."""
        return sum(self.won) / 2


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float

    @staticmethod
    def of(values: Sequence[float], errors: float = SURE) -> Interval:
        """Return the interval of independent values; that of fewer than two is boundless."""
        mean, count = sum(values) / len(values), len(values)
        if count < 2:
            return Interval(mean, float("-inf"), float("inf"))
        spread = errors * sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
        return Interval(mean, mean - spread, mean + spread)


def match(
    system: System, source: Any, bots: tuple[str, str], seeds: Iterable[int], *, jobs: int = 0, log: Path | None = None,
    early: bool = True, say: Callable[[str], object] = print,
) -> list[Pair]:  # fmt: skip
    """Play a pair of games for each seed and return the pairs in the order of their seeds; `say` hears of progress.

    `jobs` processes play side by side (0: one for each core). Pairs that `log` holds of this match are not played
    again, and new ones are added to it. With `early` a match ends as soon as it is decided.
    """
    wanted = list(seeds)
    done = {pair.seed: pair for pair in read_log(log, system.id, str(source), bots) if pair.seed in set(wanted)}
    if done:
        say(f"{len(done)} pairs of this match are in {log}.")
    left = [seed for seed in wanted if seed not in done]
    with ProcessPoolExecutor(max_workers=jobs or os.cpu_count() or 1) as pool:
        for pair in _played(pool, system.id, source, bots, left):
            done[pair.seed] = pair
            _add(log, system.id, str(source), bots, pair)
            say(told(bots, list(done.values())))
            if early and is_decided(list(done.values())):
                say("Decided.")
                break
        pool.shutdown(cancel_futures=True)
    return [done[seed] for seed in wanted if seed in done]


def _played(pool: Executor, system: str, source: Any, bots: tuple[str, str], seeds: Sequence[int]) -> Iterator[Pair]:
    waiting: list[Future[Pair]] = [pool.submit(play_pair, system, source, bots, seed) for seed in seeds]
    for ready in as_completed(waiting):
        yield ready.result()


def play_pair(system: str, source: Any, bots: tuple[str, str], seed: int) -> Pair:
    """Play two games with one seed, the bots in either order."""
    from rules.systems import systems

    rules = systems()[system]
    setting = Setting(rules, rules.load(source), source, seed)
    seats = rules.seats
    won, leads = [], []
    for order, seat in zip((bots, bots[::-1]), seats[:2], strict=True):
        result = play_one(setting, order, limit=LIMIT).result or {}
        winner = result.get("winner") or ""
        won.append(0.5 if not winner else float(winner == seat))
        leads.append(lead(result, seat))
    first, second = leads
    return Pair(seed, (won[0], won[1]), None if first is None or second is None else (first, second))


def lead(result: Mapping[str, Any], seat: str) -> float | None:
    """Return a seat's lead in points or medals at the end of a game, None where a result counts neither by seat."""
    points = result.get("points", result.get("medals"))
    if not isinstance(points, Mapping) or seat not in points:
        return None
    return float(points[seat] - max(value for other, value in points.items() if other != seat))


def is_decided(pairs: Sequence[Pair]) -> bool:
    """Tell whether one bot is better beyond doubt."""
    if len(pairs) < ENOUGH:
        return False
    share = Interval.of([pair.share for pair in pairs], CAREFUL)
    return share.low > 0.5 or share.high < 0.5


def told(bots: tuple[str, str], pairs: Sequence[Pair]) -> str:
    """Return the state of a match in a line."""
    share = Interval.of([pair.share for pair in pairs])
    line = (
        f"{len(pairs)} pairs: {bots[0]} wins {share.mean:.0%} [{max(0.0, share.low):.0%}, {min(1.0, share.high):.0%}]"
    )
    leads = [sum(pair.lead) / 2 for pair in pairs if pair.lead is not None]
    if not leads:
        return f"{line} of the games against {bots[1]}"
    margin = Interval.of(leads)
    return f"{line} of the games against {bots[1]}, {margin.mean:+.1f} points [{margin.low:+.1f}, {margin.high:+.1f}]"


def read_log(log: Path | None, system: str, source: str, bots: tuple[str, str]) -> list[Pair]:
    """Return the pairs of a match that a file holds; a line that is none of its is passed over, as is a torn one."""
    if log is None or not log.exists():
        return []
    pairs = []
    for line in log.read_text(encoding="utf-8").splitlines():
        try:
            entry = json.loads(line)
            if entry["match"] == [system, source, *bots]:
                margins = entry["lead"]
                pairs.append(Pair(entry["seed"], (entry["won"][0], entry["won"][1]), margins and tuple(margins)))
        except (ValueError, KeyError, TypeError, IndexError):
            continue
    return pairs


def _add(log: Path | None, system: str, source: str, bots: tuple[str, str], pair: Pair) -> None:
    if log is not None:
        with log.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"match": [system, source, *bots], **asdict(pair)}) + "\n")
