"""What falls between parts of a host: faults, records sent ahead, links that lead nowhere, games that were put away."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from unittest.mock import patch

import pytest

from app.online import whole
from app.online.caller import TOO_MANY_WRONG
from app.online.desk import FAULT
from app.online.hosted import HostedGame
from app.online.made import StandingOrder
from tests.app.online.test_desk import Club, Player, agree
from tests.app.online.test_whole import joined, newcomer


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games be long sooner."""
    monkeypatch.setattr(whole, "MOST_STEPS", 20)


def come_back(club: Club) -> None:
    for player in club.players.values():
        player.sit()
        assert "seat" in player.join()


def test_who_has_followed_too_many_wrong_links_is_sent_no_record_ahead(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    club.play(40)
    player, raw = newcomer(club)
    wrong = json.loads(raw)
    wrong["params"]["token"] = "a token that leads nowhere, of some length"
    tries = 0
    while not player.caller.wrong.is_empty:
        tries += 1
        assert not club.desk.wholes.ahead(player.caller, json.dumps(wrong).encode())
        assert "not for a game here" in joined(player, json.dumps(wrong).encode())["error"]["message"]
    assert tries == 10, "each counts once"
    assert not club.desk.wholes.ahead(player.caller, raw) and player.told == []
    assert joined(player, raw)["error"]["message"] == TOO_MANY_WRONG


def test_a_fault_while_a_game_is_opened_whose_record_was_sent_ahead_is_one_sentence(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    club.play(40)
    player, raw = newcomer(club)
    club.start()
    player.caller.send = lambda message: player.told.append((message["method"], message["params"]))
    assert club.desk.wholes.ahead(player.caller, raw)
    with patch.object(HostedGame, "open", side_effect=KeyError("a hex that is not there")):
        assert joined(player, raw)["error"]["message"] == FAULT
    assert not club.games.running() and player.caller.chair is None
    player.told.clear()
    assert joined(player, raw)["result"]["rev"] == club.games.game(club.games.chair(player.token)).rev(player.seat)
    assert [(what, told["steps"]) for what, told in player.told if what != "here"] == [("steps", [])], "he has it"
    player.rev, player.chain, player.replica = 0, "", None
    come_back(club)
    club.play(3)
    agree(club)


def test_a_fault_ends_both_windows_of_a_seat_and_either_can_come_back(tmp_path: Path) -> None:
    club, why = Club(tmp_path).seated(), list[str]()
    asked = club.asked
    second = Player(club, asked.seat, "")
    assert second.join()["seat"] == asked.seat
    for player in (*club.players.values(), second):
        player.caller.end = why.append
    command = next(iter(club.game.decision.options)).to_json()  # type: ignore[union-attr]
    with patch.object(club.game, "submit", side_effect=KeyError("a hex that is not there")):
        assert second.ask("submit", rev=second.rev, command=command)["message"] == FAULT
    assert why == [FAULT] * 4 and len(club.desk._present) == 0
    assert asked.ask("submit", rev=asked.rev, command=command)["message"] == "Join a game first."
    come_back(club)
    second.sit()
    assert second.join()["seat"] == asked.seat
    assert second.ask("submit", rev=second.rev, command=command) == {"rev": second.rev}
    assert asked.rev == second.rev
    agree(club)


def test_what_was_due_in_a_game_that_was_put_away_after_a_fault_is_no_second_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    club = Club(tmp_path).seated()
    decision, asked = club.game.decision, club.asked
    assert decision is not None
    chair = club.games.chair(asked.token)
    club.games.stand(chair, decision.kind, StandingOrder(next(iter(decision.options))))
    club.desk._answering.after(chair)
    (due,) = club.later
    with caplog.at_level(logging.WARNING, "chitpull.host"):
        with patch.object(club.games, "stand", side_effect=KeyError("x")):
            assert asked.ask("standing", kind="reroll", do=None)["message"] == FAULT
        due()
    assert len(caplog.messages) == 1, caplog.messages
    come_back(club)
    club.later.pop()()
    assert club.game.seq == 1, "it is due anew for whoever came back"
    agree(club)


@pytest.mark.parametrize("method", ("look_on", "make", "look"))
def test_a_fault_in_what_concerns_another_game_does_not_end_his_own(method: str, tmp_path: Path) -> None:
    club, why = Club(tmp_path).seated(), list[str]()
    asked = club.asked
    asked.caller.end = why.append
    other = club.games.make(club.system, "first-light")
    params = {"system": club.system, "scenario": "first-light"} if method == "make" else {"token": other[None]}
    broken = {"look_on": (club.desk.absent, "seen"), "make": (club.games, "make"), "look": (club.games, "game_of")}
    with patch.object(*broken[method], side_effect=KeyError("x")):
        assert asked.ask(method, **params)["message"] == FAULT
    assert why == [] and list(club.games.running())
    club.play(2)
    agree(club)


def test_looking_on_at_a_game_that_was_put_away_joins_nobody_and_it_is_put_away_again(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    club.play(5)
    seq = club.game.seq
    for player in club.players.values():
        club.desk.gone(player.caller)
    for _ in range(2):
        club.desk.rest()
    assert not club.games.running()
    looks = next(iter(club.players.values()))
    looks.sit()
    told = looks.ask("look_on", token=looks.token)
    assert told["title"] and told["asked"] and not told["here"] and looks.caller.chair is None
    assert len(club.desk._present) == 0 and club.games.running()
    for _ in range(2):
        club.desk.rest()
    assert not club.games.running()
    come_back(club)
    assert club.game.seq == seq
    agree(club)
