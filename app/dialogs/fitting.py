"""How large a window opens: as its text wants, and never larger than the screen."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from app.theme import faces

FRAME = QSize(16, 48)
"""Room for the frame and title bar that the desktop puts around a window."""


def room(widget: QWidget) -> QSize:
    """Return the largest size of a window on its screen, without frame and title bar."""
    return widget.screen().availableSize() - FRAME


def fit(widget: QWidget, wide: int, high: int) -> None:
    """Give a window its size beside text of the usual size, larger beside larger text, if the screen has room."""
    widget.resize(QSize(faces.scaled(wide), faces.scaled(high)).boundedTo(room(widget)))
