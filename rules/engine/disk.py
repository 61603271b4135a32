"""Files on a disk that others use too: tried again while another program holds them, and refusals in plain words."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
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


def change_time(number: int) -> int | None:
    """Return when a file was last changed, by its descriptor; None where the file system does not tell.

    Whoever changes a file in place can set back its length and date, but not this. Windows keeps it apart from what
    Python calls the time of change there, which is that of the file's making.
    """
    if sys.platform == "win32":
        import msvcrt

        return windows_change_time(ctypes.WinDLL("kernel32").GetFileInformationByHandleEx, msvcrt.get_osfhandle(number))
    return os.fstat(number).st_ctime_ns


class BasicInfo(ctypes.Structure):
    """What Windows knows of a file (FILE_BASIC_INFO): four times in 100 ns and its attributes."""

    _fields_ = (
        ("creation", ctypes.c_int64), ("access", ctypes.c_int64), ("write", ctypes.c_int64), ("change", ctypes.c_int64),
        ("attributes", ctypes.c_uint32),
    )  # fmt: skip


def windows_change_time(ask: Callable[..., int], handle: int) -> int | None:
    """Return the time of change that Windows' GetFileInformationByHandleEx tells; FAT keeps none."""
    info = BasicInfo()
    if not ask(ctypes.c_void_p(handle), 0, ctypes.byref(info), ctypes.sizeof(info)):
        return None
    return int(info.change) or None


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
