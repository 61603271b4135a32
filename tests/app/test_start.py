"""The start page: scenarios and examples, the seed, players' own dice, recent games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.dialogs.start import NewGame, StartPage
from app.text.dates import long_date

SCENARIOS: list[dict[str, Any]] = [
    {
        "id": "example",
        "title": "Example 8.3: a fire",
        "date": "1944-08-25",
        "turns": 1,
        "system": "toy",
        "kind": "example",
    },
    {"id": "hill", "title": "The Hill", "date": "1944-08-23", "turns": 4, "note": "One.\nTwo.", "system": "toy"},
    {"id": "first-light", "title": "First Light", "date": "1944-08-22", "turns": 5, "system": "toy"},
]


@pytest.fixture
def page(qtbot: QtBot) -> StartPage:
    made = StartPage(SCENARIOS)
    qtbot.addWidget(made)
    return made


def test_first_light_is_marked_and_examples_come_last(page: StartPage) -> None:
    assert page.current is not None and page.current["id"] == "first-light"
    texts = [page.list.item(row).text() for row in range(page.list.count())]
    assert texts == [
        "The Hill\n23 August 1944 · 4 turns",
        "First Light\n22 August 1944 · 5 turns",
        "Worked examples of the rules",
        "8.3: a fire",
    ]
    page.list.setCurrentRow(3)
    assert page.facts.text().startswith("25 August 1944 · 1 turn") and "turns" not in page.facts.text()


def test_play_reports_what_was_chosen(page: StartPage, qtbot: QtBot) -> None:
    page.list.setCurrentRow(0)
    page.seed.setText("12")
    page.dice.setCurrentIndex(1)
    with qtbot.waitSignal(page.chosen) as signal:
        qtbot.mouseClick(page.play, Qt.MouseButton.LeftButton)
    assert signal.args == [NewGame("toy", "hill", 12, own_dice=True)]
    assert "One." in page.note.text() and "Two." in page.note.text()


def test_a_seed_that_is_no_number_is_explained(page: StartPage, qtbot: QtBot) -> None:
    page.seed.setText("lucky")
    with qtbot.assertNotEmitted(page.chosen):
        page.start()
    assert "whole number" in page.problem.text()


def test_enter_in_the_list_plays(page: StartPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.chosen):
        qtbot.keyClick(page.list, Qt.Key.Key_Return)


def test_games_played_last_can_be_opened(qtbot: QtBot, tmp_path: Path) -> None:
    page = StartPage(SCENARIOS, [str(tmp_path / "My game.chitpull")])
    qtbot.addWidget(page)
    assert page.recent.item(0).text() == "My game"
    page.recent.setCurrentRow(0)
    with qtbot.waitSignal(page.open_asked) as signal:
        qtbot.keyClick(page.recent, Qt.Key.Key_Return)
    assert signal.args == [str(tmp_path / "My game.chitpull")]


def test_without_scenarios_the_page_says_so(qtbot: QtBot) -> None:
    page = StartPage([])
    qtbot.addWidget(page)
    assert not page.play.isEnabled()
    assert "No scenario was found" in page.problem.text()


@pytest.mark.parametrize(("iso", "said"), [("1944-08-22", "22 August 1944"), ("soon", "soon"), ("", "")])
def test_dates_are_written_out(iso: str, said: str) -> None:
    assert long_date(iso) == said


def test_the_games_of_each_system_stand_under_its_name(qtbot: QtBot) -> None:
    titles = {"hill": "Lanes", "first-light": "Companies"}
    page = StartPage([{**info, "system_title": titles[info["id"]]} for info in SCENARIOS[1:]])
    qtbot.addWidget(page)
    texts = [page.list.item(row).text().split("\n")[0] for row in range(page.list.count())]
    assert texts == ["Lanes", "The Hill", "Companies", "First Light"]
    assert page.current is not None and page.current["id"] == "first-light"
