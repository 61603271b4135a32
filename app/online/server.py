"""The host on the network: one WebSocket a connection; every request is carried out in one thread, in its order."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Final

from sqlalchemy.exc import DBAPIError
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode
from websockets.http11 import Request, Response
from websockets.protocol import State

from app.online import certificate
from app.online.caller import GAMES_AN_HOUR, WRONG_A_MINUTE, Buckets, Caller, address_of
from app.online.desk import LARGEST, Desk
from app.online.directory import Chair
from app.online.games import Games
from app.online.line import Connection, Line, Texts
from app.online.links import is_own
from app.online.loading import Loading
from app.online.notices import Notice, Send
from app.online.packing import OfHost
from app.online.page import HEADERS, IN_CHITPULL, NO_PAGE, sentence
from app.online.records import DatabaseRecords, Elsewhere, FolderRecords, Records
from app.online.schema import BadDatabase
from app.online.sending import Sending
from app.online.store import SqlStore
from app.online.warming import warm
from rules.engine.system import System

LOG: Final = logging.getLogger("chitpull.host")
DIRECTORY: Final = "host.sqlite"
TO_JOIN: Final = 5.0
"""Seconds in which a connection must have joined a game."""
REST: Final = 300.0
"""Seconds between two looks for games at which nobody is."""
WARM_AFTER: Final = 2.0
"""Seconds after which scenarios are prepared: those who come back after a restart are served first."""
QUIET: Final = 1.0
"""Seconds without a new connection after which nobody is coming."""
MOST_CONNECTIONS: Final = 20
"""Connections of one address at once."""
WAITING: Final = 1000
"""Connections that may wait to be taken: all of a process that has died come at once; others would wait for seconds."""
TOO_MANY: Final = "Too many connections from your address. Close some of them."


class Server:
    """Serves a desk on an address."""

    def __init__(self, desk: Desk, is_lost: Callable[[], bool] = lambda: False) -> None:
        """With a database that `is_lost` the games of this process are: it answers nothing more, and ends."""
        self._desk, self._is_lost = desk, is_lost
        self._games_by_address, self._wrong_by_address = Buckets(*GAMES_AN_HOUR), Buckets(*WRONG_A_MINUTE)
        self._connections, self._texts = Counter[str](), Texts()
        self._ended, self._loading, self._line = asyncio.Event(), Loading(), asyncio.Lock()
        self._came = -QUIET

    async def run(self, bind: str, port: int, encrypted: Path | None = None) -> None:
        """Serve until the process is told to end, by the certificate of a file if one is given.

        Prints the address once connections are taken.
        """
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # Windows
                loop.add_signal_handler(number, self._ended.set)
        async with serve(
            self._talk,
            bind,
            port,
            max_size=LARGEST,
            backlog=WAITING,
            process_request=self._page,
            create_connection=Connection,
            logger=LOG,
            server_header=None,
            compression=None,
            extensions=[OfHost()],
            ssl=certificate.serving(encrypted) if encrypted else None,
        ) as server:
            for socket in server.sockets:
                host, taken = socket.getsockname()[:2]
                scheme = f"wss://{certificate.pin_of(encrypted)}@" if encrypted else "ws://"
                print(f"Games are hosted at {scheme}{host}:{taken}", flush=True)
            self._desk.absent.remember()
            resting = asyncio.create_task(self._rest())
            warming = loop.call_later(
                WARM_AFTER, Thread(target=warm, args=(self._ended.is_set, self._are_coming)).start
            )
            await self._ended.wait()
            warming.cancel()
            resting.cancel()

    async def _rest(self) -> None:
        """Put away the games at which nobody is, and forget addresses, from time to time."""
        while True:
            await asyncio.sleep(REST)
            self._desk.rest()
            self._games_by_address.forget()
            self._wrong_by_address.forget()

    def _are_coming(self) -> bool:
        return monotonic() - self._came < QUIET

    def end(self) -> None:
        """End soon."""
        self._ended.set()

    async def _talk(self, connection: ServerConnection) -> None:
        """Serve a connection, of one address only so many at once; many may come from this computer, as by `ssh -R`."""
        assert isinstance(connection, Connection), "it is made by `create_connection`"
        address = _address(connection)
        if self._connections[address] >= MOST_CONNECTIONS and not is_own(address):
            await connection.close(CloseCode.TRY_AGAIN_LATER, TOO_MANY)
            return
        self._connections[address] += 1
        try:
            await self._serve(connection, address)
        finally:
            self._connections[address] -= 1
            self._connections += Counter()  # forget those who have none

    async def _serve(self, connection: Connection, address: str) -> None:
        line, self._came = Line(connection, self._texts), monotonic()
        caller, loop = Caller(line.put, end=line.end), asyncio.get_running_loop()
        late = loop.call_later(TO_JOIN, line.cut_off_stranger, caller)
        try:
            while not self._is_lost():
                told = await connection.next(lambda told: self._answer_at_once(caller, line, address, told))
                self._limit(caller, address)
                late.cancel()
                left = late.when() - loop.time()
                brought = self._desk.brought_in(told)
                result = await self._loading.load(*brought, caller.games.take) if brought else None
                if caller.chair is None and not await self._turn(connection):
                    break
                if brought and result:
                    self._desk.take_loaded(brought, result)
                if self._desk.wholes.ahead(caller, told):
                    await line.written()
                self._answer(caller, line, told)
                if caller.chair is None:
                    late = loop.call_later(left, line.cut_off_stranger, caller)
        except ConnectionClosed:
            pass
        finally:
            late.cancel()
            self._desk.gone(caller)

    def _answer_at_once(self, caller: Caller, line: Line, address: str, told: bytes) -> bool:
        """Answer somebody who has joined, unless he brings a scenario that is to be loaded; tell whether so."""
        if caller.chair is None or self._desk.brought_in(told):
            return False
        self._limit(caller, address)
        self._answer(caller, line, told)
        return True

    def _answer(self, caller: Caller, line: Line, told: bytes) -> None:
        """Answer a message, in one piece with what else is told to whoever sent it."""
        line.hold()
        try:
            answer = self._desk.respond(caller, told)
            if answer is not None and not self._is_lost():
                line.put(answer)
        finally:
            line.release()

    def _limit(self, caller: Caller, address: str) -> None:
        """Let connections of one address share how much they may do."""
        caller.games = self._games_by_address.of(address)
        if not is_own(address):
            caller.wrong = self._wrong_by_address.of(address)

    async def _turn(self, connection: ServerConnection) -> bool:
        """Wait in line: whoever came first has his game opened first; tell whether he is still there.

        Between two all others are served, so that nobody's sign of life or order waits until many games are open.
        """
        async with self._line:
            await asyncio.sleep(0)
        return connection.state is State.OPEN

    def _page(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer a browser: /health, the page of a game by its watchers' token, and to this computer /metrics."""
        if request.path == "/health":
            return connection.respond(HTTPStatus.OK, "well\n")
        is_proxied = "X-Forwarded-For" in request.headers
        if request.path == "/metrics" and is_own(str(connection.remote_address[0])) and not is_proxied:
            told = (f"chitpull_{name} {number}\n" for name, number in self._desk.figures().items())
            return connection.respond(HTTPStatus.OK, "".join(told))
        if not request.path.startswith("/w/"):
            is_browser = request.path.endswith("/") and "Upgrade" not in request.headers
            return _answer(sentence(IN_CHITPULL).encode(), HEADERS) if is_browser else None
        try:
            return self._page_of(connection, *request.path.removeprefix("/w/").partition("/")[::2])
        except Elsewhere as error:
            return _moved(error.at.replace("ws", "http", 1) + request.path)

    def _page_of(self, connection: ServerConnection, token: str, what: str) -> Response:
        """Return the page of a game or its picture by its watchers' token; raise Elsewhere."""
        page = self._desk.absent.page(token) if not what else None
        if page is not None:
            return _answer(page.encode(), HEADERS)
        picture = self._desk.absent.map_of(token) if what == "map" else b""
        if picture:
            return _answer(picture, {**HEADERS, "Content-Type": "image/jpeg"})
        return _answer(sentence(NO_PAGE).encode(), HEADERS, HTTPStatus.NOT_FOUND)


