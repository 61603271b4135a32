"""Play a game whose record is sealed until killed and print each accepted position; run as a module with FILE SEED."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from rules.command_cards.system import SYSTEM
from rules.engine.record import RecordWriter
from rules.engine.record_reading import load_record
from rules.engine.session import Session
from rules.systems import register_shipped


def main(path: Path, seed: int) -> None:
    """Start or continue the game in the file."""
    register_shipped()
    rng = random.Random(seed)
    if path.exists():
        session = load_record(path)
    else:
        writer = RecordWriter(path, seals=True)
        session = Session.new(SYSTEM, SYSTEM.load("last-attack"), seed=seed, listeners=[writer], source="last-attack")
    while session.decision is not None:
        session.submit(session.decision.seat, session.seq, rng.choice(list(session.decision.options)))
        print(session.seq, session.digest(), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
