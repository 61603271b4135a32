"""Notices on the desktop: one a hand-over, while the player looks elsewhere, and a click brings the window forward."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMainWindow, QSystemTrayIcon
from pytestqt.qtbot import QtBot

from app.window.online_agreements import OnlineAway
from app.window.online_picture import OnlinePicture


class Page(QObject):
    """The page of the game, as far as it tells of notices."""

    notified = Signal(object)


class Far(QObject):
    """A game at a host."""

    linked = Signal(str, str)
    asked_for_link = Signal(str)
    seat = None

    def notify(self, ways: object) -> None: ...


class Game(QObject):
    """The game on the table: `ask` tells whether this player is asked now."""

    changed = Signal()

    def __init__(self, far: Far) -> None:
        super().__init__()
        self.host, self.decision, self.is_sending, self.session = far, cast(object, None), False, None

    def ask(self, is_asked: bool) -> None:
        self.decision = object() if is_asked else None
        self.changed.emit()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what the desktop was told; it has a tray that shows messages."""
    messages: list[str] = []
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: True))
    monkeypatch.setattr(QSystemTrayIcon, "supportsMessages", staticmethod(lambda: True))
    for deed in ("show", "hide"):  # a screen without a desktop warns of both
        monkeypatch.setattr(QSystemTrayIcon, deed, lambda self: None)
    monkeypatch.setattr(QSystemTrayIcon, "showMessage", lambda self, title, words, icon: messages.append(words))
    return messages


@pytest.fixture
def game(qtbot: QtBot) -> Game:
    """Return a game at a host whose notices are shown, with a window that nobody looks at."""
    far = Far()
    found, window = Game(far), QMainWindow()
    window.isActiveWindow = lambda: False  # type: ignore[method-assign]
    window.raise_ = lambda: None  # type: ignore[method-assign]
    qtbot.addWidget(window)
    services = cast(Any, SimpleNamespace(window=window))
    notices = OnlineAway(
        cast(Any, found), services, str, OnlinePicture(cast(Any, found), lambda: None, found), str, found
    )
    notices.follow(cast(Any, far), cast(Any, Page(found)))
    found.window, found.notices, found.far = window, notices, far  # type: ignore[attr-defined]
    return found


def test_whoever_looks_elsewhere_is_told_once_a_hand_over(game: Game, told: list[str]) -> None:
    game.ask(False)
    assert told == []
    for _ in range(3):  # several questions of one hand-over
        game.ask(True)
    assert told == ["It is your turn."]
    game.ask(False)
    game.ask(True)
    assert told == ["It is your turn."] * 2


def test_whoever_looks_at_the_window_is_not_told(game: Game, told: list[str]) -> None:
    cast(Any, game).window.isActiveWindow = lambda: True
    game.ask(True)
    assert told == []


def test_an_order_on_its_way_is_no_new_hand_over(game: Game, told: list[str]) -> None:
    game.ask(True)
    game.is_sending = True
    game.ask(False)
    game.is_sending = False
    game.ask(True)
    assert told == ["It is your turn."]


def test_a_desktop_without_a_tray_is_not_told(game: Game, told: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: False))
    game.ask(True)
    assert told == []


def test_a_click_on_the_message_brings_the_window_forward(game: Game, told: list[str]) -> None:
    window, notices = cast(Any, game).window, cast(Any, game).notices
    window.showMinimized()
    game.ask(True)
    notices._tray.messageClicked.emit()
    assert not window.isMinimized()


def test_a_game_that_is_left_tells_nothing_more(game: Game, told: list[str]) -> None:
    game.ask(True)
    cast(Any, game).notices.leave()
    game.ask(False)
    game.ask(True)
    assert told == ["It is your turn."]
