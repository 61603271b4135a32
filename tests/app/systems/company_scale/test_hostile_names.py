"""A game whose every name and note is hostile: nothing is read as markup or key, and no file is opened, anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu, QMessageBox, QTabBar, QTextBrowser, QWidget
from pytestqt.qtbot import QtBot

from app import theme
from app.dialogs import messages
from app.dialogs.start import StartPage
from app.printing.output import picture as page_picture
from app.systems.base import presentation_of
from app.systems.company_scale.board.sights import unit_menu
from app.systems.company_scale.panels.activation import ActivationPage
from app.window.main_window import MainWindow
from rules.company_scale.scenario import scenario_folder
from rules.engine.house_rules import ScenarioRow
from rules.engine.nature import SeededNature
from rules.engine.session import Session
from rules.engine.system import system
from tests.app.watching import unopened

NAMES = ("name", "title", "label", "text", "note", "playing_time")
TAG = "<b>x</b>"
ORDERS = 120
GUESSED = Qt.TextFormat.AutoText


@pytest.fixture(scope="module")
def secret(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a picture that nothing may open; its path stands in all names, and so the ground is drawn but once."""
    path = tmp_path_factory.mktemp("a_picture_that_nothing_may_open") / "secret.png"
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    assert image.save(str(path))
    return path


@pytest.fixture
def bad(secret: Path) -> str:
    """Return what stands in every name: tags, a picture in a file, an entity, a letter for a key, many letters."""
    return f'{TAG}<img src="{secret}">&lt; Q&Z {"long " * 12}'


def hostile(data: Any, bad: str) -> Any:
    """Return a document with something bad at the start of every name in it."""
    if isinstance(data, dict):
        return {
            key: f"{bad}{value}" if key in NAMES and isinstance(value, str) else hostile(value, bad)
            for key, value in data.items()
            if key != "needs"
        }
    return [hostile(value, bad) for value in data] if isinstance(data, list) else data


def document(name: str) -> Any:
    return yaml.safe_load((scenario_folder() / f"{name}.yaml").read_text("utf-8"))


@pytest.fixture
def record(bad: str, tmp_path: Path, window: MainWindow) -> Path:
    """Keep a game of a scenario with hostile names under a hostile name of a file."""
    scenario = document("first-light")
    scenario["map"] = document(f"maps/{scenario['map']}")
    scenario["forces"] = [document(f"forces/{name}") for name in scenario["forces"]]
    known = system("company_scale")
    scenario = hostile(scenario, bad)
    session = Session.new(known, known.load(scenario), nature=SeededNature(3), source=scenario)
    path = tmp_path / "<b>x< Q&Z.chitpull"
    window.files.copy(session, path)
    return path


def faults(top: QWidget) -> Iterator[str]:
    """Tell every widget that would read markup or a key out of a name, and every one that shows a part of it."""
    for label in [*top.findChildren(QLabel), *([top] if isinstance(top, QLabel) else [])]:
        rich = label.textFormat() != Qt.TextFormat.PlainText
        if label.textFormat() == GUESSED and "<" in label.text():
            yield f"{label}: guesses at {label.text()}"
        if rich and (TAG in label.text() or "<img" in label.text()):
            yield f"{label}: reads {label.text()}"
    for page in top.findChildren(QTextBrowser):
        if '<img src="/' in page.toHtml() or ("secret" in page.toHtml() and "&lt;img" not in page.toHtml()):
            yield f"{page}: reads {page.toPlainText()}"
    captions = [button.text() for button in top.findChildren(QAbstractButton)]
    captions += [bar.tabText(at) for bar in top.findChildren(QTabBar) for at in range(bar.count())]
    captions += [action.text() for action in top.findChildren(QAction) if action.text() != action.objectName()]
    captions += [menu.title() for menu in top.findChildren(QMenu)]
    for caption in captions:
        if re.search("Q&Z", caption):
            yield f"a key is read out of {caption}"


def look(top: QWidget) -> None:
    """Paint a widget and look through everything in it."""
    top.grab()
    assert list(faults(top)) == []


def said(top: QWidget) -> str:
    """Return what the labels and pages of a widget say."""
    words = [label.text() for label in top.findChildren(QLabel)]
    return "\n".join(words + [page.toPlainText() for page in top.findChildren(QTextBrowser)])


@pytest.fixture
def opened(window: MainWindow, record: Path) -> MainWindow:
    """Put the record on the table."""
    assert window.open_game(record)
    return window


def play(window: MainWindow, orders: int) -> Iterator[int]:
    """Give orders at random."""
    chance = Random(5)
    for number in range(orders):
        offered = [command for commands in window.game.offered.values() for command in commands]
        if not offered:
            return
        assert window.order(chance.choice(offered))
        yield number


