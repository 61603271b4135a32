"""What a screen reader says: the question, the hex under the keyboard's cursor, and why something is not possible."""

from __future__ import annotations

import pytest
from PySide6 import QtGui
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QComboBox, QLineEdit, QScrollArea, QTabBar, QWidget

from app import announcing
from app.panels.drawn import Drawn
from app.play.players import NewGame
from app.window.main_window import MainWindow
from tests.app.test_sizes import OPENING, opened

GAMES = [
    NewGame("company_scale", "first-light", 5),
    NewGame("command_cards", "last-attack", 1),
    NewGame("striking_anvil", "anvil-historical", 1),
]


@pytest.fixture
def paints_alike() -> bool:
    """Tell that what these tests replace paints nothing."""
    return True


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what a screen reader that runs is told."""
    words: list[str] = []

    class Reader(QAccessible):  # type: ignore[misc]
        isActive = staticmethod(lambda: True)
        updateAccessibility = staticmethod(lambda event: words.append(event.message()))

    monkeypatch.setattr(QtGui, "QAccessible", Reader)
    return words


def test_an_announcement_carries_its_words(window: MainWindow) -> None:
    assert QAccessibleAnnouncementEvent(window, "Your turn").message() == "Your turn"
    announcing.announce(window, "Nobody listens.")  # without a screen reader nothing happens


def test_what_is_not_to_be_seen_is_not_spoken(window: MainWindow, spoken: list[str]) -> None:
    window.show_start()
    spoken.clear()
    window.prompt.show_words("No game running.")
    assert not spoken


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.system)
def test_the_question_is_spoken_with_the_side_that_is_asked(
    window: MainWindow, spoken: list[str], game: NewGame
) -> None:
    assert window.new_game(game)
    if window.hands.awaits:
        assert "veryone else, look away" in spoken[-1]
        window.open_curtain()
    assert window.game.decision is not None
    side = window.game.side(window.game.decision.seat).name
    assert f"{side}: {window.prompt.words.text()}" in spoken


def test_cursor_and_refusal_are_spoken(window: MainWindow, spoken: list[str]) -> None:
    assert window.new_game(GAMES[0]) and window.playmat is not None
    board = window.playmat.board.view
    spoken.clear()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down):
        QTest.keyClick(board, key)
    assert spoken and all(words[0].isdigit() or "." in words for words in spoken), spoken
    spoken.clear()
    QTest.keyClick(board, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert spoken == ["Nothing to take back yet."]


CONTROLS = (QAbstractButton, QLineEdit, QComboBox, QAbstractItemView, QTabBar, QScrollArea)


def nameless(window: QWidget) -> list[str]:
    """Return the visible controls that take the keyboard and tell a screen reader nothing."""
    found = []
    for widget in window.findChildren(QWidget):
        focus = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if (
            isinstance(widget, CONTROLS)
            and widget.isVisible()
            and focus
            and widget.objectName() != "qt_spinbox_lineedit"
        ):
            said = QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
            if not any(letter.isalnum() for letter in said):
                found.append(f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}: {said!r}")
    return found


def test_every_control_of_the_start_page_has_a_name(window: MainWindow) -> None:
    window.show_start()
    assert nameless(window) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.system)
def test_every_control_of_a_table_has_a_name(window: MainWindow, game: NewGame) -> None:
    assert window.new_game(game)
    assert nameless(window) == []
    drawn = [
        type(part).__name__ for part in window.findChildren(Drawn) if part.isVisible() and not part.accessibleName()
    ]
    assert drawn == []


@pytest.mark.parametrize("name", OPENING)
def test_every_control_of_a_dialog_has_a_name(window: MainWindow, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert window.new_game(GAMES[0])
    dialog = opened(window, name, monkeypatch)
    assert nameless(dialog) == []
    dialog.close()
