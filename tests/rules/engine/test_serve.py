"""The server driven from another process: a scripted game ends with the digest in its record."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.engine.history import NATURE, Entry
from rules.engine.record_reading import load_record, verify
from rules.engine.session import Session
from rules.systems import systems
from rules.testing.bots import bots_for, play_out

ROOT = Path(__file__).resolve().parents[3]
SCENARIO = "first-light"


class Server:
    """Another process that serves."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rules", "serve"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.number = 0

    def raw(self, line: bytes) -> dict[str, Any]:
        """Send a line and return the answer."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def ask(self, method: str, **params: Any) -> Any:
        """Send a request and return its result."""
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        answer = self.raw(json.dumps(request).encode())
        assert answer["id"] == self.number and "error" not in answer, answer
        return answer["result"]

    def end(self) -> int:
        """Close the input and return the exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(timeout=30)


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    with running.process:
        yield running
        running.process.kill()


def a_game() -> Session:
    """Play a game between bots in this process, for its commands and dice."""
    system = systems()["company_scale"]
    session = Session.new(system, system.load(SCENARIO), seed=11)
    play_out(session, bots_for(system.seats, ["random"], 11))
    return session


def dice(log: list[Entry]) -> list[Any]:
    return [next(iter(entry.answer.values())) for entry in log if entry.seat == NATURE]


def test_a_scripted_game_driven_from_outside_ends_as_its_record_says(server: Server, tmp_path: Path) -> None:
    played, path = a_game(), tmp_path / "game.chitpull"
    server.ask("new", scenario=SCENARIO, nature="scripted", dice=dice(played.log), record=str(path))
    for entry in played.log:
        if entry.seat != NATURE:
            told = server.ask("submit", seat=entry.seat, command=entry.answer.to_json())
    assert told["over"] == json.loads(json.dumps(played.result)) and told["decision"] is None
    reached = server.ask("digest")
    assert reached == {"seq": played.seq, "digest": played.digest()}
    assert server.end() == 0
    said = [json.loads(line) for line in path.read_bytes().splitlines() if line.startswith(b'{"digest"')][-1]
    assert (said["n"], said["digest"]) == (reached["seq"], reached["digest"])
    session = load_record(path, attach=False)
    assert session.digest() == reached["digest"] and verify(session, path) == []


def test_what_is_refused_is_explained_and_changes_nothing(server: Server) -> None:
    server.ask("new", scenario=SCENARIO, seed=2)
    before = server.ask("digest")
    request = {"jsonrpc": "2.0", "id": 9, "method": "submit"}
    step = {"seat": "german", "command": {"do": "step", "to": "18.40"}}
    error = server.raw(json.dumps({**request, "params": step}).encode())["error"]
    assert error["code"] in (1, 3) and error["data"]["reasons"][0]["text"]
    assert server.ask("digest") == before


def test_bad_input_is_answered_and_does_not_end_the_server(server: Server) -> None:
    for line in (b"garbage", b"\x00\xff", b'{"method":"new"}', b"[]", b'"x"', b"{" * 5000):
        assert server.raw(line)["error"]["message"]
    assert server.ask("hello")["program"] == "chitpull"
    assert server.end() == 0
