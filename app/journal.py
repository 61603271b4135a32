"""The program's journal: failures that need not stop a game, written to a file in the data folder."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
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
    handler = _Quiet(path, maxBytes=LARGEST, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s: %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False
    return path


class _Quiet(RotatingFileHandler):
    """A file handler that ignores a full or read-only disk."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Say nothing: there is nobody to say it to."""
