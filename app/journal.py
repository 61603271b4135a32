"""The program's journal: failures that need not stop a game, written to a file in the data folder."""

from __future__ import annotations

import logging
from pathlib import Path

NAME = "chitpull.log"
ROOT = "chitpull"
"""The parent of all loggers; rules and table log below it and know nothing of the file."""
LARGEST = 200_000
"""Bytes after which a journal is set aside; one older journal is kept."""


def begin(folder: Path) -> Path:
    """Write the journal into a folder from now on and return its file; fail silently where it cannot be written."""
    path = folder / NAME
    logger = logging.getLogger(ROOT)
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
            self._file = RotatingFileHandler(self._path, maxBytes=LARGEST, backupCount=1, encoding="utf-8", delay=True)
            self._file.setFormatter(self.formatter)
            self._file.handleError = lambda record: None  # type: ignore[method-assign]  # nobody to say it to
        self._file.emit(record)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
        super().close()
