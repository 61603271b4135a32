"""What a host hears and says over one connection: in which order it answers, and which messages are packed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.extensions import ClientExtensionFactory
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode

from app.online.line import Connection
from app.online.packing import LONG, LongOnly, OfHost, OfPlayer
from app.online.server import Server
from tests.app.online.test_desk import Club

TO_ANSWER = 20.0


@asynccontextmanager
async def hosted(talk: Callable[[Any], Awaitable[None]]) -> AsyncIterator[str]:
    """Take connections as a host does; yield the address."""
    how = {"create_connection": Connection, "compression": None, "extensions": [OfHost()]}
    async with serve(talk, "127.0.0.1", 0, **how) as server:  # type: ignore[arg-type]
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def answers(club: Club, asked: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Send a host several requests in one piece; return its answers and what it tells meanwhile, in their order."""
    async with hosted(Server(club.desk)._talk) as url, connect(url) as player:
        for number, request in enumerate(asked):
            player.protocol.send_text(json.dumps({"jsonrpc": "2.0", "id": number, **request}).encode())
        player.transport.write(b"".join(player.protocol.data_to_send()))
        told = list[Any]()
        while sum("id" in each for each in told) < len(asked):
            told.append(json.loads(await asyncio.wait_for(player.recv(), TO_ANSWER)))
        return told


def test_what_is_asked_in_one_breath_is_answered_in_its_order(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    player = club.asked
    club.desk.gone(player.caller)
    join = {"method": "join", "params": {"token": player.token, "nonce": "n", "rev": player.rev, "chain": player.chain}}
    said = [{"method": "chat", "params": {"text": text}} for text in ("one", "two", "three")]
    told = asyncio.run(answers(club, [{"method": "hello"}, said[0], join, *said[1:]]))
    assert [each["id"] for each in told if "id" in each] == [0, 1, 2, 3, 4]
    assert told[1]["error"]["message"] == "Join a game first."
    heard = [each["params"]["text"] for each in told if each.get("method") == "chat"]
    assert heard == ["two", "three"]
    assert [each["params"]["text"] for each in told[-4::2]] == heard, "each is heard before it is answered"


@pytest.mark.parametrize("asks", [OfPlayer, ClientPerMessageDeflateFactory])
def test_long_messages_are_packed_each_by_itself(asks: type[ClientExtensionFactory]) -> None:
    short, long = "x" * (LONG - 1), "x" * LONG

    async def echo(connection: Connection) -> None:
        (packing,) = connection.protocol.extensions
        assert isinstance(packing, LongOnly)
        while True:
            await connection.send(await connection.next(lambda told: False), text=True)
            assert not hasattr(packing, "encoder") and not hasattr(packing, "decoder"), "nothing is kept for the next"

    async def talk() -> list[int]:
        taken = list[int]()
        async with hosted(echo) as url, connect(url, compression=None, extensions=[asks()]) as player:
            decode = player.protocol.extensions[0].decode

            def count(frame: Frame, **more: Any) -> Frame:
                taken.append(len(frame.data))
                return decode(frame, **more)

            player.protocol.extensions[0].decode = count  # type: ignore[method-assign]
            for text in (short, long, long):
                await player.send(text)
                assert await asyncio.wait_for(player.recv(), TO_ANSWER) == text
            return list(taken)

    first, second, third = asyncio.run(talk())
    assert first == len(short) and second < 100 and third == second


def test_a_player_packs_nothing_short() -> None:
    packing = OfPlayer().process_response_params([], [])
    short = Frame(Opcode.TEXT, b"x" * (LONG - 1))
    assert packing.encode(short) is short and packing.encode(Frame(Opcode.TEXT, b"x" * LONG)).rsv1
