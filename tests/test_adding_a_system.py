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
from app.printing.output import picture, write_pdf
from app.run import new_session
from app.settings import Settings
from app.system import ALL
from app.window.main_window import MainWindow
from rules.__main__ import main as rules_main
from rules.engine import system as registry
from rules.engine.command import cmd
from rules.engine.evaluator import Manner
from rules.engine.nature import SeededNature
from rules.engine.options import Decision
from rules.engine.seat import Seat, seats_of
from rules.engine.session import Session
from rules.opponent.levels import evaluator_of
from rules.opponent.self_play import position_of
from rules.opponent.working import Player
from rules.systems import SHIPPED
from rules.testing.bots import bots_for, play_out
from rules.testing.fuzz import check_one, games
from tests.app.helpers.pdf import texts_of

PAGE = Path(__file__).parents[1] / "docs" / "adding-a-system.md"


@pytest.fixture(scope="module")
def built() -> dict[str, Any]:
    """Run every block of the page, in order."""
    made: dict[str, Any] = {"__name__": "stones"}
    for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(block, str(PAGE), "exec", dont_inherit=True), made)
    return made


def test_the_page_counts_its_lines_right() -> None:
    text = PAGE.read_text(encoding="utf-8")
    lines = [sum(map(bool, block.split("\n"))) for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL)]
    state, frames, whole, words, board, opponent, papers = lines
    told = [int(count) for count in re.findall(r"^\| [a-z, ]+ \| (\d+) \|", text, re.MULTILINE)]
    assert told == [state + frames + whole, opponent, words, board, papers, sum(lines)]


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


def lead_of(system: Any, session: Session, seat: str) -> float:
    """Return a seat's expected lead."""
    game = position_of(seats_of(session)[seat]).game()
    return float(sum(part.points for part in system.evaluator.value(game, seat)))


@pytest.mark.parametrize("seed", range(6))
def test_its_opponent_wins_what_can_be_won_and_knows_it(system: Any, seed: int) -> None:
    session = Session.new(system, system.load("heap"), nature=SeededNature(seed), source="heap")
    names = ["regular", "recruit"] if session.state.stones % 4 else ["recruit", "regular"]
    good = system.seats[names.index("regular")]
    assert lead_of(system, session, good) == 1
    play_out(session, bots_for(system.seats, names, seed))
    assert session.result is not None and session.result["winner"] == good and lead_of(system, session, good) == 1


def test_its_opponent_says_why_and_warns(system: Any) -> None:
    session = Session.new(system, system.load("heap"), nature=SeededNature(4), source="heap")
    decision, left = session.decision, session.state.stones
    assert isinstance(decision, Decision) and left % 4
    position = position_of(seats_of(session)[decision.seat])
    thought = Player(evaluator_of(system, Manner()), Manner()).choose(position, decision)
    assert thought.text == f"leaves {left - left % 4}"
    warned = [n for n in (1, 2, 3) if system.evaluator.warning(position.game(), decision, cmd("take", stones=n))]
    assert warned == [n for n in (1, 2, 3) if (left - n) % 4]


@pytest.mark.parametrize("begun", [False, True])
def test_its_papers_are_printed_at_the_start_and_as_they_are(
    built: dict[str, Any], window: MainWindow, tmp_path: Path, begun: bool
) -> None:
    presentation = window.host.presentation
    assert isinstance(presentation, built["StonesOnPaper"]) and presentation.prints
    assert window.session is not None
    how: dict[str, Any] = {"begun": begun, "paper": "A4", "grey": False, "fitted": False}
    document = presentation.papers.document(Seat(window.session), ALL, **how)
    write_pdf(document, tmp_path / "stones.pdf")
    texts = texts_of(tmp_path / "stones.pdf")
    stones = window.session.state.stones if begun else 9
    assert "Whoever takes the last one wins." in texts[0] and f"The heap: {stones} stones" in texts[1]
    page = picture(document, 1, dpi=30)
    colors = {page.pixelColor(x, y).name() for x in range(0, page.width(), 4) for y in range(0, page.height(), 4)}
    assert "#8f8d86" in colors


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
