"""The host on the network: one WebSocket a connection; every request is carried out in one thread, in its order."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from app.online import certificate
from app.online.caller import GAMES_AN_HOUR, Bucket, Caller
from app.online.desk import LARGEST, Desk
from app.online.directory import Chair
from app.online.games import Games
from app.online.links import is_own
from app.online.page import HEADERS
from app.online.sending import Sending
from app.online.store import SqlStore

LOG: Final = logging.getLogger("chitpull.host")
DIRECTORY: Final = "host.sqlite"
TO_JOIN: Final = 5.0
"""Seconds in which a connection must have joined a game."""
MOST_UNSENT: Final = 1_000_000
"""Bytes that may wait for a slow reader before it is cut off; it comes back and gets what it missed."""


class Server:
    """Serves a desk on an address."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._games_by_address: dict[str, Bucket] = {}

    async def run(self, bind: str, port: int, encrypted: Path | None = None) -> None:
        """Serve until the process is told to end, by the certificate of a file if one is given.

        Prints the address once connections are taken.
        """
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # Windows
                loop.add_signal_handler(number, ended.set)
        async with serve(
            self._talk,
            bind,
            port,
            max_size=LARGEST,
            process_request=self._page,
            logger=LOG,
            server_header=None,
            ssl=certificate.serving(encrypted) if encrypted else None,
        ) as server:
            for socket in server.sockets:
                host, taken = socket.getsockname()[:2]
                scheme = f"wss://{certificate.pin_of(encrypted)}@" if encrypted else "ws://"
                print(f"Games are hosted at {scheme}{host}:{taken}", flush=True)
            self._desk.absent.remember()
            await ended.wait()

    async def _talk(self, connection: ServerConnection) -> None:
        unsent = _Unsent(connection)
        address = str(connection.remote_address[0])
        games = self._games_by_address.setdefault(address, Bucket(*GAMES_AN_HOUR))
        caller = Caller(unsent.put, games=games)
        writing = asyncio.create_task(unsent.write())
        late = asyncio.get_running_loop().call_later(TO_JOIN, unsent.cut_off_stranger, caller)
        try:
            async for raw in connection:
                answer = self._desk.respond(caller, raw.encode() if isinstance(raw, str) else raw)
                if answer is not None:
                    unsent.put(answer)
        except ConnectionClosed:
            pass
        finally:
            late.cancel()
            writing.cancel()
            self._desk.gone(caller)

    def _page(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer a browser: /health, the page of a game by its watchers' token, and to this computer /metrics."""
        if request.path == "/health":
            return connection.respond(HTTPStatus.OK, "well\n")
        is_proxied = "X-Forwarded-For" in request.headers
        if request.path == "/metrics" and is_own(str(connection.remote_address[0])) and not is_proxied:
            told = (f"chitpull_{name} {number}\n" for name, number in self._desk.figures().items())
            return connection.respond(HTTPStatus.OK, "".join(told))
        if not request.path.startswith("/w/"):
            return None
        token, _, what = request.path.removeprefix("/w/").partition("/")
        page = self._desk.absent.page(token) if not what else None
        if page is not None:
            return _answer(page.encode(), HEADERS)
        picture = self._desk.absent.map_of(token) if what == "map" else b""
        if picture:
            return _answer(picture, {**HEADERS, "Content-Type": "image/jpeg"})
        return connection.respond(HTTPStatus.NOT_FOUND, "There is no game at this address.\n")


def _answer(body: bytes, headers: Mapping[str, str]) -> Response:
    told = Headers({**headers, "Content-Length": str(len(body)), "Connection": "close"})
    return Response(HTTPStatus.OK.value, HTTPStatus.OK.phrase, told, body)


class _Unsent:
    """What waits to be written to one connection."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._bytes = 0

    def put(self, message: Mapping[str, Any]) -> None:
        """Let a message be written; cut the connection off where too much waits already."""
        text = json.dumps(message, separators=(",", ":"), default=dict)
        if self._bytes > MOST_UNSENT:
            self._connection.transport.abort()
            return
        self._bytes += len(text)
        self._queue.put_nowait(text)

    async def write(self) -> None:
        """Write what is put, until the connection ends."""
        with suppress(ConnectionClosed):
            while True:
                text = await self._queue.get()
                await self._connection.send(text)
                self._bytes -= len(text)

    def cut_off_stranger(self, caller: Caller) -> None:
        """Cut off a connection that has joined no game in time."""
        if caller.chair is None:
            self._connection.transport.abort()


def host(folder: Path, bind: str, port: int, *, plain: bool = False, takes_any: bool = False) -> None:
    """Host the games of a folder, which is made if it is not there; raise OSError if that or the port cannot be had.

    Raises BadSettings for a wrong `host.yaml` there.

    What other computers reach is encrypted unless it is to be `plain`, for a proxy that encrypts. A host that
    `takes_any` plays scenarios that do not ship.
    """
    folder.mkdir(parents=True, exist_ok=True)
    sending = Sending.read(folder)
    desk = Desk(Games(folder, store_in(folder)), _later, ways=sending.ways, send=sending.send, takes_any=takes_any)
    encrypted = None if plain or is_own(bind) else certificate.own(folder)
    asyncio.run(Server(desk).run(bind, port, encrypted))


def store_in(folder: Path) -> SqlStore:
    """Return the directory of the host in a folder."""
    return SqlStore(f"sqlite:///{folder / DIRECTORY}")


def new_link(folder: Path, game: str, seat: str) -> str:
    """Return the secret of a new link to a seat of a game, which its operator gives to a player; raise LookupError."""
    games = Games(folder, store_in(folder))
    try:
        seats = games.system_of(game).seats
    except KeyError:
        raise LookupError(f"There is no game {game} in {folder}. Its records are named after its games.") from None
    if seat not in seats:
        raise LookupError(f"The seats of this game are {' and '.join(seats)}, not {seat}.")
    return games.new_link(Chair(game, seat))


def _later(seconds: float, act: Callable[[], None]) -> None:
    asyncio.get_running_loop().call_later(seconds, act)
