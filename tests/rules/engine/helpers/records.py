"""Records of toy games, and what tests do with them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from rules.engine.record import RecordWriter
from rules.engine.record_form import line
from rules.engine.sealing import Chain, sealed_lines
from rules.engine.session import Session
from tests.rules.engine.helpers.playing import asked
from tests.rules.engine.helpers.toy_system import TOY


def recorded(path: Path, *, seed: int = 3, source: Any = "duel", **options: Any) -> Session:
    """Start a toy game that is recorded in a file."""
    writer = RecordWriter(path, **options)
    return Session.new(TOY, TOY.load(source), seed=seed, listeners=[writer], source=source)


def roam(session: Session, count: int, seed: int = 1) -> Session:
    """Play some random commands."""
    rng = random.Random(seed)
    for _ in range(count):
        if session.decision is None:
            break
        session.submit(asked(session).seat, session.seq, rng.choice(list(asked(session).options)))
    return session


def facts(session: Session) -> tuple[Any, ...]:
    """Return everything a reopened game must agree on."""
    pending = session.decision and (session.decision.seat, session.decision.kind, list(session.decision.options))
    return (
        session.digest(),
        list(session.log),
        list(session.events),
        pending,
        session.can_undo,
        dict(session.history.counts),
    )


def lines(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a record, decoded."""
    return [json.loads(raw) for raw in path.read_bytes().splitlines()]


def forge(path: Path, all_lines: list[dict[str, Any]]) -> None:
    """Write lines with new seals, as a forger would who knows how they are made."""
    bare = [{key: value for key, value in told.items() if key != "chain"} for told in all_lines]
    path.write_bytes(sealed_lines(b"".join(map(line, bare)), Chain()))
