"""The start page: scenarios and examples, the seed, players' own dice, recent games."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app import theme
from app.dialogs.scenario_cards import CARD, ROW, CardPictures, sizes
from app.dialogs.scenario_choice import is_example
from app.dialogs.start import StartPage
from app.panels.widgets import line_ends
from app.play.players import NewGame
from app.play.scenarios import shipped_scenarios
from app.text.names import long_date
from app.window.main_window import MainWindow
from app.window.newer import NewerLine
from rules.engine.house_rules import ScenarioRow
from rules.engine.system import register
from tests.app.helpers.against import choose
from tests.rules.engine.helpers.toy_system import TOY

register(TOY)
SCENARIOS = [
    ScenarioRow("example", "Example 8.3: a fire", "example", "1944-08-25", 1, system="toy"),
    ScenarioRow("hill", "The Hill", date="1944-08-23", turns=4, note="One.\nTwo.", system="toy"),
    ScenarioRow("first-light", "First Light", date="1944-08-22", turns=5, system="toy"),
]


@pytest.fixture
def page(qtbot: QtBot) -> StartPage:
    made = StartPage(SCENARIOS)
    qtbot.addWidget(made)
    return made


def test_first_light_is_marked_and_examples_come_last(page: StartPage) -> None:
    assert page.current is not None and page.current.id == "first-light"
    texts = [page.list.item(row).text() for row in range(page.list.count())]
    assert texts == [
        "First Light\n22 August 1944 · 5 turns",
        "The Hill\n23 August 1944 · 4 turns",
        "Worked examples",
        "8.3: a fire",
    ]
    page.list.setCurrentRow(3)
    assert page.facts.text().startswith("25 August 1944 · 1 turn") and "turns" not in page.facts.text()


def test_play_reports_what_was_chosen(page: StartPage, qtbot: QtBot) -> None:
    page.list.setCurrentRow(1)
    page.seed.setText("12")
    page.dice.setCurrentIndex(1)
    with qtbot.waitSignal(page.chosen) as signal:
        qtbot.mouseClick(page.play, Qt.MouseButton.LeftButton)
    assert signal.args == [NewGame("toy", "hill", 12, own_dice=True)]
    assert "One." in page.note.text() and "Two." in page.note.text()


def test_a_seed_that_is_no_number_is_explained(page: StartPage, qtbot: QtBot) -> None:
    page.seed.setText("9" * 20)
    qtbot.mouseClick(page.play, Qt.MouseButton.LeftButton)
    assert "up to 19 digits" in page.problem.text()
    page.seed.setText("lucky")
    with qtbot.assertNotEmitted(page.chosen):
        page.start()
    assert "whole number" in page.problem.text()


def test_enter_in_the_list_plays(page: StartPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.chosen):
        qtbot.keyClick(page.list, Qt.Key.Key_Return)


@pytest.mark.parametrize("name", ["Dice", "Players", "Dice seed"])
def test_enter_plays_whichever_field_was_chosen_last(page: StartPage, qtbot: QtBot, name: str) -> None:
    (field,) = (each for each in page.findChildren(QWidget) if each.accessibleName() == name)
    with qtbot.waitSignal(page.chosen, timeout=1000):
        qtbot.keyClick(field, Qt.Key.Key_Return)


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
    assert "No scenarios found" in page.problem.text()


@pytest.mark.parametrize(("iso", "said"), [("1944-08-22", "22 August 1944"), ("soon", "soon"), ("", "")])
def test_dates_are_written_out(iso: str, said: str) -> None:
    assert long_date(iso) == said


def test_the_games_of_each_system_stand_under_its_name(qtbot: QtBot) -> None:
    titles = {"hill": "Lanes", "first-light": "Companies"}
    page = StartPage([replace(row, system_title=titles[row.id]) for row in SCENARIOS[1:]])
    qtbot.addWidget(page)
    texts = [page.list.item(row).text().split("\n")[0] for row in range(page.list.count())]
    assert texts == ["Companies", "First Light", "Lanes", "The Hill"]
    assert page.current is not None and page.current.id == "first-light"


def shown(qtbot: QtBot, width: int, height: int = 800) -> StartPage:
    """Return the page of what ships, as large as asked."""
    page = StartPage(shipped_scenarios())
    qtbot.addWidget(page)
    page.resize(width, height)
    with qtbot.waitExposed(page):
        page.show()
    return page


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(("width", "columns"), [(1600, 3), (1280, 3), (1000, 2), (760, 1)])
def test_cards_stand_in_as_many_columns_as_there_is_room(qtbot: QtBot, width: int, columns: int) -> None:
    page = shown(qtbot, width)
    boxes = [page.list.visualItemRect(page.list.item(row)) for row in range(1, 4)]
    assert len({box.left() for box in boxes}) == columns
    assert all(box.right() <= page.list.viewport().width() for box in boxes)
    assert page.list.horizontalScrollBar().maximum() == 0
    card = page.list.item(1).data(CARD)
    assert card.first and card.scenario.id == "first-light"
    assert not any(page.list.item(row).data(CARD).first for row in (2, 3))


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("height", [560, 620, 694, 800, 974])
@pytest.mark.parametrize("games", [1, 5])
def test_with_games_played_last_nothing_lies_over_anything_else(qtbot: QtBot, height: int, games: int) -> None:
    page = StartPage(shipped_scenarios(), [f"/tmp/My game {number}.chitpull" for number in range(games)])
    qtbot.addWidget(page)
    page.resize(1280, height)
    with qtbot.waitExposed(page):
        page.show()
    choose(page.players.seats, "I play German against the computer")
    qtbot.waitUntil(lambda: page.players.told.isVisible())
    parts = (page.picture, page.title, page.facts, page.players, page.play, page.recent)
    boxes = [QRect(part.mapTo(page, QPoint()), part.size()) for part in parts]
    assert all(above.bottom() < below.top() for above, below in pairwise(boxes))
    assert page.height() == height and boxes[-1].bottom() <= height
    assert page.recent.viewport().height() >= page.recent.sizeHintForRow(0)
    if games == 1:
        assert not page.recent.verticalScrollBar().isVisible()
        assert page.recent.viewport().height() == page.recent.sizeHintForRow(0)


def shows_whole_lines(page: StartPage) -> bool:
    """Tell whether a story shows six lines or more, and none is cut: its last rows of pixels are empty."""
    ends = line_ends(page.note, page.note.width())
    seen = page.story.viewport().grab().toImage()
    last = [seen.pixel(x, seen.height() - row) for x in range(seen.width()) for row in (1, 2)]
    return sum(end <= page.story.viewport().height() + 1 for end in ends) >= 6 and len(set(last)) == 1


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("recent", [(), ("/tmp/My game.chitpull",)])
@pytest.mark.parametrize("height", [620, 654, 694, 974])
def test_a_story_shows_at_least_six_lines_all_whole(qtbot: QtBot, height: int, recent: tuple[str, ...]) -> None:
    page = StartPage(shipped_scenarios(), recent)
    qtbot.addWidget(page)
    page.resize(1280, height)
    with qtbot.waitExposed(page):
        page.show()
    qtbot.waitUntil(lambda: shows_whole_lines(page))
    titles = ("The Final Battle", "Striking the Anvil: 6 June 1944")
    for row in (row for row in range(page.list.count()) if page.list.item(row).data(ROW) is not None):
        page.list.setCurrentRow(row)
        if page.current is not None and page.current.title in titles:
            qtbot.waitUntil(lambda: shows_whole_lines(page))


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_story_keeps_its_lines_while_a_newer_version_is_told_of(window: MainWindow, qtbot: QtBot) -> None:
    window.show_start()
    window.resize(1280, 720)
    with qtbot.waitExposed(window):
        window.show()
    page = window.findChild(StartPage)
    line = page.findChild(NewerLine)
    assert line.isVisible()
    qtbot.waitUntil(lambda: shows_whole_lines(page))
    line.hide()
    qtbot.waitUntil(lambda: shows_whole_lines(page))


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("size", [0, 20])
@pytest.mark.parametrize("wide", [1280, 1600])
def test_no_button_of_the_page_is_cut_or_lies_over_another(
    qtbot: QtBot, qapp: QApplication, wide: int, size: int
) -> None:
    theme.apply(qapp, "light", size)
    try:
        page = StartPage(shipped_scenarios())
        qtbot.addWidget(page)
        page.resize(wide, 720)
        with qtbot.waitExposed(page):
            page.show()
        row = (page.play, page.learn, page.online, page.open)
        boxes = [QRect(button.mapTo(page, QPoint()), button.size()) for button in row]
        assert not any(one.intersects(other) for one, other in combinations(boxes, 2))
        assert all(box.right() <= page.column.geometry().right() for box in boxes)
        assert all(button.width() >= button.sizeHint().width() for button in row)
    finally:
        theme.apply(qapp, "light")


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_arrows_walk_the_cards_and_enter_plays(qtbot: QtBot) -> None:
    page = shown(qtbot, 1600)
    page.list.setFocus()
    qtbot.keyClick(page.list, Qt.Key.Key_Right)
    first = page.current
    qtbot.keyClick(page.list, Qt.Key.Key_Down)
    assert first is not None and page.current is not None and page.current.id not in ("first-light", first.id)
    with qtbot.waitSignal(page.chosen) as signal:
        qtbot.keyClick(page.list, Qt.Key.Key_Return)
    assert signal.args[0].scenario == page.current.id


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_click_on_a_card_tells_its_story_and_a_double_click_plays(qtbot: QtBot) -> None:
    page = shown(qtbot, 1600)
    spot = page.list.visualItemRect(page.list.item(2)).center()
    qtbot.mouseClick(page.list.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert page.current is not None and page.title.text() == page.current.title
    with qtbot.waitSignal(page.chosen):
        qtbot.mouseDClick(page.list.viewport(), Qt.MouseButton.LeftButton, pos=spot)


@pytest.mark.parametrize("info", [i for i in shipped_scenarios() if not is_example(i)], ids=lambda i: i.id)
def test_every_battle_ships_with_its_picture_and_size(info: ScenarioRow, qapp: object) -> None:
    picture = CardPictures().of(info, QSize(300, 160), 2.0)
    assert picture is not None and picture.deviceIndependentSize().toSize() == QSize(300, 160)
    units = sizes()[f"{info.system}-{info.id}"]
    assert set(units) == {"german", "allied"} and min(units.values()) > 3


def test_a_scenario_without_a_picture_of_its_own_is_drawn_when_there_is_time(qtbot: QtBot, tmp_path: Path) -> None:
    pictures = CardPictures()
    info = ScenarioRow("10-rally", "Rally", system="company_scale")
    with qtbot.waitSignal(pictures.drawn, timeout=20000):
        assert pictures.of(info, QSize(300, 160)) is None
    assert pictures.of(info, QSize(300, 160)) is not None


def test_only_so_many_whole_pictures_are_held_and_each_stays_as_it_was_shown(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.dialogs.scenario_cards.MOST", 3)
    pictures, shown = CardPictures(), [row for row in shipped_scenarios() if not is_example(row)][:6]
    first = [pictures.of(row, QSize(300, 160)) for row in shown]
    assert all(first) and len(pictures._whole) == 3
    assert [pictures.of(row, QSize(300, 160)) for row in shown] == first
    own = [ScenarioRow(name, name, system="company_scale") for name in ("10-rally", "9-assault", "no-such")]
    assert [pictures.of(row, QSize(300, 160)) for row in (*own, *own)] == [None] * 6
    qtbot.waitUntil(lambda: pictures.of(own[0], QSize(300, 160)) is not None, timeout=20000)
    assert len(pictures._whole) <= 3


def test_rounds_are_called_rounds(qtbot: QtBot) -> None:
    page = StartPage([i for i in shipped_scenarios() if i.system == "command_cards"])
    qtbot.addWidget(page)
    assert "rounds" in page.list.item(0).text() and "turns" not in page.list.item(0).text()


def test_each_game_is_one_click_away(qtbot: QtBot) -> None:
    page = StartPage(shipped_scenarios())
    qtbot.addWidget(page)
    page.resize(1280, 720)
    with qtbot.waitExposed(page):
        page.show()
    buttons = [page.choice.games.itemAt(at).widget() for at in range(page.choice.games.count())]
    assert [b.text() for b in buttons] == [
        "Company Scale System", "Striking the Anvil", "Battle Cards", "Worked examples",
    ]  # fmt: skip
    for button, system in zip(buttons, ("company_scale", "striking_anvil", "command_cards"), strict=False):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert page.current is not None and page.current.system == system
        shown = page.list.visualItemRect(page.list.item(page.list.currentRow()))
        assert page.list.viewport().rect().intersects(shown)


def test_a_card_does_not_tell_the_date_twice(qtbot: QtBot) -> None:
    page = StartPage(shipped_scenarios())
    qtbot.addWidget(page)
    texts = [page.list.item(row).text() for row in range(page.list.count())]
    assert "The last attack\n30 August 1944 · 12 rounds" in texts
    assert "The night charge\n25 August 1944 · 16 rounds" in texts
