"""A fault in one game, and a full disk: one sentence, nothing acknowledged is lost, and everything else goes on."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import socket
from contextlib import suppress
from pathlib import Path
from typing import IO, Any
from unittest.mock import patch

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from app.online.desk import FAULT, NOT_KEPT, Desk
from app.online.directory import MemoryStore
from app.online.games import Games
from app.online.hosted import HostedGame
from app.online.made import StandingOrder
from app.online.records import FolderRecords, name_of
from app.online.server import Server
from rules.engine.record import RecordWriter
from rules.engine.record_reading import load_record, verify
from rules.systems import SHIPPED
from tests.app.online.test_desk import FIRST, Club, agree

SYSTEM = "company_scale"


class Guest:
    """A player at a seat of a game, or its watcher."""

    def __init__(self, url: str, seat: str | None, link: str) -> None:
        self._url, self.seat = url, seat
        self._who = {"token": link if seat is None else f"{seat} has {link}", "invitation": link, "nonce": "nonce"}
        self.connection: ClientConnection
        self.rev = self._number = 0

    async def come(self) -> Any:
        self.connection = await connect(self._url)
        return await self.ask("join", **self._who)

    async def ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        asked = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        await self.connection.send(json.dumps(asked))
        while (told := json.loads(await self.connection.recv())).get("id") != self._number:
            pass
        return told.get("result", told.get("error"))

    async def ended(self) -> str:
        """Return why the connection was ended."""
        with suppress(ConnectionClosed):
            while True:
                await self.connection.recv()
        return self.connection.close_reason or ""


class Table:
    """A game at a host in this process, with all its players."""

    def __init__(self, games: Games, url: str) -> None:
        self._games = games
        self.guests = [Guest(url, seat, link) for seat, link in games.make(SYSTEM, FIRST[SYSTEM]).items()]
        self._link = self.guests[-1]._who["token"]

    @property
    def game(self) -> HostedGame:
        return self._games.game(self._games.chair(self._link))

    async def come(self) -> None:
        for guest in self.guests:
            assert "seat" in await guest.come()

    async def order(self) -> Any:
        """Give the first order there is; return the host's answer."""
        decision = self.game.session.decision
        assert decision is not None
        (asked,) = [guest for guest in self.guests if guest.seat == decision.seat]
        command = next(iter(decision.options)).to_json()
        return await asked.ask("submit", rev=self.game.rev(decision.seat), command=command)


async def reached(url: str) -> None:
    while True:
        with suppress(OSError):
            async with connect(url):
                return
        await asyncio.sleep(0.02)


def test_a_fault_in_one_game_ends_its_connections_and_no_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"ws://127.0.0.1:{port}"

    async def play() -> None:
        games = Games(FolderRecords(tmp_path), MemoryStore())
        server = Server(Desk(games))
        serving = asyncio.create_task(server.run("127.0.0.1", port))
        await reached(url)
        harmed, other = Table(games, url), Table(games, url)
        for table in (harmed, other):
            await table.come()
            assert await table.order() == {"rev": table.game.rev(None)}
        before = harmed.game.rev(None)
        with patch.object(harmed.game.session, "submit", side_effect=KeyError("a hex that is not there")):
            assert (await harmed.order())["message"] == FAULT
        assert [await guest.ended() for guest in harmed.guests] == [FAULT] * 3
        assert await other.order() == {"rev": other.game.rev(None)}
        await harmed.come()  # its record has all that was acknowledged
        assert harmed.game.rev(None) == before
        assert await harmed.order() == {"rev": before + 1}
        server.end()
        await serving

    with caplog.at_level(logging.WARNING, "chitpull.host"):
        asyncio.run(play())
    (line,) = [each for each in caplog.records if each.name == "chitpull.host"]
    assert "put away after a fault in submit: KeyError('a hex that is not there')" in line.getMessage()
    assert line.exc_info is None and "\n" not in line.getMessage()


def test_a_fault_in_what_a_host_does_by_itself_ends_that_game_alone(tmp_path: Path) -> None:
    club, why = Club(tmp_path).seated(), list[str]()
    for player in club.players.values():
        player.caller.end = why.append
    decision = club.game.decision
    assert decision is not None
    chair = club.games.chair(club.asked.token)
    order = StandingOrder(next(iter(decision.options)))
    club.games.stand(chair, decision.kind, order)
    club.desk._answering.after(chair)
    with patch.object(club.game, "submit", side_effect=RuntimeError("a rule that does not end")):
        club.later.pop()()
    assert why == [FAULT] * 3 and not club.games.running()
    for player in club.players.values():
        player.sit()
        assert "message" not in player.join()
    club.later.pop()()
    assert club.game.seq == 1
    agree(club)


@pytest.mark.parametrize("system", SHIPPED)
def test_a_full_disk_of_the_host_loses_nothing_and_play_goes_on(
    system: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    club = Club(tmp_path, system).seated()
    club.play(10)
    before, told = club.game.seq, [len(player.told) for player in club.players.values()]
    decision, asked = club.game.decision, club.asked
    assert decision is not None
    command = next(iter(decision.options)).to_json()

    def half(writer: RecordWriter, file: IO[bytes], text: bytes) -> None:
        file.write(text[: len(text) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    with patch.object(RecordWriter, "_write", half), caplog.at_level(logging.WARNING, "chitpull.host"):
        for _ in range(2):
            refused = asked.ask("submit", rev=asked.rev, command=command)
            assert refused["message"] == NOT_KEPT and str(tmp_path) not in json.dumps(refused)
    assert len(caplog.messages) == 2 and all("No space left" in line and "\n" not in line for line in caplog.messages)
    assert club.game.seq == before and [len(player.told) for player in club.players.values()] == told
    assert asked.ask("submit", rev=asked.rev, command=command)["rev"] == asked.rev
    club.play(5)
    agree(club)
    (file,) = tmp_path.glob(name_of("*"))
    club.start()
    for player in club.players.values():
        player.sit()
        player.join()
    agree(club)
    if not club.game.system.hides:  # else it lies sealed
        assert verify(load_record(file, attach=False), file) == []
