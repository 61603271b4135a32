"""Words for those who cannot see the table: spoken by a screen reader, if one runs."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, words: str) -> None:
    """Let a screen reader say what has just appeared on a widget, if that is to be seen."""
    if not words or not widget.isVisible():
        return
    from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent  # with 190 names, and nothing is said at first

    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))
