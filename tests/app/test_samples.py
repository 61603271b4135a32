"""The games against the computer that ship: they verify, their thoughts open, and the start page offers them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.play.players import KEY
from app.play.scenarios import samples, shipped_scenarios
from app.play.thoughts import Thoughts
from app.window.main_window import MainWindow
from rules.__main__ import main as rules
from rules.engine.history import NATURE
from rules.engine.house_rules import ScenarioRow
from rules.engine.record_reading import load_record

SAMPLES = samples(shipped_scenarios())


def test_one_is_lost_and_one_is_won_on_two_scenarios() -> None:
    sessions = [load_record(info.path, attach=False) for info in SAMPLES]
    outcomes = [session.system.result(session.scenario, session.state) for session in sessions]
    lost = [outcome["winner"] in session.kept[KEY] for session, outcome in zip(sessions, outcomes, strict=True)]
    assert sorted(lost) == [False, True]
    assert len({session.scenario.id for session in sessions}) == 2


@pytest.mark.parametrize("info", SAMPLES, ids=lambda info: info.title)
def test_each_verifies_and_has_a_thought_for_every_order_of_the_computer(info: ScenarioRow) -> None:
    path = Path(info.path)
    assert rules(["verify", str(path)]) == 0
    session = load_record(path, attach=False)
    thoughts, computers = Thoughts(path), session.kept[KEY]
    assert thoughts.problem == ""
    orders = [n for n, entry in enumerate(session.log) if entry.seat != NATURE and entry.seat in computers]
    assert thoughts.places(session.log) == orders != []


def test_the_start_page_opens_a_copy_whose_thoughts_can_be_read(window: MainWindow, qtbot: QtBot) -> None:
    window.show_start()
    page = window.start_page
    rows = {page.list.item(row).text(): row for row in range(page.list.count())}
    page.list.setCurrentRow(rows[SAMPLES[0].title])
    assert page.players.isHidden() and page.seed.parentWidget().isHidden()
    QTest.mouseClick(page.play, Qt.MouseButton.LeftButton)
    assert window.game.over and window.session is not None
    record = Path(window.settings.get("on_table"))
    assert record.parent == window.files.folder.resolve() and record != Path(SAMPLES[0].path)
    qtbot.keyClick(window, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert window.thinking.page is not None and "(computer)" in window.thinking.page.text.toPlainText()


def test_a_scenario_marked_after_a_played_game_can_be_played(window: MainWindow) -> None:
    window.show_start()
    page = window.start_page
    first = page.list.currentRow()
    rows = {page.list.item(row).text(): row for row in range(page.list.count())}
    page.list.setCurrentRow(rows[SAMPLES[0].title])
    assert page.play.text().startswith("View")
    page.list.setCurrentRow(first)
    assert page.play.text().startswith("Play") and not page.players.isHidden()


def test_the_buttons_of_the_start_page_stand_in_one_row_of_a_small_window(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1280, 720)
    window.show_start()
    row = window.start_page.choice.games
    assert row.count() == 5
    qtbot.waitUntil(lambda: len({row.itemAt(n).geometry().y() for n in range(row.count())}) == 1)
