"""Playing against the computer in tests: games, waiting for it, the mouse of whoever plays against it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QListWidget
from pytestqt.qtbot import QtBot

from app.play.players import NewGame, Players
from app.window.main_window import MainWindow
from rules.engine.evaluator import Manner

LEFT = Qt.MouseButton.LeftButton
STAFF = Path(__file__).parent / "staff.py"
LONG = 60_000
"""Milliseconds in which the computer has to have done what a test waits for, on the slowest machine."""


def against(*seats: str, system: str = "company_scale", scenario: str = "first-light", seed: int = 7) -> NewGame:
    """Return a game in which the computer plays some seats."""
    return NewGame(system, scenario, seed, players=Players(dict.fromkeys(seats, Manner())))


def until(qtbot: QtBot, holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    qtbot.waitUntil(lambda: bool(holds()), timeout=LONG)


def asked(window: MainWindow) -> bool:
    """Tell whether somebody at the table decides, or the game is over."""
    return window.game.decision is not None or bool(window.game.over)


def click_on(window: MainWindow) -> None:
    """Answer the present question with the mouse: the prompt's first button, or else a row of the orders."""
    before, page = window.session.seq, window.orders.page
    prompt = [button for button in window.prompt._buttons.values() if button.isVisible() and button.isEnabled()]
    prompt.sort(key=lambda button: not button.flag("primary"))
    if any(press(window, button, before) for button in prompt):
        return
    for rows in filter(QListWidget.isVisible, page.findChildren(QListWidget)):
        for row in range(rows.count()):
            rows.scrollToItem(rows.item(row))
            QTest.mouseClick(rows.viewport(), LEFT, pos=rows.visualItemRect(rows.item(row)).center())
            if any(press(window, button, before) for button in page.findChildren(QAbstractButton)):
                return
    assert any(press(window, button, before) for button in page.findChildren(QAbstractButton)), window.game.decision


def press(window: MainWindow, button: QAbstractButton, before: int) -> bool:
    """Click on a button that can be seen, twice if it asks for that; return whether the game has gone on."""
    for _ in range(2):
        if window.session.seq == before and button.isVisible() and button.isEnabled():
            QTest.mouseClick(button, LEFT)
    return bool(window.session.seq != before)


def choose(box: QComboBox, words: str) -> None:
    """Choose a line of a box with the mouse."""
    QTest.mouseClick(box, LEFT)
    view = box.view()
    index = box.model().index(box.findText(words), 0)
    assert index.isValid()
    view.scrollTo(index)
    QTest.mouseClick(view.viewport(), LEFT, pos=view.visualRect(index).center() or QPoint())
    view.hide()
    if box.currentText() != words:  # where the list opens in no window of its own
        box.setCurrentText(words)


def give_fault(window: MainWindow, folder: Path, fault: str) -> Path:
    """Give the window a process with a fault; return the file that counts how often it was started."""
    file = folder / "starts"
    window.players.opponent.worker.command = [sys.executable, str(STAFF), fault, str(file)]
    return file
