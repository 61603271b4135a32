"""A window that has heard something garbled, or an answer without its step: it leaves, and joins again for the rest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from pytestqt.qtbot import QtBot

from app.online.caller import Caller
from app.online.far_game import FarGame, State
from app.online.following import ComputerSeat
from app.online.link import JOIN
from app.online.links import FollowedLink
from app.play.controller import GameController
from rules.engine.evaluator import Manner
from tests.app.online.test_desk import Club
from tests.app.online.test_other_rules import answer


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> Iterator[FarGame]:
    """A game that is followed, whose link does nothing but let its connection go."""
    monkeypatch.setattr("app.online.link.Thread", lambda **_: SimpleNamespace(start=lambda: None))
    made = FarGame(GameController(), FollowedLink("ws://127.0.0.1:1", "token"), lambda scenario: ())
    made._link._joining = cast(Any, SimpleNamespace(close=None))
    yield made
    made.end()  # its timer must not run when the next test's link collects it in a thread


DONE = {"id": 7, "result": {"rev": 0, "left": [], "wait": False}}


def answered(far: FarGame) -> None:
    """Let the answer to request 7 come, by way of the link."""
    far._link._unanswered.setdefault(7, "the request")
    far._link._answered(DONE)
    far._hear("answer", DONE)


def test_after_something_garbled_nothing_more_is_heard_of_that_connection(far: FarGame) -> None:
    far._hear("link", {"on": True})
    far._hear("answer", answer())
    far._request, far.game.is_sending = 7, True
    far._hear("step", {"rdv": 1, "seat": "german", "do": {"do": "pass"}, "chain": "c"})
    answered(far)  # it tells of the step that was not understood
    far._hear("here", {"here": ["allied"]})
    assert far.game.is_sending, "or the player could order again at the old position"
    far._hear("link", {"on": False, "why": ""})
    far._hear("link", {"on": True})
    assert not far.here
    far._hear("answer", answer())
    assert far.game.is_sending
    assert far._link._unanswered == {7: "the request"}, "it is asked again"
    answered(far)
    assert not far.game.is_sending and not far._link._unanswered


def test_nothing_more_is_heard_of_a_connection_that_was_garbled_while_it_joined(far: FarGame) -> None:
    far._request, far.game.is_sending = 7, True
    far._hear("steps", {"rev": 0, "staps": []})
    far._hear("link", {"on": True})  # it had joined when it was given up
    far._hear("answer", answer())
    answered(far)
    assert far.state is State.CONNECTING and far.game.is_sending
    far._hear("link", {"on": False, "why": ""})
    far._hear("answer", answer())
    answered(far)
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
    join_again = computer._link.join_again
    monkeypatch.setattr(computer._link, "join_again", lambda: joins.append(1) or join_again())  # type: ignore[func-returns-value]
    computer._take("link", {"on": True})
    computer._take("answer", answer())
    for rev in range(3, 9):  # two were lost
        computer._take("step", {"rev": rev, "seat": "german", "do": {"do": "pass"}, "chain": "c"})
    assert joins == [1]
    computer._take("link", {"on": False, "why": ""})
    computer._take("step", {"rev": 3, "seat": "german", "do": {"do": "pass"}, "chain": "c"})
    assert joins == [1, 1]


class Connection:
    """A connection of a seat to the desk of a host, by which a window hears what is not lost."""

    def __init__(self, club: Club, seat: str, far: FarGame) -> None:
        self._club, self._player, self._far = club, club.players[seat], far
        self._told = list[dict[str, Any]]()
        self._caller = Caller(self._told.append, clock=lambda: 0.0)  # type: ignore[arg-type]

    def ask(self, number: int, method: str, lost: str = "", **params: Any) -> None:
        """Ask something; the window hears all that it leads to but what is `lost`, and then the answer."""
        raw = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        answer = self._club.desk.respond(self._caller, raw.encode())
        while self._told:
            told = self._told.pop(0)
            if told["method"] != lost:
                self._far._hear(told["method"], json.loads(json.dumps(told["params"], default=dict)))
        self._far._hear("answer", json.loads(json.dumps(answer, default=dict)))

    def join(self) -> None:
        rev, chain = self._far.copy.held if self._far.copy is not None else (0, "")
        self.ask(JOIN, "join", token=self._player.token, invitation="", rev=rev, chain=chain, nonce="n")


def test_an_order_whose_step_was_lost_on_its_way_is_not_asked_for_again(
    far: FarGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club, sent = Club(tmp_path).seated(), list[Any]()
    monkeypatch.setattr(far._link, "ask", lambda method, params: sent.append(params) or 7)  # type: ignore[func-returns-value]
    asked, decision = club.asked, club.game.decision
    assert decision is not None
    Connection(club, decision.seat, far).join()
    assert far.copy is not None and far.copy.held == (asked.rev, asked.chain)
    seq = club.game.seq
    far.send_orders([next(iter(decision.options))])
    line = Connection(club, decision.seat, far)
    line.join()
    line.ask(7, "orders", lost="step", **sent[0])
    assert club.game.seq == seq + 1 and far.copy.held[0] == asked.rev - 1
    assert far.game.is_sending, "or he is asked once more what he has answered"
    line.join()  # what is still heard over the connection that was given up
    far._hear("link", {"on": False, "why": "the connection broke"})
    assert far.game.is_sending
    Connection(club, decision.seat, far).join()
    assert not far.game.is_sending and far.copy.held == (asked.rev, asked.chain)
    assert len(sent) == 1 and club.game.seq == seq + 1
