"""Watching what is painted."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget


class Painted(QObject):
    """Watch what part of a widget is painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.widget, self.region = widget, QRegion()
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.region = self.region.united(event.region())
        return False
