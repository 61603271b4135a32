"""A mouse whose events go to the window under the pointer, as those of a real one: what is covered is not hit."""

from __future__ import annotations

from itertools import cycle, pairwise

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QMenu, QScrollArea, QWidget

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
ASIDE = cycle((QPoint(0, -4), QPoint(0, 4)))
"""Two clicks on one place are never the same click, so that the second is not taken for a double one."""
STEPS = 3
"""Movements of the mouse between two points of a drag."""


class Covered(AssertionError):
    """Something else lies where one wanted to press, or it takes no press."""


def _handle(top: QWidget) -> QWindow:
    """Return the window on the screen of a widget that is one; it is gone for Python with the widget's last name."""
    handle = top.windowHandle()
    if handle is None:
        raise Covered(f"{top} is in no window that is shown")
    return handle


def _in_window(widget: QWidget, at: QPoint) -> QPoint:
    return widget.mapTo(widget.window(), at)


def lies_open(widget: QWidget, at: QPoint) -> bool:
    """Tell whether a press at a point of a widget reaches it."""
    top = widget.window().childAt(_in_window(widget, at)) or widget.window()
    return widget.isVisible() and widget.rect().contains(at) and (top is widget or widget.isAncestorOf(top))


def press(widget: QWidget, at: QPoint, keys: Qt.KeyboardModifier = PLAIN) -> None:
    """Press at a point of a widget; raise Covered where that would press something else."""
    if not lies_open(widget, at):
        over = widget.window().childAt(_in_window(widget, at))
        raise Covered(f"{widget} is not open at {at}: {over} is there")
    top = widget.window()
    QTest.mousePress(_handle(top), LEFT, keys, _in_window(widget, at))


def move(widget: QWidget, at: QPoint) -> None:
    """Move the pointer to a point of a widget."""
    top = widget.window()
    QTest.mouseMove(_handle(top), _in_window(widget, at))


def release(widget: QWidget, at: QPoint, keys: Qt.KeyboardModifier = PLAIN) -> None:
    """Let go over a point of a widget."""
    top = widget.window()
    QTest.mouseRelease(_handle(top), LEFT, keys, _in_window(widget, at))


def click(widget: QWidget, at: QPoint | None = None, keys: Qt.KeyboardModifier = PLAIN) -> None:
    """Click on a widget, which is scrolled into sight, or at a point of it."""
    if at is None:
        for area in _areas(widget):
            area.ensureWidgetVisible(widget)
        at = widget.rect().center()
    if not widget.isEnabled():
        raise Covered(f"{widget} is not enabled")
    at += next(ASIDE)
    move(widget, at)
    press(widget, at, keys)
    release(widget, at, keys)


def _areas(widget: QWidget) -> list[QScrollArea]:
    found, parent = [], widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            found.append(parent)
        parent = parent.parentWidget()
    return found


def drag(widget: QWidget, *points: QPoint, keys: Qt.KeyboardModifier = PLAIN) -> None:
    """Drag from the first point over the others to the last."""
    points = (points[0] + next(ASIDE), *points[1:])
    move(widget, points[0])
    press(widget, points[0], keys)
    for a, b in pairwise(points):
        for n in range(1, STEPS + 1):
            move(widget, a + (b - a) * n / STEPS)
    release(widget, points[-1], keys)


def row(rows: QListWidget, number: int) -> None:
    """Click on a row of a list."""
    item = rows.item(number)
    rows.scrollToItem(item, QAbstractItemView.ScrollHint.EnsureVisible)
    move(rows.viewport(), rows.visualItemRect(item).center())  # what has yet to be laid out is by then
    click(rows.viewport(), rows.visualItemRect(item).center())


def entry(menu: QMenu, action: QAction) -> None:
    """Click on an entry of a menu that is open."""
    click(menu, menu.actionGeometry(action).center())


def double_row(rows: QListWidget, number: int) -> None:
    """Click twice on a row of a list."""
    row(rows, number)
    at, top = rows.visualItemRect(rows.item(number)).center(), rows.window()
    QTest.mouseDClick(_handle(top), LEFT, PLAIN, _in_window(rows.viewport(), at))
