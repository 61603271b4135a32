"""What goes wrong round the computer: refused orders, records that cannot be written, scenarios that are gone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QThread
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.opponent.opponent import OpponentState
from app.play.files import ELSEWHERE
from app.play.players import KEY, NewGame, Players
from app.play.thoughts import Thoughts
from app.window.main_window import MainWindow
from app.window.thoughts import WAIT
from rules.engine.evaluator import Manner
from rules.engine.folders import scenarios_dir
from tests.app.helpers.against import LEFT, against, click_on, give_fault, until

WATCHED = ("german", "allied")


def watched(window: MainWindow, qtbot: QtBot, entries: int = 5) -> Path:
    """Let the computer play both sides for some orders, and pause it; return the record."""
    assert window.new_game(against(*WATCHED))
    until(qtbot, lambda: window.session.seq > entries)
    window.players.opponent.pause(True)
    return Path(window.settings.get("on_table"))


def test_an_order_against_the_rules_is_thought_about_again(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    give_fault(window, tmp_path, "illegal once")
    assert window.new_game(against(*WATCHED))
    until(qtbot, lambda: "was restarted" in window.notice.text())
    until(qtbot, lambda: window.session.seq > 5)
    assert set(window.game.players.computers) == set(WATCHED)


def test_after_two_orders_against_the_rules_people_play_by_hand(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    give_fault(window, tmp_path, "illegal")
    assert window.new_game(against(*WATCHED))
    until(qtbot, lambda: window.game.decision is not None)
    assert "an illegal order" in window.notice.text() and "You now play its side" in window.notice.text()
    assert window.session.kept[KEY] == {}
    click_on(window)


def test_where_the_game_cannot_be_kept_the_computer_waits_and_says_why(window: MainWindow, qtbot: QtBot) -> None:
    record = watched(window, qtbot)
    whole = record.read_bytes()
    record.write_bytes(whole + b"{}\n")  # another program has written into it
    stands = window.session.seq
    go_on = window.prompt.staff.buttons["go_on"]
    QTest.mouseClick(go_on, LEFT)
    until(qtbot, lambda: window.players.opponent.hindrance)
    assert window.session.seq == stands and window.prompt.words.text().startswith("Paused")
    assert "changed by another program" in window.prompt.hint.text()
    record.write_bytes(whole)
    QTest.mouseClick(go_on, LEFT)
    until(qtbot, lambda: window.session.seq > stands)
    assert not window.players.opponent.hindrance and window.game.players.any


def test_who_plays_is_changed_though_it_cannot_be_kept_and_that_is_said(window: MainWindow, qtbot: QtBot) -> None:
    record = watched(window, qtbot)
    record.write_bytes(b"")
    window.players.seat(Players({"allied": Manner()}))
    assert "changed by another program" in window.notice.text()
    assert set(window.game.players.computers) == {"allied"}


def test_a_second_window_does_not_play_what_another_plays(
    window: MainWindow, open_window: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    record = watched(window, qtbot)
    stands, second = window.session.seq, open_window()
    told: list[str] = []
    second.services.tell = lambda title, words: told.append(words)
    second.show()
    assert second.open_game(record) and told == [ELSEWHERE]
    until(qtbot, lambda: second.players.opponent.state is OpponentState.PAUSED)
    assert second.prompt.hint.text() == ELSEWHERE and second.session.seq == stands
    thoughts = Thoughts(record).places(window.session.log)
    window.players.opponent.pause(False)
    until(qtbot, lambda: window.session.seq > stands)
    assert Thoughts(record).places(window.session.log)[: len(thoughts)] == thoughts
    second.close()


def test_a_thought_about_another_game_is_not_given(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    file = give_fault(window, tmp_path, "long")
    assert window.new_game(against(*WATCHED))
    opponent, heard = window.players.opponent, list[int]()
    until(qtbot, lambda: opponent.progress is not None)
    opponent.worker.thought.connect(lambda number, thought: heard.append(number))
    assert window.new_game(against(*WATCHED, system="striking_anvil", scenario="anvil-historical"))
    until(qtbot, lambda: heard and opponent.progress is not None)
    assert window.session.log == [] and opponent.state is OpponentState.THINKING
    assert file.stat().st_size == 1 and not window.notice.text()


def test_a_stop_that_was_heeded_while_the_window_was_busy_counts(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    told = give_fault(window, tmp_path, "long").with_suffix(".told")
    assert window.new_game(against(*WATCHED))
    opponent = window.players.opponent
    until(qtbot, lambda: opponent.progress is not None)
    opponent.stop()
    assert opponent.worker._process is not None and opponent.worker._process.process.waitForBytesWritten()
    while not told.exists():  # the window hears nothing meanwhile
        QThread.msleep(5)
    opponent.worker._lose_patience()
    assert opponent.worker.is_running and not window.notice.text()
    until(qtbot, lambda: window.session.seq > 0)


CHANGES = {"broken": ("format: ", "format: no "), "another": ("turns: 5", "turns: 4")}


@pytest.mark.parametrize("change", CHANGES)
def test_a_scenario_that_changes_under_the_game_leaves_its_side_to_people(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, change: str
) -> None:
    mine = tmp_path / "mine.yaml"
    text = (scenarios_dir() / "company_scale" / "first-light.yaml").read_text(encoding="utf-8")
    text = text.replace("id: first-light", "id: mine", 1)
    mine.write_text(text, encoding="utf-8")
    assert window.new_game(NewGame("company_scale", str(mine), 7))
    changed = text.replace(*CHANGES[change], 1)
    assert changed != text
    mine.write_text(changed, encoding="utf-8")
    window.players.seat(Players(dict.fromkeys(WATCHED, Manner())))
    until(qtbot, lambda: "You now play its side" in window.notice.text())
    assert ("another version of this scenario" in window.notice.text()) == (change == "another")
    assert window.game.decision is not None and not window.players.opponent.worker._ready
    click_on(window)


def test_that_a_hint_is_waited_for_is_not_said_once_the_question_is_answered(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    give_fault(window, tmp_path, "long")
    assert window.new_game(NewGame("company_scale", "first-light", 7))
    window.actions_["hint"].trigger()
    assert window.notice.message == WAIT
    click_on(window)
    assert window.notice.message != WAIT


@pytest.mark.parametrize("fault", ["dies", "nonsense"])
def test_a_hint_that_fails_is_said_and_the_game_goes_on(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, fault: str
) -> None:
    give_fault(window, tmp_path, fault)
    assert window.new_game(NewGame("company_scale", "first-light", 7))
    window.actions_["hint"].trigger()
    until(qtbot, lambda: "No suggestion" in window.notice.message)
    before = window.session.seq
    click_on(window)
    assert window.session.seq > before
