"""A scenario that a player brings is loaded aside: for a limited time, and nobody else waits for it."""

from __future__ import annotations

import asyncio
import json
import sys
from io import BytesIO
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from app.online.caller import Bucket
from app.online.loading import BUSY, FAILED, MOST_IN_LINE, TOO_LONG, TOO_MANY, Loading, Result, brought_in, load
from app.online.played import Brought
from rules.engine.command import MalformedCommand
from tests.app.online.helpers.host_process import HostProcess
from tests.app.online.test_brought import sent


def loaded(text: str, *program: str, seconds: float = 60) -> Result:
    command = (lambda: [sys.executable, "-c", *program]) if program else None
    return asyncio.run(Loading(command, seconds).load("company_scale", text))


def test_what_takes_too_long_is_refused_in_a_sentence_and_its_process_ends(tmp_path: Path) -> None:
    mark = tmp_path / "begun"
    script = f"import pathlib, time\npathlib.Path({str(mark)!r}).touch()\nwhile True: pass"
    result = loaded("x", script, seconds=5)
    assert isinstance(result, MalformedCommand) and str(result) == TOO_LONG
    assert mark.exists()


def test_a_process_that_comes_to_grief_is_a_sentence_too() -> None:
    for program in ("raise SystemExit(3)", "print('no')", "print('[]')"):
        assert str(loaded("x", program)) == FAILED
    result = asyncio.run(Loading(lambda: ["/no/such/program"]).load("company_scale", "x"))
    assert str(result) == FAILED


def test_a_scenario_is_paid_for_before_it_is_loaded(tmp_path: Path) -> None:
    mark = tmp_path / "begun"
    loading = Loading(lambda: [sys.executable, "-c", f"import pathlib\npathlib.Path({str(mark)!r}).touch()"])
    bucket = Bucket(0, 1)
    assert str(asyncio.run(loading.load("company_scale", "x", bucket.take))) == FAILED and mark.exists()
    mark.unlink()
    assert str(asyncio.run(loading.load("company_scale", "x", bucket.take))) == TOO_MANY and not mark.exists()


def test_only_a_few_wait_for_their_scenarios_and_whoever_is_sent_away_pays_nothing() -> None:
    bucket = Bucket(0, MOST_IN_LINE + 1)

    async def all_at_once() -> list[Result]:
        loading = Loading(lambda: [sys.executable, "-c", ""])
        told = [loading.load("company_scale", "x", bucket.take) for _ in range(MOST_IN_LINE + 2)]
        return [*await asyncio.gather(*told), await loading.load("company_scale", "x", bucket.take)]

    *first, last = map(str, asyncio.run(all_at_once()))
    assert first == [FAILED] * MOST_IN_LINE + [BUSY] * 2
    assert last == FAILED, "the line has become short again"
    assert not bucket.take()


def test_a_scenario_is_loaded_or_said_to_be_none(tmp_path: Path) -> None:
    result = loaded(sent(tmp_path))
    assert isinstance(result, Brought) and result.scenario.id == "my-light"
    assert "cannot be played" in str(loaded("x"))


def test_the_process_for_it_says_why_a_scenario_cannot_be_played(tmp_path: Path) -> None:
    for text, is_right in ((sent(tmp_path), True), ("x", False)):
        sink = BytesIO()
        assert load(BytesIO(json.dumps({"system": "company_scale", "document": text}).encode()), sink) == 0
        assert (json.loads(sink.getvalue())["why"] == "") == is_right


@pytest.mark.parametrize(
    "told",
    [
        {"method": "make", "params": {"system": "company_scale", "scenario": "first-light"}},
        {"method": "chat", "params": {"system": "company_scale", "document": "x"}},
        {"method": "make", "params": {"system": "chess", "document": "x"}},
        {"method": "make", "params": {"system": "company_scale", "document": ""}},
        {"method": "make", "params": {"system": "company_scale", "document": 5}},
        {"method": "make", "params": ["document"]},
        ["document"],
    ],
)
def test_only_a_game_that_brings_a_scenario_is_loaded_aside(told: Any) -> None:
    assert brought_in(json.dumps(told).encode()) is None
    assert brought_in(b'{"document"') is None


def test_a_scenario_is_loaded_aside_however_its_request_is_written() -> None:
    told = {"method": "make", "params": {"system": "company_scale", "document": "x"}}
    for key in ("document", "\\u0064ocument"):
        raw = json.dumps(told).replace("document", key).encode()
        assert brought_in(raw) == ("company_scale", "x")


def test_a_host_answers_others_while_it_loads_what_somebody_has_brought(tmp_path: Path) -> None:
    host = HostProcess(tmp_path / "hosted", "--own-scenarios")
    answers: list[Any] = []

    def bring() -> None:
        with connect(host.url) as connection:
            params = {"system": "company_scale", "document": sent(tmp_path)}
            connection.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "make", "params": params}))
            answers.append(json.loads(connection.recv(timeout=120)))

    bringing = Thread(target=bring)
    try:
        bringing.start()
        others = 0
        while bringing.is_alive() and others < 5:
            with connect(host.url) as connection:
                connection.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {}}))
                others += "result" in json.loads(connection.recv(timeout=120))
        bringing.join()
    finally:
        host.kill()
    assert others and "result" in answers[0], answers
    assert set(answers[0]["result"]["links"]) >= {"", "allied", "german"}


def test_whoever_has_made_his_games_has_no_scenario_loaded(tmp_path: Path) -> None:
    host = HostProcess(tmp_path / "hosted", "--own-scenarios")

    def made(**params: str) -> Any:
        with connect(host.url) as connection:
            told = {"jsonrpc": "2.0", "id": 1, "method": "make", "params": {"system": "company_scale", **params}}
            connection.send(json.dumps(told))
            return json.loads(connection.recv(timeout=120))

    try:
        assert all("result" in made(scenario="first-light") for _ in range(5))
        assert made(document=sent(tmp_path))["error"]["message"] == TOO_MANY
        with connect(host.url) as connection, pytest.raises(ConnectionClosed):  # nor has he any longer to join
            while True:
                params = {"system": "company_scale", "document": "x"}
                connection.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "make", "params": params}))
                connection.recv(timeout=120)
                sleep(0.2)
    finally:
        host.kill()
