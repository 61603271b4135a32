"""Moving by a click on a shaded hex, and paying for a unit and moving it in one go."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.board.hexes import center
from app.play.players import NewGame
from app.window.main_window import MainWindow
from rules.engine.command import cmd
from rules.hexes.grid import hex_id
from tests.app.systems.company_scale.helpers.board_mouse import LEFT, Player

ENTER, ESCAPE = Qt.Key.Key_Return, Qt.Key.Key_Escape
TANKS = ["move units=('f_117',)", "step by=terrain to=14.41", "step by=terrain to=14.42"]


@pytest.fixture
def player(qtbot: QtBot) -> Player:
    return Player(qtbot)


# --- a click ---------------------------------------------------------------------------------------------------------


def test_a_click_on_a_shaded_hex_moves_the_unit_that_is_picked(player: Player) -> None:
    player.click(1440)
    player.click(1442)
    assert player.sent == TANKS and player.board.position.where["f_117"] == 1442


def test_further_clicks_go_on_with_the_move(player: Player) -> None:
    player.click(1440)
    player.click(1441)
    player.click(1442)
    assert player.sent == TANKS


def test_a_click_on_another_counter_picks_that_one_and_moves_nobody(player: Player) -> None:
    player.click(1440)
    assert any(at.hex == 1341 for at in player.board.scene.reach.hexes)
    player.click(1341)
    assert player.sent == [] and player.board.selection == ("d_117",)


def test_a_click_beside_the_counters_of_a_shaded_hex_moves_nobody(player: Player) -> None:
    player.click(1440)
    QTest.mouseClick(player.view.viewport(), LEFT, pos=player.at(1341, 0, -31))
    assert player.sent == []


def test_a_click_on_a_hex_out_of_reach_lets_go(player: Player) -> None:
    player.click(1440)
    player.click(1446)
    assert player.sent == [] and player.board.selection == ()
    player.click(1442)
    assert player.sent == []


def test_the_way_is_shown_under_the_pointer_before_the_click(player: Player) -> None:
    player.click(1440)
    player.move(1442)
    assert [left for _, _, left, *_ in player.board.scene.trail.steps[1:]] == [3.0, 2.0]
    player.move(1446)
    assert player.board.scene.trail.boundingRect().isEmpty()
    player.move(1442)
    player.click(1442)
    assert player.board.scene.trail.boundingRect().isEmpty()


def test_who_may_fire_at_the_unit_is_said_before_the_click(qtbot: QtBot) -> None:
    player = Player(qtbot, watched=(1441,))
    player.click(1440)
    player.move(1441)
    assert "17.40" in player.words
    assert player.sent == []


def test_an_unpicked_unit_is_not_sent(player: Player) -> None:
    player.click(1440)
    player.key(ESCAPE)
    player.board.select(())
    player.click(1442)
    assert player.sent == []


# --- activate and move -----------------------------------------------------------------------------------------------


class Table:
    """First Light under the first direct command chit: nobody is active, everybody may be paid for."""

    def __init__(self, window: MainWindow) -> None:
        self.window, self.game = window, window.game
        window.resize(1400, 950)
        assert window.new_game(NewGame("company_scale", "first-light", 11))
        while "activate" not in window.game.offered:
            assert window.prompt.forward()
        self.board = window.playmat.board
        self.seq = window.game.seat.seq
        side = window.game.decision.seat
        self.unit = next(
            unit for unit in self.payable() if unit.side == side and self.reach(unit.id)
        )  # fmt: skip
        self.start = hex_id(self.unit.hex)
        self.to = next(at for at in self.reach(self.unit.id) if at not in self.board.position.stacks)

    def payable(self) -> list[dict]:
        names = {command.get("unit") for command in self.game.offered["activate"]}
        alone = {at for at, stack in self.board.position.stacks.items() if len(stack) == 1}
        return [
            u for u in self.game.view.units if u.id in names and u.hex and hex_id(u.hex) in alone
        ]  # fmt: skip

    def reach(self, unit: str) -> list[int]:
        return [hex_id(at) for at in self.game.query("reach", units=[unit])["hexes"]]

    def at(self, hex_: int) -> QPoint:
        return self.board.view.mapFromScene(center(hex_))

    def drag(self) -> None:
        port = self.board.view.viewport()
        QTest.mousePress(port, LEFT, pos=self.at(self.start))
        QTest.mouseMove(port, self.at(self.start) + QPoint(12, 9))
        QTest.mouseMove(port, self.at(self.to))
        QTest.mouseRelease(port, LEFT, pos=self.at(self.to))

    @property
    def offer(self) -> QMenu:
        menu = self.board.drag_session.offer
        assert menu is not None
        return menu

    @property
    def given(self) -> list[str]:
        return [str(entry.answer.verb) for entry in self.game.seat.log()[self.seq :]]


@pytest.fixture
def table(window: MainWindow) -> Table:
    return Table(window)


def test_dropping_a_unit_that_has_to_be_paid_for_offers_it_and_gives_nothing_yet(table: Table) -> None:
    table.drag()
    assert table.offer.isVisible() and table.given == []
    first = table.offer.actions()[0]
    assert first.text().startswith("Activate and move to ") and table.offer.activeAction() is first
    assert table.board.scene.trail.steps
    QTest.keyClick(table.offer, ESCAPE)
    assert table.given == [] and not table.board.scene.trail.steps


def test_one_enter_pays_and_moves(table: Table) -> None:
    paid = {d.id: d.commands for d in table.game.view.divisions}[table.unit.division]
    table.drag()
    QTest.keyClick(table.offer, ENTER)
    assert table.given[0] == "activate" and "move" in table.given and "step" in table.given
    assert {d.id: d.commands for d in table.game.view.divisions}[table.unit.division] == paid - 1
    assert table.board.position.where[table.unit.id] != table.start


def test_a_click_offers_the_same(table: Table) -> None:
    port = table.board.view.viewport()
    QTest.mouseClick(port, LEFT, pos=table.at(table.start))
    QTest.mouseClick(port, LEFT, pos=table.at(table.to))
    assert table.offer.isVisible() and table.given == []
    QTest.keyClick(table.offer, ENTER)
    assert table.given[0] == "activate" and table.board.position.where[table.unit.id] != table.start


def test_every_part_is_validated_and_a_refusal_says_why(table: Table) -> None:
    table.drag()
    assert table.window.order(cmd("activate", unit=table.unit.id))  # meanwhile
    before = table.given
    QTest.keyClick(table.offer, ENTER)
    assert table.given == before and "activated under this chit" in table.window.prompt.refusal.text()


def test_it_can_be_undone_step_by_step(table: Table) -> None:
    table.drag()
    QTest.keyClick(table.offer, ENTER)
    while table.game.seat.seq > table.seq:
        assert table.game.undo()
    QApplication.processEvents()
    assert table.board.position.where[table.unit.id] == table.start


def test_under_a_division_chit_nothing_is_offered_for_others(player: Player) -> None:
    player.drag(1238, 1239)
    assert player.sent == [] and player.board.drag_session.offer is None
    assert player.words == "E/117 AG is not active. (5.1)"