def _address(connection: ServerConnection) -> str:
    """Return the address of whoever is there. A proxy speaks for others; what it passes on is not encrypted."""
    told = connection.request.headers.get_all("X-Forwarded-For") if connection.request is not None else []
    is_encrypted = connection.transport.get_extra_info("ssl_object") is not None
    return address_of(str(connection.remote_address[0]), [] if is_encrypted else told)


def _answer(body: bytes, headers: Mapping[str, str], status: HTTPStatus = HTTPStatus.OK) -> Response:
    told = Headers({**headers, "Content-Length": str(len(body)), "Connection": "close"})
    return Response(status.value, status.phrase, told, body)


def _moved(address: str) -> Response:
    """Send a browser to another process of this host, or to try again where that is not known."""
    told = Headers({"Location": address, "Content-Length": "0", "Cache-Control": "no-store", "Connection": "close"})
    return Response(HTTPStatus.TEMPORARY_REDIRECT.value, HTTPStatus.TEMPORARY_REDIRECT.phrase, told)


def host(
    folder: Path,
    bind: str,
    port: int,
    *,
    plain: bool = False,
    takes_any: bool = False,
    database: str = "",
    address: str = "",
) -> None:
    """Host the games of a folder, which is made if it is not there; raise OSError if that or the port cannot be had.

    Raises BadSettings for a wrong `host.yaml` there, BadDatabase where games are to lie in a `database` and cannot, or
    no longer: its other processes send players to this one's `address`.

    What other computers reach is encrypted unless it is to be `plain`, for a proxy that encrypts. A host that
    `takes_any` plays scenarios that do not ship.
    """
    folder.mkdir(parents=True, exist_ok=True)
    sending = Sending.read(folder)
    serving = _serve(folder, sending, bind, port, plain=plain, takes_any=takes_any, database=database, address=address)
    asyncio.run(serving)


