"""Measure the geometry of lines against its budget."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from rules.hexes.lines import lines_from

Measure = tuple[str, float, float]
"""What is measured, the seconds it took, the seconds it may take."""


def least(work: Callable[[], object], runs: int = 3) -> float:
    """Return the shortest run in seconds, the one that other programs disturbed least."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def bench() -> list[Measure]:
    """Measure computing the templates of all lines up to 8 hexes from scratch."""

    def templates() -> int:
        lines_from.cache_clear()
        return sum(len(lines_from(parity)) - 1 for parity in (0, 1))

    return [(f"all {templates()} line-of-sight templates, cold", least(templates), 0.050)]
