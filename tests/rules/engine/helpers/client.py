"""A client of the protocol without pipes."""

from __future__ import annotations

import json
from typing import Any

from rules.engine.methods import Connection
from rules.engine.protocol import respond


class Client:
    """Talks to a connection in the same process, line by line."""

    def __init__(self) -> None:
        self.table = Connection()
        self.number = 0

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Return the whole answer to a request."""
        self.number += 1
        line = json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        answer = respond(self.table, line.encode())
        assert answer is not None and answer["jsonrpc"] == "2.0" and answer["id"] == self.number
        return json.loads(json.dumps(answer))  # type: ignore[no-any-return]

    def ask(self, method: str, **params: Any) -> Any:
        """Return the result of a request; fail on an error."""
        answer = self.send(method, **params)
        assert "error" not in answer, answer
        return answer["result"]

    def fail(self, method: str, **params: Any) -> tuple[int, str]:
        """Return the code and the message of the error a request must give."""
        error = self.send(method, **params)["error"]
        assert error["data"]["reasons"] and set(error["data"]["reasons"][0]) == {"text", "rule"}
        return error["code"], error["message"]
