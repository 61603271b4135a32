"""JSON-RPC 2.0 over lines: games for bots in other languages and for black-box tests (see PROTOCOL.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import IO, Any, Final

from rules.engine.bounded import DOCUMENT, TooMuch, read_json
from rules.engine.command import IllegalCommand, MalformedCommand, NotYourDecision, Reason
from rules.engine.connection import BadParams, Connection, UnknownGame
from rules.engine.methods import BadScenario, call, methods
from rules.engine.record import RecordError

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL: Final = -32603
CODES: Final[Mapping[type[Exception], int]] = {
    BadParams: INVALID_PARAMS,
    MalformedCommand: 1,
    NotYourDecision: 2,
    IllegalCommand: 3,
    RecordError: 4,
    BadScenario: 5,
    UnknownGame: 6,
}
Ask = Callable[[str, Mapping[str, Any]], Any]
"""Carries out a method with its parameters; raises one of the errors in CODES."""
_CHECK: Final = json.JSONEncoder(default=dict, check_circular=False, allow_nan=False)
EXAMPLE: Final = '{"jsonrpc": "2.0", "id": 1, "method": "hello"}'


class Refused(Exception):
    """A request that cannot be answered: code, sentence, reasons."""

    def __init__(self, code: int, text: str, reasons: list[Reason] | None = None) -> None:
        super().__init__(" ".join(text.split()))  # it may repeat what was sent
        self.code = code
        self.reasons = reasons or []

    def to_json(self) -> dict[str, Any]:
        """Return the error object of the answer."""
        reasons = self.reasons or [Reason(str(self))]
        data = {"reasons": [reason.to_plain() for reason in reasons]}
        return {"code": self.code, "message": str(self), "data": data}


def serve(lines: IO[bytes], out: IO[bytes]) -> int:
    """Answer requests, one object per line, until the input ends; bad input is answered with an error."""
    connection = Connection()
    with suppress(BrokenPipeError):  # nobody is listening
        _answer_all(connection, lines, out)
    for game in list(connection.games):
        connection.close(game)
    return 0


def _answer_all(connection: Connection, lines: IO[bytes], out: IO[bytes]) -> None:
    while raw := lines.readline(DOCUMENT + 2):
        while len(raw) > DOCUMENT and not raw.endswith(b"\n") and (rest := lines.readline(DOCUMENT)):
            raw = raw[: DOCUMENT + 1] + rest[-1:]  # the rest of an overlong line is read and dropped
        answer = respond(connection, raw)
        if answer is not None:
            out.write(json.dumps(answer, ensure_ascii=True, default=dict).encode("ascii") + b"\n")
            out.flush()


def respond(connection: Connection, raw: bytes) -> dict[str, Any] | None:
    """Return the answer to one line, or None if none is due (an empty line, a notification)."""
    return answered(raw, lambda name, params: call(connection, name, params), methods())


def answered(raw: bytes, ask: Ask, known: Collection[str]) -> dict[str, Any] | None:
    """Return the answer of `ask` to one request, an error with reasons, or None if none is due."""
    if not raw.strip():
        return None
    number, due = None, True
    try:
        request = _parsed(raw)
        number = _number(request)
        due = "id" in request or not _is_request(request)
        answer = {"result": _result(request, ask, known)}
        _CHECK.encode(answer)
    except Refused as error:
        answer = {"error": error.to_json()}
    except Exception as error:  # a bug must not end everybody's games
        answer = {"error": Refused(INTERNAL, f"Internal error: {type(error).__name__}: {error}").to_json()}
    return {"jsonrpc": "2.0", "id": number, **answer} if due else None


def _parsed(raw: bytes) -> dict[str, Any]:
    try:
        request = read_json(raw)
    except TooMuch as error:
        raise Refused(PARSE_ERROR, f"The line is too large: {error}.") from error
    except (ValueError, RecursionError) as error:
        told = str(error) if len(str(error)) < 100 else type(error).__name__
        raise Refused(PARSE_ERROR, f"The line is not JSON in UTF-8: {told}.") from error
    if not isinstance(request, dict):
        raise Refused(INVALID_REQUEST, f"A request is an object such as {EXAMPLE}.")
    return request


def _number(request: Mapping[str, Any]) -> str | int | float | None:
    number = request.get("id")
    if isinstance(number, bool | dict | list):
        raise Refused(INVALID_REQUEST, 'The field "id" must be a text or a number.')
    return number


def _is_request(request: Mapping[str, Any]) -> bool:
    return request.get("jsonrpc") == "2.0" and isinstance(request.get("method"), str)


def _result(request: Mapping[str, Any], ask: Ask, known: Collection[str]) -> Any:
    name, params = request.get("method"), request.get("params", {})
    if not _is_request(request) or not isinstance(name, str):
        raise Refused(INVALID_REQUEST, f"A request is an object such as {EXAMPLE}.")
    if name not in known:
        raise Refused(METHOD_NOT_FOUND, f'Unknown method "{name}". Known: {", ".join(sorted(known))}.')
    if not isinstance(params, dict):
        raise Refused(INVALID_PARAMS, 'The field "params" must be an object of named parameters.')
    try:
        return ask(name, params)
    except tuple(CODES) as error:
        code = next(code for kind, code in CODES.items() if isinstance(error, kind))
        raise Refused(code, str(error), getattr(error, "reasons", None)) from error
