"""Hostile messages to the desk of a host: none may be answered by a fault, none may take long, nothing may change.

They are made of right requests with parts replaced, left out, doubled and cut, and of nonsense, by a seed. The desk has
a running game in each system, and callers before and after joining, of both seats and watching.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from app.online.caller import Bucket, Caller
from app.online.desk import Desk
from app.online.directory import MemoryStore
from app.online.games import Games
from app.online.page import words_of
from app.online.records import FolderRecords
from rules.systems import systems

SLOW: Final = 0.05
"""Seconds of the processor that no answer may take."""
NONSENSE: Final[tuple[Any, ...]] = (
    None, True, -1, 0, 3, 10**30, 1e308, "", "x", "\u202e" * 40, "\ud83d\ude00", "../../x", "'; drop table games;--",
    [], [None], [[[[]]]] * 3, {}, {"do": "pass"}, {"do": 3}, {"do": "pass", "x": {"y": [1]}}, "a" * 3000, [1] * 500,
)  # fmt: skip
KEYS: Final = (
    "token", "invitation", "rev", "chain", "nonce", "command", "commands", "to", "id", "yes", "text", "protocol",
    "seat", "kind", "do", "only", "what", "seconds", "mail", "ntfy", "jpeg", "system", "scenario", "pace", "document",
    "played", "hosting", "hints", "recall", "whole", "waits", "once", "number", "part",
)  # fmt: skip
RIGHT: Final[tuple[tuple[str, Mapping[str, Any]], ...]] = (  # all but resign, after which nothing more is tried
    ("hello", {"protocol": 1}),
    ("make", {"system": "company_scale", "scenario": "first-light", "pace": None}),
    ("look", {"token": "T", "invitation": ""}),
    ("look_on", {"token": "T"}),
    ("part", {"number": 1, "part": "0"}),
    ("new_link", {}),
    ("submit", {"rev": 3, "command": {"do": "nothing_like_it"}}),
    ("join", {"token": "T", "invitation": "", "rev": 0, "chain": "", "nonce": "n"}),
    ("orders", {"rev": 3, "commands": [{"do": "nothing_like_it"}]}),
    ("undo", {"rev": 0, "to": 0}),
    ("propose", {"rev": 3, "what": "take_back", "to": 0}),
    ("answer", {"id": 99, "yes": False}),
    ("standing", {"kind": "no_kind", "do": None, "only": False}),
    ("chat", {"text": "hello"}),
    ("record", {}),
    ("give", {"seconds": 60}),
    ("claim", {}),
    ("notify", {"mail": "a@b", "ntfy": ""}),
    ("picture", {"jpeg": "AAAA"}),
)


def attack(count: int, seed: int = 1) -> int:
    """Send so many messages; print what was found, and return 1 if anything was."""
    random, faults, slow, worst = Random(seed), 0, 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        targets = [Target(Path(folder), name) for name in systems()]
        before = [target.digest() for target in targets]
        for _ in range(count):
            target = random.choice(targets)
            raw, caller = message(random, target), random.choice(target.callers)
            began = time.process_time()
            answer = target.desk.respond(caller, raw)
            took = time.process_time() - began
            worst = max(worst, took)
            told = str((answer or {}).get("error", {}).get("message", ""))
            if "Internal error" in told or "\n" in told:
                faults += 1
                print(f"fault: {raw[:300]!r}: {told}", file=sys.stderr)
            elif took > SLOW:
                slow += 1
                print(f"{took * 1e3:.0f} ms: {raw[:300]!r}", file=sys.stderr)
        changed = sum(target.digest() != digest for target, digest in zip(targets, before, strict=True))
    print(
        f"{count} hostile messages: {faults} faults, {slow} over {SLOW * 1e3:.0f} ms (the slowest took "
        f"{worst * 1e3:.1f}), {changed} games changed."
    )
    return int(bool(faults or slow or changed))


class Target:
    """A desk with a running game, and callers of every kind."""

    def __init__(self, folder: Path, system: str) -> None:
        self._games = Games(FolderRecords(folder), MemoryStore())
        self.desk = Desk(self._games, lambda seconds, act: None)
        scenario = systems()[system].scenarios()[0].id
        invitations = self._games.make(system, scenario)
        self.tokens = [str(invitations[None])]
        self.callers = [caller()]
        for seat, invitation in invitations.items():
            token = invitation if seat is None else f"the token of {seat}, which nobody else has"
            self.tokens.append(token)
            self.callers.append(caller())
            params = {"token": token, "invitation": invitation, "nonce": "n"}
            raw = {"jsonrpc": "2.0", "id": 1, "method": "join", "params": params}
            answer = self.desk.respond(self.callers[-1], json.dumps(raw).encode())
            assert answer is not None and "result" in answer, answer
        self._chair = self._games.chair(self.tokens[0])
        words_of(system)  # a host has them ready

    def digest(self) -> str:
        """Return the digest of the game."""
        return self._games.game(self._chair).session.digest()


def caller() -> Caller:
    """Return a connection without limits on how much it asks."""
    made = Caller(lambda message: None)
    made.orders = made.words = made.proposals = Bucket(1e9, 10**9)
    made.games = Bucket(0, 0)  # no game is made: loading a scenario takes its time
    return made


def message(random: Random, target: Target) -> bytes:
    """Return one hostile message."""
    name, right = random.choice(RIGHT)
    params: Any = {key: random.choice(target.tokens) if value == "T" else value for key, value in right.items()}
    for _ in range(random.randrange(4)):
        key = random.choice([*params, *random.sample(KEYS, 2)] if isinstance(params, dict) else [""])
        if isinstance(params, dict):
            params[key] = random.choice(NONSENSE)
    if random.random() < 0.1:
        params = random.choice(NONSENSE)
    raw: Any = {"jsonrpc": "2.0", "id": random.choice((1, "a", None, 1.5)), "method": name, "params": params}
    if random.random() < 0.1:
        raw = random.choice(NONSENSE)
    text = json.dumps(raw).encode()
    harm = random.random()
    if harm < 0.1:
        return text[: random.randrange(len(text) + 1)]
    if harm < 0.15:
        place = random.randrange(len(text) + 1)
        return text[:place] + bytes([random.randrange(256)]) + text[place:]
    if harm < 0.17:
        return b"[" * random.randrange(1, 70_000)
    return text
