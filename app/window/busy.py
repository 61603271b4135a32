"""A word over the window while something takes longer than a moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from app import theme
from app.panels.widgets import Label

SETTING_UP, CHANGING = "Setting up the game…", "Changing the appearance…"


@contextmanager
def busy(window: QWidget, words: str) -> Iterator[Label]:
    """Show words in the middle of a window, at once, until what is done under them is done."""
    sign, now = Label(words, window), theme.current()
    sign.setObjectName("busy")
    sign.setStyleSheet(
        f"background: {now.raised}; color: {now.text}; border: 1px solid {now.accent}; font-size: 18px; padding: 18px;"
    )
    sign.adjustSize()
    sign.move((window.width() - sign.width()) // 2, (window.height() - sign.height()) // 2)
    sign.show()
    sign.raise_()
    QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    if window.isVisible():
        window.repaint()  # now: nothing is painted while the work lasts
        sign.repaint()
    try:
        yield sign
    finally:
        QApplication.restoreOverrideCursor()
        sign.hide()
        sign.deleteLater()
