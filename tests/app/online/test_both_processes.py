"""Dice of both sides between real processes: hosts are killed, links are left, and a host that cheats is left."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import pytest
from websockets.sync.server import ServerConnection, serve

from app.online.both import OTHER_PARTS, OwnDice
from app.online.link import JOIN, Link
from rules.engine.parts import HOST
from rules.engine.steps import steps_in
from rules.systems import systems
from tests.app.online.helpers.host_process import FIRST, HostProcess
from tests.app.online.test_network import Guest, go_on, prove


@pytest.mark.parametrize("system", FIRST)
def test_dice_of_both_outlive_killed_hosts_and_closed_windows(
    system: str, host: HostProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosting, other = systems()[system].seats[:2]
    tokens, file = host.make(system, hosting=hosting), tmp_path / "dice" / "one.json"
    guests = [
        Guest(host.url, system, hosting, tokens[hosting], OwnDice(b"of the host's own window")),
        Guest(host.url, system, other, tokens[other], OwnDice.of_file(file)),
    ]
    done, kills, end = 0, 0, time.monotonic() + 120
    while done < 80 and not guests[0].is_over and time.monotonic() < end:
        done = go_on(guests)
        if done >= 20 * (kills + 1):
            kills += 1
            host.kill()
            host.start()
            reopen(guests[1], host.url, file)
    assert done >= 60 and kills >= 3
    prove(host, guests, monkeypatch)
    (record,) = host.folder.glob("*.chitpull")
    rolls = [told.step for told in steps_in(record) if told.step.chance]
    assert len(rolls) > 3 and all(step.parts is not None and set(step.parts) == {HOST, other} for step in rolls)


def reopen(guest: Guest, url: str, file: Path) -> None:
    """Close a guest's window and open it again: it has its copy, its token, and the file of its dice."""
    token = guest.link._who["token"]
    guest.link.end()
    guest.link.join(20)
    again = Link(
        url, token, lambda *told: guest.heard.put(told), lambda: guest.copy.held, dice=OwnDice.of_file(file),
    )  # fmt: skip
    again._unanswered, again._numbers = guest.link._unanswered, guest.link._numbers
    guest.link = again
    again.start()


def test_a_host_that_makes_the_dice_alone_after_all_is_left() -> None:
    def talk(connection: ServerConnection) -> None:
        for raw in connection:
            told = json.loads(raw)
            if told["method"] == "join":
                step = {"rev": 1, "chain": "00" * 16, "anchors": {HOST: "c", "german": told["params"]["nonce"]}}
                alone = {"rev": 2, "chain": "11" * 16, "chance": [["die", 6]]}
                made = {**alone, "parts": {HOST: "22" * 32, "german": "33" * 32}}
                steps = {"method": "steps", "params": {"rev": 0, "steps": [step, made]}}
                connection.send(json.dumps(steps))
            result = {"commitment": "c", "both": True, "seat": "german", "system": "company_scale"}
            connection.send(json.dumps({"id": told["id"], "result": result}))

    heard: Queue[Mapping[str, Any]] = Queue()
    with serve(talk, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        link = Link(
            f"ws://127.0.0.1:{server.socket.getsockname()[1]}",
            "token",
            lambda method, told: heard.put(told) if method == "answer" else None,
            lambda: (0, ""),
            dice=OwnDice(b"secret"),
        )
        link.start()
        answer = heard.get(timeout=30)
        link.join(20)
        assert not link.is_alive(), "it does not come back"
        server.shutdown()
    assert answer["id"] == JOIN and answer["error"]["message"] == OTHER_PARTS
