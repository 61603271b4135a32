"""Honest games by the protocol: each position keeps the rules, and every record opens and is proved without a word."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from rules.engine.connection import Connection
from rules.engine.protocol import respond
from rules.engine.record import RecordWriter
from rules.engine.record_reading import load_record, verify
from rules.engine.session import Session
from rules.engine.system import System
from rules.systems import SHIPPED, shipped

OFFERS: Final = 200
GAME_LENGTHS: Final = (20, 60, 150)


class FuzzFault(Exception):
    """Something that should not have happened; the text says what."""


class PlainPosition(NamedTuple):
    """A position of a scenario, as plain data."""

    system: System
    scenario: Any
    source: str
    plain: dict[str, Any]


def wander(session: Session, rng: Random, count: int, back: float = 0.0) -> Iterator[Session]:
    """Play at random, yielding after each command; with the probability `back` a few entries are taken back."""
    for _ in range(count):
        decision = session.decision
        if decision is None:
            return
        if session.seq and rng.random() < back:
            session.take_back(rng.randrange(max(0, session.seq - 8), session.seq))
        else:
            session.submit(decision.seat, session.seq, rng.choice(list(islice(decision.options, OFFERS))))
        yield session


def begun(rng: Random, system: System, record: Path | None = None) -> Session:
    """Return a game of any scenario of a system at its start, recorded in a file if one is named."""
    source = rng.choice(system.scenarios()).id
    listeners = [RecordWriter(record)] if record is not None else []
    return Session.new(system, system.load(source), seed=rng.randrange(10**6), source=source, listeners=listeners)


def positions(rng: Random, games: int) -> list[PlainPosition]:
    """Return positions from games of every system, some of them asking for a die."""
    found = []
    for place in range(games):
        system = shipped(SHIPPED[place % len(SHIPPED)])
        for session in wander(begun(rng, system), rng, rng.choice(GAME_LENGTHS)):
            if rng.random() < 0.15:
                where = session.at(rng.randrange(session.seq + 1)) if rng.random() < 0.3 else session
                found.append(PlainPosition(system, session.scenario, str(session.source), where.state.to_plain()))
    return found


def records(rng: Random, games: int, folder: Path) -> list[Path]:
    """Write records of games of every system, with take-backs, and return them."""
    paths = []
    for place in range(games):
        system = shipped(SHIPPED[place % len(SHIPPED)])
        path = folder / f"{place}-{system.id}.chitpull"
        for _ in wander(begun(rng, system, path), rng, GAME_LENGTHS[place % 2], back=0.05):
            pass
        paths.append(path)
    return paths


LENGTHS: Final = (30, 100, 400)
BACK: Final = 30
"""Entries that are taken back at most."""


class HonestGames:
    """Games with dice of the program or by hand, taken back, saved and reloaded, looked at after every command.

    An input is a line about the game and a number for each request, so that a finding is shrunk to the requests that
    matter.
    """

    suffix = ".jsonl"

    def __init__(self, rng: Random, folder: Path) -> None:
        self.path = folder / "honest.chitpull"
        self.copy = folder / "copy.chitpull"

    def make(self, rng: Random) -> bytes:
        """Return a game of any scenario and what chooses its requests."""
        system = shipped(rng.choice(SHIPPED))
        nature = {"kind": rng.choice(("seeded", "manual")), "seed": rng.randrange(10**6)}
        game = {"system": system.id, "scenario": rng.choice(system.scenarios()).id, "nature": nature}
        numbers = [str(rng.randrange(10**9)) for _ in range(rng.choice(LENGTHS))]
        return "\n".join([json.dumps(game), *numbers]).encode()

    def attempt(self, data: bytes) -> str:
        """Play a game, then open its record once more."""
        first, *numbers = data.split(b"\n")
        game = _Game(json.loads(first), self.path, self.copy)
        for number in numbers:
            if game.session.is_over:
                break
            game.go_on(Random(int(number)))
        game.ask("close")
        session = load_record(self.path, attach=False)
        said = [*session.notices, *verify(session, self.path)]
        if said or session.digest() != game.digest:
            raise FuzzFault(f"opened again: {said or 'another position'}")
        return "over" if session.is_over else "sound"


class _Game:
    """A game of a connection; whatever is refused, said on opening or found by the check is a fault."""

    def __init__(self, new: dict[str, Any], path: Path, copy: Path) -> None:
        self.path, self.copy, self.table, self.handle = path, copy, Connection(), ""
        self.begin("new", **new, record=str(path), overwrite=True)

    @property
    def session(self) -> Session:
        """Return the game as it stands."""
        return self.table.games[self.handle]

    def begin(self, method: str, **params: Any) -> None:
        """Start or open the game."""
        told = self.ask(method, **params)
        self.handle, self.digest = told["game"], ""
        if told.get("notices"):
            raise FuzzFault(f"opened: {told['notices']}")
        self.look()

    def look(self) -> None:
        """Look at the position as it is now."""
        found = self.ask("check")["violations"]
        if found:
            raise FuzzFault(f"the position breaks a rule: {found}")
        self.digest = self.session.digest()

    def ask(self, method: str, **params: Any) -> Any:
        """Send a request that must be answered."""
        params = {**params, "game": self.handle} if self.handle and method != "load" else params
        told = respond(self.table, json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode())
        assert told is not None
        if "error" in told:
            raise FuzzFault(f"{method}: {told['error']['message']}")
        return told["result"]

    def go_on(self, rng: Random) -> None:
        """Give an order or answer for chance, mostly; else go back, or open what has been saved."""
        session, way = self.session, rng.random()
        if way < 0.05 and session.can_undo:
            self.ask("undo", seat=session.log[-1].seat)
        elif way < 0.08 and session.seq:
            self.ask("take_back", seq=rng.randrange(max(0, session.seq - BACK), session.seq))
        elif way < 0.09:
            self.ask("save", path=str(self.copy), overwrite=True)
            digest = self.digest
            self.ask("close")
            self.copy.replace(self.path)
            self.again(digest)
        elif way < 0.10:
            self.again(self.digest)  # the other is not put away first, as when a program is ended
        elif session.request is not None:
            request = session.request
            self.ask("nature", outcome={request.kind: rng.choice(request.items)})
        else:
            self.order(rng)
        self.look()

    def again(self, digest: str) -> None:
        """Go on with the game as it stands in its record."""
        self.begin("load", path=str(self.path), record=True)
        if self.digest != digest:
            raise FuzzFault("opened: another position")

    def order(self, rng: Random) -> None:
        """Give an order, half of the time of any kind that is possible."""
        decision = self.session.decision
        assert decision is not None
        orders = list(islice(decision.options, OFFERS))
        if rng.random() < 0.5:
            verb = rng.choice(sorted({order.verb for order in orders}))
            orders = [order for order in orders if order.verb == verb]
        self.ask("submit", seat=decision.seat, command=rng.choice(orders).to_json())
