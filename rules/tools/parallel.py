"""Games side by side: over the cores of this machine, or over a Dask cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from time import monotonic
from typing import Any, Final, TypeVar

from rules.engine.memory import collect_rarely
from rules.engine.system import System, load

T = TypeVar("T")
R = TypeVar("R")

PATIENCE: Final = "10s"
"""How long a cluster may take to answer."""


@contextmanager
def workers(jobs: int = 0, cluster: str = "") -> Iterator[Executor]:
    """Give processes to play in: so many of this machine (0: one for each core), or those of a Dask cluster.

    For one job this process does it all. Raise LookupError with a sentence if the cluster cannot be used.
    """
    if cluster:
        with _dask(cluster) as pool:
            yield pool
    elif jobs == 1:
        with ThreadPoolExecutor(1) as pool:
            yield pool
    else:
        with ProcessPoolExecutor(max_workers=jobs or os.cpu_count() or 1, initializer=collect_rarely) as pool:
            yield pool


@contextmanager
def _dask(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError as error:
        raise LookupError(
            'Dask is not installed. "--cluster" needs the extra "cluster": python -m pip install ".[cluster]".'
        ) from error
    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise LookupError(
            f'No Dask scheduler answers at "{address}". An address looks like tcp://10.0.0.5:8786.'
        ) from error
    with client, client.get_executor() as pool:
        try:
            yield pool
        except (ImportError, RuntimeError) as error:
            if isinstance(error, RuntimeError) and "deserialization" not in str(error):  # the scheduler's own words
                raise
            raise LookupError(
                f'Chitpull is missing on the cluster at "{address}": scheduler and workers need it, in this version.'
            ) from error


def each(pool: Executor, play: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
    """Yield what `play` returns for each task, in their order; whoever stops listening cancels the rest.

    In their order, not as they become ready: short games are no fair sample.
    """
    waiting: list[Future[R]] = [pool.submit(play, task) for task in tasks]
    try:
        for future in waiting:
            yield future.result()
    finally:
        for future in waiting:
            future.cancel()


@lru_cache(maxsize=8)
def loaded(system: str, source: Any) -> tuple[System, Any]:
    """Return a system and a scenario of it, loaded once in this process."""
    from rules.systems import systems

    rules = systems()[system]
    return rules, load(rules, source)


class TaskProgress:
    """How far a number of tasks has come."""

    def __init__(self, total: int, clock: Callable[[], float] = monotonic) -> None:
        self.total, self.done = total, 0
        self._clock, self._begun = clock, clock()

    def told(self) -> str:
        """Count one more task as done; return what is left: "3 of 40, 2 min left"."""
        self.done += 1
        seconds = (self._clock() - self._begun) / self.done * (self.total - self.done)
        left = f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
        return f"{self.done} of {self.total}, {left} left"
