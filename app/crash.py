"""When the program itself fails: log the error, tell the player, and keep the game."""

from __future__ import annotations

import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from PySide6.QtWidgets import QWidget

from app.dialogs import messages
from rules.engine.bounded import why
from rules.engine.folders import user_data_dir

NAME = "errors.txt"


def watch(window: QWidget) -> None:
    """Report uncaught errors in a file and in a dialog of `window`, one dialog at a time."""
    showing = False

    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        nonlocal showing
        sys.__excepthook__(kind, error, trace)
        try:
            where = f"Details were saved to {write_down(error)}."
        except OSError as unwritten:
            where = f"Details could not be saved: {why(unwritten)}."
        if showing or issubclass(kind, KeyboardInterrupt):
            return
        showing = True
        messages.tell(
            window,
            "Something went wrong",
            "Chitpull hit an error. Your game is saved up to the last order.\n" + where,
            "Critical",
        )
        showing = False

    sys.excepthook = report


def write_down(error: BaseException) -> Path:
    """Append an error to the error file and return the file's path."""
    path = user_data_dir() / NAME
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{datetime.now(UTC).isoformat(timespec='seconds')}\n")
        file.writelines(traceback.format_exception(error))
        file.write("\n")
    return path
