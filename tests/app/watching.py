"""Whether a file is opened by anybody: Qt opens files itself, where Python does not see it."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OPENED = 0x20
"""What Linux calls IN_OPEN."""


@contextmanager
def unopened(*paths: Path) -> Iterator[None]:
    """Fail if one of the files is opened meanwhile; only Linux can tell."""
    if sys.platform != "linux":
        yield
        return
    linux = ctypes.CDLL(None, use_errno=True)
    watch = linux.inotify_init1(os.O_NONBLOCK)
    assert watch >= 0, os.strerror(ctypes.get_errno())
    try:
        for path in paths:
            assert linux.inotify_add_watch(watch, os.fsencode(path), OPENED) >= 0, os.strerror(ctypes.get_errno())
        yield
        assert not events_of(watch), "a file was opened"
    finally:
        os.close(watch)


def events_of(watch: int) -> bytes:
    """Return what has been told so far."""
    try:
        return os.read(watch, 4096)
    except BlockingIOError:
        return b""
