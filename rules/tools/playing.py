"""The command `play`: games between bots, their results and their speed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rules.engine import memory
from rules.engine.system import System
from rules.testing.bots import bots_for
from rules.testing.contract import Fault
from rules.testing.fuzz import Coverage, Played, Setting, check_one, games, play_one


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
    results: list[tuple[Played, Played | None]] = []
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
        print("\n".join(told(plain, checked)), flush=True)
    print(*(counted.lines() if counted is not None else ()), summary(results, every), sep="\n")
    return int(any(faults_of(plain, checked) for plain, checked in results))


def play_again(setting: Setting, bots: Sequence[str], checked: Played, limit: int) -> Played:
    """Play a checked game once more, unchecked; a game that failed is not played again."""
    return checked if checked.faults else play_one(setting, bots, limit=limit)


def faults_of(plain: Played, checked: Played | None) -> tuple[Fault, ...]:
    """Return what was wrong with a game."""
    if checked is None:
        return plain.faults
    if not checked.faults and plain.digest != checked.digest:
        return (Fault("unsteady", f"replayed, the game ends in {plain.digest} instead of {checked.digest}"),)
    return checked.faults


def told(plain: Played, checked: Played | None) -> list[str]:
    """Return the lines about one game."""
    faults = faults_of(plain, checked)
    over = "not over" if plain.result is None else str(plain.result.get("text") or plain.result.get("winner"))
    seconds = f"{plain.seconds:.1f} s" + ("" if checked is None else f" and {checked.seconds:.1f} s checked")
    lines = [f"seed {plain.seed}: {plain.decisions} decisions in {seconds}, {over}, digest {plain.digest}"]
    lines += [f"  {fault}" for fault in faults]
    if checked is not None and checked.record is not None:
        lines.append(f"  saved as {checked.record}")
    return lines


def summary(results: Sequence[tuple[Played, Played | None]], every: int = 1) -> str:
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
