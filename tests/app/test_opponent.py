"""Playing against the computer through the window, by mouse and keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.dialogs.players import PlayersDialog
from app.opponent import opponent
from app.opponent.opponent import OpponentState
from app.play.players import KEY, NewGame, Players
from app.portable import own_command
from app.window.main_window import MainWindow
from rules.engine.evaluator import Manner
from rules.engine.history import NATURE
from rules.engine.record_reading import load_record, verify
from tests.app.helpers.against import LEFT, against, asked, choose, click_on, give_fault, until


def test_a_whole_first_light_is_played_against_it_with_the_mouse(window: MainWindow, qtbot: QtBot) -> None:
    page = window.start_page
    choose(page.players.seats, "I play German against the computer")
    QTest.mouseClick(page.play, LEFT)
    assert window.game.players == Players({"allied": Manner()}) and window.players.chip.isVisible()
    endings = []
    window.dialogs.show_ending = endings.append  # type: ignore[method-assign]
    window.game.game_over.connect(window.dialogs.show_ending)
    while not window.game.over:
        until(qtbot, lambda: asked(window))
        if window.game.decision is not None:
            assert window.game.decision.seat == "german"
            click_on(window)
    assert {entry.seat for entry in window.session.log} == {"german", "allied", NATURE}
    record = Path(window.settings.get("on_table"))
    window.close()
    again = load_record(record, attach=False)
    assert verify(again, record) == [] and again.is_over
    assert again.kept[KEY] == {"allied": {"level": "regular", "temper": "plain"}}


def test_while_it_thinks_nothing_is_asked_and_an_order_is_refused_in_words(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    give_fault(window, tmp_path, "long")
    assert window.new_game(against("german", "allied"))
    opponent = window.players.opponent
    until(qtbot, lambda: opponent.progress is not None)
    assert window.prompt.words.text().endswith("is considering: storm the hill") and window.prompt.share == 0.25
    assert window.game.decision is None and window.orders.page is window.orders.idle
    assert not window.game.submit(next(iter(window.session.decision.options)))
    assert "The computer is deciding" in window.prompt.refusal.text()


def test_where_hands_are_hidden_the_prompt_tells_nothing_of_the_plans(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    give_fault(window, tmp_path, "long")
    for system, scenario, told in (("company_scale", "first-light", True), ("command_cards", "bonlieu", False)):
        assert window.new_game(against("german", "allied", system=system, scenario=scenario))
        opponent = window.players.opponent
        until(qtbot, lambda opponent=opponent: opponent.progress is not None)
        assert ("storm the hill" in window.prompt.words.text()) == told
        assert ("comparing 3 plans" in window.prompt.hint.text()) == told


def test_the_prompt_tells_the_last_order_as_the_log_does(window: MainWindow, qtbot: QtBot) -> None:
    assert window.new_game(against("german", "allied"))
    until(qtbot, lambda: "last order: " in window.prompt.hint.text() and window.game.staff)
    window.players.opponent.pause(True)
    told = window.prompt.hint.text().partition("last order: ")[2]
    assert " ".join(told.split()[:4]) in window.log.plain


def test_stop_plays_the_best_so_far(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    file = give_fault(window, tmp_path, "long")
    assert window.new_game(against("german", "allied"))
    stop = window.prompt.staff.buttons["stop"]
    until(qtbot, stop.isVisible)
    assert window.session.seq == 0 or window.session.log[-1].seat == NATURE
    before = window.session.seq
    QTest.mouseClick(stop, LEFT)
    until(qtbot, lambda: window.session.seq > before)
    until(qtbot, stop.isVisible)
    before = window.session.seq
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_Escape)
    until(qtbot, lambda: window.session.seq > before)
    assert file.stat().st_size == 1


def test_a_process_that_does_not_heed_a_stop_is_started_anew(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    file = give_fault(window, tmp_path, "deaf")
    assert window.new_game(against("german", "allied"))
    stop = window.prompt.staff.buttons["stop"]
    until(qtbot, stop.isVisible)
    QTest.mouseClick(stop, LEFT)
    until(qtbot, lambda: any(entry.seat != NATURE for entry in window.session.log))
    assert file.stat().st_size == 2 and "was restarted" in window.notice.text()


def test_a_process_that_dies_is_started_once_more(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    file = give_fault(window, tmp_path, "dies once")
    assert window.new_game(against("german", "allied"))
    until(qtbot, lambda: len(window.session.log) > 20)
    assert file.stat().st_size == 2


@pytest.mark.parametrize("fault", ["dies", "nonsense"])
def test_where_it_fails_again_people_play_on_by_hand_and_nothing_is_lost(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, fault: str
) -> None:
    file = give_fault(window, tmp_path, fault)
    assert window.new_game(against("german", "allied"))
    until(qtbot, lambda: window.game.decision is not None)
    assert file.stat().st_size == 2 and "You now play its side" in window.notice.text()
    assert window.session.kept[KEY] == {} and not window.players.chip.isVisible()
    before = window.session.seq
    click_on(window)
    assert window.session.seq > before


def test_a_program_that_cannot_be_started_leaves_the_game_to_people(window: MainWindow, qtbot: QtBot) -> None:
    window.players.opponent.worker.command = ["no-such-program"]
    assert window.new_game(against("german", "allied"))
    until(qtbot, lambda: window.game.decision is not None)
    assert "You now play its side" in window.notice.text()


def test_watching_can_be_paused_and_gone_on_with(window: MainWindow, qtbot: QtBot) -> None:
    assert window.new_game(against("german", "allied"))
    until(qtbot, lambda: window.session.seq > 5)
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_Space)
    assert window.players.opponent.state is OpponentState.PAUSED and window.prompt.words.text().startswith("Paused")
    stands = window.session.seq
    qtbot.wait(0)
    assert window.session.seq == stands
    QTest.mouseClick(window.prompt.staff.buttons["go_on"], LEFT)
    until(qtbot, lambda: window.session.seq > stands)


def test_step_by_step_it_waits_for_space_after_what_it_shows(window: MainWindow, qtbot: QtBot) -> None:
    window.settings.set(opponent.KEY, opponent.STEP)
    assert window.new_game(against("german", "allied"))
    following = window.prompt.staff.buttons["next"]
    until(qtbot, following.isVisible)
    stands = window.session.seq
    QTest.mouseClick(following, LEFT)
    until(qtbot, lambda: window.session.seq > stands)


def test_seats_change_in_the_game_and_are_kept_with_it(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", 7))
    assert window.game.decision is not None and not window.players.chip.isVisible()

    chosen = iter(["Computer vs computer", "Two players, one computer"])

    def hand_over(dialog: PlayersDialog) -> int:
        dialog.show()
        choose(dialog.seats, next(chosen))
        dialog.accept()
        return 1

    monkeypatch.setattr(PlayersDialog, "exec", hand_over)
    window.actions_["players"].trigger()
    until(qtbot, lambda: window.session.seq > 3)
    assert "German (Regular)" in window.players.chip.text()
    assert set(window.session.kept[KEY]) == {"german", "allied"}
    assert not window.pages.isAncestorOf(window.players.chip)  # it would make panning slow
    QTest.mouseClick(window.players.chip, LEFT)
    assert window.session.kept[KEY] == {} and window.game.players == Players()
    until(qtbot, lambda: window.game.decision is not None or window.game.request is not None)
    assert not window.players.chip.isVisible()


def test_the_program_itself_is_what_thinks() -> None:
    assert own_command("--think")[-1] == "--think"


def test_a_process_that_thinks_about_the_next_question_is_not_taken_for_one_that_is_deaf_to_the_last(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    file = give_fault(window, tmp_path, "long")
    assert window.new_game(against("german", "allied"))
    opponent = window.players.opponent
    until(qtbot, lambda: opponent.progress is not None)
    opponent.pause(True)
    opponent.pause(False)
    until(qtbot, lambda: opponent.progress is not None)
    assert not opponent.worker._patience.isActive() and file.stat().st_size == 1


def test_who_goes_back_while_watching_finds_the_game_paused(window: MainWindow, qtbot: QtBot) -> None:
    assert window.new_game(against("german", "allied"))
    until(qtbot, lambda: window.session.seq > 8)
    assert window.game.take_back()
    assert window.players.opponent.state is OpponentState.PAUSED and "Paused" in window.prompt.words.text()


def test_the_outcome_of_a_game_makes_way_for_the_next_one(window: MainWindow, qtbot: QtBot) -> None:
    assert window.new_game(against("german", "allied", system="command_cards", scenario="last-attack"))
    until(qtbot, lambda: window.services.open_pages)
    (ending,) = window.services.open_pages
    assert ending.isVisible() and window.game.over
    QTest.keyClick(window, Qt.Key.Key_Space)
    assert not ending.isVisible()
    (ending,) = window.services.open_pages
    assert window.new_game(against("allied"))
    assert not ending.isVisible() and not window.services.open_pages
