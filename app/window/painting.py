"""One painting for one order: the window waits with it until everything about the order has its place."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QWidget


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
