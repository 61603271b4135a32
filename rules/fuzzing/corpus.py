"""Real games to begin from: positions and records of every system, played at random."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from rules.engine.record import RecordWriter
from rules.engine.session import Session
from rules.engine.system import System
from rules.systems import SHIPPED, shipped

OFFERS: Final = 200
LENGTHS: Final = (20, 60, 150)


class Fault(Exception):
    """Something that should not have happened; the text says what."""


class Position(NamedTuple):
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
    source = str(rng.choice(system.scenarios())["id"])
    listeners = [RecordWriter(record)] if record is not None else []
    return Session.new(
        system, system.load(source), seed=rng.randrange(10**6), source=source, listeners=listeners
    )  # fmt: skip


def positions(rng: Random, games: int) -> list[Position]:
    """Return positions from games of every system, some of them asking for a die."""
    found = []
    for place in range(games):
        system = shipped(SHIPPED[place % len(SHIPPED)])
        for session in wander(begun(rng, system), rng, rng.choice(LENGTHS)):
            if rng.random() < 0.15:
                where = session.at(rng.randrange(session.seq + 1)) if rng.random() < 0.3 else session
                found.append(Position(system, session.scenario, str(session.source), where.state.to_plain()))
    return found


def records(rng: Random, games: int, folder: Path) -> list[Path]:
    """Write records of games of every system, with take-backs, and return them."""
    paths = []
    for place in range(games):
        system = shipped(SHIPPED[place % len(SHIPPED)])
        path = folder / f"{place}-{system.id}.chitpull"
        for _ in wander(begun(rng, system, path), rng, LENGTHS[place % 2], back=0.05):
            pass
        paths.append(path)
    return paths
