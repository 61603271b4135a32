"""The widgets there are, asked for without the garbage collector running meanwhile.

PySide wraps what Qt lists one by one; a collection in between deletes windows that lie further on in the list, and the
process dies without a word.
"""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget

from rules.engine.memory import collect_later


def top_level_widgets() -> list[QWidget]:
    """List the windows."""
    with collect_later():
        return QApplication.topLevelWidgets()


def all_widgets() -> list[QWidget]:
    """List every widget."""
    with collect_later():
        return QApplication.allWidgets()
