"""The order of Tab: the map, the orders, what lies beside and below it, the prompt, the log; each as it is read."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QWidget

FORTH, BACK = Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason


def in_order(window: QWidget, regions: Sequence[QWidget]) -> list[QWidget]:
    """Return what Tab reaches in a window: region after region, then the rest, each from top to bottom."""

    def rank(widget: QWidget) -> tuple[int, int, int]:
        around = (n for n, part in enumerate(regions) if part is widget or part.isAncestorOf(widget))
        region = next(around, len(regions))
        at = widget.mapTo(window, QPoint())
        return region, at.y(), at.x()

    return sorted(filter(_is_reached, window.findChildren(QWidget)), key=rank)


def _is_reached(widget: QWidget) -> bool:
    able = widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None
    return able and not widget.isWindow() and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def step(window: QWidget, regions: Sequence[QWidget], *, on: bool) -> bool:
    """Give the keyboard to the next control or the one before; return whether there is one."""
    reached = in_order(window, regions)
    now = QApplication.focusWidget()
    if not reached:
        return False
    at = reached.index(now) if now in reached else -1 if on else 0
    wanted = reached[(at + (1 if on else -1)) % len(reached)]
    wanted.setFocus(FORTH if on else BACK)
    return True
