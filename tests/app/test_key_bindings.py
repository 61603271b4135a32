"""Every key can be changed: collisions are shown, buttons and words name the new key, the old one is free."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox

from app import bindings
from app.actions import ACTIONS, HELD
from app.bindings import conflicts, spell
from app.dialogs.help import keys_page
from app.dialogs.preferences import KeysDialog
from app.panels.widgets import KeyButton
from app.play.players import NewGame
from app.window.main_window import MainWindow

CONTROL = Qt.KeyboardModifier.ControlModifier
FIRST = NewGame("company_scale", "first-light", 5)


@pytest.fixture(autouse=True)
def _own_keys() -> None:
    bindings.use({})


def change_keys(window: MainWindow) -> KeysDialog:
    window.actions_["change_keys"].trigger()
    dialog = window.services.open_pages[-1]
    assert isinstance(dialog, KeysDialog)
    return dialog


def press(dialog: KeysDialog, action: str, key: Qt.Key, modifier: Qt.KeyboardModifier) -> None:
    edit = dialog.edits[action]
    edit.clear()
    edit.setFocus()
    QTest.keyClick(edit, key, modifier)


def ok(dialog: KeysDialog) -> bool:
    button = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    if button.isEnabled():
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        return True
    return False


def test_a_changed_key_works_is_shown_and_is_kept(window: MainWindow, open_window: Callable[[], MainWindow]) -> None:
    assert window.new_game(FIRST)
    dialog = change_keys(window)
    press(dialog, "verb_done", Qt.Key.Key_N, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    press(dialog, "take_back", Qt.Key.Key_F9, CONTROL)
    assert ok(dialog)
    assert window.prompt._buttons["done"].key == "Ctrl+Shift+N"
    first = window.game.decision.seat
    QTest.keyClick(window.playmat.board.view, Qt.Key.Key_D)
    assert not window.prompt._armed  # the old key is free
    for _ in range(2):
        QTest.keyClick(window.playmat.board.view, Qt.Key.Key_N, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert window.game.decision.seat != first
    assert "Ctrl+Shift+N" in keys_page(window.actions_.specs, ())
    assert spell("{take_back}") == "Ctrl+F9"
    bindings.use({})
    again = open_window()
    assert again.actions_["take_back"].shortcut() == QKeySequence("Ctrl+F9")


def test_two_meanings_of_a_key_are_shown_and_not_taken(window: MainWindow) -> None:
    assert window.new_game(FIRST)
    dialog = change_keys(window)
    press(dialog, "undo", Qt.Key.Key_S, CONTROL)
    assert dialog.wrong["undo"].text() == "also used by Save" and dialog.wrong["save"].text() == "also used by Undo"
    assert not ok(dialog)
    press(dialog, "save", Qt.Key.Key_F9, CONTROL)
    assert dialog.wrong["undo"].text() == "" and ok(dialog)
    assert window.actions_["undo"].shortcut() == QKeySequence("Ctrl+S")


def test_keys_that_mean_something_by_themselves_stay(window: MainWindow) -> None:
    dialog = change_keys(window)
    press(dialog, "undo", Qt.Key.Key_0, Qt.KeyboardModifier.NoModifier)
    assert "0 always shows the whole map" in dialog.wrong["undo"].text() and not ok(dialog)


def test_as_they_came_undoes_every_change(window: MainWindow) -> None:
    dialog = change_keys(window)
    press(dialog, "undo", Qt.Key.Key_F9, CONTROL)
    QTest.mouseClick(dialog.reset, Qt.MouseButton.LeftButton)
    assert ok(dialog) and window.settings.get(bindings.KEY) == {}


def test_a_key_taken_away_is_named_by_its_menu_entry() -> None:
    bindings.use({"undo": [], "nonsense": 5})
    assert bindings.keys_of("undo", ("Ctrl+Z",)) == () and bindings.key_of("undo", "Ctrl+Z") == ""
    assert spell("press {undo}") == "press its menu item"


def test_the_keys_the_program_comes_with_collide_nowhere(window: MainWindow) -> None:
    for game in (FIRST, NewGame("command_cards", "last-attack", 1), NewGame("striking_anvil", "anvil-historical", 1)):
        assert window.new_game(game)
        assert conflicts({spec.id: spec.keys for spec in (*window.actions_.specs, *HELD)}) == {}


def test_the_search_finds_actions_by_name_and_key(window: MainWindow) -> None:
    dialog = change_keys(window)
    QTest.keyClicks(dialog.search, "ctrl+z")
    assert [name for name, edit in dialog.edits.items() if not edit.isHidden()] == ["undo"]
    assert len(ACTIONS) > 10


def test_the_keys_that_are_held_can_be_changed_and_collide_like_any_other(window: MainWindow) -> None:
    assert window.new_game(FIRST)
    dialog = change_keys(window)
    press(dialog, "loupe", Qt.Key.Key_F5, Qt.KeyboardModifier.NoModifier)
    assert not ok(dialog) and "Go to map" in dialog.wrong["loupe"].text()
    press(dialog, "loupe", Qt.Key.Key_F9, CONTROL)
    press(dialog, "bare", Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier)
    assert ok(dialog)
    view, looking = window.playmat.board.view, window.looking
    for key, modifier, held in (
        (Qt.Key.Key_F12, Qt.KeyboardModifier.NoModifier, ""), (Qt.Key.Key_F9, CONTROL, "loupe"),
        (Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier, ""),
        (Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier, "bare"),
    ):  # fmt: skip
        QTest.keyPress(view, key, modifier)
        assert looking.held == held
        QTest.keyRelease(view, key, modifier)
        assert looking.held == ""
    page = keys_page((*window.actions_.specs, *HELD), ())
    assert "Del" in page and "Backspace</b>" not in page.replace("Ctrl+Backspace", "")


@pytest.mark.parametrize("key", [(Qt.Key.Key_Z, CONTROL | Qt.KeyboardModifier.ShiftModifier), (Qt.Key.Key_Y, CONTROL)])
def test_redo_has_the_keys_it_has_everywhere(window: MainWindow, key: tuple[Qt.Key, Qt.KeyboardModifier]) -> None:
    assert window.new_game(FIRST)
    assert window.game.decision is not None
    window.order(next(iter(window.game.decision.options)))
    after, board = window.game.view, window.playmat.board.view
    QTest.keyClick(board, Qt.Key.Key_Z, CONTROL)
    assert window.game.view != after
    QTest.keyClick(board, *key)
    assert window.game.view == after


@pytest.fixture
def on_a_mac(monkeypatch: pytest.MonkeyPatch, open_window: Callable[[], MainWindow]) -> MainWindow:
    monkeypatch.setattr(bindings, "PLATFORM", "darwin")
    return open_window()


def test_on_a_mac_hide_and_minimize_are_left_to_the_system(on_a_mac: MainWindow, window: MainWindow) -> None:
    taken = {key.toString() for spec in on_a_mac.actions_.specs for key in on_a_mac.actions_[spec.id].shortcuts()}
    assert not taken & {"Ctrl+H", "Ctrl+M"} and {"Ctrl+Shift+L", "Ctrl+Shift+A"} <= taken
    assert on_a_mac.actions_.name("alone") == "Map only (⇧⌘A)"
    assert on_a_mac.actions_.name("look_back") == "Game history (⇧⌘L)"


def test_off_a_mac_they_stay(window: MainWindow) -> None:
    assert window.actions_["alone"].shortcut() == QKeySequence("Ctrl+M")
    assert window.actions_["look_back"].shortcut() == QKeySequence("Ctrl+H")


def test_on_a_mac_other_keys_are_shown_than_function_keys_which_work_too(on_a_mac: MainWindow) -> None:
    assert on_a_mac.new_game(FIRST)
    first = {name: action.shortcut().toString() for name, action in on_a_mac.actions_.by_id.items()}
    assert not [name for name, key in first.items() if bindings.is_function(key)]
    assert first["focus_board"] == "Ctrl+2" and first["markers"] == "Ctrl+Shift+K"
    assert QKeySequence("F5") in on_a_mac.actions_["focus_board"].shortcuts()
    assert bindings.keys_of("loupe", next(row.keys for row in HELD if row.id == "loupe")) == ("Shift+Backspace", "F12")
    dialog = change_keys(on_a_mac)
    assert dialog.edits["alone"].keySequence() == QKeySequence("Ctrl+Shift+A")
    assert ok(dialog) and on_a_mac.settings.get(bindings.KEY, {}) == {}


def test_on_a_mac_pages_show_the_keys_that_are_held_before_one_was(
    open_window: Callable[[], MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bindings, "PLATFORM", "darwin")
    monkeypatch.setattr(bindings, "_defaults", {})
    open_window()
    assert [bindings.to_show(row.keys[0]) for row in HELD if bindings.is_function(row.keys[0])] == ["Shift+Backspace"]


def test_on_a_mac_buttons_and_pages_show_them_too(on_a_mac: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    others = {"charts": ("F9",)}  # of another system, played before
    monkeypatch.setattr(bindings, "_defaults", {**others, **bindings._defaults, **others})
    assert on_a_mac.new_game(FIRST)
    caps = [button for button in on_a_mac.findChildren(KeyButton) if button.key == "F9"]
    assert caps and all("[⇧⌘D]" in button.toolTip() for button in caps)
    assert bindings.as_written(bindings.to_show("F9")) == "⇧⌘D"
    on_a_mac.actions_["help"].trigger()
    page = on_a_mac.services.open_pages[-1].text.toPlainText()
    assert re.search(r"⇧⌘O \w+ the whole map", page) and not re.search(r"\bF\d", page)


def test_the_other_key_of_the_loupe_is_held_as_well(window: MainWindow) -> None:
    assert window.new_game(FIRST)
    view = window.playmat.board.view
    QTest.keyPress(view, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ShiftModifier)
    assert window.looking.held == "loupe"
    QTest.keyRelease(view, Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier)  # Shift was let go first
    assert window.looking.held == ""
