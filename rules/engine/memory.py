"""How much memory this process has taken, where the platform tells, and how often it is tidied."""

from __future__ import annotations

import gc
import sys


def peak_memory() -> int | None:
    """Return the most memory the process has held so far in bytes, or None where it cannot be known."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def told() -> str:
    """Return the peak in words, or '' where it cannot be known."""
    peak = peak_memory()
    return "" if peak is None else f"{peak / 1e6:,.0f} MB at most"


def collect_rarely() -> None:
    """Let the garbage collector look seldom: a position leaves no cycles, and each look costs a stutter."""
    gc.set_threshold(20_000, 20, 20)
