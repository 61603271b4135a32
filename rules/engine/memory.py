"""How much memory this process has used, if the platform tells, and how often garbage is collected."""

from __future__ import annotations

import gc
import sys


def peak_memory() -> int | None:
    """Return the peak memory of the process in bytes, or None if the platform does not tell."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def told() -> str:
    """Return the peak as text, or '' if it is unknown."""
    peak = peak_memory()
    return "" if peak is None else f"{peak / 1e6:,.0f} MB at most"


def collect_rarely() -> None:
    """Run the garbage collector rarely: positions leave no cycles, and each run causes a stutter."""
    gc.set_threshold(20_000, 20, 20)