async def _serve(
    folder: Path, sending: Sending, bind: str, port: int, *, plain: bool, takes_any: bool, database: str, address: str
) -> None:
    with closing(store_in(folder, database)) as store:
        games = Games(records_in(folder, store, database, address), store)
        desk = Desk(games, _later, ways=sending.ways, send=_aside(sending), takes_any=takes_any, faults=(DBAPIError,))
        server = Server(desk, lambda: store.is_lost)
        store.lost = server.end
        try:
            await server.run(bind, port, None if plain or is_own(bind) else certificate.own(folder))
        except DBAPIError:
            if not store.is_lost:
                raise
    if store.is_lost:
        raise BadDatabase("The database of this host cannot be reached any more. Games go on where it is started anew.")


def _aside(sending: Sending) -> Send:
    """Return what sends notices in threads, and tells this one when that is done."""
    loop = asyncio.get_running_loop()

    def send(notice: Notice, done: Callable[[], None]) -> None:
        def back() -> None:
            with suppress(RuntimeError):  # the host has ended
                loop.call_soon_threadsafe(done)

        sending.send(notice, back)

    return send


def store_in(folder: Path, database: str = "") -> SqlStore:
    """Return the directory of the host in a folder, or in a database; raise BadDatabase."""
    return SqlStore(database or f"sqlite:///{folder / DIRECTORY}")


def records_in(folder: Path, store: SqlStore, database: str = "", address: str = "") -> Records:
    """Return where records lie: in the folder, or in the database with the directory."""
    return DatabaseRecords(store, address) if database else FolderRecords(folder)


@contextmanager
def operated(folder: Path, database: str = "") -> Iterator[Games]:
    """Have the games of a host as its operator, who plays none; raise BadDatabase."""
    with closing(store_in(folder, database)) as store:
        yield Games(records_in(folder, store, database), store)


def new_link(games: Games, game: str, seat: str) -> str:
    """Return the secret of a new link to a seat of a game, which its operator gives to a player; raise LookupError."""
    seats = _known(games, game).seats
    if seat not in seats:
        raise LookupError(f"The seats of this game are {' and '.join(seats)}, not {seat}.")
    return games.new_link(Chair(game, seat))


def kept(games: Games, game: str) -> bytes:
    """Return the record of a game as it is kept, unpacked; raise LookupError where there is none."""
    _known(games, game)
    if not (text := games.kept(game)):
        raise LookupError("This game has not begun, so it has no record.")
    return text


def forget(games: Games, game: str) -> None:
    """Delete all that is kept of a game and its players; raise LookupError, OSError or RecordError."""
    _known(games, game)
    try:
        games.forget(game)
    except Elsewhere:
        raise LookupError("A host plays this game now. Stop it, or wait until its players have left.") from None


def _known(games: Games, game: str) -> System:
    try:
        return games.system_of(game)
    except KeyError:
        raise LookupError(f"There is no game {game} here. Records are named after their games.") from None


def _later(seconds: float, act: Callable[[], None]) -> None:
    asyncio.get_running_loop().call_later(seconds, act)
