"""How much a connection may ask in a time."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class Bucket:
    """So many at once, and so many a second after that; `clock` tells seconds."""

    def __init__(self, rate: float, burst: int, *, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._at = float(burst), clock()

    def take(self, count: int = 1) -> bool:
        """Take so many; return whether there were enough."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if count > self._left:
            return False
        self._left -= count
        return True
