"""What takes longer than a moment says so at once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from app.play.new_game import NewGame
from app.window.main_window import MainWindow
from rules.engine.session import Session


def shown(window: MainWindow) -> list[str]:
    """Return the words that stand over a window."""
    return [sign.text() for sign in window.findChildren(QLabel, "busy") if sign.isVisible()]


def test_a_new_game_says_that_it_is_being_set_up(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []
    cursors = []
    start = window.files.start

    def watched(choice: NewGame) -> Session:
        seen.append(shown(window))
        cursors.append(QApplication.overrideCursor().shape())
        return start(choice)

    monkeypatch.setattr(window.files, "start", watched)
    assert window.new_game(NewGame("company_scale", "first-light", 3))
    assert seen == [["Setting up the game…"]] and cursors == [Qt.CursorShape.WaitCursor]
    assert not shown(window) and QApplication.overrideCursor() is None


def test_other_looks_say_so_while_they_are_put_on(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []
    monkeypatch.setattr(window.look, "set_theme", lambda name: seen.append(shown(window)))
    window.actions_["preferences"].trigger()
    dialog = window.services.open_pages[-1]
    monkeypatch.setattr(dialog.looks, "save", lambda: True)
    dialog.accept()
    assert seen == [["Changing the appearance…"]] and not shown(window)


def test_preferences_come_in_pages_of_their_own_width(window: MainWindow) -> None:
    window.actions_["preferences"].trigger()
    dialog = window.services.open_pages[-1]
    titles = [dialog.pages.tabText(page) for page in range(dialog.pages.count())]
    assert titles[0] == "Appearance" and titles[-1] == "Play" and "Company Scale System" in titles
    assert dialog.height() <= 720


def test_the_menu_of_orders_has_only_what_can_be_given(window: MainWindow) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", 3))
    shown_now = [a for a in window.actions_.menus["&Orders"].actions() if a.isVisible() and not a.isSeparator()]
    assert len(shown_now) <= 12 and window.actions_["verb_done"] in shown_now
    assert window.actions_["verb_fire"] not in shown_now
