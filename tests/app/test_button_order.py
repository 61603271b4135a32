"""One order of buttons everywhere: what goes on stands at the right, Cancel to its left; as in the prompt."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QWidget

from app.dialogs import messages
from app.play.players import NewGame
from app.window.main_window import MainWindow
from tests.app.helpers.widgets import top_level_widgets

FIRST_LIGHT = NewGame("company_scale", "first-light", 5)
ON = ("OK", "Replace", "Do it", "Play", "Start", "Confirm", "Save")
LEAVE = ("Cancel", "Close")
LEFT = Qt.MouseButton.LeftButton


def is_in_order(whole: QWidget) -> bool:
    """Tell whether a window has a button that goes on, and one that does not, at its left on the same line."""
    buttons = {
        b.text().replace("&", "").split("  ")[0]: b for b in whole.findChildren(QAbstractButton) if b.isVisible()
    }
    on = next(button for words, button in buttons.items() if words in ON)
    leave = next(button for words, button in buttons.items() if words in LEAVE)
    ends, begins = leave.mapTo(whole, QPoint(leave.width(), 0)), on.mapTo(whole, QPoint())
    return bool(ends.x() <= begins.x() and abs(ends.y() - begins.y()) < 4)


def looked_at(act: Callable[[], object]) -> tuple[bool, QWidget]:
    """Do something that opens a window of its own; return whether that is in order, and close it."""
    found: list[tuple[bool, QWidget]] = []

    def look() -> None:
        dialogs = [widget for widget in top_level_widgets() if isinstance(widget, QDialog)]
        shown = next(widget for widget in dialogs if widget.isVisible())
        found.append((is_in_order(shown), shown))
        QTest.keyClick(shown, Qt.Key.Key_Escape)

    QTimer.singleShot(50, look)
    act()
    while not found:
        QApplication.processEvents()
    return found[0]


@pytest.mark.parametrize("name", ["preferences", "players", "change_keys", "new", "learn"])
def test_dialogs_have_the_order_of_the_prompt(window: MainWindow, name: str) -> None:
    assert window.new_game(FIRST_LIGHT)
    in_order, dialog = looked_at(window.actions_[name].trigger)
    assert in_order, name
    assert not dialog.isVisible(), "Esc leaves it"


@pytest.mark.parametrize("how", ["", messages.CAREFUL])
def test_questions_have_it_too_and_the_right_button_says_yes(window: MainWindow, how: str) -> None:
    answers: list[bool] = []
    words = ("Replace it?", "a.chitpull already exists.", "Replace", "Cancel", how)
    in_order, _ = looked_at(lambda: answers.append(messages.ask(window, *words)))
    assert in_order and answers == [False]

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert box is not None
        yes = max(
            (b for b in box.findChildren(QAbstractButton) if b.isVisible()), key=lambda b: b.mapTo(box, QPoint()).x()
        )
        QTest.mouseClick(yes, LEFT)

    QTimer.singleShot(50, press)
    assert messages.ask(window, *words)
