"""A host's answer to joining that names a game which is not here: garbled on its way, or the host's word."""

from __future__ import annotations

from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.online.far_game import FarGame, State
from app.online.following import ComputerSeat
from app.online.link import JOIN, MOST_DOUBTS
from app.online.links import FollowedLink
from app.play.controller import GameController
from rules.engine.evaluator import Manner
from rules.systems import systems


def answer(**other: Any) -> dict[str, Any]:
    """Return an answer to joining a game that waits for another player, with what is otherwise in it."""
    of = systems()["company_scale"]
    told = {
        "seat": "german",
        "system": of.id,
        "schema": of.schema,
        "rules": of.rules_version,
        "scenario": "first-light",
        "missing": ["allied"],
        "here": ["german"],
        "ways": {},
        "commitment": "c",
    }
    return {"id": JOIN, "result": told | other}


@pytest.mark.parametrize("other", [{"system": "company_scald"}, {"rules": 99}])
def test_a_game_that_is_not_here_is_asked_for_again_before_the_player_is_told(
    other: dict[str, Any], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    far, joins = FarGame(GameController(), FollowedLink("ws://127.0.0.1:1", "token"), lambda scenario: ()), list[int]()
    monkeypatch.setattr(far._link, "join_again", lambda whole: joins.append(1))

    def hear(told: dict[str, Any]) -> None:
        far._hear("link", {"on": False, "why": ""})
        far._hear("answer", told)

    for _ in range(MOST_DOUBTS - 1):
        hear(answer(**other))
    assert far.state is State.CONNECTING and len(joins) == MOST_DOUBTS - 1
    hear(answer())
    assert far.state is State.WAITING, "it was garbled"
    for _ in range(MOST_DOUBTS):
        hear(answer(**other))
    assert far.state is State.REFUSED and "your Chitpull" in far.why


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> FarGame:
    """A game that is followed, whose link does nothing."""
    made = FarGame(GameController(), FollowedLink("ws://127.0.0.1:1", "token"), lambda scenario: ())
    monkeypatch.setattr(made._link, "join_again", lambda whole: None)
    return made


DONE = {"id": 7, "result": {"rev": 0, "left": [], "wait": False}}


def test_after_something_garbled_nothing_more_is_heard_of_that_connection(far: FarGame) -> None:
    far._hear("link", {"on": True})
    far._hear("answer", answer())
    far._request, far.game.is_sending = 7, True
    far._hear("step", {"rdv": 1, "seat": "german", "do": {"do": "pass"}, "chain": "c"})
    far._hear("answer", DONE)  # it tells of the step that was not understood
    far._hear("here", {"here": ["allied"]})
    assert far.game.is_sending, "or the player could order again at the old position"
    far._hear("link", {"on": False, "why": ""})
    far._hear("link", {"on": True})
    assert far.game.is_sending and not far.here
    far._hear("answer", answer())
    assert not far.game.is_sending, "the link does not ask again for what was answered"


def test_nothing_more_is_heard_of_a_connection_that_was_garbled_while_it_joined(far: FarGame) -> None:
    far._request, far.game.is_sending = 7, True
    far._hear("steps", {"rev": 0, "staps": []})
    far._hear("link", {"on": True})  # it had joined when it was given up
    far._hear("answer", answer())
    far._hear("answer", DONE)
    assert far.state is State.CONNECTING and far.game.is_sending
    far._hear("link", {"on": False, "why": ""})
    far._hear("answer", answer())
    assert far.state is State.WAITING and not far.game.is_sending


@pytest.mark.parametrize("result", [{"rev": 1}, {"rev": "one"}])
def test_an_answer_whose_step_was_not_heard_counts_once_the_game_is_joined_again(
    result: dict[str, Any], far: FarGame
) -> None:
    far._hear("answer", answer())
    far._request, far.game.is_sending = 7, True
    far._hear("stap", {"rev": 1, "seat": "german", "do": {"do": "pass"}, "chain": "c"})
    far._hear("answer", {"id": 7, "result": result})
    assert far.game.is_sending, "or the player could give the same order again at the old position"
    far._hear("link", {"on": False, "why": ""})
    far._hear("answer", answer())
    assert not far.game.is_sending, "whatever the host says"


def test_a_host_that_lets_nobody_in_is_heard_in_any_case(far: FarGame) -> None:
    far._hear("steps", {"rev": 0, "staps": []})
    far._hear("answer", {"id": JOIN, "error": {"code": 4, "message": "The record of this game is damaged."}})
    assert far.state is State.REFUSED and "damaged" in far.why


def test_the_computer_does_not_give_up_for_what_comes_after_something_garbled(monkeypatch: pytest.MonkeyPatch) -> None:
    computer, joins = ComputerSeat(FollowedLink("ws://127.0.0.1:1", "token"), Manner()), list[int]()
    monkeypatch.setattr(computer._link, "join_again", lambda: joins.append(1))
    computer._take("link", {"on": True})
    computer._take("answer", answer())
    for rev in range(3, 9):  # two were lost
        computer._take("step", {"rev": rev, "seat": "german", "do": {"do": "pass"}, "chain": "c"})
    assert joins == [1]
    computer._take("link", {"on": False, "why": ""})
    computer._take("step", {"rev": 3, "seat": "german", "do": {"do": "pass"}, "chain": "c"})
    assert joins == [1, 1]
