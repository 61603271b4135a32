"""How many presses a turn takes in which nobody does anything."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.play.players import NewGame
from app.window.main_window import MainWindow

MOST, BY_SPACE_ALONE = 8, 10
SHIFT = Qt.KeyboardModifier.ShiftModifier


def turns(window: MainWindow) -> int:
    return sum(event["event"] == "TurnBegan" for event in window.game.history())


@pytest.mark.parametrize("seed", [2, 5])
def test_an_idle_turn_of_first_light_takes_few_presses(window: MainWindow, seed: int) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", seed))
    QApplication.processEvents()
    presses = 0
    while turns(window) == 1 and presses < 40:
        resting = window.prompt.rest.isVisible()
        QTest.keyClick(window.playmat.board.view, Qt.Key.Key_Space, SHIFT if resting else Qt.KeyboardModifier(0))
        QApplication.processEvents()
        presses += 1
    assert turns(window) == 2 and presses <= MOST
    assert "playing a chit at once (not this turn)" in window.log.plain
    assert window.game.decision is not None and window.game.decision.kind == "preparation"  # it is asked again now


@pytest.mark.parametrize("seed", [2, 3, 5])
def test_space_alone_gets_through_an_idle_turn(window: MainWindow, seed: int) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", seed))
    QApplication.processEvents()
    presses = 0
    while turns(window) == 1 and presses < 40:
        QTest.keyClick(window.playmat.board.view, Qt.Key.Key_Space)
        QApplication.processEvents()
        presses += 1
    assert turns(window) == 2 and presses <= BY_SPACE_ALONE


def test_buying_is_offered_again_once_somebody_has_acted(window: MainWindow) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", 3))
    asked = []
    for _ in range(60):
        decision = window.game.decision
        if decision is None or turns(window) > 1:
            break
        if decision.kind == "purchase":
            asked.append((decision.seat, sum(event["event"] == "UnitActivated" for event in window.game.history())))
        if decision.kind == "activation" and "activate" in window.game.offered and not any(n for _, n in asked):
            window.order(window.game.offered["activate"][0])
            QTest.keyClick(window.playmat.board.view, Qt.Key.Key_E)
            QTest.keyClick(window.playmat.board.view, Qt.Key.Key_E)
        else:
            QTest.keyClick(window.playmat.board.view, Qt.Key.Key_Space)
        QApplication.processEvents()
    assert (
        {seat for seat, acted in asked if not acted} == {seat for seat, acted in asked if acted} == {"german", "allied"}
    )


def test_not_this_turn_is_taken_back_by_undo(window: MainWindow) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", 5))
    first = window.game.decision.seat
    QTest.mouseClick(window.prompt.rest, Qt.MouseButton.LeftButton)
    assert window.game.decision.seat != first
    assert window.game.undo()
    assert window.game.decision.seat == first
    for _ in range(4):  # each is asked once, as chits could still be had
        QTest.keyClick(window.playmat.board.view, Qt.Key.Key_Space)
    assert (window.game.decision.seat, window.game.decision.kind) == (first, "purchase")
