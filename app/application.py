"""The program as the desktop sees it: games and links that are clicked while it runs, and Tab to every control."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from app import theme

WAIT = 100
"""Milliseconds after which a game that waits for an open question is tried again."""
ASKED_SOON = 400
"""Milliseconds in which macOS names the game whose double click has started the program."""


class Application(QApplication):
    """The program. A clicked game or link waits until there is a window to open it in and no question is open."""

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__([*arguments, "-style", "fusion"])
        self.setProperty(theme.STYLED, True)
        self.waiting: Path | str | None = None
        """The file, or the link to a game, that is opened next."""
        self._open: Callable[[Path], object] | None = None
        self._follow: Callable[[str], object] = lambda link: None
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(WAIT)
        self._later.timeout.connect(self._try)
        prepare(self)

    def event(self, event: QEvent) -> bool:
        """Take the event by which macOS names a file or a link; only events to the program itself come here."""
        if event.type() == QEvent.Type.FileOpen and isinstance(event, QFileOpenEvent) and not event.url().isEmpty():
            self.waiting = Path(event.file()) if event.url().isLocalFile() else event.url().toString()
            self._try()
            return True
        return super().event(event)

    def open_with(self, opener: Callable[[Path], object], follow: Callable[[str], object] = lambda link: None) -> None:
        """Open the game that waits, and those to come, by these functions: one for files and one for links."""
        self._open, self._follow = opener, follow
        self._try()

    def _try(self) -> None:
        if self.waiting is None or self._open is None:
            return
        if QApplication.activeModalWidget() is not None or QApplication.activePopupWidget() is not None:
            self._later.start()
            return
        named, self.waiting = self.waiting, None
        if isinstance(named, Path):
            self._open(named)
        else:
            self._follow(named)


def prepare(app: QApplication) -> None:
    """Give the program its name, and let Tab reach every control: on macOS it passes over buttons by itself."""
    app.setApplicationName("Chitpull")
    app.setDesktopFileName("io.github.chitpull.Chitpull")
    app.styleHints().setTabFocusBehavior(Qt.TabFocusBehavior.TabFocusAllControls)


def recovery_delay(platform: str = sys.platform) -> int:
    """Return how many milliseconds an interrupted game is offered late, so that a double-clicked one goes first."""
    return ASKED_SOON if platform == "darwin" else 0
