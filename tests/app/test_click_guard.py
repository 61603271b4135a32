"""A double click or a second Space never runs through two decisions: real events on the real window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.window.main_window import MainWindow
from rules.engine.command import cmd
from rules.engine.options import Decision
from tests.app.helpers.fake_session import FakeSession, decide
from tests.app.systems.company_scale.helpers.positions import position

LEFT = Qt.MouseButton.LeftButton
FIRE = cmd("fire", unit="r1", hex="18.43")


def hold(seat: str) -> Decision:
    return decide(seat, "opportunity_fire", "Fire?", FIRE, cmd("hold"), units=("b_117",), hex="18.43")


class Clock:
    """A clock that stands still until it is put on."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(window: MainWindow) -> Clock:
    window.moment.length, window.moment.clock = 0.25, Clock()
    return window.moment.clock


@pytest.fixture
def session(window: MainWindow, clock: Clock) -> FakeSession:
    """Ask both sides one after the other whether they hold fire."""

    def next_side(session: FakeSession, _: object) -> list[dict[str, object]]:
        session.now = hold("allied") if session.now and session.now.seat == "german" else hold("german")
        return []

    session = FakeSession(position(), hold("german"), {"hold": next_side})
    window.play(session)
    return session


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_H])
def test_a_second_key_comes_too_soon_for_the_next_question(
    window: MainWindow, session: FakeSession, clock: Clock, key: Qt.Key
) -> None:
    board = window.playmat.board.view
    QTest.keyClick(board, key)
    QTest.keyClick(board, key)
    assert session.submitted == [cmd("hold")]
    clock.now += 0.3
    QTest.keyClick(board, key)
    assert session.submitted == [cmd("hold"), cmd("hold")]


def test_a_double_click_answers_one_question(window: MainWindow, session: FakeSession, clock: Clock) -> None:
    button = window.prompt._buttons["hold"]
    QTest.mouseClick(button, LEFT)
    QTest.mouseDClick(button, LEFT)
    assert session.submitted == [cmd("hold")]
    QTest.mouseClick(button, LEFT, pos=button.rect().center() + QPoint(12, 0))
    assert session.submitted == [cmd("hold"), cmd("hold")]


def test_keys_go_on_with_the_same_question_at_once(window: MainWindow, clock: Clock) -> None:
    both = [cmd("use_leader", leader="x"), cmd("use_leader", leader="y")]
    session = FakeSession(position(), decide("allied", "assault_modifiers", "Who?", *both, cmd("confirm")))
    window.play(session)
    page = window.orders.pages["assault"]
    for row in (0, 1):
        window.actions_["focus_orders"].trigger()
        page.list.setCurrentRow(row)
        QTest.keyClick(page.list, Qt.Key.Key_Return)
    assert session.submitted == both


def test_what_is_typed_and_chords_are_never_taken(window: MainWindow, session: FakeSession, clock: Clock) -> None:
    board = window.playmat.board.view
    QTest.keyClick(board, Qt.Key.Key_Space)
    QTest.keyClick(board, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert session.undone == 1


def test_a_double_click_does_not_end_an_activation_that_asks_first(window: MainWindow, clock: Clock) -> None:
    orders = (cmd("fire", unit="b_117", hex="17.45"), cmd("end_activation"))
    session = FakeSession(position(), decide("allied", "activation", "Act.", *orders))
    window.play(session)
    button = window.prompt._buttons["end_activation"]
    QTest.mouseClick(button, LEFT)
    assert button.property("armed") == "true"
    QTest.mouseDClick(button, LEFT)
    QTest.keyClick(window.playmat.board.view, Qt.Key.Key_Space)
    assert session.submitted == []
    clock.now += 0.3
    QTest.keyClick(window.playmat.board.view, Qt.Key.Key_Space)
    assert session.submitted == [cmd("end_activation")]
