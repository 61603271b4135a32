"""A turn of First Light by mouse: whatever is dragged obeys the real rules."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.board.hexes import center
from app.play.controller import GameController
from app.systems.base import presentation_of
from app.systems.company_scale.board.board import BoardController
from rules.engine.command import cmd
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.system import system
from rules.hexes.grid import hex_id
from tests.app.systems.company_scale.helpers.board_mouse import LEFT

FIRST = ("buy_chit", "add_chit", "done", "pass", "hold", "decline", "cancel", "stop", "end_activation")


class FirstLight:
    """First Light on the board, and a mouse."""

    def __init__(self, qtbot: QtBot, seed: int) -> None:
        company_scale = system("company_scale")
        self.session = Session.new(company_scale, company_scale.load("first-light"), seed=seed)
        self.game = GameController(told_in=presentation_of)
        self.game.play(Seat(self.session))
        self.board = BoardController(self.game)
        self.game.changed.connect(self.board.refresh)
        qtbot.addWidget(self.board.view)
        self.board.view.resize(1300, 1300)
        self.board.view.show()
        self.board.set_map(self.session.scenario.map.hexes)

    def at(self, name: str) -> QPoint:
        return self.board.view.mapFromScene(center(hex_id(name)))

    def drag(self, start: str, *through: str) -> None:
        port = self.board.view.viewport()
        QTest.mousePress(port, LEFT, pos=self.at(start))
        for name in through:
            QTest.mouseMove(port, self.at(name) + QPoint(4, 3))
            QTest.mouseMove(port, self.at(name))
        QTest.mouseRelease(port, LEFT, pos=self.at(through[-1]))

    def run_to(self, kind: str) -> dict[str, list[Any]]:
        """Answer every question that is not the board's, until an activation by a chit with units on the map."""
        for _ in range(300):
            decision = self.game.decision
            assert decision is not None
            offered = decision.options.by_verb()
            if decision.kind == kind and ("move" in offered or kind != "activation"):
                return offered
            name = next((verb for verb in FIRST if verb in offered), None)
            self.game.submit(offered[name][0] if name else next(iter(decision.options)))
        raise AssertionError(f"no {kind} came up")

    def units(self, *, active: bool = True) -> list[dict[str, Any]]:
        return [u for u in self.game.view.units if u.hex and u.active == active]

    @property
    def orders(self) -> list[Any]:
        return [entry.answer for entry in self.session.log if entry.seat != "nature"]


@pytest.mark.parametrize("seed", [3, 11])
def test_units_go_where_they_are_dragged(qtbot: QtBot, seed: int) -> None:
    battle = FirstLight(qtbot, seed)
    battle.run_to("activation")
    moved = 0
    for unit in [u.id for u in battle.units()]:
        if battle.game.decision is None or battle.game.decision.kind not in ("activation", "movement"):
            break  # a question that is not for this test
        here = next(u for u in battle.units() if u.id == unit)
        if battle.board.position.stack_of(unit)[-1] != unit or here.actions_used:
            continue
        if battle.game.decision.kind == "movement":
            battle.game.submit(cmd("stop"))
        reach = battle.game.query("reach", units=[unit])
        safe = {
            name: at
            for name, at in reach["hexes"].items()
            if len(at["path"]) == 2 and not at["fire"] and hex_id(name) not in battle.board.position.stacks
        }
        if not safe or battle.board.drag_session.group_of(unit, False) != (unit,):
            continue
        name, entry = next(iter(sorted(safe.items())))
        before = len(battle.orders)
        battle.drag(here.hex, *(to for to, _ in entry["path"]))
        sent = [order.verb for order in battle.orders[before:]]
        wanted = [order["do"] for order in reach["begin"]] + ["step"] * 2
        assert sent == wanted[: len(sent)]
        if len(sent) < len(wanted):  # an interrupt
            assert battle.board.drag_session.left_over is not None and battle.game.decision.kind != "movement"
            break
        assert battle.board.position.where[unit] == hex_id(name)
        moved += 1
    assert moved >= 2


def test_a_unit_that_is_not_active_says_why(qtbot: QtBot) -> None:
    battle = FirstLight(qtbot, 3)
    battle.run_to("activation")
    idle = next(u for u in battle.units(active=False))
    before = len(battle.orders)
    near = f"{idle.hex[:3]}{int(idle.hex[3:]) + 1:02d}"
    battle.drag(idle.hex, near)
    assert len(battle.orders) == before
    bubble = battle.board.scene.words
    assert bubble.isVisible() and bubble.tone == "refused" and "(" in bubble.text


def test_an_enemy_hex_is_no_place_to_go_and_says_why(qtbot: QtBot) -> None:
    battle = FirstLight(qtbot, 3)
    offered = battle.run_to("activation")
    unit = str(offered["move"][0].get("units")[0])  # type: ignore[index]
    start = next(u.hex for u in battle.units() if u.id == unit)
    enemies = [u.hex for u in battle.units(active=False) if u.side != battle.board.position.side(unit)]
    targets = {str(order.get("hex")) for order in offered.get("fire", ()) if order.get("unit") == unit}
    name = next(at for at in enemies if at not in targets)
    before = len(battle.orders)
    battle.drag(start, name)
    assert len(battle.orders) == before
    assert battle.board.scene.words.tone == "refused" and battle.board.scene.words.text


def test_fire_begins_by_dragging_on_the_enemy(qtbot: QtBot) -> None:
    battle = FirstLight(qtbot, 3)
    for _ in range(60):
        offered = battle.run_to("activation")
        tops = {stack[-1] for stack in battle.board.position.stacks.values()}
        fire = next((order for order in offered.get("fire", ()) if order.get("unit") in tops), None)
        if fire is not None:
            break
        battle.game.submit(cmd("end_activation"))
    assert fire is not None
    unit = str(fire.get("unit"))
    start = next(u.hex for u in battle.units() if u.id == unit)
    battle.drag(start, str(fire.get("hex")))
    assert battle.orders[-1] == fire
    assert battle.game.decision is not None and battle.game.decision.kind == "fire"
