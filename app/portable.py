"""A program that keeps everything in its own folder: a file named `portable` beside it says so."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from rules.engine.folders import HOME_VARIABLE

MARKER, DATA = "portable", "data"


def home(program: Path) -> Path | None:
    """Return the folder in which a program keeps games and preferences, None where the system has one for that."""
    return program.parent / DATA if (program.parent / MARKER).is_file() else None


def is_portable() -> bool:
    """Tell whether this program leaves nothing outside its folder."""
    return bool(getattr(sys, "frozen", False)) and home(Path(sys.executable)) is not None


def begin() -> None:
    """Keep everything in the program's own folder if it is portable, and nobody has named another."""
    own = home(Path(sys.executable)) if is_portable() else None
    if own is not None:
        os.environ.setdefault(HOME_VARIABLE, str(own))
