"""The controller: what it passes on, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.play.controller import GameController
from app.play.seat import KEPT
from app.systems.base import presentation_of
from rules.engine.command import Command, Reason, cmd
from tests.app.helpers.fake_session import FakeSession
from tests.app.systems.company_scale.helpers.positions import activation, position


def playing(script: dict[str, Any] | None = None) -> tuple[GameController, FakeSession]:
    session = FakeSession(position(), activation(), script)
    game = GameController(told_in=presentation_of)
    game.play(session)
    return game, session


def test_before_the_first_game_nothing_is_asked(qtbot: QtBot) -> None:
    game = GameController(told_in=presentation_of)
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
    assert game.seq == 1


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
    assert game.seq == 0


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


def test_orders_given_together_are_shown_once(qtbot: QtBot) -> None:
    game, _ = playing()
    heard: list[str] = []
    game.changed.connect(lambda _: heard.append("changed, goes on" if game.goes_on else "changed"))
    game.done.connect(lambda: heard.append("done"))
    game.submit(cmd("pass_unit", unit="b_117"))
    with game.together():
        game.submit(cmd("pass_unit", unit="b_117"))
        game.submit(cmd("pass_unit", unit="b_117"))
    assert heard == ["changed", "changed, goes on", "changed, goes on", "done"]


def test_a_question_before_an_order_is_asked_over_the_position_as_it_is(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _ = playing()
    heard: list[str] = []
    game.done.connect(lambda: heard.append("shown"))
    monkeypatch.setattr(game, "regret", lambda command: "That is for good.")
    game.sure = lambda words: heard.append(words) is not None
    with game.together():
        assert not game.submit(cmd("pass_unit", unit="b_117"))
        assert not heard.index("That is for good.")
        monkeypatch.undo()
        game.submit(cmd("pass_unit", unit="b_117"))
        monkeypatch.setattr(game, "regret", lambda command: "That is for good.")
        game.submit(cmd("pass_unit", unit="b_117"))
    assert heard == ["That is for good.", "shown", "That is for good."]


def test_a_refusal_among_orders_given_together_is_told_over_the_position_as_it_is(qtbot: QtBot) -> None:
    game, session = playing()
    heard: list[str] = []
    game.done.connect(lambda: heard.append("shown"))
    game.refused.connect(lambda reasons: heard.append(reasons[0].text))
    with game.together():
        game.submit(cmd("pass_unit", unit="b_117"))
        session.refusals["fire"] = [Reason("No line of sight.", "7.1")]
        assert not game.submit(cmd("fire", unit="f_117", hex="10.40"))
        assert heard == ["shown", "No line of sight."]
    assert heard == ["shown", "No line of sight."]


def test_what_is_asked_twice_about_a_position_is_worked_out_once(qtbot: QtBot) -> None:
    game, session = playing()
    session.answers["reach"] = lambda units: {"units": units}
    for _ in range(2):
        assert game.query("reach", units=["b_117"]) == {"units": ["b_117"]}
    assert len(session.queries) == 1
    game.query("reach", units=["f_117"])
    assert len(session.queries) == 2
    game.submit(cmd("pass_unit", unit="b_117"))
    game.query("reach", units=["b_117"])
    game.undo()
    game.query("reach", units=["b_117"])
    assert len(session.queries) == 4


def test_only_the_last_answers_are_kept(qtbot: QtBot) -> None:
    game, session = playing()
    session.answers["stack"] = lambda hex: hex
    for number in [*range(KEPT + 1), 0]:
        assert game.query("stack", hex=number) == number
    assert len(session.queries) == KEPT + 2
