"""Games side by side: over the cores of this machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from functools import lru_cache
from typing import Any, TypeVar

from rules.engine.memory import collect_rarely
from rules.engine.system import System

T = TypeVar("T")
R = TypeVar("R")


def workers(jobs: int = 0) -> Executor:
    """Return processes of this machine to play in (0: one for each core); for one job this process does it all."""
    if jobs == 1:
        return ThreadPoolExecutor(1)
    return ProcessPoolExecutor(max_workers=jobs or os.cpu_count() or 1, initializer=collect_rarely)


def each(pool: Executor, play: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
    """Yield what `play` returns for each task, as they become ready; whoever stops listening cancels the rest."""
    waiting: list[Future[R]] = [pool.submit(play, task) for task in tasks]
    try:
        for ready in as_completed(waiting):
            yield ready.result()
    finally:
        for future in waiting:
            future.cancel()


@lru_cache(maxsize=8)
def loaded(system: str, source: Any) -> tuple[System, Any]:
    """Return a system and a scenario of it, loaded once in this process."""
    from rules.systems import systems

    rules = systems()[system]
    return rules, rules.load(source)
