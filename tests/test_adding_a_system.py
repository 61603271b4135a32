"""The page about adding a system, followed to the letter: its system keeps the contract and can be played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.files import GameFiles
from app.settings import Settings
from app.systems.plain import PlainMat
from app.systems.shipped import SHIPPED
from app.window.main_window import MainWindow
from rules.engine import system as registry
from rules.engine.fuzz import check_one, games
from rules.engine.nature import SeededNature
from rules.engine.session import Session

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
    monkeypatch.setitem(SHIPPED, "stones", lambda: built["PRESENTATION"])
    yield built["SYSTEM"]


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


def test_its_words_are_on_the_window(system: Any, qtbot: QtBot, tmp_path: Path) -> None:
    settings = Settings(tmp_path / "preferences.json")
    window = MainWindow(settings, GameFiles(settings, tmp_path / "games"))
    qtbot.addWidget(window)
    window.put(Session.new(system, system.load("heap"), nature=SeededNature(4), source="heap"))
    page = window.orders.pages["choices"]
    assert isinstance(window.playmat, PlainMat) and window.prompt.badge.text() in ("FIRST", "SECOND")
    assert [page.list.item(row).text() for row in range(page.list.count())] == ["one stone", "2 stones", "3 stones"]
    page.list.setCurrentRow(1)
    page.button.click()
    assert "takes 2." in window.log.plain
