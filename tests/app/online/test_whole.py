"""A long game is told by its record before its host has opened it, and a player's program reads it meanwhile."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from queue import Queue
from threading import Event, Thread
from typing import Any

import pytest
from websockets.asyncio.server import serve
from websockets.sync.client import connect
from websockets.sync.server import ServerConnection
from websockets.sync.server import serve as sync_serve

from app.online import whole
from app.online.bench_players import opened
from app.online.following import Following, Whole
from app.online.line import Connection
from app.online.link import Link
from app.online.messages import SentRecord, taken
from app.online.server import Server
from rules.systems import SHIPPED, systems
from tests.app.online.helpers.host_process import FIRST
from tests.app.online.test_desk import Club, Player

OPEN = [name for name in SHIPPED if not systems()[name].hides]
"""Games in which nothing is hidden."""


def newcomer(club: Club) -> tuple[Player, bytes]:
    """Let a player come again with nothing in his hands; return him, and what he sends to join."""
    player = club.asked
    club.desk.gone(player.caller)
    player.sit()
    player.told.clear()
    player.rev, player.chain, player.replica, player.adopted = 0, "", None, None
    params = {"token": player.token, "nonce": "n", "rev": 0, "chain": "", "whole": True}
    return player, json.dumps({"jsonrpc": "2.0", "id": 1, "method": "join", "params": params}).encode()


def joined(player: Player, raw: bytes) -> Any:
    """Send what a player sends to join; return what he is told."""
    player.caller.send = lambda message: player.told.append((message["method"], message["params"]))
    return player.club.desk.respond(player.caller, raw)


def copy_of(club: Club, told: list[tuple[str, Mapping[str, Any]]]) -> Following:
    """Return the copy that follows from what a player is told: a record, then steps."""
    (what, sent), (then, steps) = told[:2]
    assert (what, then) == ("whole", "steps")
    read = Whole.of(taken(SentRecord, sent))
    assert read is not None and len(read.steps) == steps["rev"]
    copy = Following(systems()[club.system], FIRST[club.system])
    copy.go_on_from(opened(read), read.steps)
    for step in steps["steps"]:
        copy.follow(json.loads(json.dumps(step, default=dict)))
    return copy


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games be long sooner."""
    monkeypatch.setattr(whole, "MOST_STEPS", 20)


@pytest.mark.parametrize("system", OPEN)
def test_a_record_is_sent_before_the_game_is_opened_and_nothing_is_missing(system: str, tmp_path: Path) -> None:
    club = Club(tmp_path, system).seated()
    club.play(40)
    player, raw = newcomer(club)
    digest = club.game.digest()
    club.start()
    player.caller.send = lambda message: player.told.append((message["method"], message["params"]))
    assert club.desk.wholes.ahead(player.caller, raw) and [what for what, _ in player.told] == ["whole"]
    assert list(club.games.running()) == [], "it has not been opened yet"
    assert not club.desk.wholes.ahead(player.caller, raw), "once is enough"
    assert joined(player, raw)["result"]["seat"] == player.seat
    assert player.told[1][1]["steps"] == [] and [what for what, _ in player.told].count("whole") == 1
    copy = copy_of(club, player.told)
    assert copy.session is not None and copy.session.digest() == club.game.digest() == digest


