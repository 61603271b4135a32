"""A program killed at any moment loses nothing it has shown as accepted."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from rules.engine.plain import digest
from rules.engine.record_reading import load_record, verify

ROOT = Path(__file__).resolve().parents[3]
KILLS = 8


def play_and_kill(path: Path, seed: int, pause: float) -> str:
    """Let a child process play for a while, kill it, and return its output."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.rules.engine.helpers.endless", str(path), str(seed)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    first = child.stdout.readline()
    time.sleep(pause)
    child.kill()
    rest, _ = child.communicate()
    return first + rest


def test_reopening_after_a_kill_loses_nothing_accepted(tmp_path: Path) -> None:
    path, rng = tmp_path / "game.chitpull", random.Random(5)
    for seed in range(KILLS):
        told = play_and_kill(path, seed, rng.uniform(0, 0.25))
        seq, shown = told[: told.rindex("\n")].splitlines()[-1].split()
        session = load_record(path, attach=False)
        assert session.seq >= int(seq)
        assert digest(session.state_at(int(seq)).to_plain()) == shown
        assert not [notice for notice in session.notices if "half written" not in notice]
    assert verify(load_record(path), path) == []
