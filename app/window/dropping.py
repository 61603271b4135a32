"""Files dropped on the window: a saved game is opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtGui import QDragEnterEvent, QDropEvent


class Drops(QObject):
    """Take one file at a time; whether it is a game is found out by opening it."""

    def __init__(self, parent: QObject, open_game: Callable[[Path], object]) -> None:
        super().__init__(parent)
        self._open = open_game

    def enter(self, event: QDragEnterEvent) -> None:
        """Let the file in that is dragged over the window."""
        if dropped(event.mimeData()) is not None:
            event.acceptProposedAction()

    def drop(self, event: QDropEvent) -> None:
        """Open the file."""
        path = dropped(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            self._open(path)


def dropped(data: QMimeData) -> Path | None:
    """Return the file that is dragged, or None if it is no file or several."""
    files = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return files[0] if len(files) == 1 and files[0].is_file() else None
