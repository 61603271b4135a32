"""While the log has the focus every key of the window means what it means on the map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QKeyCombination, QPoint, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.board.hexes import center
from app.panels.reader import Reader
from app.play.players import NewGame
from app.window.main_window import MainWindow

GAMES = [
    NewGame("company_scale", "first-light", 5),
    NewGame("command_cards", "last-attack", 5),
    NewGame("striking_anvil", "anvil-historical", 5),
]


@pytest.fixture
def log(window: MainWindow) -> Reader:
    assert window.new_game(GAMES[0])
    QTest.keyClick(window, Qt.Key.Key_F6)
    log = window.log.findChild(Reader)
    assert log.hasFocus()
    return log


def test_the_loupe_and_the_bare_map_are_held_from_the_log(window: MainWindow, log: Reader) -> None:
    view = window.playmat.board.view
    view.fit()
    QTest.mouseMove(view.viewport(), view.mapFromScene(center(2445)) + QPoint(1, 0))
    QTest.mouseMove(view.viewport(), view.mapFromScene(center(2445)))
    QTest.keyPress(log, Qt.Key.Key_F12)
    assert window.looking.held == "loupe" and window.looking.loupe.isVisible()
    QTest.keyRelease(log, Qt.Key.Key_F12)
    assert window.looking.held == "" and not window.looking.loupe.isVisible()
    QTest.keyPress(log, Qt.Key.Key_Backspace)
    assert window.looking.held == "bare"
    QTest.keyRelease(log, Qt.Key.Key_Backspace)
    assert window.looking.held == "" and log.hasFocus()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.system)
def test_the_log_keeps_no_key_of_a_menu_for_itself(window: MainWindow, game: NewGame) -> None:
    assert window.new_game(game)
    QTest.keyClick(window, Qt.Key.Key_F6)
    log, kept = window.log.findChild(Reader), []
    for name, action in window.actions_.by_id.items():
        for sequence in action.shortcuts():
            pressed: QKeyCombination = QKeySequence(sequence)[0]
            asked = QKeyEvent(QEvent.Type.ShortcutOverride, pressed.key().value, pressed.keyboardModifiers())
            asked.ignore()
            QApplication.sendEvent(log, asked)
            if asked.isAccepted():
                kept.append((name, sequence.toString()))
    assert not kept


def test_keys_pressed_in_the_log_act(window: MainWindow, log: Reader) -> None:
    before, seq = window.playmat.board.view.scale_now, window.session.seq
    QTest.keyClick(log, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert window.playmat.board.view.scale_now > before
    QTest.keyClick(log, Qt.Key.Key_Space)
    QTest.keyClick(log, Qt.Key.Key_Space)  # buying nothing is asked about once
    assert window.session.seq > seq, "Space passes, as on the map"
    assert log.hasFocus()
    QTest.keyClick(log, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.session.seq == seq
