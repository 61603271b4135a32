"""What this process may take: memory, garbage collections, threads, its turn."""

from __future__ import annotations

import atexit
import ctypes
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, Final

BELOW_NORMAL: Final = 0x4000
"""The priority class of Windows below the usual one (SetPriorityClass)."""
NICE: Final = 10
_LOCK: Final = Lock()
_PAUSED: Final[dict[int, bool]] = {}
"""By id who pauses the garbage collector, and whether it is on again without him."""


def peak_memory() -> int | None:
    """Return the peak memory of the process in bytes, or None if the platform does not tell."""
    if sys.platform == "win32":  # which has no such module
        return None
    import resource

    if sys.platform == "linux" and (own := _high_water()) is not None:
        return own
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _high_water() -> int | None:
    """Return the most that this program itself has taken; Linux counts what started it among `ru_maxrss`."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return None
    line = next((line for line in status.splitlines() if line.startswith("VmHWM:")), "")
    return int(line.split()[1]) * 1024 if line else None


def peak_text() -> str:
    """Return the peak as text, or '' if it is unknown."""
    peak = peak_memory()
    return "" if peak is None else f"{peak / 1e6:,.0f} MB at most"


def collect_rarely() -> None:
    """Run the garbage collector rarely: positions leave no cycles, and each run causes a stutter.

    At the end of the program it has nothing to do: the system takes back all memory at once.
    """
    gc.set_threshold(20_000, 20, 20)
    atexit.register(gc.freeze)


def calculate_alone() -> None:
    """Let numpy start no threads of its own: for no product of matrices here they are worth 0.2 s of all processors."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@contextmanager
def collect_later() -> Iterator[None]:
    """Leave garbage until `collect_again` or the end of this: nearly all that a start makes is kept."""
    gc.disable()
    try:
        yield
    finally:
        _collect_unless_paused()


def pause_collecting(by: object) -> None:
    """Collect no garbage until `by` lets it, while a thread beside the window's works for it; called by the window.

    A collection in that thread would destroy objects of Qt that belong to the window's.
    """
    with _LOCK:
        _PAUSED.setdefault(id(by), gc.isenabled())
        gc.disable()


def resume_collecting(by: object) -> None:
    """Collect garbage again, if it was before, unless others have work done in threads."""
    with _LOCK:
        was = _PAUSED.pop(id(by), False)
    if was:
        _collect_unless_paused()


def _collect_unless_paused() -> None:
    with _LOCK:
        if _PAUSED:
            _PAUSED[next(iter(_PAUSED))] = True  # the last of them begins again
        else:
            gc.enable()


def return_memory() -> None:
    """Collect garbage, and return what is free to the system: a game that is put away leaves 100 MB of both."""
    gc.collect()
    trim_memory()


def trim_memory() -> None:
    """Return what is free to the system, which takes no more than 2 ms."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc's
        if trim is not None:
            trim(0)


def collect_again() -> None:
    """Collect garbage again, but never look at what stands by now: the program itself."""
    gc.freeze()
    _collect_unless_paused()


def evict_oldest(kept: dict[Any, Any], most: int) -> None:
    """Give up the oldest of what is kept until one more makes no more than `most`."""
    while len(kept) >= most:
        del kept[next(iter(kept))]


def give_way() -> None:
    """Let all other processes go first; where the system does not grant that, go on as usual."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), BELOW_NORMAL)
    else:
        os.nice(NICE)
