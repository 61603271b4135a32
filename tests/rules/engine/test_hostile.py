"""Hostile input, a little of each kind: the answer is always a sentence, and comes soon."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from rules.engine.command import IllegalCommand
from rules.engine.connection import Connection
from rules.engine.methods import METHODS, PARAMETERS
from rules.engine.protocol import INTERNAL, respond
from rules.engine.record import RecordError
from rules.engine.record_reading import load_record, verify
from tests.rules.engine.helpers.records import forge, lines, recorded, roam
from tests.rules.engine.helpers.toy_system import CROWD, DUEL

NASTY: list[Any] = [
    None, True, -1, 0, 10**30, 1.5, "", "x" * 300, "\u202e", "\ud800", [], {}, [[]], {"do": "rest"}, "nature", "red",
    "/dev/zero", "a\0b", {"die": 5}, {"scenario": {"path": "/dev/zero"}},
]  # fmt: skip
SIGNS = [b"[" * 300, b"{", b'"', b"\\", b"\0", b"\xff", b"9" * 60, b"NaN", b"1e999", b"\n", b"]", b",", b'{"n":1}']


def changed(rng: random.Random, value: Any) -> Any:
    """Return plain data with one thing replaced, left out or added."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(list(value))
        if rng.random() < 0.15:
            return {name: kept for name, kept in value.items() if name != key}
        if rng.random() < 0.1:
            return {**value, rng.choice(["lost", "back", "nature", "seat", "n", "only"]): rng.choice(NASTY)}
        return {**value, key: changed(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.8:
        place = rng.randrange(len(value))
        return [*value[:place], changed(rng, value[place]), *value[place + 1 :]]
    return rng.choice(NASTY)


def garbled(rng: random.Random, text: bytes) -> bytes:
    """Return bytes with some flipped, replaced or cut out."""
    for _ in range(rng.choice([1, 2, 9])):
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice([b"", bytes([text[at] ^ 8]), *SIGNS]) + text[at + rng.randrange(40) :]
        text = text or b"\n"
    return text


@pytest.mark.parametrize("seed", range(4))
def test_hostile_records_are_refused_or_told_or_the_game_they_were(tmp_path: Path, seed: int) -> None:
    path, victim, rng = tmp_path / "game", tmp_path / "victim", random.Random(seed)
    log = roam(recorded(path, source=CROWD, every=10), 40).log
    for turn in range(60):
        told = lines(path)
        place = rng.randrange(len(told))
        told[place] = changed(rng, told[place])
        if turn % 2 or not isinstance(told[place], dict):
            victim.write_bytes(garbled(rng, path.read_bytes()))
        else:
            forge(victim, told)
        try:
            session = load_record(victim, attach=turn % 3 == 0)
            complaints = [*session.notices, *verify(session, victim)]
            session.view()
            if session.seq:
                session.take_back(rng.randrange(session.seq))
        except (RecordError, IllegalCommand) as error:
            assert "\n" not in str(error)
        else:
            assert all("\n" not in text for text in complaints)
            assert complaints or session.log == log[: session.seq], "nothing is changed in silence"


@pytest.mark.parametrize("seed", range(4))
def test_hostile_requests_are_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.chdir(tmp_path)
    table, rng = Connection(), random.Random(seed)
    new = {"jsonrpc": "2.0", "id": 1, "method": "new", "params": {"system": "toy", "scenario": {**DUEL}}}
    answer = respond(table, json.dumps(new).encode())
    assert answer is not None
    handles = [answer["result"]["game"], *answer["result"]["handles"].values(), "game-9"]
    for _ in range(800):
        method = rng.choice([name for name in METHODS if name != "close"])
        params = {name: rng.choice(NASTY) for name in PARAMETERS.get(method, "").split() if rng.random() < 0.6}
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params | {"game": rng.choice(handles)}}
        raw = json.dumps(changed(rng, request) if rng.random() < 0.3 else request).encode()
        answer = respond(table, garbled(rng, raw).replace(b"\n", b"") if rng.random() < 0.3 else raw)
        if answer is not None and "error" in answer:
            assert answer["error"]["code"] != INTERNAL, (raw, answer)
            assert "\n" not in answer["error"]["message"]
        json.dumps(answer, allow_nan=False, default=dict)
