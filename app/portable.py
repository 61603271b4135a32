"""Where this program is: the command that starts it again, and whether it keeps everything in its own folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from rules.engine.folders import HOME_VARIABLE

MARKER, DATA = "portable", "data"
"""A file of that name beside the program, and the folder beside it in which it then keeps everything."""


def home(program: Path) -> Path | None:
    """Return the folder in which a program keeps games and preferences, None where the system has one for that."""
    return program.parent / DATA if (program.parent / MARKER).is_file() else None


def own_command(*options: str) -> list[str]:
    """Return the command that starts this program with options that need no window."""
    if not getattr(sys, "frozen", False):
        return [sys.executable, "-m", "app", *options]
    console = Path(sys.executable).with_name("chitpull-console.exe")  # on Windows the other one has no streams
    return [str(console if console.is_file() else sys.executable), *options]


def is_portable() -> bool:
    """Tell whether this program leaves nothing outside its folder."""
    return bool(getattr(sys, "frozen", False)) and home(Path(sys.executable)) is not None


def begin() -> None:
    """Keep everything in the program's own folder if it is portable, and nobody has named another."""
    own = home(Path(sys.executable)) if is_portable() else None
    if own is not None:
        os.environ.setdefault(HOME_VARIABLE, str(own))
