"""Files on a disk that others use too: tried again while another program holds them, and refusals in plain words."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Final, TypeVar

TRIES: Final = 6
PAUSE: Final = 0.05
"""How often a held file is tried, and the seconds between: a quarter of a second in all."""
HELD_BY_WINDOWS: Final = (5, 32, 33)
"""The errors of Windows for a file that a virus scanner, a cloud folder or a viewer has open."""
HELD: Final = (
    "another program has the file open (a virus scanner, a cloud folder or a viewer); close it there and try again"
)

Answer = TypeVar("Answer")


def is_held(error: Exception) -> bool:
    """Tell whether another program has the file open; on other systems than Windows that refuses nothing."""
    return getattr(error, "winerror", None) in HELD_BY_WINDOWS or getattr(error, "errno", None) == errno.EBUSY


def again(act: Callable[[], Answer]) -> Answer:
    """Do something with a file, and again while another program holds it; raise OSError if that goes on."""
    for _ in range(TRIES - 1):
        try:
            return act()
        except OSError as error:
            if not is_held(error):
                raise
            sleep(PAUSE)
    return act()


def replace(new: Path, old: Path) -> None:
    """Put a new file in the place of an old one in one step; raise OSError."""
    again(lambda: os.replace(new, old))


def write_file(path: Path, content: bytes) -> None:
    """Write a file completely or not at all; an older one stays until the new one is whole; raise OSError."""
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_bytes(content)
        replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def why(error: Exception) -> str:
    """Return why something was refused, without numbers and paths; always in English, whatever the system speaks."""
    if is_held(error):
        return HELD
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)
    return getattr(error, "strerror", None) or str(error)
