"""What takes longer than a moment says so at once."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from app import theme
from app.dialogs import messages, preferences, start
from app.dialogs.start import NewGameDialog
from app.play.players import NewGame
from app.window.main_window import MainWindow
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.testing.bots import bots_for
from tests.app.helpers.widgets import top_level_widgets


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


@pytest.mark.parametrize("name", ["preferences", "new"])
def test_a_dialog_that_first_imports_the_other_games_says_so(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    seen: list[list[str]] = []
    module = "app.systems.striking_anvil.presentation"
    there = import_module(module)
    monkeypatch.delitem(sys.modules, module)
    fit = messages.fit

    def watched(dialog: QWidget, wide: int, high: int) -> None:
        seen.append(shown(window))
        fit(dialog, wide, high)

    for dialogs in (preferences, start):
        monkeypatch.setattr(dialogs, "fit", watched)
    for times in range(1, 3):
        QTimer.singleShot(0, lambda: [page.reject() for page in [QApplication.activeModalWidget()] if page is not None])
        window.actions_[name].trigger()
        QApplication.processEvents()
        assert not shown(window) and seen[times - 1] == (["One moment…"] if times == 1 else [])
        for page in list(window.services.open_pages):
            page.close()
        monkeypatch.setitem(sys.modules, module, there)


def test_a_new_game_and_preferences_are_asked_for_again_and_again(window: MainWindow) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", 3))
    asked, control = [], Qt.KeyboardModifier.ControlModifier

    def turn_down() -> None:
        dialog = QApplication.activeModalWidget()
        assert dialog is not None and dialog.isVisible()
        asked.append(type(dialog))
        QTest.keyClick(dialog, Qt.Key.Key_Escape)

    for times in range(1, 4):
        window.activateWindow()  # off screen nobody else does once a dialog is closed
        QApplication.processEvents()
        QTimer.singleShot(0, turn_down)
        QTest.keyClick(window.playmat.middle, Qt.Key.Key_N, control)
        assert asked == [NewGameDialog] * times
        window.activateWindow()
        QApplication.processEvents()
        window.actions_["preferences"].trigger()
        page = window.services.open_pages[-1]
        assert page.isVisible()
        QTest.keyClick(page, Qt.Key.Key_Escape)
        assert not page.isVisible() and window.playmat.middle.isVisible()


def test_a_second_press_opens_no_second_dialog(window: MainWindow) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", 3))
    window.activateWindow()
    QApplication.processEvents()
    open_now: list[int] = []

    def press_again() -> None:
        asked = QApplication.activeModalWidget()
        assert isinstance(asked, NewGameDialog)
        QTimer.singleShot(0, count)
        QTest.keyClick(window.playmat.middle, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        window.actions_["new"].trigger()  # some window managers bring the press although the dialog is up

    def count() -> None:
        dialogs = [page for page in top_level_widgets() if isinstance(page, NewGameDialog)]
        shown = [page for page in dialogs if page.isVisible()]
        open_now.append(len(shown))
        for page in shown:
            page.reject()

    QTimer.singleShot(0, press_again)
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert open_now == [1]


def test_a_page_opened_twice_is_open_once_and_a_form_keeps_what_is_filled_in(window: MainWindow) -> None:
    for name in ("keys", "markers", "preferences", "change_keys"):
        window.actions_[name].trigger()
        (first,) = window.services.open_pages
        window.actions_[name].trigger()
        (second,) = window.services.open_pages
        assert second.isVisible() and (second is first) == (name in ("preferences", "change_keys"))
        second.close()
        assert not window.services.open_pages


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


@pytest.fixture
def text(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[int]:
    """Return the size of text in pixels, 0 for the usual; the usual one is there again afterwards."""
    yield request.param
    theme.apply(qapp, "light")


@pytest.mark.parametrize("text", [0, 20], indirect=True)
@pytest.mark.parametrize(
    ("system", "scenario"),
    [("company_scale", "rolins-night"), ("striking_anvil", "anvil-historical"), ("command_cards", "bonlieu")],
)
def test_the_menu_of_orders_fits_a_small_window_whatever_is_decided(
    window: MainWindow, qapp: QApplication, system: str, scenario: str, text: int
) -> None:
    theme.apply(qapp, "light", text)
    window.resize(1280, 720)
    assert window.new_game(NewGame(system, scenario, 3))
    session, bar, menu = window.session, window.menuBar(), window.actions_.menus["&Orders"]
    bots = bots_for(session.system.seats, ["rare", "rare"], 3)
    kinds: set[str] = set()
    for _ in range(90):
        decision = session.decision
        assert decision is not None
        session.submit(decision.seat, session.seq, bots[decision.seat].choose(Seat(session, decision.seat), decision))
        if session.decision is None or session.decision.kind in kinds:
            continue
        kinds.add(session.decision.kind)
        window.put(session)
        if window.game.awaited:
            window.open_curtain()
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.actionGeometry(menu.menuAction()).center())
        assert menu.isVisible() and menu.height() <= window.height() - bar.height(), session.decision.kind
        rows = [menu.actionGeometry(one) for one in menu.actions() if one.isVisible() and not one.isSeparator()]
        assert len({row.left() for row in rows}) == 1, "one column"
        QTest.keyClick(menu, Qt.Key.Key_Escape)
        QTest.keyClick(bar, Qt.Key.Key_Escape)
    assert len(kinds) > 3
