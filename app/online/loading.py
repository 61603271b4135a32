"""Scenarios that players bring are tried in a process of their own, for a limited time: other games go on meanwhile."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import IO, Final

from app.online.messages import taken
from app.online.played import LIMITS, Brought, read
from app.portable import own_command
from rules.engine.bounded import read_json
from rules.engine.command import MalformedCommand, NotYourDecision
from rules.engine.frozen import frozen
from rules.engine.system import systems

SECONDS: Final = 30.0
"""In which a scenario must be loaded, the start of the process included, also on a busy computer."""
TOO_LONG: Final = "The scenario that was sent takes too long to load, so it cannot be played at this host."
FAILED: Final = "The scenario that was sent cannot be loaded at this host."
MOST_IN_LINE: Final = 4
"""Scenarios that are loaded or wait for it; more are refused, so that nobody waits for long."""
BUSY: Final = "This host loads other scenarios just now. Try again in a minute."
TOO_MANY: Final = "Too many games at once. Wait a moment."
Result = Brought | MalformedCommand | NotYourDecision


@frozen
class _Brought:
    system: str
    document: str


@frozen
class _Make:
    method: str
    params: _Brought


@frozen
class _Said:
    why: str


class Loading:
    """Loads one scenario after another beside a host."""

    def __init__(self, command: Callable[[], Sequence[str]] | None = None, seconds: float = SECONDS) -> None:
        self._command, self._seconds = command or partial(own_command, "--load"), seconds
        self._one, self._in_line = asyncio.Semaphore(1), 0

    async def load(self, system: str, text: str, pay: Callable[[], bool] = lambda: True) -> Result:
        """Return what somebody has sent and can `pay` for, or why it cannot be played."""
        if self._in_line >= MOST_IN_LINE:
            return NotYourDecision(BUSY)
        if not pay():
            return NotYourDecision(TOO_MANY)
        self._in_line += 1
        try:
            async with self._one:
                return await self._loaded(system, text)
        except MalformedCommand as error:
            return error
        finally:
            self._in_line -= 1

    async def _loaded(self, system: str, text: str) -> Brought:
        """Return what somebody has sent; raise MalformedCommand."""
        if words := await self._tried(json.dumps({"system": system, "document": text}).encode()):
            raise MalformedCommand(words)
        return await asyncio.to_thread(read, systems()[system], text)

    async def _tried(self, told: bytes) -> str:
        """Return why a scenario cannot be played, '' if it can."""
        try:
            pipe = asyncio.subprocess.PIPE
            process = await asyncio.create_subprocess_exec(
                *self._command(), stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL
            )
        except OSError:
            return FAILED
        try:
            said, _ = await asyncio.wait_for(process.communicate(told), self._seconds)
            return taken(_Said, json.loads(said)).why
        except TimeoutError:
            return TOO_LONG
        except (OSError, ValueError):  # it has come to grief over it
            return FAILED
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def brought_in(raw: bytes) -> tuple[str, str] | None:
    """Return system and text of the scenario that a request to make a game brings, None for any other."""
    if b'"document"' not in raw and b"\\u" not in raw:  # nearly every request is an order
        return None
    try:
        told = taken(_Make, read_json(raw))
    except (ValueError, RecursionError):
        return None
    brought = told.params
    is_asked = told.method == "make" and brought.system in systems() and brought.document
    return (brought.system, brought.document) if is_asked else None


def load(source: IO[bytes], sink: IO[bytes]) -> int:
    """Try the scenario that a host has been sent, in a process for that: say why it cannot be played, '' if it can."""
    told, why = taken(_Brought, read_json(source.read(4 * LIMITS.bytes))), ""
    try:
        read(systems()[told.system], told.document)
    except MalformedCommand as error:
        why = str(error)
    sink.write(json.dumps({"why": why}).encode())
    sink.flush()
    return 0
