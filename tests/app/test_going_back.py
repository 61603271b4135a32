"""Undo, take-backs and saving while the computer plays."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.opponent.opponent import OpponentState
from app.play.players import KEY
from app.window.main_window import MainWindow
from rules.engine.history import NATURE
from rules.engine.record_reading import load_record, verify
from tests.app.helpers.against import against, asked, click_on, give_fault, until

CONTROL = Qt.KeyboardModifier.ControlModifier


def last_own(window: MainWindow) -> int:
    """Return the position before the last order of the player."""
    log = window.session.log
    return max(seq for seq, entry in enumerate(log) if entry.seat == "german")


def since(window: MainWindow, qtbot: QtBot) -> set[str]:
    """Give an order with the mouse and return whose answers the game holds from it to the next question."""
    click_on(window)
    until(qtbot, lambda: asked(window))
    return {entry.seat for entry in window.session.log[last_own(window) :]}


def test_a_take_back_goes_to_the_last_order_of_the_player_whatever_the_computer_has_done_since(
    window: MainWindow, qtbot: QtBot
) -> None:
    assert window.new_game(against("allied"))
    until(qtbot, lambda: asked(window))
    while since(window, qtbot) != {"german", "allied", NATURE}:
        assert window.game.over is None
    before = last_own(window)
    assert not window.game.undo() and "Ctrl+Backspace" in window.prompt.refusal.text()
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_Backspace, CONTROL)
    assert window.session.seq == before and window.game.decision.seat == "german"
    click_on(window)
    until(qtbot, lambda: asked(window))
    assert window.session.seq > before


def test_undo_goes_past_open_answers_of_the_computer(window: MainWindow, qtbot: QtBot) -> None:
    assert window.new_game(against("allied"))
    until(qtbot, lambda: asked(window))
    while since(window, qtbot) != {"german", "allied"}:
        assert window.game.over is None
    own = last_own(window)
    assert window.game.can_undo
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_Z, CONTROL)
    assert window.session.seq == own and window.game.decision.seat == "german"
    assert window.game.redo()


def test_going_back_while_it_thinks_drops_the_thought(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    assert window.new_game(against("allied"))
    until(qtbot, lambda: asked(window))
    give_fault(window, tmp_path, "long")
    window.players.opponent.worker.close()
    window.players.opponent.forget()
    while not window.game.staff:
        click_on(window)
    until(qtbot, lambda: window.players.opponent.progress is not None)
    dropped, before = window.players.opponent.question.number, last_own(window)
    assert window.game.take_back() and window.session.seq == before
    answered = []
    window.players.opponent.worker.thought.connect(lambda number, _: answered.append(number))
    until(qtbot, lambda: answered)
    assert answered == [dropped] and window.session.seq == before


def test_a_game_is_saved_and_opened_and_the_window_closed_while_it_thinks(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    give_fault(window, tmp_path, "long")
    assert window.new_game(against("german", "allied"))
    until(qtbot, lambda: window.players.opponent.progress is not None)
    seq, copy = window.session.seq, tmp_path / "copy.chitpull"
    window.saving.choose = lambda offered: str(copy)
    window.actions_["save_as"].trigger()
    saved = load_record(copy, attach=False)
    assert saved.seq == seq == window.session.seq and verify(saved, copy) == []
    assert set(saved.kept[KEY]) == {"german", "allied"}
    assert window.open_game(copy)
    assert window.players.opponent.state is OpponentState.THINKING and window.players.chip.isVisible()
    until(qtbot, lambda: window.players.opponent.progress is not None)
    window.close()
    assert not window.players.opponent.worker.is_running


def test_while_somebody_looks_back_the_computer_waits(window: MainWindow, qtbot: QtBot) -> None:
    assert window.new_game(against("german", "allied"))
    until(qtbot, lambda: window.session.seq > 12)
    window.actions_["look_back"].trigger()
    window.history.step(-1)
    stands = window.session.seq
    until(qtbot, lambda: window.players.opponent.ready is not None)
    assert window.game.looks_back and window.session.seq == stands
    window.history.close()
    until(qtbot, lambda: window.session.seq > stands)


def test_a_game_begun_from_an_earlier_position_keeps_its_players(window: MainWindow, qtbot: QtBot) -> None:
    assert window.new_game(against("german", "allied"))
    until(qtbot, lambda: window.session.seq > 12)
    window.players.opponent.pause(True)
    window.history.step(-1)
    window.actions_["branch"].trigger()
    assert not window.game.looks_back and window.game.is_watched and window.session.kept[KEY]
    until(qtbot, lambda: window.session.seq > 12)


def test_undo_that_stops_at_the_computer_speaks_of_no_other_player(window: MainWindow, qtbot: QtBot) -> None:
    assert window.new_game(against("allied"))
    until(qtbot, lambda: asked(window))
    while since(window, qtbot) != {"german", "allied", NATURE}:
        assert window.game.over is None
    QTest.keyClick(window, Qt.Key.Key_Z, CONTROL)
    assert window.prompt.refusal.isVisible()
    words = window.prompt.refusal.text()
    assert "can't undo past a die roll, a draw or the computer's move" in words and "both players" not in words