@pytest.mark.parametrize("is_open", [False, True])
def test_what_is_ordered_while_a_record_is_on_its_way_follows_it(is_open: bool, tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    club.play(40)
    player, raw = newcomer(club)
    if not is_open:
        club.start()
    player.caller.send = lambda message: player.told.append((message["method"], message["params"]))
    assert club.desk.wholes.ahead(player.caller, raw)
    again = Player(club, player.seat, "")  # the same seat at another window is quicker
    other = next(each for each in club.players.values() if each.seat not in (None, player.seat))
    for each in (again, other):
        club.desk.gone(each.caller)
        each.sit()
        each.join()
    club.players[again.seat] = again
    club.play(5, seed=7)
    joined(player, raw)
    assert len(player.told[1][1]["steps"]) == 5
    copy = copy_of(club, player.told)
    assert copy.session is not None and copy.session.digest() == club.game.digest()


def test_a_record_is_sent_ahead_to_nobody_else(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    club.play(40)
    player, raw = newcomer(club)
    club.start()
    asked = json.loads(raw)
    for params in ({"token": "x" * 40}, {"token": "\ud800"}, {"whole": False}, {"rev": 3}, {"token": 3}):
        told = json.dumps({**asked, "params": {**asked["params"], **params}}).encode()
        assert not club.desk.wholes.ahead(player.caller, told), params
    for other in (b'{"whole"', b"[" * 50_000 + b'"whole"', json.dumps({**asked, "method": "look"}).encode()):
        assert not club.desk.wholes.ahead(player.caller, other)
    assert player.told == [] and player.caller.sent is None
    hidden = Club(tmp_path / "hidden", "command_cards")
    hidden.folder.mkdir()
    hidden.seated().play(40)
    player, raw = newcomer(hidden)
    hidden.start()
    assert not hidden.desk.wholes.ahead(player.caller, raw) and player.told == [], "hands lie in it"


def test_a_record_that_turns_out_to_be_damaged_is_one_sentence(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    club.play(40)
    player, raw = newcomer(club)
    (file,) = tmp_path.glob("*.chitpull")
    lines = file.read_bytes().split(b"\n")
    place = next(n for n, line in enumerate(lines) if n > 20 and line.startswith(b'{"n"'))
    lines[place] = lines[place].replace(b'{"n"', b'{"m"').replace(b":", b";")
    file.write_bytes(b"\n".join(lines))
    club.start()
    player.caller.send = lambda message: player.told.append((message["method"], message["params"]))
    club.desk.wholes.ahead(player.caller, raw)
    for _ in range(2):
        error = joined(player, raw)["error"]
        assert error["code"] == 4 and f"{file.name} is damaged at line {place + 1}" in error["message"]
    assert player.caller.chair is None and list(club.games.running()) == []
    assert file.read_bytes() == b"\n".join(lines), "nobody has touched it"


def test_a_record_is_with_the_player_before_his_host_opens_the_game(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    club.play(40)
    raw = newcomer(club)[1]
    club.start()
    told, has_it, came = Queue[Any](), Event(), list[bool]()

    def come(raw: bytes) -> None:
        with connect(f"ws://127.0.0.1:{ports.get(timeout=20)}") as connection:
            connection.send(raw.decode())
            for text in connection:
                told.put(json.loads(text))
                has_it.set()

    games, ports = club.games, Queue[int]()
    begin, desk = games.come, club.desk
    games.come = lambda *told: came.append(has_it.wait(20)) or begin(*told)  # type: ignore[func-returns-value,method-assign]

    async def serve_one() -> None:
        async with serve(Server(desk)._talk, "127.0.0.1", 0, create_connection=Connection) as server:
            ports.put(server.sockets[0].getsockname()[1])
            while "result" not in await asyncio.to_thread(told.get, timeout=20):
                pass

    Thread(target=come, args=(raw,), daemon=True).start()
    asyncio.run(serve_one())
    assert came == [True], "the game was opened only when he had its record"


def test_a_record_is_read_while_its_host_opens_the_game_and_counts_only_if_that_lets_one_in() -> None:
    heard, read = Queue[tuple[str, Mapping[str, Any]]](), list[Mapping[str, Any]]()

    def talk(connection: ServerConnection) -> None:
        for raw in connection:
            told = json.loads(raw)
            if told["method"] == "look":
                connection.send(json.dumps({"id": told["id"], "result": {"commitment": "c"}}))
                continue
            connection.send(json.dumps({"method": "whole", "params": {"record": "a long game"}}))
            connection.send(json.dumps({"id": told["id"], "error": {"code": 4, "message": "It is damaged."}}))

    with sync_serve(talk, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
        link = Link(url, "token", lambda *told: heard.put(told), lambda: (0, ""), whole=True, ahead=_noting(read))
        link.start()
        looked, (what, told) = heard.get(timeout=20), heard.get(timeout=20)
        link.join(20)
        server.shutdown()
    assert looked == ("looked", {}) and what == "answer" and told["error"]["message"] == "It is damaged."
    assert read == [{"record": "a long game"}]
    assert all(what == "link" for what, _ in heard.queue)


def _noting(read: list[Mapping[str, Any]]) -> Callable[[Mapping[str, Any]], Mapping[str, Any]]:
    return lambda told: read.append(told) or told  # type: ignore[func-returns-value]
