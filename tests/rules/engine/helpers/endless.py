"""Play a recorded toy game until killed and print each accepted position; run as a module with FILE SEED."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from rules.engine.record import RecordWriter
from rules.engine.record_reading import load_record
from rules.engine.session import Session
from tests.rules.engine.helpers.toy_system import CROWD, TOY

ENDLESS = {**CROWD, "rounds": 10**9, "pieces": {k: {**v, "strength": 10**9} for k, v in CROWD["pieces"].items()}}


def main(path: Path, seed: int) -> None:
    """Start or continue the game in the file."""
    rng = random.Random(seed)
    if path.exists():
        session = load_record(path)
    else:
        session = Session.new(TOY, TOY.load(ENDLESS), seed=seed, listeners=[RecordWriter(path)], source=ENDLESS)
    while session.decision is not None:
        session.submit(session.decision.seat, session.seq, rng.choice(list(session.decision.options)))
        print(session.seq, session.digest(), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
