"""What the computer would do in a player's place: told and shown, not ordered."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.dialogs.notes import HIGH, ThoughtDialog
from app.play.players import NewGame
from app.play.seat import LEARNING_KEY
from app.window.main_window import MainWindow
from tests.app.helpers.against import against, asked, click_on, give_fault, until

HINT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def hinted(window: MainWindow, qtbot: QtBot) -> ThoughtDialog:
    """Ask for a hint by its key, off screen from the second on by its menu item, and return the page."""
    if window.isActiveWindow():
        QTest.keyClick(window, Qt.Key.Key_G, HINT)
    else:
        window.actions_["hint"].trigger()
    until(qtbot, lambda: window.thinking.hint_page is not None and window.thinking.hint_page.isVisible())
    assert window.thinking.hint_page is not None
    return window.thinking.hint_page


def test_a_hint_tells_an_order_with_its_places_and_orders_nothing(window: MainWindow, qtbot: QtBot) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", 7))
    view = window.playmat.board.view
    for _ in range(60):
        seq = window.session.seq
        page = hinted(window, qtbot)
        assert window.session.seq == seq and not page.later.isVisible()
        assert (
            f"Suggestion for the {window.game.side(window.game.decision.seat).name} player" in page.text.toPlainText()
        )
        if view.pointed:
            break
        click_on(window)
        assert not page.isVisible()
    assert view.pointed
    page.reject()
    assert not view.pointed


def test_a_short_hint_lies_on_a_page_as_high_as_its_text(window: MainWindow, qtbot: QtBot) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", 7))
    page = hinted(window, qtbot)
    assert page.height() < HIGH and page.text.verticalScrollBar().maximum() == 0


def test_a_hint_marks_where_a_move_goes(window: MainWindow, qtbot: QtBot) -> None:
    assert window.new_game(against("allied", system="command_cards", scenario="bonlieu"))
    for _ in range(20):
        until(qtbot, lambda: asked(window))
        words = hinted(window, qtbot).text.toPlainText()
        gone = re.search(r"^The .* in (\w+) goes to (\w+)", words, re.MULTILINE)
        if gone:
            break
        click_on(window)
    assert gone, words
    marked = {(mark.x(), mark.y()) for mark in window.playmat.board.view.pointed}
    window.playmat.mark([f"hex:{place}" for place in gone.groups()])
    both = {(mark.x(), mark.y()) for mark in window.playmat.board.view.pointed}
    assert len(both) == 2 and both <= marked


def test_the_frame_of_a_hint_is_seen_on_the_whole_map_of_areas(window: MainWindow, qtbot: QtBot) -> None:
    assert window.new_game(NewGame("striking_anvil", "anvil-historical", 7))
    assert window.game.decision.kind == "bombing_phase"
    hinted(window, qtbot)
    (mark,), board = window.playmat.board.view.pointed, window.playmat.board
    board.view.fit()
    area = window.thinking._hint.command.text("area")
    assert mark.isVisible() and mark.pos() == board.scene.sheet.center(area)
    assert board.view.mapFromScene(mark.sceneBoundingRect()).boundingRect().width() >= 40


def test_a_hint_beside_an_opponent_leaves_its_thoughts_alone(window: MainWindow, qtbot: QtBot) -> None:
    assert window.new_game(against("allied"))
    for _ in range(4):
        until(qtbot, lambda: asked(window))
        hinted(window, qtbot)
        click_on(window)
    log = window.session.log
    assert all(log[seq].seat == "allied" for seq in window.thinking.thoughts.places(log))


def test_only_a_hint_that_was_followed_goes_on_with_its_plan(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    told = give_fault(window, tmp_path, "keep").with_suffix(".states")
    assert window.new_game(NewGame("striking_anvil", "anvil-historical", 7))
    hinted(window, qtbot)
    hinted(window, qtbot)
    decision, hint = window.game.decision, window.thinking._hint
    assert hint is not None and hint.command in decision.options
    window.game.submit(hint.command)
    assert window.game.decision.seat == hint.seat
    hinted(window, qtbot)
    for _ in range(3):
        click_on(window)
    until(qtbot, lambda: asked(window))
    hinted(window, qtbot)
    asked_anew = [ast.literal_eval(line)["anew"] for line in told.read_text().splitlines()]
    assert asked_anew == [True, False, False, True]


def test_a_process_that_dies_over_a_hint_is_told_and_nothing_else_happens(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    give_fault(window, tmp_path, "dies")
    assert window.new_game(NewGame("company_scale", "first-light", 7))
    QTest.keyClick(window, Qt.Key.Key_G, HINT)
    until(qtbot, lambda: "No suggestion" in window.notice.text())
    assert window.game.decision is not None and window.thinking.hint_page is None


def test_the_hint_of_a_hidden_hand_is_that_of_the_player_who_asks(window: MainWindow, qtbot: QtBot) -> None:
    assert window.new_game(against("allied", system="command_cards", scenario="bonlieu"))
    until(qtbot, lambda: asked(window))
    assert window.game.decision.seat == "german" and window.hands.awaits == ""
    assert "Suggestion for the German player" in hinted(window, qtbot).text.toPlainText()


def test_who_wants_a_little_help_is_told_and_shown_what_it_fears(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", 7))
    evaluator = type(window.session.system.evaluator)
    monkeypatch.setattr(evaluator, "fears", lambda self, game, seat: ("18.43: 7 points of enemy fire reach it.",))
    assert "fears" not in hinted(window, qtbot).text.toPlainText()
    window.thinking.close_hint()
    window.settings.set(LEARNING_KEY, True)
    page = hinted(window, qtbot)
    assert "What it fears for you" in page.text.toPlainText() and "18.43: 7 points" in page.text.toPlainText()
    marked = {(mark.x(), mark.y()) for mark in window.playmat.board.view.pointed}
    window.playmat.mark(["hex:18.43"])
    assert {(mark.x(), mark.y()) for mark in window.playmat.board.view.pointed} <= marked
