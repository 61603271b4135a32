"""The frame of the window: how much is board, what folds, what opens over the board, what a closed game leaves."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app import theme
from app.dialogs.scenario_choice import is_example
from app.play.players import NewGame
from app.play.scenarios import shipped_scenarios
from app.settings import FOLDED
from app.window.frame import log_width, orders_width
from app.window.main_window import MainWindow
from tests.app.helpers.widgets import top_level_widgets

FIRST_LIGHT = NewGame("company_scale", "first-light", 7)
BATTLES = [NewGame(i.system, i.id, 7) for i in shipped_scenarios() if not is_example(i)]
CTRL, LEFT = Qt.KeyboardModifier.ControlModifier, Qt.MouseButton.LeftButton


def sized(window: MainWindow, wide: int, high: int) -> MainWindow:
    window.resize(wide, high)
    QApplication.processEvents()
    return window


def share(window: MainWindow) -> float:
    """Return the share of the window's width that is board."""
    return window.pages.width() / window.width()


@pytest.mark.parametrize("choice", BATTLES, ids=lambda choice: f"{choice.system}-{choice.scenario}")
def test_the_board_has_two_thirds_of_a_wide_window_and_most_of_a_small_one(window: MainWindow, choice: NewGame) -> None:
    assert window.new_game(choice)
    assert share(sized(window, 1600, 1000)) >= 2 / 3
    assert share(sized(window, 1280, 720)) >= 0.6
    for panel in window.docks.docks.values():
        if panel.isVisible():
            right = panel.mapTo(window, panel.rect().bottomRight())
            assert right.x() < window.width() and right.y() < window.height(), panel.row.key
    assert window.pages.height() >= window.height() // 3


@pytest.mark.parametrize("pixels", [18, 20])
def test_large_text_takes_nothing_from_the_board(window: MainWindow, qapp: QApplication, pixels: int) -> None:
    assert window.new_game(FIRST_LIGHT)
    window.settings.set("text_size", pixels)
    window.look.set_theme("light")
    try:
        assert share(sized(window, 1600, 1000)) >= 2 / 3
        assert share(sized(window, 1280, 720)) >= 0.6
        assert window.prompt.height() == window.bar.height() and window.pages.height() >= window.height() // 2
    finally:
        theme.apply(qapp, "light")


@pytest.mark.parametrize("width", range(800, 4000, 37))
def test_log_and_orders_never_take_more_than_their_share(width: int) -> None:
    both = orders_width(width) + (log_width(width) or 36)
    assert both <= width / 3 if width >= 1440 else both <= width * 0.4


def test_the_log_folds_into_a_rail_by_its_key(window: MainWindow) -> None:
    assert window.new_game(FIRST_LIGHT)
    sized(window, 1600, 1000)
    before = window.pages.width()
    assert window.log.isVisible() and not window.rail.isVisible()
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_L, CTRL)
    assert not window.log.isVisible() and window.rail.isVisible() and window.pages.width() > before
    QTest.mouseClick(window.rail, LEFT)
    assert window.log.isVisible() and window.pages.width() == before


def test_a_folded_log_stays_folded_the_next_time(
    window: MainWindow, open_window: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    assert window.new_game(FIRST_LIGHT)
    sized(window, 1600, 1000)
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_L, CTRL)
    window.close()
    again = open_window()
    with qtbot.waitExposed(again):
        again.show()
    assert again.new_game(FIRST_LIGHT)
    sized(again, 1600, 1000)
    assert again.rail.isVisible() and not again.log.isVisible()
    QTest.mouseClick(again.rail, LEFT)
    assert again.log.isVisible() and again.settings.get(FOLDED, True) is False


def test_in_a_small_window_the_log_opens_over_the_board(window: MainWindow) -> None:
    assert window.new_game(FIRST_LIGHT)
    sized(window, 1280, 720)
    board = window.pages.geometry()
    assert window.rail.isVisible() and not window.log.isVisible()
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_L, CTRL)
    assert window.log.isVisible() and window.pages.geometry() == board
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_Escape)
    assert not window.log.isVisible() and window.rail.isVisible()
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_F6)
    assert window.log.isVisible() and window.log.browser.hasFocus()


def test_one_key_leaves_the_board_alone(window: MainWindow) -> None:
    assert window.new_game(FIRST_LIGHT)
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_M, CTRL)
    assert window.pages.width() == window.width()
    assert not window.orders.isVisible() and window.prompt.isVisible()
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_F4)
    assert window.orders.isVisible() and window.pages.width() < window.width()


def test_a_drawer_opens_over_the_board_and_escape_closes_it(window: MainWindow) -> None:
    assert window.new_game(FIRST_LIGHT)
    board, drawer = window.pages.geometry(), window.docks.docks["displays"]
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_F9)
    assert drawer.isVisible() and window.pages.geometry() == board
    inside = drawer.geometry()
    assert board.contains(inside) and inside.height() <= board.height() * 2 / 3
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_Escape)
    assert not drawer.isVisible() and window.pages.geometry() == board


def test_nothing_opens_as_a_window_of_its_own(window: MainWindow) -> None:
    for choice in (FIRST_LIGHT, NewGame("command_cards", "savasse-ridge", 7), FIRST_LIGHT):
        assert window.new_game(choice)
    QApplication.processEvents()
    assert [w for w in top_level_widgets() if w.isVisible() and w is not window] == []


def children_of(window: MainWindow) -> tuple[int, int]:
    """Return how many widgets and how many objects belong to a window, once other tests' are gone."""
    gc.collect()
    for _ in range(3):
        QApplication.sendPostedEvents(None, 52)  # QEvent.DeferredDelete
        QApplication.processEvents()
    return len(window.findChildren(QWidget)), len(window.children())


def test_games_opened_and_closed_leave_nothing_behind(window: MainWindow) -> None:
    choices = [FIRST_LIGHT, NewGame("command_cards", "savasse-ridge", 7), NewGame("company_scale", "the-feint", 7)]
    counts = []
    for _ in range(4):
        for choice in choices:
            assert window.new_game(choice)
            window.show_start()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # what has gone is deleted now
        counts.append((*children_of(window), len(top_level_widgets())))
    assert counts[1] == counts[2] == counts[3]


@pytest.mark.parametrize("system", ["company_scale", "command_cards", "striking_anvil"])
def test_the_window_fits_a_small_screen_at_one_and_a_half(window: MainWindow, system: str) -> None:
    scenario = {"company_scale": "first-light", "command_cards": "last-attack", "striking_anvil": "anvil-historical"}
    assert window.new_game(NewGame(system, scenario[system], 5))
    small = QSize(911, 433)  # 1366x768 at 150 %, less title bar and task bar
    window.resize(small)
    assert window.size() == small and window.pages.height() > 120


def test_orders_and_stack_fold_singly(window: MainWindow) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", 3))
    frame, docks = window.frame, window.docks
    stack = docks.docks["stack"]
    wide, high = frame.pages.width(), docks.docks["orders"].height()
    window.actions_["fold_stack"].trigger()
    assert not stack.isVisible() and docks.docks["orders"].height() > high
    window.actions_["fold_orders"].trigger()
    assert not docks.docks["orders"].isVisible() and frame.pages.width() > wide
    QTest.keyClick(window, Qt.Key.Key_F4)
    assert docks.docks["orders"].isVisible() and not stack.isVisible()
    window.actions_["fold_stack"].trigger()
    assert stack.isVisible() and frame.pages.width() == wide
