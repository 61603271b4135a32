"""The journal of the program: what goes wrong and need not stop a game, written into a file of the data folder."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

NAME = "chitpull.log"
ROOT = "chitpull"
"""The logger above those of all rooms; rules and table log below it and know nothing of the file."""
LARGEST = 200_000
"""Bytes after which a journal is put aside; one older one is kept."""


def begin(folder: Path) -> Path:
    """Write the journal into a folder from now on; return its file. What cannot be written is not written."""
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
    """A handler that a full or forbidden disk does not disturb."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Say nothing: there is nobody to say it to."""
