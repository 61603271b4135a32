"""Systems without a presentation, played in the program's window; one of them hides hands."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.dialogs.scenario_cards import preview
from app.play.players import NewGame
from app.systems.base import PlainTable
from app.window.main_window import MainWindow
from rules.engine.command import Command
from rules.engine.system import register
from tests.rules.engine.helpers.toy_cards import CARDS
from tests.rules.engine.helpers.toy_system import TOY

LEFT = Qt.MouseButton.LeftButton
FIRST_LIGHT = NewGame("company_scale", "first-light", 7)
DUEL, CROWD, HANDS = NewGame("toy", "duel", 3), NewGame("toy", "crowd", 1), NewGame("cards", "hands", 5)
LIMIT = 600


@pytest.fixture(autouse=True)
def _registered() -> None:
    register(TOY)
    register(CARDS)


def act(window: MainWindow, random: Random) -> Command | None:
    """Give one order with the mouse, by a button of the prompt or a row of the orders; return it."""
    given: list[Command] = []
    window.prompt.ordered.connect(given.append)
    window.orders.ordered.connect(given.append)
    buttons = [button for button in window.prompt._buttons.values() if button.isVisible()]
    choices = window.orders.pages["choices"].list
    chosen = random.randrange(len(buttons) + choices.count())
    if chosen < len(buttons):
        QTest.mouseClick(buttons[chosen], LEFT)
    else:
        item = choices.item(chosen - len(buttons))
        choices.scrollToItem(item)
        QTest.mouseClick(choices.viewport(), LEFT, pos=choices.visualItemRect(item).center())
        QTest.mouseClick(window.orders.pages["choices"].button, LEFT)
    window.prompt.ordered.disconnect(given.append)
    window.orders.ordered.disconnect(given.append)
    return given[-1] if given else None


def seen_on(widget: QWidget) -> str:
    """Return the text of every visible label on a widget."""
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


def test_a_system_without_looks_is_played_to_its_end(window: MainWindow) -> None:
    assert window.new_game(DUEL)
    random, prompts = Random(2), set()
    for _ in range(LIMIT):
        if window.game.decision is None:
            break
        prompts.add(window.prompt.words.text())
        assert act(window, random) is not None
    assert window.game.over is not None and window.game.over["text"] in window.prompt.words.text()
    assert "No game" not in window.prompt.words.text() and len(prompts) == 3
    assert window.prompt.badge.isHidden()


def test_its_options_can_be_told_apart(window: MainWindow) -> None:
    assert window.new_game(CROWD)
    random = Random(4)
    for _ in range(80):
        page = window.orders.pages["choices"]
        rows = [page.list.item(row).text() for row in range(page.list.count())]
        assert len(set(rows)) == len(rows)
        act(window, random)


def test_nothing_of_another_system_stays(window: MainWindow) -> None:
    assert window.new_game(FIRST_LIGHT)
    board, docks = window.playmat.board.view, set(window.docks.docks)
    assert window.new_game(DUEL)
    QApplication.processEvents()
    assert isinstance(window.playmat, PlainTable) and window.pages.currentWidget() is window.playmat.middle
    assert window.pages.indexOf(board) < 0 and set(window.docks.docks) == {"lesson", "log", "orders"}
    assert "fit" not in window.actions_.by_id and "verb_fire" not in window.actions_.by_id
    assert "None" not in window.prompt.words.text() + window.windowTitle() + seen_on(window)
    assert "German" not in seen_on(window)
    assert window.new_game(HANDS) and window.new_game(FIRST_LIGHT)
    assert set(window.docks.docks) == docks and window.playmat.board.position.units
    assert window.log.isVisible() and window.orders.isVisible()


def test_what_it_lacks_is_said_in_words(window: MainWindow) -> None:
    said: list[str] = []
    window.services.tell = lambda title, words: said.append(words)
    assert window.new_game(DUEL)
    assert not window.actions_["print"].isEnabled()
    window.dialogs.print_sheets()
    window.dialogs.notes()
    window.dialogs.markers()
    window.dialogs.how_to_play()
    window.dialogs.show_reference()
    assert said == ["This system has nothing to print."]
    assert "This scenario has no notes." in window.dialogs.note.text.toPlainText()
    assert preview("toy", "duel") is None


def test_undo_and_a_saved_game_work_without_a_board(window: MainWindow, tmp_path: Path) -> None:
    assert window.new_game(CROWD)
    random = Random(6)
    while not window.game.can_undo:
        assert act(window, random) is not None
    seq = window.game.seat.seq
    window.actions_["undo"].trigger()
    assert window.game.seat.seq < seq
    window.saving.choose = lambda offered: str(tmp_path / "toy.chitpull")
    window.saving.save_as()
    window.put(window.files.open(tmp_path / "toy.chitpull"))
    assert isinstance(window.playmat, PlainTable) and window.game.decision is not None


def test_the_prompt_keeps_its_width_without_a_hint(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1500, 900)
    assert window.new_game(DUEL)
    window.prompt.show_decision(window.game.decision, {}, "")
    qtbot.waitUntil(lambda: window.prompt.words.width() > window.prompt.width() // 2)
    assert window.prompt.badge.width() <= window.prompt.badge.sizeHint().width()


# --- hidden hands ----------------------------------------------------------------------------------------------------


def test_a_curtain_falls_before_another_seat_looks(window: MainWindow) -> None:
    assert window.new_game(HANDS)
    random, curtains, hands = Random(1), 0, set()
    for _ in range(LIMIT):
        if window.game.over is not None:
            break
        if window.game.awaited:
            curtains += 1
            hidden = window.game.awaited
            assert window.pages.currentWidget() is window.curtain
            assert hidden.capitalize() in window.curtain.title.text()
            assert window.game.seat.name is None and window.game.view["hand"] == []
            assert "Card drawn" not in window.log.plain
            assert not any(dock.isVisible() for dock in window.docks.docks.values())
            assert not window.actions_["undo"].isEnabled()
            QTest.keyClick(window.curtain.button, Qt.Key.Key_Space)
            assert window.game.seat.name == hidden and window.pages.currentWidget() is window.playmat.middle
            hands.add((hidden, tuple(window.game.view["hand"])))
            continue
        assert act(window, random) is not None
    assert window.game.over is not None and curtains > 4 and {seat for seat, _ in hands} == {"red", "blue"}
    assert window.game.over["text"] in window.prompt.words.text()


def test_the_log_of_a_seat_tells_only_its_own_draws(window: MainWindow) -> None:
    assert window.new_game(HANDS)
    window.open_curtain()
    drawn = window.log.plain.count("Card drawn")
    assert drawn == len(window.game.view["hand"]) == 3
