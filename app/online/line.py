"""What a host hears over one connection and writes to it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from websockets.asyncio.server import ServerConnection
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import Event, State

from app.online.caller import Caller

MOST_UNSENT: Final = 1_000_000
"""Bytes that may wait for a slow reader before it is cut off; it comes back and gets what it missed."""
SLOW: Final = 1.0
"""Seconds in which a reader takes a long game, or gets the rest of it later."""
TEXT: Final = json.JSONEncoder(separators=(",", ":"), check_circular=False, default=dict)


class Connection(ServerConnection):
    """A connection of which most messages are answered as they come: to wake a task takes longer than some orders."""

    _answer: Callable[[bytes], bool] | None = None

    async def next(self, answer: Callable[[bytes], bool]) -> bytes:
        """Return the next message that `answer` has not answered at once, which it tells; raise ConnectionClosed."""
        self._answer = answer
        try:
            return await self.recv(decode=False)
        finally:
            self._answer = None

    def process_event(self, event: Event) -> None:
        """Take what has come; a message behind others that wait is left to wait too."""
        if not (isinstance(event, Frame) and event.opcode is Opcode.TEXT and event.fin and self._is_answered(event)):
            super().process_event(event)

    def _is_answered(self, message: Frame) -> bool:
        answer = self._answer if not self.recv_messages.frames else None
        return answer is not None and answer(bytes(message.data))


class Texts:
    """The texts of messages; that of one message for several connections is made once."""

    def __init__(self) -> None:
        self._last: tuple[Mapping[str, Any], bytes] = {}, b""

    def of(self, message: Mapping[str, Any]) -> bytes:
        """Return the text of a message, which nobody changes."""
        if message is not self._last[0]:
            self._last = message, TEXT.encode(message).encode("ascii")
        return self._last[1]


class Line:
    """Writes to one connection, at once: what it does not take yet waits in its transport."""

    def __init__(self, connection: ServerConnection, texts: Texts) -> None:
        self._connection, self._texts = connection, texts
        self._is_held = False
        self._ending: asyncio.Future[None] | None = None

    def put(self, message: Mapping[str, Any]) -> None:
        """Write a message; cut the connection off where too much waits already."""
        connection = self._connection
        if connection.transport.get_write_buffer_size() > MOST_UNSENT:
            connection.transport.abort()
        elif connection.state is State.OPEN:
            connection.protocol.send_text(self._texts.of(message))
            if not self._is_held:
                connection.send_data()

    def hold(self) -> None:
        """Keep what is put from now on."""
        self._is_held = True

    def release(self) -> None:
        """Write what was put since `hold`, in one piece."""
        self._is_held = False
        if told := b"".join(self._connection.protocol.data_to_send()):  # one that ends takes nothing any more
            self._connection.transport.write(told)

    def end(self, why: str) -> None:
        """End the connection, for a reason, after the answer to the present request."""
        asyncio.get_running_loop().call_soon(self._end, why)

    def _end(self, why: str) -> None:
        self._ending = asyncio.ensure_future(self._connection.close(CloseCode.INTERNAL_ERROR, why))

    async def written(self) -> None:
        """Wait until what was put has been written, but not for long: a slow reader's game is opened meanwhile."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._connection.drain(), SLOW)

    def cut_off_stranger(self, caller: Caller) -> None:
        """Cut off a connection that has joined no game in time."""
        if caller.chair is None:
            self._connection.transport.abort()