def test_every_panel_shows_names_as_they_are(opened: MainWindow, secret: Path, bad: str) -> None:
    window, shown = opened, ""
    with unopened(secret):
        window.actions_["displays"].trigger()
        look(window)
        units = [unit for unit in window.game.view.units if unit.hex]
        for number in play(window, ORDERS):
            unit = units[number % len(units)]
            window.reveal(f"unit:{unit.id}")
            window.reveal(f"hex:{unit.hex}")
            assert list(faults(window)) == []
            if number % 10 == 0:
                for dock in window.playmat.docks if window.playmat else ():
                    look(dock.widget)
                shown += said(window)
    assert bad in window.windowTitle()
    assert bad in window.log.browser.toPlainText()
    assert TAG in shown and "&lt;b&gt;x&lt;/b&gt;" in shown


def test_the_window_is_no_wider_for_long_names(opened: MainWindow) -> None:
    for _ in play(opened, 20):
        assert opened.minimumSizeHint().width() <= 1600


def test_menus_show_names_as_they_are(opened: MainWindow, secret: Path, bad: str) -> None:
    window, titles, listed = opened, "", ""
    with unopened(secret):
        for _ in play(window, 40):
            for unit in [unit.id for unit in window.game.view.units if unit.hex][:4]:
                menu = unit_menu(window.game, [unit], "01.01", [(bad, lambda: None, None)])
                look(menu)
                titles += "".join(action.text() for action in menu.actions())
                menu.deleteLater()
            page = window.orders.stack.currentWidget()
            if isinstance(page, ActivationPage) and page.situation is not None:
                menu = page.menu_of([c for commands in window.game.offered.values() for c in commands if c.args])
                look(menu)
                listed += "".join(action.text() for action in menu.actions())
        window.recent_menu.aboutToShow.emit()
        look(window.recent_menu)
    assert all(bad.replace("&", "&&").rstrip() in captions for captions in (titles, listed))
    recent = [action.text() for action in window.recent_menu.actions()]
    assert recent[-1] == "<b>x< Q&&Z"  # and before it the file of its own in which the copy goes on


@pytest.mark.parametrize(
    "name", ["print_sheets", "preferences", "how_to_play", "keys", "markers", "show_reference", "notes", "about"]
)
def test_dialogs_show_names_as_they_are(opened: MainWindow, secret: Path, name: str) -> None:
    with unopened(secret):
        getattr(opened.dialogs, name)()
        shown = [*opened.services.open_pages, *([opened.dialogs.reference] if opened.dialogs.reference else [])]
        for dialog in shown:
            look(dialog)
    assert shown


def test_the_note_is_shown_as_it_is(opened: MainWindow, bad: str) -> None:
    opened.dialogs.notes()
    words = said(opened.dialogs.note)
    assert words.count(bad.strip()) == 2
    assert opened.dialogs.note.windowTitle().startswith(bad)


@pytest.mark.parametrize("is_prepared", [False])
def test_the_ending_and_a_map_drawn_anew_show_texts_as_they_are(opened: MainWindow, secret: Path, bad: str) -> None:
    over = {"winner": "german", "text": bad, "lines": [{"side": "german", "points": 2, "text": bad}, bad]}
    with unopened(secret):
        opened.dialogs.show_ending(over)
        look(opened.services.open_pages[-1])
        assert said(opened.services.open_pages[-1]).count(bad) == 3
        opened.prompt.show_over(bad)
        opened.prompt.show_words(bad)
        opened.services.status(bad)
        look(opened)


def test_the_start_page_shows_scenarios_as_they_are(qtbot: QtBot, secret: Path, bad: str) -> None:
    row = ScenarioRow("bad", bad, system="company_scale", note=bad, playing_time=bad, system_title=bad)
    page = StartPage([row, replace(row, kind="example")], [f"/{bad}.chitpull"])
    qtbot.addWidget(page)
    with unopened(secret):
        look(page)
    assert (page.title.text(), page.title.textFormat()) == (bad, Qt.TextFormat.PlainText)
    assert page.note.text().count("&lt;b&gt;x&lt;/b&gt;") == 1


def test_message_boxes_show_names_as_they_are(
    opened: MainWindow, secret: Path, bad: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes: list[str] = []

    def shown(box: QMessageBox) -> int:
        look(box)
        boxes.append(box.text())
        return 0

    monkeypatch.setattr(QMessageBox, "exec", shown)
    with unopened(secret):
        messages.tell(opened, bad, bad)
        messages.ask(opened, bad, bad, bad, bad)
    assert boxes == [bad, bad]


@pytest.mark.parametrize("begun", [True, False])
def test_printed_pages_show_names_as_they_are(opened: MainWindow, secret: Path, bad: str, begun: bool) -> None:
    papers, seat = presentation_of("company_scale").papers, opened.game.seat
    assert seat is not None
    for _ in play(opened, ORDERS):
        pass
    with unopened(secret):
        for title in papers.titles:
            made = papers.document(seat, title, begun=begun, paper="A4", grey=False, fitted=True)
            assert bad in made.title
            for number in range(len(made.sheets)):
                page_picture(made, number, 40)


def test_the_theme_of_the_program_makes_tips_plain(qapp: QApplication) -> None:
    for name in ("light", "dark"):
        theme.apply(qapp, name)
        assert "qproperty-textFormat: PlainText" in qapp.styleSheet()
