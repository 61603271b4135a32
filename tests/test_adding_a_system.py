"""The page about adding a system, followed to the letter: its system keeps the contract and can be played."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.play.files import CannotOpen, GameFiles
from app.play.players import NewGame
from app.run import new_session
from app.settings import Settings
from app.window.main_window import MainWindow
from rules.__main__ import main as rules_main
from rules.engine import system as registry
from rules.engine.nature import SeededNature
from rules.engine.session import Session
from rules.systems import SHIPPED
from rules.testing.fuzz import check_one, games

PAGE = Path(__file__).parents[1] / "docs" / "adding-a-system.md"


@pytest.fixture(scope="module")
def built() -> dict[str, Any]:
    """Run every block of the page, in order."""
    made: dict[str, Any] = {"__name__": "stones"}
    for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(block, str(PAGE), "exec", dont_inherit=True), made)
    return made


@pytest.fixture
def system(built: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Register what the page has built, for one test."""
    monkeypatch.setitem(registry._SYSTEMS, "stones", lambda: built["SYSTEM"])
    for folder, holder in (("rules.stones.system", "SYSTEM"), ("app.systems.stones.presentation", "PRESENTATION")):
        module = ModuleType(folder)
        setattr(module, holder, built[holder])
        monkeypatch.setitem(sys.modules, folder, module)
    SHIPPED.append("stones")
    yield built["SYSTEM"]
    SHIPPED.remove("stones")


def test_its_system_keeps_the_contract(system: Any, tmp_path: Path) -> None:
    for setting in games(system, "heap", range(5)):
        played = check_one(setting, ["random"], folder=tmp_path)
        assert not played.faults


def test_its_die_makes_the_heap_and_the_last_stone_wins(system: Any) -> None:
    session, random = Session.new(system, system.load("heap"), nature=SeededNature(4), source="heap"), Random(1)
    assert 10 <= session.state.stones <= 15
    while session.decision is not None:
        command = random.choice(list(session.decision.options))
        last = session.decision.seat
        session.submit(last, session.seq, command)
    assert session.result is not None and session.state.stones == 0 and session.result["winner"] == last


@pytest.fixture
def window(system: Any, qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """Return a window with the game on it."""
    settings = Settings(tmp_path / "preferences.json")
    window = MainWindow(settings, GameFiles(settings, tmp_path / "games"))
    qtbot.addWidget(window)
    window.put(Session.new(system, system.load("heap"), nature=SeededNature(4), source="heap"))
    window.resize(1280, 800)
    window.show()
    qtbot.waitExposed(window)
    return window


def test_its_words_are_on_the_window(window: MainWindow) -> None:
    page = window.orders.pages["choices"]
    assert window.prompt.badge.text() in ("FIRST", "SECOND")
    assert [page.list.item(row).text() for row in range(page.list.count())] == ["one stone", "2 stones", "3 stones"]
    page.list.setCurrentRow(1)
    page.button.click()
    assert "takes 2." in window.log.plain


def test_its_board_takes_stones_by_click_and_key_and_says_why_not(
    built: dict[str, Any], window: MainWindow, qtbot: QtBot
) -> None:
    board = window.playmat.board
    assert isinstance(board, built["StonesBoard"]) and isinstance(window.playmat, built["StonesTable"])

    def click(place: int) -> None:
        at = board.view.mapFromScene(board.center(str(place)))
        qtbot.mouseClick(board.view.viewport(), Qt.MouseButton.LeftButton, pos=at)

    left = board.game.view["stones"]
    click(0)
    assert board.game.view["stones"] == left and board.bubble.isVisible() and board.bubble.tone == "refused"
    click(left - 2)
    qtbot.waitUntil(lambda: board.game.view["stones"] == left - 2)
    assert "takes 2." in window.log.plain
    board.go(str(left - 4))
    board.view.setFocus()
    qtbot.keyClick(board.view, Qt.Key.Key_Right)
    qtbot.keyClick(board.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: board.game.view["stones"] == left - 3)


def test_a_value_its_loader_does_not_take_is_a_sentence(
    system: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(source: Any) -> Any:
        raise ValueError("hex 99.99 is off the map")

    monkeypatch.setattr(system, "load", refuse, raising=False)
    wanted = "The scenario heap cannot be loaded: hex 99.99 is off the map."
    assert rules_main(["play", "--scenario", "heap"]) == 2 and capsys.readouterr().err == f"{wanted}\n"
    choice = NewGame("stones", "heap")
    with pytest.raises(CannotOpen, match=wanted):
        new_session(choice)
    with pytest.raises(CannotOpen, match=wanted):
        GameFiles(Settings(tmp_path / "preferences.json"), tmp_path / "games").start(choice)


def test_its_board_of_25_hexes_takes_80_lines_at_most_and_finds_what_lies_there(window: MainWindow) -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (board,) = (block for block in blocks if "class StonesBoard" in block)
    assert len(board.splitlines()) <= 80
    table = window.playmat
    assert table.find("stone:7") and table.board.at == "7" and not table.find("")
    table.mark(["stone:3", "stone:4"])
    assert [each.isVisible() for each in table.board.view.pointed] == [True, True]
