"""A refusal stands in one place, whole at any size of text, and goes with the next press."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app import theme
from app.board.hexes import center
from app.panels.widgets import OptionList
from app.play.players import NewGame
from app.window.main_window import MainWindow
from rules.engine.seat import Seat
from rules.hexes.grid import hex_id
from rules.testing.bots import bots_for

LEFT = Qt.MouseButton.LeftButton
SIZES = [(1600, 1000, 0), (1280, 720, 0), (1600, 1000, 20), (1280, 720, 20)]
ROUTED = "Company E, 143rd Infantry has a routed marker in its hex and no Troop Quality to check against. (10.2.2)"
"""A long reason; several of them come together."""


@pytest.fixture
def sized(open_window: Callable[[], MainWindow], qapp: QApplication) -> Iterator[Callable[[int, int, int], MainWindow]]:
    """Return a maker of windows of a size, with text of so many pixels; 0 is the usual."""

    def opened(wide: int, high: int, text: int) -> MainWindow:
        window = open_window()
        theme.apply(qapp, "light", text)
        window.resize(wide, high)
        window.show()
        QApplication.processEvents()
        return window

    yield opened
    theme.apply(qapp, "light")


def to_activation(window: MainWindow) -> None:
    """Begin First Light, and decline until units may act."""
    assert window.new_game(NewGame("company_scale", "first-light", 5))
    for _ in range(30):
        if window.game.decision.kind == "activation":
            break
        QTest.keyClick(window, Qt.Key.Key_Space)
    assert window.game.decision.kind == "activation"


def point(window: MainWindow, name: str) -> QPoint:
    place: QPoint = window.playmat.middle.mapFromScene(center(hex_id(name)))
    return place


def drag(window: MainWindow, start: str, to: str) -> None:
    port = window.playmat.middle.viewport()
    QTest.mousePress(port, LEFT, pos=point(window, start))
    QTest.mouseMove(port, point(window, start) + QPoint(14, 9))
    QTest.mouseMove(port, point(window, to))
    QTest.mouseRelease(port, LEFT, pos=point(window, to))


def is_whole(window: MainWindow) -> bool:
    """Tell whether the words under the prompt can be read to their end, with nothing of the prompt's over them."""
    refusal = window.prompt.refusal
    place = QRect(refusal.mapTo(window, QPoint()), refusal.size())
    buttons = [b for b in window.prompt._buttons.values() if b.isVisible()]
    covered = any(place.intersects(QRect(b.mapTo(window, QPoint()), b.size())) for b in buttons)
    needed = refusal.heightForWidth(refusal.width()) if refusal.wordWrap() else refusal.sizeHint().height()
    wide = refusal.wordWrap() or refusal.sizeHint().width() <= refusal.width()
    return wide and needed <= refusal.height() and window.rect().contains(place) and not covered


@pytest.mark.parametrize("size", SIZES)
def test_every_refusal_can_be_read_whole(
    sized: Callable[[int, int, int], MainWindow], size: tuple[int, int, int]
) -> None:
    window = sized(*size)
    to_activation(window)
    drag(window, "18.43", "18.43")
    QTest.mouseClick(window.playmat.middle.viewport(), LEFT, pos=point(window, "18.43"))
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_R)
    assert window.prompt.refusal.isVisible() and "(10.1)" in window.prompt.refusal.text() and is_whole(window)
    for many in (1, 2, 4):
        window.prompt.show_words("  ".join([ROUTED] * many))
        assert is_whole(window), many
    window.resize(window.width() - 200, window.height())
    QApplication.processEvents()
    assert is_whole(window), "it follows the window"


def test_a_refusal_stands_beside_the_pointer_or_under_the_prompt_never_both(
    sized: Callable[[int, int, int], MainWindow],
) -> None:
    window = sized(1600, 1000, 0)
    to_activation(window)
    side = window.game.decision.seat
    bubble = window.playmat.board.scene.words
    enemy = next(u for u in window.game.view.units if u.hex and u.side != side)
    window.playmat.board.reveal(enemy.hex)
    near = f"{enemy.hex[:3]}{int(enemy.hex[3:]) + 1:02d}"
    drag(window, enemy.hex, near)
    assert bubble.isVisible() and bubble.tone == "refused" and window.prompt.refusal.isHidden()
    assert bubble.text not in window.notice.text(), "nor in the corner"
    QApplication.processEvents()
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_R)
    assert window.prompt.refusal.isVisible() and not bubble.isVisible()
    QApplication.processEvents()
    drag(window, enemy.hex, near)
    assert bubble.isVisible() and window.prompt.refusal.isHidden()


def test_the_next_press_takes_a_refusal_away_and_does_what_it_does(
    sized: Callable[[int, int, int], MainWindow],
) -> None:
    window = sized(1600, 1000, 0)
    to_activation(window)
    board = window.playmat.middle
    for press in (
        partial(QTest.keyClick, board, Qt.Key.Key_Down),
        partial(QTest.mouseClick, board.viewport(), LEFT, pos=QPoint(300, 300)),
    ):
        QTest.keyClick(board, Qt.Key.Key_R)
        assert window.prompt.refusal.isVisible()
        QApplication.processEvents()
        QTest.keyClick(board, Qt.Key.Key_Shift)
        assert window.prompt.refusal.isVisible(), "a key that only changes others is no press"
        press()
        assert window.prompt.refusal.isHidden() and window.prompt.hint.isVisible()


@pytest.mark.parametrize("place", ["orders", "map"])
def test_an_assault_under_a_direct_command_chit_is_refused_with_its_rule(window: MainWindow, place: str) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", 3))
    session = window.session
    bots = bots_for(session.system.seats, ["regular", "regular"], 3)
    for _ in range(600):
        decision = session.decision
        assert decision is not None
        if decision.kind == "activation" and session.state.chit.startswith("command:"):
            break
        session.submit(decision.seat, session.seq, bots[decision.seat].choose(Seat(session, decision.seat), decision))
    window.put(session)
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_F4)
    before, focus = session.seq, window.focusWidget()
    assert isinstance(focus, OptionList)
    QTest.keyClick(focus if place == "orders" else window.playmat.middle, Qt.Key.Key_J)
    assert window.prompt.refusal.isVisible() and "(9.0)" in window.prompt.refusal.text()
    assert "Direct Command" in window.prompt.refusal.text() and session.seq == before


def test_a_letter_never_moves_the_cursor_of_the_map(window: MainWindow) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", 3))
    board = window.playmat.middle
    QTest.keyClick(board, Qt.Key.Key_Up)
    at = window.playmat.board.scene.cursor.hex
    assert at is not None
    for letter in "HJKLYUBN":
        QTest.keyClick(board, letter)
        assert window.playmat.board.scene.cursor.hex == at, letter
