"""Buying chits: a chit bought by mistake is clicked back out, no list moves under the pointer, nothing is forgotten."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from app.play.players import NewGame
from app.window.main_window import MainWindow
from rules.engine.command import Command, cmd
from tests.app.helpers.fake_session import FakeSession, decide
from tests.app.systems.company_scale.helpers.positions import position

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def buying(window: MainWindow) -> MainWindow:
    """First Light, with the first side about to buy."""
    assert window.new_game(NewGame("company_scale", "first-light", 5))
    QApplication.processEvents()
    return window


def buttons(window: MainWindow) -> dict[Command, QAbstractButton]:
    shown: dict[Command, QAbstractButton] = window.orders.pages["purchase"].buttons
    return shown


def press(window: MainWindow, command: Command) -> None:
    QTest.mouseClick(buttons(window)[command], LEFT)
    QApplication.processEvents()


def bought(window: MainWindow) -> list[str]:
    return [str(event["chit"]) for event in window.game.history() if event["event"] == "ChitBought"]


def dispatch(window: MainWindow) -> list[int]:
    return [division.dispatch for division in window.game.view.divisions]


def test_a_chit_bought_by_mistake_is_clicked_back_out(buying: MainWindow) -> None:
    first, second = list(buttons(buying))[:2]
    before = dispatch(buying)
    press(buying, first)
    press(buying, second)
    assert bought(buying) == [first.text("chit"), second.text("chit")] and dispatch(buying) != before
    assert buttons(buying)[first].isChecked() and "Return" in buttons(buying)[first].detail
    press(buying, first)  # not the last one: what was bought after it stays
    assert bought(buying) == [second.text("chit")]
    press(buying, second)
    assert not bought(buying) and dispatch(buying) == before and "Cup" not in buttons(buying)[second].detail


def test_no_chit_moves_under_the_pointer_and_what_is_too_dear_says_so(buying: MainWindow) -> None:
    places = {command: button.mapTo(buying, button.rect().center()) for command, button in buttons(buying).items()}
    dear = 0
    for command in places:
        if buttons(buying)[command].isEnabled():
            press(buying, command)
        else:
            dear += 1
            assert "costs" in buttons(buying)[command].toolTip() and "(4.0)" in buttons(buying)[command].toolTip()
        now = {order: button.mapTo(buying, button.rect().center()) for order, button in buttons(buying).items()}
        assert now == places
    assert bought(buying)


def test_points_that_could_still_buy_are_asked_about_once(buying: MainWindow) -> None:
    first = buying.game.decision.seat
    QTest.keyClick(buying.playmat.board.view, Qt.Key.Key_Space)
    assert buying.game.decision.seat == first and "There are dispatch points left for" in buying.prompt.hint.text()
    QTest.keyClick(buying.playmat.board.view, Qt.Key.Key_Space)
    assert buying.game.decision.seat != first


def test_what_another_question_answered_is_not_put_back(buying: MainWindow) -> None:
    first = next(iter(buttons(buying)))
    press(buying, first)
    for _ in range(2):
        QTest.keyClick(buying.playmat.board.view, Qt.Key.Key_Space)
    assert not buying.game.given()
    assert not buying.game.put_back(first)
    assert "cannot be put back" in buying.prompt.refusal.text() and bought(buying) == [first.text("chit")]


def test_the_page_of_a_direct_command_names_the_key(window: MainWindow) -> None:
    asked = decide("allied", "activation", "Pay.", cmd("activate", unit="b_117"), cmd("end_activation"))
    window.play(FakeSession(position(), asked))
    assert "press A to activate it" in window.orders.pages["activation"].note.text()


def test_another_game_lists_no_chit_of_the_last_one(buying: MainWindow) -> None:
    press(buying, next(iter(buttons(buying))))
    assert buying.new_game(NewGame("company_scale", "rolins-night", 5))
    QApplication.processEvents()
    chits = {command for verb in ("add_chit", "buy_chit", "buy_now") for command in buying.game.offered.get(verb, ())}
    assert set(buttons(buying)) == chits
    assert not any("is not one of" in button.detail for button in buttons(buying).values())
