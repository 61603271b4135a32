"""The commands `play` and `match`: games between bots, and two bots over pairs of games with sides swapped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from math import log, sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules.engine import memory
from rules.engine.system import System
from rules.opponent.self_play import LIMIT, GamesLog, Interval, lead
from rules.testing.bots import bots_for
from rules.testing.contract import Fault
from rules.testing.fuzz import Coverage, FuzzedGame, FuzzSetting, check_one, games, play_one
from rules.tools.parallel import TaskProgress, each, loaded

# --- The command `play`: games between bots, their results and their speed -----------------------------------------


def play(
    system: System,
    source: Any,
    seeds: Sequence[int],
    bots: Sequence[str],
    *,
    limit: int,
    failures: Path | None = None,
    every: int = 1,
    coverage: bool = False,
) -> int:
    """Play a game for each seed and print a line for each and a summary; return 1 if anything was wrong.

    With a folder for `failures` each game is played once with the contract checked at every `every`-th step, and once
    more without it: both must end in the same position. With `coverage` a table of the commands is printed.
    """
    bots_for(system.seats, list(bots), 0)
    counted = Coverage(system) if coverage else None
    results: list[tuple[FuzzedGame, FuzzedGame | None]] = []
    for setting in games(system, source, seeds):
        plain = play_one(setting, bots, limit=limit, coverage=counted) if failures is None else None
        checked = (
            None
            if failures is None
            else check_one(setting, bots, limit=limit, folder=failures, every=every, coverage=counted)
        )
        if checked is not None:
            plain = play_again(setting, bots, checked, limit)
        assert plain is not None
        results.append((plain, checked))
        print("\n".join(told_of_games(plain, checked)), flush=True)
    print(*(counted.lines() if counted is not None else ()), summary(results, every), sep="\n")
    return int(any(faults_of(plain, checked) for plain, checked in results))


def play_again(setting: FuzzSetting, bots: Sequence[str], checked: FuzzedGame, limit: int) -> FuzzedGame:
    """Play a checked game once more, unchecked; a game that failed is not played again."""
    return checked if checked.faults else play_one(setting, bots, limit=limit)


def faults_of(plain: FuzzedGame, checked: FuzzedGame | None) -> tuple[Fault, ...]:
    """Return what was wrong with a game."""
    if checked is None:
        return plain.faults
    if not checked.faults and plain.digest != checked.digest:
        return (Fault("unsteady", f"replayed, the game ends in {plain.digest} instead of {checked.digest}"),)
    return checked.faults


def told_of_games(plain: FuzzedGame, checked: FuzzedGame | None) -> list[str]:
    """Return the lines about one game."""
    faults = faults_of(plain, checked)
    over = "not over" if plain.result is None else str(plain.result.get("text") or plain.result.get("winner"))
    seconds = f"{plain.seconds:.1f} s" + ("" if checked is None else f" and {checked.seconds:.1f} s checked")
    lines = [f"seed {plain.seed}: {plain.decisions} decisions in {seconds}, {over}, digest {plain.digest}"]
    lines += [f"  {fault}" for fault in faults]
    if checked is not None and checked.record is not None:
        lines.append(f"  saved as {checked.record}")
    return lines


def summary(results: Sequence[tuple[FuzzedGame, FuzzedGame | None]], every: int = 1) -> str:
    """Return the summary line: games, decisions, speed, winners, memory, and whether the contract was kept."""
    played = [plain for plain, _ in results]
    decisions, seconds = sum(p.decisions for p in played), sum(p.seconds for p in played)
    winners = Counter(str((p.result or {}).get("winner") or "nobody") for p in played)
    wrong = sum(bool(faults_of(plain, checked)) for plain, checked in results)
    parts = [
        f"{len(played)} games, {decisions:,} decisions, {decisions / max(seconds, 1e-9):,.0f} decisions/s",
        "won by " + ", ".join(f"{winner} {count}" for winner, count in winners.most_common()),
    ]
    checked = [c for _, c in results if c is not None]
    if checked:
        rate = sum(c.decisions for c in checked) / max(sum(c.seconds for c in checked), 1e-9)
        steps = "every step" if every == 1 else f"one step in {every} and each activation's first"
        parts.append(f"{steps} checked at {rate:,.0f} decisions/s")
    parts += [told_memory] if (told_memory := memory.peak_text()) else []
    parts.append(f"{wrong} games with faults" if wrong else "contract kept" if checked else "all over")
    return "; ".join(parts) + "."


# --- The command `match`: two bots over pairs of games with sides swapped ------------------------------------------

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


class PairTask(NamedTuple):
    """One pair to play."""

    system: str
    source: Any
    bots: tuple[str, str]
    seed: int


def match(
    pool: Executor,
    system: System,
    source: Any,
    bots: tuple[str, str],
    seeds: Iterable[int],
    *,
    log: Path | None = None,
    early: bool = True,
    say: Callable[[str], object] = print,
) -> list[Pair]:
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
    left = [PairTask(system.id, source, bots, seed) for seed in wanted if seed not in done]
    progress = TaskProgress(len(left))
    for pair in each(pool, play_pair, left):
        done[pair.seed] = pair
        kept.add(asdict(pair))
        say(f"{source}, {progress.told()}: {told(bots, list(done.values()), system.seats)}")
        if early and is_decided(list(done.values())):
            say("Decided.")
            break
    return [done[seed] for seed in wanted if seed in done]


def play_pair(task: PairTask) -> Pair:
    """Play two games with one seed, the bots in either order."""
    rules, scenario = loaded(task.system, task.source)
    setting = FuzzSetting(rules, scenario, task.source, task.seed)
    won, leads = [], []
    for order, seat in zip((task.bots, task.bots[::-1]), rules.seats[:2], strict=True):
        result = play_one(setting, order, limit=LIMIT).result or {}
        winner = result.get("winner") or ""
        won.append(float(winner == seat) if winner in rules.seats else 0.5)
        leads.append(lead(result, seat))
    first, second = leads
    return Pair(task.seed, (won[0], won[1]), None if first is None or second is None else (first, second))


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
