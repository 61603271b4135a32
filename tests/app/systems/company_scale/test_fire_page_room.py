"""The fire page shows every modifier and every chance without scrolling, beside a lesson too."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.panels.odds import OddsBars
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


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1600, 1000), (1280, 720)])
def test_all_modifiers_and_chances_show_without_scrolling(
    fire: Pupil, window: MainWindow, qtbot: QtBot, size: tuple[int, int], theme: str
) -> None:
    window.look.set_theme(theme)
    QGuiApplication.processEvents()
    window.resize(*size)
    page = window.orders.pages["fire"]
    area = page.findChild(QScrollArea)
    body = area.widget()
    qtbot.waitUntil(lambda: window.size().toTuple() == size and body.height() >= body.heightForWidth(body.width()))
    assert area.verticalScrollBar().value() == 0
    modifiers, bars = page.modifiers, page.bars
    assert modifiers.findChildren(QWidget) and isinstance(bars, OddsBars)
    assert is_whole(modifiers, area) and is_whole(bars, area)
    assert size != (1600, 1000) or is_whole(page.strip, area)


def test_units_of_the_sum_have_the_names_on_their_counters(fire: Pupil, window: MainWindow) -> None:
    words = [label.text() for label in window.orders.pages["fire"].modifiers.findChildren(QWidget) if label.isVisible()
             and hasattr(label, "text")]  # fmt: skip
    assert "2./Flak 18 fires" in words and "Defense of E/2/143" in words
    assert window.orders.pages["fire"].heading.text() == "2./Flak 18: fire at 18.43"
