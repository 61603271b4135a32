"""The controller: what it passes on, and what it refuses."""

from __future__ import annotations

from typing import Any

from pytestqt.qtbot import QtBot

from app.game import GameController
from app.systems.shipped import presentation_of
from rules.engine.command import Command, Reason, cmd
from tests.app.helpers.fake_session import FakeSession
from tests.app.systems.company_scale.helpers.positions import activation, position


def playing(script: dict[str, Any] | None = None) -> tuple[GameController, FakeSession]:
    session = FakeSession(position(), activation(), script)
    game = GameController(presentations=presentation_of)
    game.play(session)
    return game, session


def test_before_the_first_game_nothing_is_asked(qtbot: QtBot) -> None:
    game = GameController(presentations=presentation_of)
    assert (game.view, game.decision, game.offered, game.can_undo) == ({}, None, {}, False)
    with qtbot.waitSignal(game.refused):
        assert not game.submit(cmd("pass"))


def test_a_command_goes_to_the_seat_that_decides(qtbot: QtBot) -> None:
    def moved(session: FakeSession, command: Command) -> list[dict[str, Any]]:
        return [{"event": "UnitMoved", "unit": "f_117", "from": "19.42", "to": "19.43"}]

    game, session = playing({"move": moved})
    with qtbot.waitSignal(game.changed) as signal:
        assert game.submit(cmd("move", units=("f_117",)))
    assert signal.args is not None
    assert signal.args[0][0]["event"] == "UnitMoved"
    assert session.submitted == [cmd("move", units=("f_117",))]
    assert game.view["seq"] == 1


def test_a_refusal_changes_nothing_and_says_why(qtbot: QtBot) -> None:
    game, session = playing()
    session.refusals["fire"] = [Reason("No line of sight.", "7.1")]
    with qtbot.waitSignal(game.refused) as signal, qtbot.assertNotEmitted(game.changed):
        assert not game.submit(cmd("fire", unit="f_117", hex="10.40"))
    assert signal.args == [[Reason("No line of sight.", "7.1")]]
    assert session.submitted == []
    assert game.explain(cmd("fire", unit="f_117", hex="10.40")) == [Reason("No line of sight.", "7.1")]


def test_undo_shows_the_earlier_position(qtbot: QtBot) -> None:
    game, session = playing()
    game.submit(cmd("pass_unit", unit="b_117"))
    with qtbot.waitSignal(game.replaced):
        assert game.undo()
    assert session.undone == 1
    assert game.view["seq"] == 0


def test_taking_back_goes_before_the_last_command(qtbot: QtBot) -> None:
    game, session = playing()
    assert not game.can_take_back
    game.submit(cmd("pass_unit", unit="b_117"))
    game.nature({"die": 3})
    assert session.seq == 2
    with qtbot.waitSignal(game.replaced):
        assert game.take_back()
    assert session.seq == 0


def test_the_end_is_announced_once(qtbot: QtBot) -> None:
    def ending(session: FakeSession, command: Command) -> list[dict[str, Any]]:
        session.change(over={"winner": "german", "text": "The German player wins.", "lines": []})
        session.now = None
        return [{"event": "GameOver", "winner": "german"}]

    game, _ = playing({"end_activation": ending})
    with qtbot.waitSignal(game.game_over) as signal:
        game.submit(cmd("end_activation"))
    assert signal.args is not None
    assert signal.args[0]["winner"] == "german"
    assert game.over is not None


def test_names_come_from_scenario_and_view() -> None:
    game, _ = playing()
    assert game.names.of("b_117") == "Troop B, 117th Cavalry"
    assert game.names.of("tf_butler") == "Task Force Butler"
