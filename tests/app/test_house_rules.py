"""House rules at the table: chosen for a new game, told by its window and its paper, kept with its record."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtWidgets import QApplication, QLabel, QRadioButton, QTextBrowser, QWidget
from pytestqt.qtbot import QtBot

from app import theme
from app.cli import main
from app.dialogs.help import HelpDialog, PageDialog
from app.dialogs.house_rules import NONE, HouseRulesPart, SettingWords, SwitchRow
from app.dialogs.start import NewGameDialog, StartPage
from app.play.players import NewGame
from app.play.scenarios import samples, shipped_scenarios
from app.printing.output import write_pdf
from app.systems.base import presentation_of
from app.window.main_window import MainWindow
from rules.engine.house_rules import ScenarioRow, Value, with_rules
from rules.engine.record_reading import load_record, verify
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.system import register, system
from rules.opponent.working import work
from tests.app.helpers.command_line import said
from tests.app.helpers.pdf import texts_of
from tests.rules.engine.helpers.toy_system import TOY

LEFT = Qt.MouseButton.LeftButton
QUIET = pytest.mark.qt_log_ignore("This plugin does not support")
HOUSE: dict[str, dict[str, Value]] = {
    "first-light": {"stars": "harder", "air_combat": "one_shot"},
    "anvil-historical": {"planning_variant": True},
    "savasse-ridge": {"los_edge_rule": "per_edge"},
}
SYSTEMS = {"first-light": "company_scale", "anvil-historical": "striking_anvil", "savasse-ridge": "command_cards"}


@pytest.fixture
def page(qtbot: QtBot) -> StartPage:
    """Return the start page with all that ships, at the size of a small screen."""
    made = StartPage(shipped_scenarios(), samples=samples(shipped_scenarios()))
    qtbot.addWidget(made)
    made.resize(1280, 690)
    with qtbot.waitExposed(made):
        made.show()
    return made


def mark(page: StartPage, name: str) -> None:
    """Mark a scenario by a click on its card."""
    row = next(row for row in range(page.list.count()) if (info := at(page, row)) and info.id == name)
    page.list.setCurrentRow(row)


def at(page: StartPage, row: int) -> Mapping[str, Any] | None:
    """Return the scenario of a row, None for a heading."""
    return page.list.at(row) if page.list.item(row).flags() & Qt.ItemFlag.ItemIsSelectable else None


def unfolded(page: StartPage, qtbot: QtBot) -> HouseRulesPart:
    """Return the house rules, unfolded by a click."""
    qtbot.mouseClick(page.house.fold, LEFT)
    assert page.house.is_open and page.house.area.isVisible()
    return page.house


def row_of(part: HouseRulesPart, name: str) -> SwitchRow:
    """Return the row of a switch."""
    return next(row for row in part.rows if row.switch.name == name)


def words_of(row: SwitchRow) -> list[SettingWords]:
    """Return the sentences of a row, in order."""
    return row.findChildren(SettingWords)


# --- choosing ------------------------------------------------------------------------------------------------------


@QUIET
def test_a_click_on_its_sentence_chooses_a_house_rule_for_one_game(page: StartPage, qtbot: QtBot) -> None:
    assert not page.house.area.isVisible() and page.story.isVisible()
    part = unfolded(page, qtbot)
    assert not page.story.isVisible() and not page.picture.isVisible()
    row = row_of(part, "stars")
    assert [one.text().split(":")[0] for one in words_of(row)] == ["<i>As printed", "<i>House rule"]
    assert part.rules == {} and row.value == "milder"
    part.area.ensureWidgetVisible(row)
    qtbot.mouseClick(words_of(row)[1], LEFT)
    assert part.rules == {"stars": "harder"} and part.fold.text() == "▾ House rules: 1 changed"
    with qtbot.waitSignal(page.chosen) as signal:
        qtbot.mouseClick(page.play, LEFT)
    assert signal.args == [NewGame("company_scale", "first-light", rules={"stars": "harder"})]
    assert part.rules == {} and page.house.fold.text() == "▾ House rules"


@QUIET
def test_the_keyboard_reaches_every_rule_and_enter_plays(page: StartPage, qtbot: QtBot) -> None:
    page.house.fold.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(page.house.fold, Qt.Key.Key_Space)
    assert page.house.is_open
    reached = []
    for _ in range(60):
        here = QApplication.focusWidget()
        if isinstance(here, QRadioButton):
            row = here.parentWidget()
            assert isinstance(row, SwitchRow)
            shown = QRect(here.mapTo(page.house.area.viewport(), QPoint()), here.size())
            assert page.house.area.viewport().rect().contains(shown), row.switch.name
            reached.append(row.switch.name)
            qtbot.keyClick(here, Qt.Key.Key_Down)
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        if len(reached) == len(page.house.rows):
            break
    assert reached == [row.switch.name for row in page.house.rows]
    assert page.house.rules == {row.switch.name: row.switch.settings[1].value for row in page.house.rows}
    with qtbot.waitSignal(page.chosen) as signal:
        qtbot.keyClick(page.house.rows[-1].buttons.checkedButton(), Qt.Key.Key_Return)
    assert len(signal.args[0].rules) == len(reached)


@QUIET
def test_what_the_scenario_sets_is_said_and_can_be_turned_back_to_the_print(page: StartPage, qtbot: QtBot) -> None:
    mark(page, "rolins-night")
    part = unfolded(page, qtbot)
    row = row_of(part, "bourbon_and_cognac")
    assert words_of(row)[1].text().startswith("<i>Set by this scenario:") and row.value == "both"
    assert part.rules == {} and part.back.isVisible() and not part.back.isEnabled()
    qtbot.mouseClick(part.printed, LEFT)
    assert part.rules == {"bourbon_and_cognac": "none"} and not part.printed.isEnabled()
    qtbot.mouseClick(part.back, LEFT)
    assert part.rules == {} and row.value == "both"


@QUIET
def test_each_scenario_has_its_own_rules_and_another_begins_as_printed(page: StartPage, qtbot: QtBot) -> None:
    part = unfolded(page, qtbot)
    light = {row.switch.name for row in part.rows}
    qtbot.mouseClick(part.rows[0].buttons.button(1), LEFT)
    assert part.rules
    for name, names in (
        ("anvil-historical", {switch.name for switch in system("striking_anvil").house_rules.switches}),
        ("savasse-ridge", {"los_edge_rule"}),
        ("first-light", light),
    ):
        mark(page, name)
        assert {row.switch.name for row in part.rows} == names and part.rules == {}
        assert not part.back.isVisible() and part.printed.isVisible() and not part.printed.isEnabled()


@QUIET
def test_examples_and_games_to_watch_have_no_house_rules(page: StartPage, qtbot: QtBot) -> None:
    part = unfolded(page, qtbot)
    mark(page, "08-3-fire")
    assert not part.isVisible() and page.story.isVisible()
    mark(page, "first-light")
    assert part.isVisible() and not part.is_open


@QUIET
@pytest.mark.parametrize("text", [0, 20])
@pytest.mark.parametrize("name", sorted(HOUSE))
def test_at_1280_by_720_no_word_is_cut_and_the_rest_scrolls(
    page: StartPage, qtbot: QtBot, name: str, text: int
) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    try:
        theme.apply(app, "light", text)
        mark(page, name)
        before = page.height()
        part = unfolded(page, qtbot)
        qtbot.waitUntil(lambda: part.area.viewport().height() >= 100)
        assert page.height() == before and part.area.horizontalScrollBar().maximum() == 0
        wide = part.area.viewport().width()
        for row in part.rows:
            for label in row.findChildren(QLabel):
                assert label.height() >= label.heightForWidth(label.width()), label.text()
                assert label.mapTo(part.area.viewport(), QPoint(label.width(), 0)).x() <= wide
        boxes = [
            QRect(each.mapTo(page, QPoint()), each.size()) for each in (page.dice_row, part.fold, part.area, page.play)
        ]
        assert all(above.bottom() < below.top() for above, below in pairwise(boxes))
        assert part.fold.width() >= part.fold.sizeHint().width() and boxes[-1].bottom() <= page.height()
    finally:
        theme.apply(app, "light")


@QUIET
def test_a_game_without_house_rules_says_so_and_one_that_cannot_be_read_why(qtbot: QtBot) -> None:
    register(TOY)
    part = HouseRulesPart()
    qtbot.addWidget(part)
    part.show()
    part.show_for(ScenarioRow("duel", "Duel", system="toy"))
    qtbot.mouseClick(part.fold, LEFT)
    assert NONE in [label.text() for label in part.findChildren(QLabel)] and not part.printed.isVisible()
    part.show_for(ScenarioRow("no-such-battle", "None", system="company_scale"))
    assert any('no scenario called "no-such-battle"' in label.text() for label in part.findChildren(QLabel))


# --- the game that follows -----------------------------------------------------------------------------------------


@QUIET
def test_the_new_game_dialog_begins_a_game_that_says_what_it_plays(window: MainWindow, qtbot: QtBot) -> None:
    def choose() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, NewGameDialog)
        part = unfolded(dialog.page, qtbot)
        row = row_of(part, "stars")
        part.area.ensureWidgetVisible(row)
        qtbot.mouseClick(row.buttons.button(1), LEFT)
        qtbot.mouseClick(dialog.page.play, LEFT)

    QTimer.singleShot(0, choose)
    window.dialogs.new()
    session = window.game.session
    assert session is not None and session.scenario.rules == {"stars": "harder"}
    assert window.windowTitle() == "First Light at Savasse (house rules) – Chitpull"
    window.actions_["notes"].trigger()
    (note,) = (each for each in window.services.open_pages if isinstance(each, PageDialog))
    told = note_text(note)
    assert "Rules not as printed" in told
    assert "R* and R** make the rout check harder by 1 and 2 (8.5.1; house rule)." in told
    path = Path(window.settings.get("on_table", ""))
    assert verify(load_record(path, attach=False), path) == []
    assert window.new_game(NewGame("company_scale", "first-light", 1))
    assert window.windowTitle() == "First Light at Savasse – Chitpull"
    assert window.open_game(path)
    assert window.windowTitle() == "First Light at Savasse (house rules) – Chitpull"
    assert window.game.session is not None and window.game.session.scenario.rules == {"stars": "harder"}


def note_text(note: QWidget) -> str:
    """Return the text of a page."""
    return " ".join(browser.toPlainText() for browser in note.findChildren(QTextBrowser))


@pytest.mark.parametrize("name", sorted(HOUSE))
def test_paper_lists_what_is_not_as_printed(name: str, tmp_path: Path, qapp: object) -> None:
    game_system = system(SYSTEMS[name])
    lines = []
    for rules in ({}, HOUSE[name]):
        source = with_rules(name, rules)
        seat = Seat(Session.new(game_system, game_system.load(source), source=source))
        papers = presentation_of(game_system.id).papers
        made = papers.document(seat, "setup", begun=False, paper="A4", grey=False, fitted=False)
        write_pdf(made, tmp_path / "setup.pdf", False)
        text = " ".join(" ".join(texts_of(tmp_path / "setup.pdf")).split())
        lines.append(text)
    for switch, value in HOUSE[name].items():
        setting = game_system.house_rules.find(switch).setting(value)
        assert setting is not None
        assert setting.words.rstrip(".") not in lines[0] and setting.words.rstrip(".") in lines[1]


def test_the_computer_thinks_by_the_same_rules() -> None:
    for name, rules in HOUSE.items():
        source = with_rules(name, rules)
        asked = json.dumps({"begin": {"system": SYSTEMS[name], "scenario": source}}) + "\n"
        out = io.BytesIO()
        work(io.BytesIO(asked.encode()), out)
        assert json.loads(out.getvalue().splitlines()[0])["ready"] == system(SYSTEMS[name]).load(source).hash


# --- the command line ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--scenario", "first-light", "--house-rule", "starz=harder"], 'no house rule called "starz". Did you mean'),
        (["--scenario", "first-light", "--house-rule", "stars=soft"], "stars=milder (as printed) or stars=harder."),
        (["--scenario", "savasse-ridge", "--house-rule", "stars=harder"], "Known: los_edge_rule."),
        (["--scenario", "anvil-june", "--house-rule", "planning_variant"], "needs a value. Use planning_variant=false"),
        (["--house-rule", "stars=harder"], "--house-rule needs --scenario."),
    ],
)
def test_a_wrong_house_rule_is_refused_in_a_sentence(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, qapp: object
) -> None:
    picture = ["--picture", tmp_path / "x.png"] if "--scenario" in arguments else []
    assert words in said(capsys, *arguments, *picture)


def test_a_game_from_the_command_line_plays_its_house_rules(
    tmp_path: Path, qapp: object, capsys: pytest.CaptureFixture[str]
) -> None:
    pdf = tmp_path / "setup.pdf"
    rules = ["--house-rule", "stars=harder", "--house-rule", "air_combat=one_shot"]
    assert main(["--scenario", "first-light", *rules, "--print", "setup", "--out", str(pdf)]) == 0
    text = " ".join(" ".join(texts_of(pdf)).split())
    assert "harder by 1 and 2 (8.5.1)" in text and "fires once (16.1)" in text
    capsys.readouterr()


@QUIET
def test_the_help_tells_where_house_rules_are_chosen_and_listed(window: MainWindow, qtbot: QtBot) -> None:
    window.actions_["help"].trigger()
    (page,) = (each for each in window.services.open_pages if isinstance(each, HelpDialog))
    told = " ".join(page.text.toPlainText().split())
    notes = window.actions_["notes"].shortcut().toString()
    assert "House rules below the scenario on the start page" in told
    assert f"the scenario notes ({notes}) and set-up sheets list them" in told
