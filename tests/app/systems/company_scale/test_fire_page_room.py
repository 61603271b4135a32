"""The fire page shows every modifier, chance and face of the die without scrolling, beside a lesson too."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from app.panels.reader import OddsBars
from app.window.main_window import MainWindow
from tests.app.systems.company_scale.test_first_lesson import Pupil, to_the_activation


@pytest.fixture
def fire(window: MainWindow) -> Pupil:
    """Play the first battle up to its first fire, which has six modifiers."""
    pupil = Pupil(window)
    to_the_activation(pupil)
    pupil.order("done")
    pupil.key(Qt.Key.Key_I)
    pupil.click("18.47")
    pupil.click("18.43")
    pupil.key(Qt.Key.Key_Escape)
    pupil.drag("18.47", "18.43")
    assert pupil.kind == "fire" and window.lesson_panel.isVisible()
    return pupil


def is_whole(widget: QWidget, area: QScrollArea) -> bool:
    """Tell whether a widget can be seen whole in a scrolling area."""
    top = widget.mapTo(area.viewport(), QPoint()).y()
    return widget.isVisible() and top >= 0 and top + widget.height() <= area.viewport().height()


def test_all_modifiers_and_chances_show_without_scrolling(fire: Pupil, window: MainWindow, qtbot: QtBot) -> None:
    for theme in ("light", "dark"):
        window.look.set_theme(theme)
        for size in ((1600, 1000), (1280, 720)):
            shows_all(window, qtbot, size)


def shows_all(window: MainWindow, qtbot: QtBot, size: tuple[int, int]) -> None:
    """Check the page in a window of a size: all of it is to be seen, on two tabs where it is low."""
    QGuiApplication.processEvents()
    window.resize(*size)
    page = window.orders.pages["fire"]
    area = page.findChild(QScrollArea)
    body = area.widget()
    qtbot.waitUntil(lambda: window.size().toTuple() == size and page.choice.isVisible() == (size == (1280, 720)))
    click(page.choice, 0)
    qtbot.waitUntil(lambda: not area.verticalScrollBar().isVisible() and body.height() == area.viewport().height())
    modifiers, bars = page.modifiers, page.bars
    assert modifiers.findChildren(QWidget) and isinstance(bars, OddsBars)
    assert is_whole(modifiers, area) and is_whole(bars, area)
    if page.choice.isVisible():
        click(page.choice, 1)
        qtbot.waitUntil(lambda: page.strip.isVisible() and not area.verticalScrollBar().isVisible())
        assert bars.isHidden() and is_whole(modifiers, area)
    assert all(is_whole(part, area) for part in (page.kind, page.strip, page.checks))
    assert "R at DG 2: E/2/143 passes on 6 or less (8.5.1)." in page.checks.text()


def click(bar: QTabBar, tab: int) -> None:
    """Press a tab with the mouse."""
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, bar.tabRect(tab).center())


def test_faces_in_a_row_with_one_result_stand_together(fire: Pupil, window: MainWindow) -> None:
    strip = window.orders.pages["fire"].strip
    assert [(cell.first, cell.last, cell.result) for cell in strip.cells][-2:] == [(4, 4, "DG2"), (5, 9, "")]
    assert "8: no effect; 9: no effect" in strip.accessibleDescription(), "told face by face"
    assert strip.sizeHint().height() == 2 * strip.ROW


def test_units_of_the_sum_have_the_names_on_their_counters(fire: Pupil, window: MainWindow) -> None:
    words = [label.text() for label in window.orders.pages["fire"].modifiers.findChildren(QWidget) if label.isVisible()
             and hasattr(label, "text")]  # fmt: skip
    assert "2./Flak 18 fires" in words and "Defense of E/2/143" in words
    assert window.orders.pages["fire"].heading.text() == "2./Flak 18: fire at 18.43"
