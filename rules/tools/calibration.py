"""A fixed piece of work timed beside every measurement, so that figures of two machines or days can be compared."""

from __future__ import annotations

from typing import Final

from rules.hexes.bench import least

ROUNDS: Final = 1_000_000


def loop() -> int:
    """Add up the numbers below ROUNDS one by one: plain Python and nothing else."""
    total = 0
    for number in range(ROUNDS):
        total += number
    return total


def calibration() -> float:
    """Return the seconds the loop takes on this machine now, at its best of five."""
    return least(loop, 5)


def ratio(seconds: float, unit: float) -> str:
    """Return a duration in units of a calibration, to three digits."""
    short = float(f"{seconds / unit:.3g}")
    return f"{short:,g}"
