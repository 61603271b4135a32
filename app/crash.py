"""What is kept of failures: the journal of those that stop nothing, and a report when the program itself fails."""

from __future__ import annotations

import logging
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from PySide6.QtWidgets import QWidget

from app.dialogs import messages
from rules.engine.bounded import why
from rules.engine.folders import user_data_dir

# --- The program's journal: failures that need not stop a game, written to a file in the data folder ---------------

JOURNAL = "chitpull.log"
ROOT_LOGGER = "chitpull"
"""The parent of all loggers; rules and table log below it and know nothing of the file."""
LARGEST_JOURNAL = 200_000
"""Bytes after which a journal is set aside; one older journal is kept."""


def begin_journal(folder: Path) -> Path:
    """Write the journal into a folder from now on and return its file; fail silently where it cannot be written."""
    path = folder / JOURNAL
    logger = logging.getLogger(ROOT_LOGGER)
    for handler in logger.handlers[:]:
        logger.removeHandler(handler)
        handler.close()
    handler = _Journal(path)
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s: %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False
    return path


class _Journal(logging.Handler):
    """Open the file at the first record, which most starts never write; ignore a full or read-only disk."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._file: logging.Handler | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, into a new file where the last one is full."""
        from logging.handlers import RotatingFileHandler

        if self._file is None:
            self._file = RotatingFileHandler(
                self._path, maxBytes=LARGEST_JOURNAL, backupCount=1, encoding="utf-8", delay=True
            )
            self._file.setFormatter(self.formatter)
            self._file.handleError = lambda record: None  # type: ignore[method-assign]  # nobody to say it to
        self._file.emit(record)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
        super().close()


# --- When the program itself fails: log the error, tell the player, and keep the game ------------------------------

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
