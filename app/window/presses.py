"""Presses of mouse and keys before they reach a widget, for all in a window that may take one away."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication

PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick, QEvent.Type.KeyPress)
MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)
KINDS = (*PRESSES, QEvent.Type.ShortcutOverride)
Taker = Callable[[QObject, QEvent], bool]


class Presses(QObject):
    """Look at every event of the program, once for all: an order alone causes a hundred that are no presses."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._takers: tuple[Taker, ...] = ()
        app = QApplication.instance()
        if app is not None:
            app.installEventFilter(self)

    def ask_all(self, *takers: Taker) -> None:
        """Ask about each press whether it is taken, one after the other."""
        self._takers = takers

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep a press that somebody takes from all others."""
        if not isinstance(event, QKeyEvent | QMouseEvent) or event.type() not in KINDS:
            return False
        return any(taker(watched, event) for taker in self._takers)
