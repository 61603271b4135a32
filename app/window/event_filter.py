"""Presses, drops and paints before they reach a widget: files and links dropped, one painting an order."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QObject, Qt, QTimer
from PySide6.QtGui import QDropEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.online.links import first_link

# --- Presses of mouse and keys before they reach a widget, for all in a window that may take one away --------------

PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick, QEvent.Type.KeyPress)
MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)
KINDS = (*PRESSES, QEvent.Type.ShortcutOverride)
Taker = Callable[[QObject, QEvent], bool]


class Presses(QObject):
    """Look at every event of the program, once for all: an order alone causes a hundred that are no presses.

    Making a table causes thousands, so nothing is looked at before it stands there (`begin`).
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._takers: tuple[Taker, ...] = ()
        self._of_mouse: tuple[Taker, ...] = ()
        self._begun = False

    def begin(self) -> None:
        """Look at events from now on."""
        app = QApplication.instance()
        if app is not None and not self._begun:
            self._begun = True
            app.installEventFilter(self)

    def ask_all(self, *takers: Taker, keys_only: Collection[Taker] = ()) -> None:
        """Ask about each press whether it is taken, one after the other; some about keys only."""
        self._takers = takers
        self._of_mouse = tuple(taker for taker in takers if taker not in keys_only)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep a press that somebody takes from all others."""
        if not isinstance(event, QKeyEvent | QMouseEvent) or event.type() not in KINDS:
            return False
        asked = self._takers if isinstance(event, QKeyEvent) else self._of_mouse
        return any(taker(watched, event) for taker in asked)


# --- Files and links dropped on the window: a saved game is opened, a link followed --------------------------------


class Drops(QObject):
    """Take one file or link at a time that is dropped on a window; whether it is a game is found out by opening it."""

    def __init__(self, window: QWidget, open_game: Callable[[Path], object], follow: Callable[[str], object]) -> None:
        super().__init__(window)
        self._open, self._follow = open_game, follow
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let a file or a link in, and open it."""
        if event.type() not in (QEvent.Type.DragEnter, QEvent.Type.Drop) or not isinstance(event, QDropEvent):
            return False
        path, link = dropped(event.mimeData()), dropped_link(event.mimeData())
        if path is not None or link:
            event.acceptProposedAction()
        if event.type() == QEvent.Type.Drop and path is not None:
            self._open(path)
        elif event.type() == QEvent.Type.Drop and link:
            self._follow(link)
        return True


def dropped(data: QMimeData) -> Path | None:
    """Return the file that is dragged, or None if it is no file or several."""
    files = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return files[0] if len(files) == 1 and files[0].is_file() else None


def dropped_link(data: QMimeData) -> str:
    """Return the link to a game that is dragged, from a browser or within a text, '' if there is none."""
    return first_link("\n".join([*(url.toString() for url in data.urls()), data.text()]))


# --- One painting for one order: the window waits with it until everything about the order has its place -----------


class OnePainting(QObject):
    """Paint a window once after an order.

    A scene that has changed has its whole window painted at once, before buttons and lists are laid out; what they
    cover would be painted twice.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._asked = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._paint)
        window.installEventFilter(self)

    def wait(self) -> None:
        """Paint nothing until the program has done what it has to do now."""
        self._soon.start()

    def _paint(self) -> None:
        if self._asked:
            self._asked = False
            low = Qt.EventPriority.LowEventPriority.value  # after what widgets have been told meanwhile
            QCoreApplication.postEvent(self._window, QEvent(QEvent.Type.UpdateRequest), low)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the request to paint while the window waits."""
        if self._soon.isActive() and event.type() == QEvent.Type.UpdateRequest:
            self._asked = True
            return True
        return False
