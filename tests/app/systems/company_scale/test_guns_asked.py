"""Guns are never abandoned unasked: the button says so, a drag never does it, and the order is asked about (21.2)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.play.players import NewGame
from app.window.main_window import MainWindow
from rules.company_scale.records.answers import Abandoning, Targets
from rules.company_scale.records.view import FaceView, MoveView
from rules.engine.command import cmd
from rules.hexes.grid import neighbours
from tests.app.helpers.fake_session import FakeSession, decide
from tests.app.systems.company_scale.helpers.positions import position
from tests.app.systems.company_scale.helpers.questions import Asked

LEFT = Qt.MouseButton.LeftButton


def the_88s(window: MainWindow) -> None:
    """Begin the activation of the regiment and pick its 88s."""
    assert window.new_game(NewGame("company_scale", "scenarios/company_scale/examples/15-transport.yaml", 7))
    assert window.order(cmd("buy_now", chit="formation:pgr_110"))
    for _ in range(20):
        decision = window.game.decision
        assert decision is not None
        if decision.kind == "activation":
            break
        assert window.prompt.forward()
    window.orders.pages["activation"].pick(("flak_88",))
    QApplication.processEvents()


def deployed(window: MainWindow) -> bool:
    return next(bool(unit.deployed) for unit in window.game.view.units if unit.id == "flak_88")


@pytest.mark.parametrize("sure", [False, True])
def test_turning_guns_to_column_is_asked_first_and_can_be_undone(window: MainWindow, sure: bool) -> None:
    asked: list[str] = []
    window.services.ask = lambda title, words, yes, no, how: bool(asked.append(words)) or sure
    the_88s(window)
    button = window.orders.pages["activation"].buttons["change_formation"]
    assert "its guns are lost" in button.text()
    QTest.mouseClick(button, LEFT)
    [words] = asked
    assert "88 mm guns" in words and "for good" in words and "21.2" in words
    assert deployed(window) is not sure
    if sure:
        window.actions_["undo"].trigger()
        assert deployed(window)


def test_turning_others_is_not_asked(window: MainWindow) -> None:
    window.services.ask = lambda *_: pytest.fail("Nothing is lost here.")
    the_88s(window)
    other = next(c for c in window.game.offered["change_formation"] if c.get("unit") != "flak_88")
    window.orders.pages["activation"].pick((str(other.get("unit")),))
    QTest.mouseClick(window.orders.pages["activation"].buttons["change_formation"], LEFT)
    assert window.game.can_undo


@pytest.mark.parametrize("guns", [True, False])
def test_a_drag_says_that_it_does_not_leave_the_guns(qtbot: QtBot, guns: bool) -> None:
    player = Asked(qtbot)
    player.session.put(
        "f_117", face=FaceView(None, None, 0, None), other_face=FaceView(None, None, 0, MoveView("leg", 2))
    )
    player.session._ask_abandoning = lambda unit="": Abandoning((unit,) if guns else ())
    player.session._ask_targets = lambda unit: Targets()
    player.game._look()
    player.ask("allied", "activation", cmd("change_formation", unit="f_117"), cmd("end_activation"))
    here = player.session.at("f_117")
    player.drag(here, neighbours(here)[0])
    assert player.sent == [] and ("leaves its guns for good" in player.words) is guns


def test_an_empty_hex_that_nobody_assaults_has_no_arrow_and_no_tick(window: MainWindow) -> None:
    marker = {"hex": "17.45", "called_off": False, "assigned": (), "empty": True, "units": ("b_117",)}
    session = FakeSession(
        position(), decide("allied", "assaults", "?", cmd("call_off", hex="17.45"), cmd("confirm"), markers=[marker])
    )
    session.answers["abandoning"] = Abandoning(("b_117",))
    asked: list[str] = []
    window.services.ask = lambda title, words, yes, no, how: bool(asked.append(words))
    window.play(session)
    assert window.playmat.board.scene.arrows.arrows == []
    row = window.orders.pages["assault"].list.item(0).text()
    assert "✓" not in row and "no fight" in row
    QTest.keyClick(window.playmat.board.view, Qt.Key.Key_Space)
    assert session.submitted == [] and "Troop B" in asked[0]


@pytest.mark.parametrize(("kind", "sure"), [("advance", False), ("advance", True), ("assaults", False)])
def test_a_confirmation_that_leaves_guns_behind_is_asked_about(window: MainWindow, kind: str, sure: bool) -> None:
    asked: list[str] = []
    window.services.ask = lambda title, words, yes, no, how: bool(asked.append(words)) or sure
    asks = decide("german", kind, "Who goes in?", cmd("confirm"), rule="9.1", hex="18.43", units=["r1"], chosen=["r1"])
    session = FakeSession(position(), asks)
    session.answers["abandoning"] = Abandoning(("r1",))
    window.play(session)
    QTest.keyClick(window.playmat.board.view, Qt.Key.Key_Space)
    assert len(asked) == 1 and "leaves its guns behind for good" in asked[0]
    assert session.submitted == ([cmd("confirm")] if sure else [])
