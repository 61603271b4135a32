"""Playing a WAV file without waiting for it, by whatever the computer has."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QProcess

Player = Callable[[Path], object]
PROGRAMS: Sequence[Sequence[str]] = (
    ("afplay",), ("pw-play",), ("paplay",), ("aplay", "-q"),
)  # fmt: skip
"""Programs that play a file: of macOS, and of the sound systems of Linux, the newest first."""


def player(platform: str = sys.platform, find: Callable[[str], str | None] = shutil.which) -> Player | None:
    """Return what plays a file here, or None if nothing does."""
    if platform == "win32":
        return _windows
    for program, *arguments in PROGRAMS:
        path = find(program)
        if path is not None:
            return lambda file: QProcess.startDetached(path, [*arguments, str(file)])
    return None


def _windows(file: Path) -> None:
    import winsound  # only Windows has it

    flags = "SND_FILENAME", "SND_ASYNC", "SND_NODEFAULT"
    winsound.PlaySound(str(file), sum(getattr(winsound, flag) for flag in flags))  # type: ignore[attr-defined,unused-ignore]
