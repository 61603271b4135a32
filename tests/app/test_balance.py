"""How even a scenario is, in the window: the computer plays itself in processes, and the results are kept and told."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.dialogs.balance import BalanceDialog, led, note_of, typical, words_of
from app.opponent.self_play import CHANGED, SelfPlay
from app.systems.base import sides_of
from app.window.main_window import MainWindow
from rules.opponent.self_play import Outcome
from rules.workshop import library
from rules.workshop.balance import Balance, BalanceFile, asked_lead
from tests.app.test_library import mark
from tests.rules.workshop.helpers.modules import made

LEFT = Qt.MouseButton.LeftButton
LONG = 60_000
SEATS = ("german", "allied")
SIDES = tuple(sides_of("company_scale")[seat] for seat in SEATS)


def wins(german: int, allied: int, nobody: int = 0) -> Balance:
    """Return games that so many won, each side ahead by its seed."""
    who = ["german"] * german + ["allied"] * allied + [""] * nobody
    lead = {"german": 1.0, "allied": -1.0, "": 0.0}
    return Balance(
        tuple(Outcome(seed, seat, lead[seat] * seed) for seed, seat in enumerate(who, 1)), "2026-11-28T10:00:00"
    )


def opened(window: MainWindow) -> BalanceDialog:
    QTest.mouseClick(window.start_page.balance, LEFT)
    return next(page for page in window.services.open_pages if isinstance(page, BalanceDialog))


def test_it_is_told_who_won_how_often_and_what_that_means() -> None:
    assert words_of(Balance(), SEATS, SIDES) == "No games played yet."
    even = words_of(wins(19, 20, 1), SEATS, SIDES)
    assert even.startswith("The Germans won 19 of 40 games, the Allies 20, nobody 1. That is 48%; ")
    assert even.endswith("So far it may be even.") and "between 33 and 63%" in even
    assert words_of(wins(60, 20), SEATS, SIDES).endswith("The Germans have the better chances.")
    assert words_of(wins(20, 60), SEATS, SIDES).endswith("The Allies have the better chances.")
    assert words_of(wins(200, 205), SEATS, SIDES).endswith("The scenario is even.")
    assert led(2, SIDES) == "the Germans ahead by 2" and led(-1.5, SIDES) == "the Allies ahead by 1.5"
    assert led(0, SIDES) == "neither side ahead"


def test_a_typical_result_is_told_where_it_tells_who_wins() -> None:
    ahead, level = wins(3, 1), Balance(tuple(replace(one, lead=0.0) for one in wins(36, 4).outcomes), "2026-11-28")
    assert typical(ahead, SEATS, SIDES, None) == "A typical result: the Germans ahead by 1.5."
    assert typical(wins(1, 3), SEATS, SIDES, 1).endswith(
        "the Allies ahead by 2.5. To win, the Germans need a lead of 1."
    )
    assert typical(level, SEATS, SIDES, None) == "", "medals are level, and it is won by who holds out"
    assert "neither side ahead" in typical(level, SEATS, SIDES, 1)


def test_the_note_gets_a_sentence_as_the_shipped_ones_have() -> None:
    assert note_of(wins(21, 19), SEATS, SIDES) == (
        "Balance: With the computer (Regular) on both sides, the Germans won 21 of 40 games (52%; 95% interval 37 to "
        "67%), the Allies 19."
    )


def test_games_are_played_kept_and_told_on_the_start_page(window: MainWindow, qtbot: QtBot) -> None:
    assert "balance" not in window.start_page.facts.text()
    dialog = opened(window)
    qtbot.waitUntil(dialog.go.isEnabled, timeout=LONG)
    assert dialog.go.text() == "Play 40" and not dialog.watch.isEnabled() and not dialog.write.isVisible()
    QTest.mouseClick(dialog.go, LEFT)
    assert dialog.go.text() == "Stop"
    qtbot.waitUntil(lambda: dialog._balance.games >= 2, timeout=LONG)
    QTest.mouseClick(dialog.go, LEFT)
    played = dialog._balance.games
    assert dialog.go.text() == "Go on" and dialog.watch.isEnabled() and not dialog._player.is_playing
    assert f"of {played} games" in dialog.words.text() and dialog.bar.accessibleDescription() == dialog.words.text()
    dialog.reject()
    assert (
        f"of {played} (" in window.start_page.facts.text() and "before a change" not in window.start_page.facts.text()
    )
    again = opened(window)
    qtbot.waitUntil(again.go.isEnabled, timeout=LONG)
    assert again._balance.games == played and again.go.text() == "Go on"
    QTest.mouseClick(again.watch, LEFT)
    qtbot.waitUntil(lambda: window.session is not None, timeout=LONG)
    assert window.session is not None and window.session.is_over and not again.isVisible()


def test_what_was_played_before_a_change_is_told_as_such(window: MainWindow, qtbot: QtBot) -> None:
    row = window.start_page.current
    assert row is not None
    for outcome in wins(3, 1).outcomes:
        BalanceFile().add(row.system, "another hash", row.id, outcome)
    window.start_page.refresh()
    assert "balance: the Germans won 3 of 4" in window.start_page.facts.text()
    dialog = opened(window)
    qtbot.waitUntil(dialog.go.isEnabled, timeout=LONG)
    assert dialog._balance == Balance() and "Before the scenario or the program was changed" in dialog.more.text()


def test_the_note_of_ones_own_scenario_is_written_and_its_games_still_count(window: MainWindow, qtbot: QtBot) -> None:
    folder = made(library.own_dir() / "mill")
    path = folder / "company_scale" / "noon.yaml"
    window.show_start()
    mark(window, "mill/noon")
    dialog = opened(window)
    qtbot.waitUntil(dialog.go.isEnabled, timeout=LONG)
    assert dialog.write.isVisible() and not dialog.write.isEnabled()
    for outcome in wins(1, 1).outcomes:
        dialog._played(outcome)
    before = path.read_text(encoding="utf-8")
    QTest.mouseClick(dialog.write, LEFT)
    text = path.read_text(encoding="utf-8")
    assert "the Germans won 1 of 2 games" in " ".join(text.split()) and text != before
    assert not dialog.write.isEnabled() and "Written" in dialog.write.text()
    dialog.reject()
    assert "1 of 2 (" in window.start_page.facts.text() and "before a change" not in window.start_page.facts.text()
    again = opened(window)
    qtbot.waitUntil(again.go.isEnabled, timeout=LONG)
    assert again._balance.games == 2, "a note changes no game"
    again._played(Outcome(3, "german", 2.0))
    QTest.mouseClick(again.write, LEFT)
    assert "won 2 of 3" in path.read_text(encoding="utf-8") and "1 of 2" not in path.read_text(encoding="utf-8")
    assert path.read_text(encoding="utf-8").count("Balance:") == 1


def test_the_winning_lead_of_ones_own_scenario_is_set_so_that_it_would_have_been_even(
    window: MainWindow, qtbot: QtBot
) -> None:
    path = made(library.own_dir() / "mill") / "company_scale" / "noon.yaml"
    window.show_start()
    mark(window, "mill/noon")
    dialog = opened(window)
    qtbot.waitUntil(dialog.go.isEnabled, timeout=LONG)
    assert dialog.ask.isVisible() and not dialog.ask.isEnabled()
    for seed, lead in enumerate((6.0, 5.0, 4.0, 3.0), 1):
        dialog._played(Outcome(seed, "german", lead))
    assert dialog.ask.text() == "Set the winning lead to 5" and "need a lead of 1" in dialog.more.text()
    QTest.mouseClick(dialog.ask, LEFT)
    assert asked_lead(path, "company_scale") == 5 and not dialog.isVisible()
    anew = next(page for page in window.services.open_pages if isinstance(page, BalanceDialog))
    qtbot.waitUntil(anew.go.isEnabled, timeout=LONG)
    assert anew._balance == Balance() and "the Germans won 4 of 4" not in anew.words.text()
    assert "Before the scenario" in anew.more.text() and "The Germans won 4 of 4" in anew.more.text()
    anew.reject()
    assert "before a change" in window.start_page.facts.text()


def test_a_scenario_that_cannot_be_played_says_why(window: MainWindow, qtbot: QtBot) -> None:
    path = made(library.own_dir() / "mill") / "company_scale" / "noon.yaml"
    window.show_start()
    mark(window, "mill/noon")
    path.write_text(path.read_text(encoding="utf-8").replace("turns:", "turnips:"), encoding="utf-8")
    dialog = opened(window)
    qtbot.waitUntil(lambda: "No game can be played" in dialog.progress.text(), timeout=LONG)
    assert "noon.yaml" in dialog.progress.text() and not dialog.go.isEnabled()


@pytest.mark.parametrize("answer", ["[]", '{"seed": 9, "winner": "", "lead": null}', "no json", ""])
def test_a_process_that_talks_nonsense_or_dies_is_told_once(qtbot: QtBot, tmp_path: Path, answer: str) -> None:
    script = tmp_path / "worker.py"
    script.write_text(f"import sys\nsys.stdin.readline()\nprint({answer!r}, flush=True)\n", encoding="utf-8")
    player, told = SelfPlay("company_scale", "first-light", "regular"), list[str]()
    player.command, player.jobs = [sys.executable, str(script)], 1
    player.failed.connect(told.append)
    player.play([1])
    qtbot.waitUntil(lambda: bool(told), timeout=LONG)
    qtbot.wait(50)
    assert len(told) == 1 and not player.is_playing


def test_a_game_that_begins_closes_the_dialog(window: MainWindow, qtbot: QtBot) -> None:
    dialog = opened(window)
    qtbot.waitUntil(dialog.go.isEnabled, timeout=LONG)
    window.start_page.start()
    assert window.session is not None and not dialog.isVisible() and not dialog._player._busy


def test_closing_the_window_ends_the_processes(window: MainWindow, qtbot: QtBot) -> None:
    dialog = opened(window)
    qtbot.waitUntil(dialog.go.isEnabled, timeout=LONG)
    QTest.mouseClick(dialog.go, LEFT)
    assert dialog._player._busy
    window.close()
    assert not dialog._player._busy


def test_a_scenario_changed_while_it_is_played_ends_the_games(qtbot: QtBot, tmp_path: Path) -> None:
    script = tmp_path / "worker.py"
    script.write_text('import os, sys\nprint(\'{"ready": "%d"}\' % os.getpid(), flush=True)\nsys.stdin.read()\n')
    player, told = SelfPlay("company_scale", "first-light", "regular"), list[str]()
    player.command, player.jobs = [sys.executable, str(script)], 2
    player.failed.connect(told.append)
    player.play([1, 2])
    qtbot.waitUntil(lambda: bool(told), timeout=LONG)
    assert told == [CHANGED] and not player.is_playing
    again = list[str]()
    player.ready.connect(again.append)
    player.begin()
    qtbot.waitUntil(lambda: bool(again), timeout=LONG)
    player.close()


def test_a_program_that_is_not_there_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    player, told = SelfPlay("company_scale", "first-light", "regular"), list[str]()
    player.command = [str(tmp_path / "nothing")]
    player.failed.connect(told.append)
    player.begin()
    qtbot.waitUntil(lambda: bool(told), timeout=LONG)
    assert len(told) == 1 and not player._busy


def test_a_scenario_that_has_changed_counts_anew_in_the_dialog(window: MainWindow, qtbot: QtBot) -> None:
    dialog = opened(window)
    qtbot.waitUntil(dialog.go.isEnabled, timeout=LONG)
    dialog._played(Outcome(1, "german", 2.0))
    dialog._player.close()
    dialog._player._hash = ""  # as it does before it tells
    dialog._failed(CHANGED)
    assert "count anew" in dialog.progress.text()
    assert not dialog.go.isEnabled() and dialog._balance.games == 0
    qtbot.waitUntil(dialog.go.isEnabled, timeout=LONG)


def test_a_second_click_shows_the_dialog_that_is_open(window: MainWindow, qtbot: QtBot) -> None:
    dialog = opened(window)
    qtbot.waitUntil(dialog.go.isEnabled, timeout=LONG)
    assert opened(window) is dialog and len(window.services.open_pages) == 1
    qtbot.wait(50)
    assert dialog.isVisible() and len(dialog._player._busy) == 1
