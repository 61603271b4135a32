"""What the pointer tells: the line of sight, a dead end, a unit that may not battle, what medals are for."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.systems.command_cards.art.counters import Look
from app.systems.command_cards.board.geometry import center
from app.systems.command_cards.board.layers import stands
from app.window.main_window import MainWindow
from rules.engine.session import Session
from tests.app.systems.command_cards.helpers.table import Player
from tests.rules.command_cards.helpers.boards import board


def put(window: MainWindow, session: Session) -> Player:
    """Put a small position on the table, the German player before it."""
    player = Player(window, session)
    if window.game.awaited:
        player.open_curtain()
    return player


def test_the_line_to_a_target_is_drawn_and_what_blocks_it(window: MainWindow) -> None:
    b = board({"E5": "infantry"}, {"E7": "infantry", "C5": "infantry"}, terrain={"E6": "woods"})
    player = put(window, b.session)
    player.click("E5")
    player.hover("C5")
    assert len(player.board.scene.sight.areas) == 1
    player.hover("E7")
    line, woods = player.board.scene.sight.areas
    assert line[1].style == Qt.PenStyle.DashLine and woods[0].contains(center("E6"))
    assert "woods in E6" in player.board.scene.bubble.text
    player.hover("G7")
    assert not player.board.scene.sight.areas


def test_artillery_needs_no_clear_line(window: MainWindow) -> None:
    b = board({"E5": "artillery"}, {"E7": "infantry"}, terrain={"E6": "woods"})
    player = put(window, b.session)
    player.click("E5")
    player.hover("E7")
    (line,) = player.board.scene.sight.areas
    assert line[1].style == Qt.PenStyle.SolidLine


def test_a_retreat_marks_the_hex_from_which_there_is_no_further_way(window: MainWindow) -> None:
    b = board({"E5": "infantry"}, {"D5": "infantry", "B4": "infantry", "B5": "infantry"})
    b.do("battle", "flag", "flag", "star", unit="E5", target="D5")
    player = put(window, b.session)
    assert player.board.marks.answers == ("C5", "C6") and player.board.marks.dead == ("C5",)
    assert "next flag costs a figure" in window.prompt.hint.text()


def test_a_unit_that_may_not_battle_any_more_wears_a_die_struck_out(window: MainWindow) -> None:
    b = board({"G5": "infantry", "G7": "infantry"}, {"A5": "infantry"}, at="move")
    b.do("move", unit="G5", to="F5").do("move", unit=b.id("F5"), to="E5")
    looks = {unit.hex: Look.of(unit, b.session.scenario.charts) for unit in b.session.view("german").units.values()}
    assert looks["E5"].barred and looks["E5"].moved and not looks["G7"].barred and not looks["A5"].barred
    player = put(window, b.session)
    assert player.board.units[b.id("E5")].look.barred


def test_a_stand_tells_what_its_medals_are_for(window: MainWindow) -> None:
    b = board({"E5": "infantry"}, {"D5": ("infantry", 1), "A9": "infantry"})
    b.do("battle", "grenade", "star", "star", unit="E5", target="D5").do("stay")
    player = put(window, b.session)
    at = player.board.view.mapFromScene(stands()[1].center())
    QTest.mouseMove(player.board.view.viewport(), at)
    assert window.notice.text() == "German medals, 1 of 6: infantry"


def test_a_card_that_lies_in_wait_lies_open_on_the_stand(window: MainWindow) -> None:
    b = board({"G5": "infantry"}, {"A5": "infantry"}, at="card", hands={"german": ("lie-in-wait", "wings")})
    player = put(window, b.session)
    before = player.board.painting(player.window.size()).whole()
    b.do("choose", card="lie-in-wait").do("confirm")
    while b.asked != "staging":
        b.do("done")
    player = put(window, b.session)
    assert b.session.view(None).sides["german"].lying == "lie-in-wait"
    assert player.board.painting(player.window.size()).whole() != before
