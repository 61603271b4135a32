"""Files dropped on the window: a saved game is opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget


class Drops(QObject):
    """Take one file at a time that is dropped on a window; whether it is a game is found out by opening it."""

    def __init__(self, window: QWidget, open_game: Callable[[Path], object]) -> None:
        super().__init__(window)
        self._open = open_game
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let a file in, and open it."""
        if event.type() not in (QEvent.Type.DragEnter, QEvent.Type.Drop) or not isinstance(event, QDropEvent):
            return False
        path = dropped(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            if event.type() == QEvent.Type.Drop:
                self._open(path)
        return True


def dropped(data: QMimeData) -> Path | None:
    """Return the file that is dragged, or None if it is no file or several."""
    files = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return files[0] if len(files) == 1 and files[0].is_file() else None
